package answer

import (
	"regexp"
	"sort"
	"strings"
	"unicode"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/sentence"
)

// candidate is a sentence that may answer.
type candidate struct {
	doc   *core.Document
	span  core.Span
	score float64
	order int // of discovery, for ties
}

// Shares of a sentence's score.
const (
	ownShare     = 0.75 // what the sentence itself covers of the question
	contextShare = 0.25 // what its section's headings add
	rankDecay    = 0.04 // how much each rank of its passage costs
	minSentence  = 0.30 // below this a sentence is no answer
	maxSentence  = 900  // bytes; longer runs are lists or formulas, not sentences
)

// sentences answers with the sentences of the evidence that cover the question
// best.
func (w *Extractive) sentences(in Input) Draft {
	return w.best(in, in.Question, func(doc *core.Document, s core.Span) float64 { return 1 })
}

// definitions answers with the sentences that define what the question is
// about.
func (w *Extractive) definitions(in Input) Draft {
	subject := Subject(in.Question)
	return w.best(in, subject, func(doc *core.Document, s core.Span) float64 {
		return defining(oneLine(doc, doc.Quote(s)), subject)
	})
}

// best drafts an answer of the best sentences, weighed by a factor.
func (w *Extractive) best(in Input, query string, factor func(*core.Document, core.Span) float64) Draft {
	var cs []candidate
	for rank, h := range in.Hits {
		doc := w.Library.Document(h.Passage.DocID)
		if doc == nil || doc.Passages[h.Passage.Index].Kind == core.PassageTable {
			continue
		}
		p := &doc.Passages[h.Passage.Index]
		heading := doc.Label + " " + strings.Join(doc.SectionPath(p.Section), " ")
		for _, s := range sentencesOf(doc, p.Span) {
			f := factor(doc, s)
			if f == 0 || s.Len() > maxSentence {
				continue
			}
			own, _ := w.Relevance.Coverage(query, doc.Quote(s))
			both, _ := w.Relevance.Coverage(query, heading+"\n"+doc.Quote(s))
			score := f * (ownShare*own + contextShare*both) * (1 - rankDecay*float64(min(rank, 12)))
			cs = append(cs, candidate{doc: doc, span: s, score: score, order: len(cs)})
		}
	}
	sort.SliceStable(cs, func(i, j int) bool { return cs[i].score > cs[j].score })
	return draftOf(cs)
}

// draftOf takes the best sentences that are at least half as good as the first.
func draftOf(cs []candidate) Draft {
	var d Draft
	seen := map[string]bool{}
	for _, c := range cs {
		if c.score < minSentence || c.score < 0.5*cs[0].score || len(d.Claims) == MaxClaims {
			break
		}
		text := oneLine(c.doc, c.doc.Quote(c.span))
		if seen[text] {
			continue
		}
		seen[text] = true
		d.claim(text, d.cite(c.doc, c.span))
	}
	if len(d.Claims) > 0 {
		d.Short = d.Claims[0].Text
	}
	return d
}

// sentencesOf splits a part of a document, leaving out headings and fragments
// without a verb's worth of words.
func sentencesOf(doc *core.Document, s core.Span) []core.Span {
	var out []core.Span
	for _, part := range sentence.Split(doc.Quote(s)) {
		span := core.Span{Start: s.Start + part.Start, End: s.Start + part.End}
		if len(strings.Fields(doc.Quote(span))) >= 4 {
			out = append(out, span)
		}
	}
	return out
}

var (
	asksFor = regexp.MustCompile(`(?i)^\s*(?:please\s+)?(?:what(?:'s|’s| is| are| does| do)|define|explain|describe|who is)\s+(?:meant by\s+)?(?:the\s+|an?\s+)?(.+?)(?:\s+(?:mean|stand for|stands for))?\s*[?.!]*\s*$`)
	article = regexp.MustCompile(`(?i)^(?:the|an?)\s+`)
)

// Subject returns what a definition question asks about, or the question
// itself.
func Subject(question string) string {
	if m := asksFor.FindStringSubmatch(question); m != nil {
		return m[1]
	}
	return question
}

// copulas are the words that follow the subject of a defining sentence.
var copulas = regexp.MustCompile(`^\s*(?:\([^)]{1,60}\)|,[^,]{1,80},)?\s*(?:is|are|refers to|denotes|means|stands for|represents|specifies|consists of)\b`)

// defining weighs a sentence by how much it looks like a definition of the
// subject: 2 where it begins with the subject and a copula, 1.5 where the
// subject is glossed elsewhere in it, 1 where it is only there, 0 where it is
// not.
func defining(text, subject string) float64 {
	at := indexFold(text, subject)
	if at < 0 {
		return 0.5
	}
	before := article.ReplaceAllString(strings.TrimSpace(text[:at]), "")
	after := text[at+len(subject):]
	switch {
	case copulas.MatchString(after) && len(strings.Fields(before)) <= 3:
		return 2
	case copulas.MatchString(after), expands(text, at, subject):
		return 1.5
	}
	return 1
}

// expands reports whether the subject stands in brackets after its expansion,
// as in "Module Learning With Errors (MLWE)".
func expands(text string, at int, subject string) bool {
	return at > 0 && text[at-1] == '(' && strings.HasPrefix(text[at+len(subject):], ")")
}

// indexFold finds a whole word or phrase without regard to case; -1 if absent.
func indexFold(text, phrase string) int {
	low, want := strings.ToLower(text), strings.ToLower(phrase)
	if want == "" || len(low) != len(text) {
		return -1
	}
	for from := 0; ; {
		i := strings.Index(low[from:], want)
		if i < 0 {
			return -1
		}
		i += from
		if wordEdge(low, i-1) && wordEdge(low, i+len(want)) {
			return i
		}
		from = i + 1
	}
}

func wordEdge(s string, i int) bool {
	if i < 0 || i >= len(s) {
		return true
	}
	c := rune(s[i])
	return !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '-' && c < 0x80
}
