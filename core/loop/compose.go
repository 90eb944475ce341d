package loop

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/answer"
	"github.com/pqcite/pqcite/internal/lex"
)

// What is said of all that was proved. The shares are of the words of a question or a
// sentence, the rare ones counting more; they were chosen on eval/questions.
const (
	maxFurther = 3  // sentences, or lists, after the first line
	maxWords   = 90 // of both
	// repeated is the share of a statement from which on what was said before says it.
	repeated = 0.7
	// minGain is what a sentence must be worth: the share of the question that it adds,
	// ownShare of the share that it covers, and the chance that it is what is asked for.
	minGain, ownShare = 0.1, 0.3
)

// compose says what answers and what adds to it, quotes each place once, and marks the rest
// as details, which are said where they are asked for.
func (r *run) compose() {
	o := &r.outcome
	all := r.draft.Citations
	var said, rest []core.Claim
	for _, b := range r.chosen(blocksOf(o.Claims, o.Citations, r.names)) {
		for _, c := range b.claims {
			if c.Detail = !b.said; c.Detail {
				rest = append(rest, c)
			} else {
				said = append(said, c)
			}
		}
	}
	if r.settings.Detail {
		said = append(append(said, rest...), r.more(all)...)
	}
	claims, cs := answer.Gather(r.question.library, said, all)
	for i := range claims {
		claims[i].Verdict, claims[i].Rule = r.ports.Verifier.Verify(claims[i], cs)
	}
	if slices.ContainsFunc(claims, func(c core.Claim) bool { return !c.Verdict.Proved() }) {
		claims, cs = said, cited(all, said)
	}
	o.Claims = withoutQuoted(claims)
	o.Citations = cited(cs, o.Claims)
}

// withoutQuoted are claims less the details whose words the quotes of the others show.
func withoutQuoted(claims []core.Claim) []core.Claim {
	var shown []string
	return slices.DeleteFunc(slices.Clone(claims), func(c core.Claim) bool {
		if !c.Detail {
			shown = append(shown, c.Citations...)
			return false
		}
		return !slices.ContainsFunc(c.Citations, func(key string) bool { return !slices.Contains(shown, key) })
	})
}

// more are the further claims of the draft that the citations prove, as details.
func (r *run) more(cs []core.Citation) []core.Claim {
	var out []core.Claim
	for _, c := range r.draft.More {
		c.Detail = true
		if c.Verdict, c.Rule = r.ports.Verifier.Verify(c, cs); c.Verdict.Proved() && citesOnly(r.question.Within, &c, cs) && boxOf(&c, cs) == nil {
			out = append(out, c)
		}
	}
	return out
}

// block is claims that are said together or not at all: a sentence, or a list with what
// announces it.
type block struct {
	claims  []core.Claim
	element bool // it is part of a comparison, an algorithm or a listing, which is said whole
	aside   bool // it is part of another algorithm
	said    bool
}

func (b *block) text() string { return strings.Join(texts(b.claims), "\n") }

func (b *block) stated() bool { return b.claims[0].Verdict == core.Stated }

// names reports whether the first line names the element of a citation.
func (r *run) names(c *core.Citation) bool {
	doc := r.question.library.Document(c.DocID)
	if doc == nil || doc.Anchor(c.Anchor) == nil {
		return false
	}
	return strings.Contains(r.outcome.ShortAnswer, doc.Anchor(c.Anchor).Name()) && strings.Contains(r.outcome.ShortAnswer, doc.Label)
}

// blocksOf are the blocks of claims, in their order. The algorithms that are named are said
// whole, and else the first.
func blocksOf(claims []core.Claim, cs []core.Citation, named func(*core.Citation) bool) []block {
	var out []block
	first := ""
	for _, c := range claims {
		if n := len(out); n > 0 && isItem(c.Text) {
			if last := &out[n-1]; strings.HasSuffix(last.claims[0].Text, ":") {
				last.claims = append(last.claims, c)
				continue
			}
		}
		b := block{claims: []core.Claim{c}, element: c.Side != "" || isListing(c.Text)}
		if box := boxOf(&c, cs); box != nil {
			id := box.DocID + " " + box.Anchor
			first = cmp.Or(first, id)
			asked := id == first || named(box)
			b.element, b.aside = b.element || asked, !asked
		}
		out = append(out, b)
	}
	return out
}

// items are what the items of a list begin with.
var items = regexp.MustCompile(`^(?:[•–◦-]|\(?[0-9a-z]{1,2}[.)]) `)

func isItem(text string) bool { return items.MatchString(text) }

// boxOf is the citation of the algorithm that a claim is a line of, nil if it is none.
func boxOf(c *core.Claim, cs []core.Citation) *core.Citation {
	for i := range cs {
		if x := &cs[i]; slices.Contains(c.Citations, x.Key) && strings.HasPrefix(x.Anchor, string(core.KindAlgorithm)+"-") {
			return x
		}
	}
	return nil
}

// chosen are the blocks with the first line's first, those marked that are said.
func (r *run) chosen(all []block) []block {
	first := slices.IndexFunc(all, func(b block) bool {
		return slices.ContainsFunc(b.claims, func(c core.Claim) bool { return c.Text == r.outcome.ShortAnswer && c.Side == "" })
	})
	if first > 0 && !all[first].element {
		b := all[first]
		all = slices.Insert(slices.Delete(all, first, first+1), 0, b)
	}
	said, words := "", 0
	say := func(b *block) {
		b.said = true
		said += b.text() + "\n"
		if !b.element {
			words += len(strings.Fields(b.text()))
		}
	}
	for i := range all {
		if b := &all[i]; i == 0 || b.element || b.stated() && !r.repeats(b, said) {
			say(b)
		}
	}
	for range maxFurther {
		best, most := -1, minGain
		for i := range all {
			if b := &all[i]; !b.said && !b.aside && !b.stated() && words+len(strings.Fields(b.text())) <= maxWords {
				if gain := r.gain(b, said); gain > most {
					best, most = i, gain
				}
			}
		}
		if best < 0 {
			break
		}
		say(&all[best])
	}
	return all
}

// gain is what a block is worth after what was said.
func (r *run) gain(b *block, said string) float64 {
	m := r.question.measure
	before, own := m.Marks(said), m.Marks(b.text())
	return m.Share(before.With(own)) - m.Share(before) + ownShare*m.Share(own) + r.chance(b)
}

// chance is the chance that a claim of the block is what is asked for.
func (r *run) chance(b *block) float64 {
	sum := 0.0
	for _, c := range b.claims {
		for _, f := range r.question.match.Facts {
			if slices.ContainsFunc(f.Units, func(at core.UnitRef) bool { return at.Sum == lex.Sum(c.Text) }) {
				sum += f.Chance
			}
		}
	}
	return sum
}

// repeats reports whether a statement has been said in other words.
func (r *run) repeats(b *block, said string) bool {
	c := &b.claims[0]
	m := r.ports.Relevance.Measure(c.Text, false)
	return m.Share(m.Marks(said)) >= repeated && !newNumber(c.Text, said)
}

var numbers = regexp.MustCompile(`[0-9]+(?:[.,][0-9]+)*`)

// newNumber reports whether a text has a number that another has not.
func newNumber(text, said string) bool {
	before := numbers.FindAllString(said, -1)
	return slices.ContainsFunc(numbers.FindAllString(text, -1), func(n string) bool { return !slices.Contains(before, n) })
}
