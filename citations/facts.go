package citations

import (
	"regexp"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/citations/entail"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/lex"
)

// sayings are what a document says, ready to be compared with claims: each unit, and each
// fact with its statement as a second wording of its units.
type sayings struct {
	base   *entail.Base
	places [][]core.Span // by item: the units; none where the library has not the text
	refs   []core.UnitRef
}

// unitKey denotes a unit as facts do.
type unitKey struct {
	page int
	sum  uint32
}

// pronouns begin a sentence that is about the one before it.
var pronouns = lex.Set("it this these they such its their")

func sayingsOf(doc *core.Document, e *evidence, facts []core.Fact) *sayings {
	s := &sayings{}
	var items []entail.Item
	at := make(map[unitKey]int)
	for i := range e.units {
		u := &e.units[i]
		text, context := u.text(doc), u.context.text
		if first, _, _ := strings.Cut(strings.TrimSpace(text), " "); i > 0 && pronouns[strings.ToLower(first)] {
			context += "\n" + e.units[i-1].text(doc)
		}
		said := []string{text}
		if u.Kind == core.UnitSentence && isFragment(text) {
			said = nil // a heading states nothing
		}
		items = append(items, entail.Item{Wordings: said, Context: context})
		s.places = append(s.places, []core.Span{u.Span})
		s.refs = append(s.refs, core.UnitRef{})
		for _, sum := range []uint32{lex.Sum(text), lex.Sum(doc.Quote(u.Span))} {
			at[unitKey{doc.PageAt(u.Span.Start).Number, sum}] = i + 1
		}
	}
	for _, f := range facts {
		if f.Statement == "" {
			continue
		}
		it, spans, all := itemOf(doc, e, &f, at)
		if !all && doc.Source() != core.SourcePack {
			continue // a unit is no longer what it was
		}
		items = append(items, it)
		s.places, s.refs = append(s.places, spans), append(s.refs, f.Units[0])
	}
	s.base = entail.New(items)
	return s
}

// itemOf is a fact with those of its units that are in a document, and whether all are. Units that
// state nothing are only places.
func itemOf(doc *core.Document, e *evidence, f *core.Fact, at map[unitKey]int) (it entail.Item, spans []core.Span, all bool) {
	it = entail.Item{Wordings: []string{f.Statement}, Context: doc.Label}
	var rest []core.Span
	all = true
	for _, ref := range f.Units {
		i := at[unitKey{ref.Page, ref.Sum}]
		if i == 0 {
			all = false
			continue
		}
		u := &e.units[i-1]
		text := u.text(doc)
		if u.Kind == core.UnitSentence && isFragment(text) {
			rest = append(rest, u.Span)
		} else {
			it.Wordings, spans = append(it.Wordings, text), append(spans, u.Span)
		}
		if !strings.Contains(it.Context, u.context.text) {
			it.Context += "\n" + u.context.text
		}
	}
	return it, append(spans, rest...), all
}

// isFragment reports whether a text is no sentence.
func isFragment(text string) bool {
	text = strings.TrimRight(text, " \n)”\"")
	return len(strings.Fields(text)) < 4 || !strings.ContainsAny(text[len(text)-1:], ".;:?!")
}

// rulesBy name what decides for each reason.
var rulesBy = map[entail.Why]string{
	entail.Number: ClaimNumber, entail.Bound: ClaimComparator, entail.Name: ClaimIdentifier, entail.Word: ClaimOpposite, entail.Polarity: ClaimPolarity,
	entail.Modality: ClaimModality, entail.Exclusive: ClaimExclusive, entail.Order: ClaimOrder, entail.Owner: ClaimOwner,
}

// pageShare is what a page says at least of a claim that is supported elsewhere.
const pageShare = 0.7

