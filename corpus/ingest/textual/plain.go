package textual

import (
	"strings"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/ingest/build"
)

// Plain reads plain text. Blank lines divide paragraphs, form feeds pages. A
// heading is a short line with a number that stands alone. Every letter and
// digit of the file is in the document's text.
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
	for i, block := range bs {
		if h, ok := standsAsHeading(bs, i); ok {
			p.zones.heading(h, block...)
			continue
		}
		span := p.zones.paragraph(block)
		if c, ok := readCaption(block); ok {
			p.out.Mark(c.kind, c.number, c.title, span)
		}
	}
}
