package loop

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/answer"
	"github.com/pqcite/pqcite/core/plan"
	"github.com/pqcite/pqcite/internal/lex"
)

// onlyOwn keeps only what was found in the user's own documents where the question is on
// these alone: it has a content word that they have and no standard of the library has,
// and names nothing that is a standard's and not theirs. Where that word is the subject
// of a document, only a scheme or a part of a standard is named so; else any term is. A
// comparison, and a question that names its documents, are left as they are.
func onlyOwn(q *question, hits []core.Hit) []core.Hit {
	if len(q.Scope) > 0 || len(q.References) > 0 || len(q.Compared) > 1 {
		return hits
	}
	own, others := wordsBySource(q, hits)
	if own == (core.Marks{}) || others == (core.Marks{}) {
		return hits
	}
	lacking := func(m core.Marks) []string {
		return q.measure.Missing(m.With(core.Marks{Own: ^q.measure.Words().Content.Own}))
	}
	notOwn, notOthers := lacking(own), lacking(others)
	var theirs []string
	for _, w := range notOthers {
		if !slices.Contains(notOwn, w) && isOnlyInOwn(q.library, w) {
			theirs = append(theirs, w)
		}
	}
	subject := slices.ContainsFunc(theirs, func(w string) bool { return isSubjectOfOwn(q.library, w) })
	foreign := func(w string) bool {
		return !slices.Contains(notOthers, w) && (q.NamesStandard(w) || !subject && q.Names(w))
	}
	if len(theirs) == 0 || slices.ContainsFunc(notOwn, foreign) {
		return hits
	}
	return slices.DeleteFunc(slices.Clone(hits), func(h core.Hit) bool {
		doc := q.library.Document(h.Passage.DocID)
		return doc == nil || !isOwn(doc)
	})
}

// besideOwn is the confidence from which on what was proved of another document is an answer
// although one of the user's own is near.
const besideOwn = 0.9

// mayOnlyBe reports whether what was proved may be the answer and does not convince: it is of
// the user's own documents, of which nothing but their words is known, or these are near. Of
// them, an answer is an element, a definition, or a first line in the words of the question.
// Of 676 questions of SQuAD 2.0 without an answer, which were written to resemble those with
// one, 89 % are answered without this rule and 8 % with it; of 20 of our own on an RFC, 9 and
// none.
func (r *run) mayOnlyBe(sure float64) bool {
	q, d := r.question, &r.draft
	switch {
	case d.Exact:
		return false
	case citesOwn(q.library, d):
		return !defines(q, d.kept[0]) && !inItsWords(q, d.kept)
	}
	return sure < besideOwn && nearOwn(q, r.best)
}

// minOwnWords is the share of a question that a first line in its words has.
const minOwnWords = 0.95

// asking are the words with which a number or a date is asked for, which its statement lacks.
var asking = map[core.Intent]string{
	core.IntentSize: "how many much large long big wide high size length number count",
	core.IntentDate: "when date year month day",
}

// inItsWords reports whether claims begin with the words of a question, and not only others
// for them: in the first line, and in the listings that it announces. A question for what is
// not so has a "not" in its first line, and one for a number or a date has one there that it
// does not name itself.
func inItsWords(q *question, claims []core.Claim) bool {
	first := firstLine(claims)
	if negation.MatchString(q.Query) && !negation.MatchString(first) {
		return false
	}
	text := first
	for _, c := range claims {
		if isListing(c.Text) && strings.HasSuffix(first, ":") {
			text += "\n" + c.Text
		}
	}
	m := q.measure.Marks(text)
	if cue := asking[q.Intent]; cue != "" {
		if !looksLike(q.Intent, withoutNumbersOf(q.Query, first)) {
			return false
		}
		m = m.With(q.measure.Marks(cue))
	}
	return q.measure.Share(core.Marks{Own: m.Own}) >= minOwnWords
}

var (
	negation = regexp.MustCompile(`(?i)\b(?:not|never|no|none|nor|neither|without|except|cannot)\b|n['’]t\b`)
	number   = regexp.MustCompile(`[0-9]+(?:[.,][0-9]+)*`)
)

