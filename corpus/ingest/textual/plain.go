package textual

import (
	"strings"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/ingest/build"
)

// Plain reads plain text. Blank lines separate paragraphs, form feeds pages. A heading
// is a short numbered line by itself. Every letter and digit of the file is in the
// document's text.
func Plain(meta build.Meta, src []byte) (*core.Document, error) {
	text, err := decode(src, maxSource)
	if err != nil {
		return nil, err
	}
	out := build.New(withDefaults(meta, core.FormatText, src), build.DefaultLimits())
	p := plainReader{out: out, zones: newZones(out, core.PassageProse)}
	for page := range strings.SplitSeq(strings.TrimRight(text, "\f\n"), "\f") {
		out.Page("")
		p.page(blocks(strings.Split(page, "\n")))
	}
	return out.Finish()
}

type plainReader struct {
	out   *build.Builder
	zones *zones
}

func (p *plainReader) page(bs [][]string) {
	for i := 0; i < len(bs); {
		i += p.element(bs, i)
	}
}

// element writes what starts at block i and returns how many blocks it took.
func (p *plainReader) element(bs [][]string, i int) int {
	block := bs[i]
	if h, ok := standsAsHeading(bs, i); ok {
		p.zones.heading(h, block...)
		return 1
	}
	if n := p.table(bs[i:]); n > 0 {
		return n
	}
	if n := listing(bs[i:], 0); n > 0 && p.zones.kind == core.PassageProse {
		p.out.Code(joined(bs[i : i+n])...)
		return n
	}
	span := p.zones.paragraph(block)
	if c, ok := readCaption(block); ok {
		p.out.Mark(c.kind, c.number, c.title, span)
	}
	return 1
}

// table writes a drawn table with the caption above it, and returns how many blocks it
// took: 0 if there is none.
func (p *plainReader) table(bs [][]string) int {
	if c, ok := tableCaption(bs[0]); ok && len(bs) > 1 {
		if g, ok := asciiTable(bs[1]); ok {
			g.write(p.out, c, trimmed(bs[0]), nil)
			return 2
		}
		return 0
	}
	g, ok := asciiTable(bs[0])
	if !ok {
		return 0
	}
	if len(bs) > 1 && !(len(bs) > 2 && isAsciiTable(bs[2])) {
		if c, ok := tableCaption(bs[1]); ok {
			g.write(p.out, c, nil, trimmed(bs[1]))
			return 2
		}
	}
	g.write(p.out, caption{}, nil, nil)
	return 1
}
