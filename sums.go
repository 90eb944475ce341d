package pqcite

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/pqcite/pqcite/citations"
	"github.com/pqcite/pqcite/citations/refs"
	"github.com/pqcite/pqcite/core"
)

// ofBox matches what a short answer says of an algorithm after its address: the
// name, and how many steps it has or why they are not shown.
var ofBox = regexp.MustCompile(`is (\S+?)(?:, in ([0-9]+) steps|; its steps are in the document, which the library does not hold)?\.(?:\s|$)`)

// Sums reports whether a short answer, less the places that it names and cites, is
// made of words of the quotes, and counts right.
func (p proof) Sums(short string, cs []core.Citation) bool {
	short = p.withoutPlaces(short, cs)
	counts := p.stepCounts(cs)
	for _, m := range ofBox.FindAllStringSubmatch(short, -1) {
		if m[2] != "" && !slices.Contains(counts, m[2]) {
			return false
		}
	}
	var quotes []string
	for i := range cs {
		quotes = append(quotes, unpunctuated(cs[i].Text()))
	}
	verdict, _ := citations.CheckClaim(unpunctuated(ofBox.ReplaceAllString(short, "$1 ")), quotes)
	return verdict.Proved()
}

// withoutPlaces blanks the references of a short answer to what is cited.
func (p proof) withoutPlaces(short string, cs []core.Citation) string {
	blanked := []byte(short)
	for _, ref := range refs.Find(short) {
		if !slices.ContainsFunc(p.lib.Resolver().Resolve(ref).Targets, func(t refs.Target) bool { return cites(cs, t) }) {
			continue
		}
		for i := ref.Span.Start; i < ref.Span.End; i++ {
			blanked[i] = ' '
		}
	}
	return string(blanked)
}

func cites(cs []core.Citation, t refs.Target) bool {
	return slices.ContainsFunc(cs, func(c core.Citation) bool {
		return c.DocID == t.Document.ID && (t.Anchor == nil || c.Anchor == t.Anchor.ID)
	})
}

// stepCounts are how many steps each algorithm has that is cited.
func (p proof) stepCounts(cs []core.Citation) []string {
	var out []string
	for i := range cs {
		doc := p.lib.Document(cs[i].DocID)
		if doc == nil {
			continue
		}
		if a := doc.Algorithm(cs[i].Anchor); a != nil {
			steps := 0
			for _, l := range a.Lines {
				if l.Kind == core.LineStep {
					steps++
				}
			}
			out = append(out, strconv.Itoa(steps))
		}
	}
	return out
}

// unpunctuated sets brackets and commas apart from the words next to them.
func unpunctuated(text string) string {
	return strings.NewReplacer("(", " ", ")", " ", ",", " ", ":", " ", ";", " ", "|", " ", "\t", " ").Replace(text)
}