// withoutNumbersOf is a text without the numbers that a question names.
func withoutNumbersOf(question, text string) string {
	named := number.FindAllString(question, -1)
	return number.ReplaceAllStringFunc(text, func(n string) string {
		if slices.Contains(named, n) {
			return " "
		}
		return n
	})
}

// defines reports whether a claim says what the subject of a question for a definition is, or
// of one of its parts.
func defines(q *question, c core.Claim) bool {
	asked := q.Parts
	if len(asked) < 2 {
		asked = []string{q.Query}
	}
	added := " " + strings.Join(q.Terms, " ") // to a part that names none of the question's
	return q.Intent == core.IntentDefinition && slices.ContainsFunc(asked, func(part string) bool {
		for _, asked := range []string{part, strings.TrimSuffix(part, added)} {
			if subject := plan.Subject(asked, nil); subject != "" && lex.Defines(c.Text, subject) == 1 {
				return true
			}
		}
		return false
	})
}

// nearOwn reports whether one of the best hits of a round is of the user's own documents.
func nearOwn(q *question, n *round) bool {
	return slices.ContainsFunc(n.hits[:min(len(n.hits), maxNearest)], func(h core.Hit) bool {
		doc := q.library.Document(h.Passage.DocID)
		return doc != nil && isOwn(doc)
	})
}

// The share of a question that is about nothing of the library which the user's own documents
// have to cover for it to be about them: where they are near, and where they are not.
const (
	aboutNear = 0.3
	aboutOwn  = 0.5
)

// mayAnswer reports whether the user's own documents, of which nothing but their words is
// known, may answer a question that was refused for a reason, and how much of it they must
// cover: nothing that it names is known not to exist, and it can be asked.
func (r *run) mayAnswer(why core.RefusalReason) (least float64, may bool) {
	if r.best == nil || why == core.RefusalMissingAnchor {
		return 0, false
	}
	near := len(r.own) > 0 || nearOwn(r.question, r.best)
	switch why.Kind() {
	case core.KindNearMiss:
		return 0, near
	case core.KindOffCorpus:
		if near {
			return aboutNear, true
		}
		return aboutOwn, true
	}
	return 0, false
}

// closeShare is the share of what others cover of a question from which on the user's own
// documents cover it as well.
const closeShare = 0.75

// isCloseInOwn reports whether what was proved of other documents answers a question that may
// as well be about the user's own: no fact of the others is surely asked for, it names nothing
// that only they have, and the user's own cover it nearly as well as those that are cited.
func (r *run) isCloseInOwn(ctx context.Context) (bool, error) {
	q, cs := r.question, cited(r.draft.Citations, r.draft.kept)
	if surest(q.match) >= sureChance || citesOwn(q.library, &r.draft) || namesOthers(q, cs) {
		return false, nil
	}
	own, err := r.ownExcerpts(ctx)
	if err != nil || len(own) == 0 {
		return false, err
	}
	others := r.excerpts(slices.DeleteFunc(slices.Clone(r.best.evidence.Hits()), func(h core.Hit) bool {
		return !slices.ContainsFunc(cs, func(c core.Citation) bool { return c.DocID == h.Passage.DocID })
	}))
	return len(others) == 0 || own[0].Covers >= closeShare*others[0].Covers, nil
}

// namesOthers reports whether a question names a document or an element, or what the user's
// own documents have nowhere: a term, or a content word of the title or a heading of a
// document that is cited.
func namesOthers(q *question, cs []core.Citation) bool {
	if q.NamesAny(func(t plan.Term) bool { return !isInOwn(q.library, t.Written) }) {
		return true
	}
	var headings strings.Builder
	for _, c := range cs {
		if doc := q.library.Document(c.DocID); doc != nil {
			headings.WriteString(doc.Title + "\n")
			for _, a := range doc.Anchors {
				headings.WriteString(a.Title + "\n")
			}
		}
	}
	named := q.measure.Marks(headings.String()).Own & q.measure.Words().Content.Own
	return slices.ContainsFunc(q.measure.Missing(core.Marks{Own: ^named}), func(w string) bool { return !isInOwn(q.library, w) })
}

