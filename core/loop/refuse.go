package loop

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/pqcite/pqcite/core"
)

// minConfidence is the share of a question, by idf, that an answer must cover.
// It is a starting value, not a calibrated one.
const minConfidence = 0.35

// maxNearest bounds the places that a refusal offers.
const maxNearest = 3

func (r *run) refuse(stop core.StopReason, why core.RefusalReason, detail string) {
	o := &r.outcome
	o.Status, o.StopReason, o.RefusalReason, o.Detail = core.Refused, stop, why, detail
}

// refusePlan refuses a question that names what the library does not hold.
func (r *run) refusePlan(a analysis) bool {
	switch {
	case len(r.ports.Library.Documents()) == 0:
		r.refuse(core.StopInsufficient, core.RefusalEmptyLibrary, "The library holds no documents.")
	case len(a.dangles) > 0:
		ref := a.dangles[0]
		r.refuse(core.StopInsufficient, core.RefusalMissingAnchor,
			fmt.Sprintf("%s %s does not exist in the documents searched.", ref.Anchor.Kind.Word(), ref.Anchor.Number))
		r.outcome.Nearest = append(r.outcome.Nearest, ref.Nearest[:min(len(ref.Nearest), maxNearest)]...)
	case len(a.unknown) > 0 && a.unknown[0].Anchor.Kind != "":
		r.refuse(core.StopInsufficient, core.RefusalOffCorpus, fmt.Sprintf("%s is not in the library.", a.unknown[0].Text))
	default:
		return false
	}
	return true
}

// refuseEvidence refuses when nothing was found, or when the question names
// something that none of the evidence mentions.
func (r *run) refuseEvidence(question string, terms []Term, hits []core.Hit) bool {
	if len(hits) == 0 {
		r.refuse(core.StopInsufficient, core.RefusalOffCorpus, "No passage of the library has a word of this question.")
		return true
	}
	evidence := r.evidenceText(hits)
	_, missing := r.ports.Relevance.Coverage(question, evidence)
	for _, word := range missing {
		if name := namedIn(question, word); name != "" && !r.otherwiseNamed(word, terms, evidence) {
			r.refuse(core.StopInsufficient, core.RefusalMissingTerm, fmt.Sprintf("No passage that was found mentions %q.", name))
			r.nearestHits(hits)
			return true
		}
	}
	return false
}

// otherwiseNamed reports whether a missing word belongs to a term that the
// evidence calls by its canonical name: Kyber768 is ML-KEM-768.
func (r *run) otherwiseNamed(word string, terms []Term, evidence string) bool {
	if s := subscripted(word); s != "" {
		if share, _ := r.ports.Relevance.Coverage(s, evidence); share == 1 {
			return true
		}
	}
	for _, t := range terms {
		if !strings.Contains(strings.ToLower(t.Written), strings.ToLower(word)) {
			continue
		}
		if share, _ := r.ports.Relevance.Coverage(t.Name, evidence); share == 1 {
			return true
		}
	}
	return false
}

// subscripted writes eta2 as eta_2, as documents do; "" for a word that is not
// letters followed by digits.
func subscripted(word string) string {
	i := strings.IndexFunc(word, unicode.IsDigit)
	if i <= 0 || strings.Trim(word[:i], "abcdefghijklmnopqrstuvwxyz") != "" || strings.Trim(word[i:], "0123456789") != "" {
		return ""
	}
	return word[:i] + "_" + word[i:]
}

func (r *run) evidenceText(hits []core.Hit) string {
	var b strings.Builder
	for _, h := range hits {
		if doc := r.ports.Library.Document(h.Passage.DocID); doc != nil {
			p := &doc.Passages[h.Passage.Index]
			b.WriteString(doc.Label + "\n" + doc.Title + "\n" + strings.Join(doc.SectionPath(p.Section), "\n") + "\n" + doc.Quote(p.Span))
		}
	}
	return b.String()
}

// namedIn returns the word of the question that a missing search term comes
// from, if it is written like a name: a digit in it, or a capital that does not
// merely begin the question.
func namedIn(question, term string) string {
	for i, w := range strings.Fields(question) {
		w = strings.TrimFunc(w, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		if !strings.Contains(strings.ToLower(w), strings.ToLower(term)) {
			continue
		}
		rest := w
		if i == 0 && len(w) > 0 {
			rest = w[1:]
		}
		if strings.IndexFunc(rest, func(r rune) bool { return unicode.IsUpper(r) || unicode.IsDigit(r) }) >= 0 {
			return w
		}
	}
	return ""
}

// nearestHits offers the sections of the best hits.
func (r *run) nearestHits(hits []core.Hit) {
	for _, h := range hits {
		doc := r.ports.Library.Document(h.Passage.DocID)
		if doc == nil || len(r.outcome.Nearest) == maxNearest {
			continue
		}
		n := nearestOf(doc, &doc.Passages[h.Passage.Index])
		if !slices.ContainsFunc(r.outcome.Nearest, func(o core.Nearest) bool { return o.DocID == n.DocID && o.Anchor == n.Anchor }) {
			r.outcome.Nearest = append(r.outcome.Nearest, n)
		}
	}
}

func nearestOf(doc *core.Document, p *core.Passage) core.Nearest {
	n := core.Nearest{DocID: doc.ID, Anchor: p.Section, Title: doc.Label, StartPage: p.StartPage}
	if len(p.Anchors) > 0 && p.Kind != core.PassageProse {
		n.Anchor = p.Anchors[0]
	}
	if a := doc.Anchor(n.Anchor); a != nil {
		n.Title += ", " + a.Heading()
	}
	if page := doc.Page(p.StartPage); page != nil {
		n.PrintedPage = page.Label
	}
	return n
}
