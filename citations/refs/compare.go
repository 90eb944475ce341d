package refs

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/pqcite/pqcite/citations/quote"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/lex"
)

// compare checks what the text calls an anchor against the anchor.
func (o *Occurrence) compare(s *Scanner) {
	a, d := o.Target.Anchor, o.Target.Document
	if a == nil || o.Status != Resolved {
		return
	}
	var meant []Target
	if a.Kind == core.KindAlgorithm {
		meant = s.meant(o)
	} else if meant = s.resolver.titled(d, a, o.Beside); len(meant) == 0 {
		meant = s.resolver.titled(d, a, o.Behind)
	}
	if len(meant) == 0 || slices.Contains(meant, o.Target) {
		return
	}
	o.Status, o.Nearest = Contradicted, meant
	o.Note = fmt.Sprintf("%s is %s; %s is %s", a.Name(), quoted(a.Title), o.meantName(meant), placesOf(d, meant))
	o.fix(s, meant)
}

// meantName is what the text calls the anchor, as the document writes it where only
// one can be meant.
func (o *Occurrence) meantName(meant []Target) string {
	if len(meant) > 1 && o.Naming.Name != "" {
		return quoted(o.Naming.Name)
	}
	return quoted(meant[0].Anchor.Title)
}

// placesOf lists the anchors that may be meant.
func placesOf(d *core.Document, meant []Target) string {
	var places []string
	for _, m := range meant {
		where := m.Anchor.Name()
		if m.Document != d {
			where += " of " + m.Document.Label
		}
		places = append(places, where)
	}
	return strings.Join(places, " or ")
}

func quoted(title string) string { return strconv.Quote(quote.Fold(title)) }

// titled returns the one other anchor of the same kind that has the words as its
// title, with the scheme's name in front or without, where the anchor's own title does not
// share them, nor that of a section above or below it.
func (r *Resolver) titled(d *core.Document, own *core.Anchor, words string) []Target {
	key := titleKey(words)
	if len(key) < minTitle {
		return nil
	}
	t := r.titles[d]()
	if mine := t.keys[own]; strings.Contains(mine, key) || strings.Contains(key, mine) && own.Title != "" {
		return nil
	}
	others := t.byKey[titleKeyed{own.Kind, key}]
	if len(others) == 0 {
		others = t.byPart[titleKeyed{own.Kind, key}]
	}
	if len(others) != 1 || kin(own.Number, others[0].Number) {
		return nil
	}
	return []Target{{d, others[0]}}
}

// kin reports whether one number is that of a section in the other's.
func kin(a, b string) bool {
	return strings.HasPrefix(a, b+".") || strings.HasPrefix(b, a+".")
}

// withoutScheme is a title without the scheme's name in front of it: a word with a hyphen
// and capitals.
func withoutScheme(title string) (string, bool) {
	first, rest, ok := strings.Cut(title, " ")
	return rest, ok && strings.Contains(first, "-") && first == strings.ToUpper(first)
}

// minTitle is how many letters and digits a title has at least, to be known by.
const minTitle = 6

func titleKey(title string) string {
	if title == "" {
		return ""
	}
	return strings.Map(func(r rune) rune {
		if lex.IsWordRune(r) {
			return r
		}
		return -1
	}, strings.ToLower(quote.Fold(title)))
}

// fix proposes the number of the one anchor that is meant. Where the document is only
// the one that was named before, it must be the only one that has the name.
func (o *Occurrence) fix(s *Scanner, meant []Target) {
	if len(meant) != 1 || meant[0].Document != o.Target.Document || o.NumberSpan.Len() == 0 {
		return
	}
	if o.Near && o.Naming.Name != "" && len(s.elsewhere(o.Naming.Key, false)) > 1 {
		return
	}
	o.Fix = &Fix{o.NumberSpan, meant[0].Anchor.Number}
}