// holdFacts checks a claim against what a document with facts says.
func (j *Judge) holdFacts(claim string, pages []int) Proof {
	if _, missing := j.evidence().withoutAddresses(j.doc, claim); missing != "" {
		return Proof{Verdict: core.Contradicted, Rule: ClaimAddress, Unsupported: []string{missing}}
	}
	s := j.said()
	claim = lex.OneLine(cited.ReplaceAllStringFunc(strings.ReplaceAll(claim, "-\n", ""), func(in string) string {
		if label := cites.FindString(in); label != "" && !strings.EqualFold(label, j.doc.Label) {
			return in
		}
		return ""
	}))
	f := s.base.Judge(claim, nil)
	if len(pages) == 0 || f.Verdict == entail.Contradicted {
		return j.proofBy(claim, &f)
	}
	here := s.base.Judge(claim, s.onPages(j.doc, pages))
	switch {
	case f.Verdict != entail.Supported || here.Verdict == entail.Supported:
		return j.proofBy(claim, &here)
	case here.Verdict == entail.Undecided && here.Share >= pageShare:
		here.Verdict = entail.Supported
		return j.proofBy(claim, &here)
	}
	p := j.proofBy(claim, &f)
	p.Verdict, p.Rule = core.Partial, ClaimElsewhere
	return p
}

// cited matches a citation in brackets.
var cited = regexp.MustCompile(`(?i) *[(\[](?:see |cf\. )?(?:NIST )?(?:FIPS|IR|SP|Sections?|p\.|pages?) ?[0-9][^()\[\]]*[)\]]`)

// cites matches the document of a citation.
var cites = regexp.MustCompile(`(?i)\b(?:FIPS|IR|SP) [0-9-]+[0-9]`)

// said reads the document and its facts, once.
func (j *Judge) said() *sayings {
	j.reading.Do(func() { j.sayings = sayingsOf(j.doc, j.evidence(), j.facts) })
	return j.sayings
}

// proofBy is what a finding proves of a claim.
func (j *Judge) proofBy(claim string, f *entail.Finding) Proof {
	p := Proof{Verdict: core.Unverifiable, Rule: ClaimUncovered}
	if f.Item >= 0 {
		p = j.proofOfItem(f)
	}
	p.Coverage, p.Unsupported, p.Says, p.Not = f.Share, f.Missing, f.Says, f.Not
	if f.Item < 0 {
		p.Unsupported = words(claim)
	}
	switch {
	case f.Verdict == entail.Supported:
		p.Verdict, p.Rule = core.Supported, ClaimCovered
	case f.Verdict == entail.Contradicted:
		p.Verdict, p.Rule, p.Unsupported = core.Contradicted, rulesBy[f.Why], nil
		if f.Not != "" {
			p.Unsupported = []string{f.Not}
		}
	case f.Share >= partialShare:
		p.Verdict, p.Rule = core.Partial, ClaimUncovered
	default:
		p.Verdict, p.Rule = core.Unverifiable, ClaimUncovered
	}
	return p
}

// proofOfItem is the unit that decides.
func (j *Judge) proofOfItem(f *entail.Finding) Proof {
	spans := j.sayings.places[f.Item]
	if len(spans) == 0 {
		at := j.doc.LocateUnit(j.sayings.refs[f.Item])
		return Proof{Quote: j.sayings.base.Texts(f.Item)[0], StartPage: at.StartPage, EndPage: at.EndPage}
	}
	return j.proofAt(spans[min(max(f.Own-1, 0), len(spans)-1)])
}

// proofAt is the unit around a span.
func (j *Judge) proofAt(s core.Span) Proof {
	for i := range j.evidence().units {
		if u := j.units.units[i].Span; u.Overlaps(s) {
			s = u
			break
		}
	}
	return Proof{Span: s, Quote: j.doc.Quote(s), StartPage: j.doc.PageAt(s.Start).Number, EndPage: j.doc.PageAt(max(s.Start, s.End-1)).Number}
}

// isOn reports whether a span is on one of some pages; true for none.
func (j *Judge) isOn(s core.Span, pages []int) bool {
	first, last := j.doc.PageAt(s.Start).Number, j.doc.PageAt(max(s.Start, s.End-1)).Number
	return len(pages) == 0 || slices.ContainsFunc(pages, func(p int) bool { return first <= p && p <= last })
}

// onPages are the items with a unit on some pages; nil for none.
func (s *sayings) onPages(doc *core.Document, pages []int) func(int) bool {
	if len(pages) == 0 {
		return nil
	}
	return func(i int) bool {
		if len(s.places[i]) == 0 {
			return slices.Contains(pages, s.refs[i].Page)
		}
		return slices.ContainsFunc(s.places[i], func(at core.Span) bool {
			first, last := doc.PageAt(at.Start).Number, doc.PageAt(at.End-1).Number
			return slices.ContainsFunc(pages, func(p int) bool { return first <= p && p <= last })
		})
	}
}
