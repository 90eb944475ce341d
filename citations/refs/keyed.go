package refs

import (
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/lex"
)

// addKeyed reads sections that are given as a bare number after a document: after its key
// in brackets, [FIPS203, 2.4.7 Data Types], where the number needs a point or the bracket
// right after it; after a comma, (IR 8547, 3.1.1); and appendices, FIPS 203 C.2.
func (b *binder) addKeyed() {
	var out []phrase // nil as long as nothing was added
	for i := range b.phrases {
		p := &b.phrases[i]
		if out != nil {
			out = append(out, *p)
		}
		if !p.isDoc() || p.mentions[0].doc == foreign || isAddress(b.text, p.start()) {
			continue
		}
		m, ok := mention{}, false
		if p.start() > 0 && b.text[p.start()-1] == '[' {
			m, ok = keyedNumber(b.text, p.end())
		}
		if !ok {
			m, ok = bareNumber(b.text, p.end())
		}
		if ok {
			if out == nil {
				out = slices.Clone(b.phrases[:i+1])
			}
			out = append(out, phrase{mentions: []mention{m}})
		}
	}
	if out != nil {
		b.phrases = out
	}
}

func keyedNumber(text string, at int) (mention, bool) {
	if at >= len(text) || text[at] != ',' {
		return mention{}, false
	}
	n, ok := anchorNumber(text, gap(text, at+1), core.KindSection)
	if !ok || n.span.End >= len(text) {
		return mention{}, false
	}
	if text[n.span.End] != ']' && !strings.Contains(n.text, ".") {
		return mention{}, false
	}
	m := mention{span: n.span, kind: core.KindSection, number: n.text, numberAt: n.span}
	if end := strings.IndexByte(text[n.span.End:min(len(text), n.span.End+maxBeside)], ']'); end > 0 {
		m.beside = strings.TrimSpace(text[n.span.End : n.span.End+end])
	}
	return m, true
}

// lastAppendix is the last letter of an appendix whose word may be left out; X.509 is
// none.
const lastAppendix = 'H'

// bareNumber reads the number of a section after a document and a comma, or that of an
// appendix with or without one. What has two parts alone, 3.1, must end its clause: it may
// be a decimal.
func bareNumber(text string, at int) (mention, bool) {
	i := gap(text, at)
	comma := i < len(text) && text[i] == ','
	if comma {
		i = gap(text, i+1)
	}
	if i == at || i >= len(text) || strings.IndexByte(text[at:i], '\n') >= 0 {
		return mention{}, false
	}
	n, ok := anchorNumber(text, i, core.KindSection)
	points := strings.Count(n.text, ".")
	letter := 'A' <= text[i] && text[i] <= lastAppendix
	switch {
	case !ok || points == 0 || measures(text, n.span.End) || !letter && !lex.IsDigit(rune(text[i])):
		return mention{}, false
	case !letter && (!comma || points == 1 && !endsBare(text, n.span.End)):
		return mention{}, false
	}
	m := mention{span: n.span, kind: core.KindSection, number: n.text, numberAt: n.span}
	if letter {
		m.kind = core.KindAppendix
	}
	return m, true
}

// endsBare reports whether a clause ends at the offset with a bracket or a semicolon, or
// the text does.
func endsBare(text string, at int) bool {
	return at >= len(text) || strings.IndexByte(")];:", text[at]) >= 0
}
