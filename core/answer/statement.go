package answer

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
)

// The chances from which on the statement of a fact is said: before all else, where no exact
// element answers, and after another statement. Of 1,300 answered questions of
// eval/questions, dev to test6, those whose likeliest fact has a chance below sureStated are
// answered as they should be by its statement 68 % of the time, by the best sentence 41 %; even
// below 0.1 it is 60 to 25.
const (
	sureStated = 0.5
	minStated  = 0.01
	minAlso    = 0.25
	// maxStated bounds the statements of an answer.
	maxStated = 3
)

// RuleStatement decides about a statement: all its units are where they were when it was
// checked against them, and are cited.
const RuleStatement = "statement"

// statements answers with the statements of the facts that a question asks for, the first with
// a chance at least.
func (w *Extractive) statements(in Input, least float64) Draft {
	facts := slices.DeleteFunc(w.stated(in.Facts), func(f core.Fact) bool { return !w.fits(in, f) })
	if len(facts) == 0 || facts[0].Chance < least {
		return Draft{}
	}
	if facts[0].Chance < sureStated && w.ownSaysMore(in.evidence(w), facts[0]) {
		return Draft{}
	}
	best := facts[0]
	facts = slices.DeleteFunc(append(facts, w.ofParts(in)...), func(f core.Fact) bool { return f.Chance < min(minAlso, best.Chance) })
	d := Draft{Short: facts[0].Statement}
	for _, f := range facts {
		if len(d.Claims) == maxStated {
			break
		}
		if d.claims(f.Statement) {
			continue
		}
		d.Claims = append(d.Claims, core.Claim{Text: f.Statement, Citations: w.citeFact(&d, f), Verdict: core.Stated})
	}
	return d
}

// ofParts are the likeliest facts of the parts of a question.
func (w *Extractive) ofParts(in Input) []core.Fact {
	var out []core.Fact
	for i, facts := range in.PartFacts {
		part := in
		part.Question, part.Sides = in.Plan.Parts[i], nil
		part.Plan.Terms = slices.DeleteFunc(slices.Clone(in.Plan.Terms), func(term string) bool { return !strings.Contains(part.Question, term) })
		for _, f := range w.stated(facts) {
			if f.Chance >= minAlso && w.fits(part, f) {
				out = append(out, f)
				break
			}
		}
	}
	return out
}

// ownSaysMore reports whether a unit of a document that nobody vouches for, which has no
// facts, covers more of the question than a fact with its wording does: the fact of another
// document only sounds like what is asked.
func (w *Extractive) ownSaysMore(e *Evidence, f core.Fact) bool {
	stated := e.measure.Share(e.measure.Marks(f.Statement + "\n" + f.Wording + "\n" + w.context(f)))
	return e.bestUnit(func(p *scored, i int) float64 {
		if p.doc.Identity != core.IdentityOwn {
			return 0
		}
		return e.measure.Share(p.marks[i].With(p.head))
	}) > stated
}

// stated are the facts with a statement whose units are all in the library, best first.
// Facts that share their first unit or their statement ask for much the same: their chances
// are those of the best of them.
func (w *Extractive) stated(facts []core.Fact) []core.Fact {
	var out []core.Fact
	for _, f := range facts {
		same := func(g core.Fact) bool { return g.Statement == f.Statement || g.Units[0] == f.Units[0] }
		if i := slices.IndexFunc(out, same); i >= 0 {
			out[i].Chance += f.Chance
		} else if f.Statement != "" && w.has(f.Units) {
			out = append(out, f)
		}
	}
	slices.SortStableFunc(out, func(a, b core.Fact) int { return cmp.Compare(b.Chance, a.Chance) })
	return out
}

// numbered matches what is known by its number: "category 4", "Algorithm 13".
var numbered = regexp.MustCompile(`(?i)\b(category|categories|level|algorithm|table|figure|equation|section|appendix|round|step|line)s?\s+([A-Z]?[0-9]+(?:\.[0-9]+)*)\b`)