// ownHits is how many passages of the user's own documents are read for what may answer.
const ownHits = 16

// ownExcerpts are what the user's own documents say that may answer the question, read once.
// Where the budget allows no other search, what was found is all that is read.
func (r *run) ownExcerpts(ctx context.Context) ([]answer.Excerpt, error) {
	if len(r.own) > 0 {
		return r.own, nil
	}
	var own []string
	for _, d := range r.ports.Library.Documents() {
		if isOwn(d) && r.question.searches(d.ID) {
			own = append(own, d.ID)
		}
	}
	if len(own) == 0 {
		return nil, nil
	}
	q := r.question
	hits := slices.DeleteFunc(slices.Clone(r.best.hits), func(h core.Hit) bool { return !slices.Contains(own, h.Passage.DocID) })
	if r.account.spent.ToolCalls < r.account.budget.ToolCalls {
		query := q.Search(ownHits)
		query.Docs, query.Topics, query.K = own, nil, ownHits
		var err error
		if hits, err = r.search(ctx, query); err != nil {
			return nil, err
		}
	}
	r.own = r.excerpts(hits)
	return r.own, nil
}

// excerpts are what some hits say that may answer the question.
func (r *run) excerpts(hits []core.Hit) []answer.Excerpt {
	q := r.question
	return answer.Excerpts(q.library, hits, q.relevance.MeasureAny(q.Query), q.Query, q.Intent, maxNearest)
}

// citesOwn reports whether the first line of what was proved cites one of the user's own
// documents.
func citesOwn(l Library, d *draft) bool {
	return slices.ContainsFunc(cited(d.Citations, []core.Claim{lead(d.kept)}), func(c core.Citation) bool {
		doc := l.Document(c.DocID)
		return doc != nil && isOwn(doc)
	})
}

// isInOwn reports whether one of the user's own documents has a word or a run of words.
func isInOwn(l Library, words string) bool {
	return slices.ContainsFunc(l.Documents(), func(d *core.Document) bool {
		return isOwn(d) && lex.HasWord(strings.ToLower(d.Text), strings.ToLower(words))
	})
}

// isOwn reports whether nobody vouches for a document.
func isOwn(d *core.Document) bool {
	return d.Identity == core.IdentityOwn && d.Source() != core.SourcePack
}

// wordsBySource are the words of the question in what was found in the user's own
// documents, and in all others.
func wordsBySource(q *question, hits []core.Hit) (own, others core.Marks) {
	for _, h := range hits {
		doc := q.library.Document(h.Passage.DocID)
		if doc == nil {
			continue
		}
		p := &doc.Passages[h.Passage.Index]
		m := q.measure.Marks(doc.Label + "\n" + doc.Title + "\n" + strings.Join(doc.SectionPath(p.Section), "\n") + "\n" + doc.Quote(p.Span))
		if isOwn(doc) {
			own = own.With(core.Marks{Own: m.Own})
		} else {
			others = others.With(m)
		}
	}
	return own, others
}

// isSubjectOfOwn reports whether a word is in the title or a heading of one of the user's
// own documents.
func isSubjectOfOwn(l Library, word string) bool {
	word = strings.ToLower(word)
	return slices.ContainsFunc(l.Documents(), func(d *core.Document) bool {
		return isOwn(d) && (lex.HasWord(strings.ToLower(d.Label+" "+d.Title), word) || slices.ContainsFunc(d.Anchors, func(at core.Anchor) bool {
			return lex.HasWord(strings.ToLower(at.Title), word)
		}))
	})
}

// isOnlyInOwn reports whether no document that somebody vouches for, and none of the
// pack, has a word, singular or plural.
func isOnlyInOwn(l Library, word string) bool {
	word = strings.ToLower(word)
	return !slices.ContainsFunc(l.Documents(), func(d *core.Document) bool {
		if isOwn(d) {
			return false
		}
		low := strings.ToLower(d.Text)
		return lex.HasWord(low, word) || lex.HasWord(low, word+"s") || lex.HasWord(low, strings.TrimSuffix(word, "s"))
	})
}
