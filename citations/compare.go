package citations

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/pqcite/pqcite/core"
)

// compare holds what the text calls an anchor against the anchor.
func (o *Occurrence) compare(s *Scanner) {
	a, d := o.Target.Anchor, o.Target.Document
	if a == nil || o.Status != Resolved {
		return
	}
	var meant []Target
	if a.Kind == core.KindAlgorithm {
		meant = s.named(d, o.calledBy())
	} else if meant = s.resolver.titled(d, a, o.Beside); len(meant) == 0 {
		meant = s.resolver.titled(d, a, o.Behind)
	}
	if len(meant) == 0 || slices.Contains(meant, o.Target) {
		return
	}
	o.Status, o.Nearest = Contradicted, meant
	m := meant[0]
	where := m.Anchor.Name()
	if m.Document != d {
		where += " of " + m.Document.Label
	}
	o.Note = fmt.Sprintf("%s is %s; %s is %s", a.Name(), quoted(a.Title), quoted(m.Anchor.Title), where)
	o.fix(meant)
}

func quoted(title string) string { return strconv.Quote(Fold(title).String()) }

// titled returns the one other anchor of the same kind that has the words as its
// title, where the anchor's own title does not share them.
func (r *Resolver) titled(d *core.Document, own *core.Anchor, words string) []Target {
	key := titleKey(words)
	if len(key) < minTitle {
		return nil
	}
	t := r.titles[d]()
	if mine := t.keys[own]; strings.Contains(mine, key) || strings.Contains(key, mine) && own.Title != "" {
		return nil
	}
	if others := t.byKey[titleKeyed{own.Kind, key}]; len(others) == 1 {
		return []Target{{d, others[0]}}
	}
	return nil
}

// minTitle is how many letters and digits a title has at least, to be known by.
const minTitle = 6

func titleKey(title string) string {
	if title == "" {
		return ""
	}
	return strings.Map(func(r rune) rune {
		if isWordRune(r) {
			return r
		}
		return -1
	}, strings.ToLower(Fold(title).String()))
}

// fix proposes the number of the one anchor that is meant.
func (o *Occurrence) fix(meant []Target) {
	if len(meant) == 1 && meant[0].Document == o.Target.Document && o.NumberSpan.Len() > 0 {
		o.Fix = &Fix{o.NumberSpan, meant[0].Anchor.Number}
	}
}
