package citations

import (
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
)

// addKeyed reads sections that stand as a bare number behind a document's key in
// brackets: [FIPS203, 2.4.7 Data Types]. The number needs a point, or the bracket
// right behind it.
func (b *binder) addKeyed() {
	var out []phrase // nil as long as nothing was added
	for i := range b.phrases {
		p := &b.phrases[i]
		if out != nil {
			out = append(out, *p)
		}
		if !p.isDoc() || p.mentions[0].doc == foreign || p.start() == 0 || b.text[p.start()-1] != '[' {
			continue
		}
		if m, ok := keyedNumber(b.text, p.end()); ok {
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
