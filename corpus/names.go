package corpus

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/standards"
)

// Name is what an anchor or a term is called.
type Name struct {
	Text  string          // "Algorithm 13 — K-PKE.KeyGen", "ML-KEM-768"
	Label string          // of its document: "FIPS 203"
	Term  bool            // it is a term, and the anchor explains it
	Kind  core.AnchorKind // of an anchor; "" for a term
	DocID string
	// Anchor is its id in the document.
	Anchor string

	words []string
	own   int // how many of the words are of the text; the others are of its label or other names
}

// Names are the names of a library's anchors and terms, to be searched as they are
// written. They do not change.
type Names struct{ all []Name }

// newNames lists all that can be searched for in the library, some thousands of names.
func newNames(l *Library) *Names {
	n := &Names{}
	for _, d := range l.Documents() {
		for i := range d.Anchors {
			a := &d.Anchors[i]
			text := a.Name()
			if a.Number != "" && a.Title != "" {
				text += " — " + a.Title
			}
			n.add(Name{Text: text, Label: d.Label, Kind: a.Kind, DocID: d.ID, Anchor: a.ID})
		}
	}
	for _, t := range standards.Terms() {
		d := l.Document(t.At.DocID())
		if d == nil || d.Anchor(t.At.Anchor()) == nil {
			continue
		}
		n.add(Name{Text: t.Name, Label: d.Label, Term: true, DocID: d.ID, Anchor: t.At.Anchor()}, append(slices.Clone(t.Aliases), t.OldNames...)...)
	}
	return n
}

// add adds a name, which is found by others too.
func (n *Names) add(name Name, others ...string) {
	name.words = nameWords(name.Text)
	name.own = len(name.words)
	name.words = append(name.words, nameWords(name.Label+" "+strings.Join(others, " "))...)
	n.all = append(n.all, name)
}

// Search returns the matching names, the best matches first. Every word of the query
// must begin a word of the name, every number be one of its numbers; an empty query
// finds nothing rather than everything.
func (n *Names) Search(query string, limit int) []*Name {
	words := nameWords(query)
	return n.search(limit, func(name *Name) (int, bool) {
		score := name.fits(words)
		return score, score >= 0 && len(words) > 0
	})
}

// Complete is Search for a query that is still being written: its last number may
// go on. It keeps to names that are wanted; an empty query finds all of them.
func (n *Names) Complete(query string, limit int, wanted func(*Name) bool) []*Name {
	words := nameWords(query)
	return n.search(limit, func(name *Name) (int, bool) {
		if !wanted(name) {
			return 0, false
		}
		if len(words) == 0 {
			return 0, true
		}
		score := name.fits(words[:len(words)-1])
		last := name.begins(words[len(words)-1])
		return score + last, score >= 0 && last >= 0
	})
}

// begins is how well a name has a word that begins with the one that is being
// written: best in what is shown, and as a whole; less than 0 where it has none.
func (n *Name) begins(word string) int {
	score := -1
	for i, w := range n.words {
		if !strings.HasPrefix(w, word) {
			continue
		}
		here := 0
		if w == word {
			here++
		}
		if i < n.own {
			here++
		}
		score = max(score, here)
	}
	return score
}

func (n *Names) search(limit int, fits func(*Name) (score int, ok bool)) []*Name {
	type scored struct {
		*Name
		score int
	}
	var found []scored
	for i := range n.all {
		if score, ok := fits(&n.all[i]); ok {
			found = append(found, scored{&n.all[i], score})
		}
	}
	slices.SortStableFunc(found, func(a, b scored) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(len(a.words), len(b.words)))
	})
	out := make([]*Name, min(len(found), limit))
	for i := range out {
		out[i] = found[i].Name
	}
	return out
}

// fits is how many words of a query a name has whole; less than 0 where it lacks
// one.
func (n *Name) fits(query []string) int {
	score := 0
	for _, q := range query {
		whole := slices.Contains(n.words, q)
		number := q[0] >= '0' && q[0] <= '9'
		if !whole && (number || !slices.ContainsFunc(n.words, func(w string) bool { return strings.HasPrefix(w, q) })) {
			return -1
		}
		if whole {
			score++
		}
	}
	return score
}

// nameWords cuts a name into words and numbers: "FIPS203 Sec. 4.2" is fips, 203, sec,
// 4.2.
func nameWords(s string) []string {
	var out []string
	digit := func(r rune) bool { return r >= '0' && r <= '9' }
	last := rune(0)
	var b strings.Builder
	flush := func() {
		if t := strings.Trim(b.String(), "."); t != "" {
			out = append(out, t)
		}
		b.Reset()
	}
	for _, r := range strings.ToLower(s) {
		letter := unicode.IsLetter(r)
		switch {
		case r == '.' && digit(last):
		case !letter && !digit(r):
			flush()
			last = r
			continue
		case letter != unicode.IsLetter(last) || digit(last) != digit(r) && last != '.':
			flush()
		}
		b.WriteRune(r)
		last = r
	}
	flush()
	return out
}