var (
	// ofSets matches what is said of some parameter sets alone, in lower case.
	ofSets = regexp.MustCompile(`\b(?:ml-kem|ml-dsa|slh-dsa-sha(?:2|ke)|hqc|bike level|mceliece)[- ]?[0-9]|\b(?:128|192|256)[sf]\b`)
	// strength matches a security strength, in a question or a statement.
	strength = regexp.MustCompile(`(?i)\b(112|128|192|256)[- ]bits?\b`)
)

// fits reports whether a statement, its units or its wording name every side of a comparison,
// every parameter set, strength and numbered thing that the question does: wordings that differ
// in a number alone are much alike. A likely fact of all sets need not name one.
func (w *Extractive) fits(in Input, f core.Fact) bool {
	says := strings.ToLower(f.Statement + "\n" + w.context(f))
	text := strings.ToLower(f.Wording) + "\n" + says
	if of := f.Chance < minAlso || ofSets.MatchString(says); of && slices.ContainsFunc(in.Plan.Terms, func(term string) bool {
		return strings.ContainsAny(term, "0123456789") && !strings.Contains(text, strings.ToLower(term))
	}) {
		return false
	}
	if m := strength.FindStringSubmatch(in.Question); m != nil && strength.MatchString(f.Statement) && !hasNumber(text, m[1]) {
		return false
	}
	for _, side := range in.Sides {
		if !slices.ContainsFunc(side.Names, func(name string) bool { return strings.Contains(text, strings.ToLower(name)) }) {
			return false
		}
	}
	for _, m := range numbered.FindAllStringSubmatch(in.Question, -1) {
		if !hasNumber(text, strings.ToLower(m[2])) {
			return false
		}
	}
	return true
}

// context is what the units of a fact say, with their headings.
func (w *Extractive) context(f core.Fact) string {
	var b strings.Builder
	for _, at := range f.Units {
		if doc := w.Library.Document(at.DocID); doc != nil {
			if p, _, i := w.Passages.find(doc, at); i >= 0 {
				b.WriteString(p.heading + "\n" + p.units[i].text + "\n")
				for _, s := range p.units[i].also {
					b.WriteString(doc.Quote(s) + "\n")
				}
			}
		}
	}
	return b.String()
}

// hasNumber reports whether a text has a number that is no part of a longer one.
func hasNumber(text, number string) bool {
	for at := 0; ; {
		i := strings.Index(text[at:], number)
		if i < 0 {
			return false
		}
		start, end := at+i, at+i+len(number)
		partOf := func(c byte) bool { return c >= '0' && c <= '9' }
		if (start == 0 || !partOf(text[start-1])) && (end == len(text) || !partOf(text[end])) {
			return true
		}
		at = end
	}
}

// has reports whether all units are in the library.
func (w *Extractive) has(units []core.UnitRef) bool {
	return len(units) > 0 && !slices.ContainsFunc(units, func(at core.UnitRef) bool {
		doc := w.Library.Document(at.DocID)
		if doc == nil {
			return true
		}
		if doc.Source() == core.SourcePack {
			return false // the pack's statements are its own text
		}
		_, _, ok := w.Passages.Find(doc, at)
		return !ok
	})
}

// CiteStatement is the citation of a statement, under no key, where the library has not the
// text of the document: its place, and of words only those of the statement.
func CiteStatement(doc *core.Document, statement string, at core.UnitRef) core.Citation {
	return core.Citation{
		Locator: doc.LocateUnit(at), Quote: statement, DocSHA256: doc.SHA256, Source: core.SourcePack, Draft: doc.Status == core.StatusDraft,
	}
}

// citeFact cites the units of a fact, each with what gives it its meaning.
func (w *Extractive) citeFact(d *Draft, f core.Fact) []string {
	var keys []string
	for _, at := range f.Units {
		doc := w.Library.Document(at.DocID)
		if doc == nil {
			continue
		}
		if doc.Source() == core.SourcePack {
			keys = union(keys, []string{d.adopt(CiteStatement(doc, f.Statement, at))})
		} else if p, _, i := w.Passages.find(doc, at); i >= 0 {
			keys = union(keys, d.citeUnit(&p, &p.units[i], p.units[i].span))
		}
	}
	return keys
}
