package retrieval

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/lex"
)

// rerankWeights say by how much of itself each feature raises a score, at least 0. A feature
// is a share from 0 to 1 of evidence that a bag of words can't see. None lowers a score, so
// that a passage keeps its place if no feature applies. They know English only.
type rerankWeights struct {
	Phrase   float64 // share of the query's neighbouring words that are adjacent
	Define   float64 // how much a sentence defines the query's subject
	Overview float64 // the section says what its document is about
}

// defaultRerankWeights returns the weights of every engine outside tests.
func defaultRerankWeights() rerankWeights {
	return rerankWeights{Phrase: 0.3, Define: 1.0, Overview: 0.2}
}

// evidenceQuery is a query made ready for reranking.
type evidenceQuery struct {
	subject string
	pairs   []string // neighbouring words, in lower case
}

// newEvidenceQuery reads a query. The subject is what it asks the definition of, or "".
func newEvidenceQuery(text, subject string) evidenceQuery {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(`,;:?!"()`, r) })
	q := evidenceQuery{subject: subject}
	for i := 1; i < len(words); i++ {
		if len(words[i-1]) > 2 && len(words[i]) > 2 && !glue[words[i-1]] && !glue[words[i]] {
			q.pairs = append(q.pairs, words[i-1]+" "+words[i])
		}
	}
	return q
}

// glue are words whose neighbourhood says nothing.
var glue = lex.Set(lex.FunctionWords + " how why use used using")

// features are the evidence of one passage, as shares.
type features struct{ Phrase, Define, Overview float64 }

// candidate is a passage as the features see it.
type candidate struct {
	Text    string
	Kind    core.PassageKind
	Section []string // headings, outermost first

	folded, low string // of the text, once it was read
}

// read folds a passage's text for any number of queries: its white space and its case.
func (p *candidate) read() {
	p.folded = strings.Join(strings.Fields(p.Text), " ")
	p.low = strings.ToLower(p.folded)
}

// measure returns the features of a passage.
func (q evidenceQuery) measure(p *candidate) features {
	var f features
	if p.low == "" {
		read := *p
		read.read()
		p = &read
	}
	text, low := p.folded, p.low
	for _, pair := range q.pairs {
		if strings.Contains(low, pair) {
			f.Phrase += 1 / float64(len(q.pairs))
		}
	}
	if q.subject == "" {
		return f
	}
	f.Define = q.define(text, low)
	if q.entry(p) {
		f.Define = 1
	}
	f.Overview = overview(p)
	return f
}

// define is how much the best sentence of the text defines the subject.
func (q evidenceQuery) define(text, low string) float64 {
	if !strings.Contains(low, strings.ToLower(q.subject)) {
		return 0
	}
	best := 0.0
	for _, s := range lex.Split(text) {
		best = max(best, lex.Defines(text[s.Start:s.End], q.subject))
	}
	return max(0, best-lex.About) / (lex.Defining - lex.About)
}

// entry reports whether the passage contains the subject's entry of a word list.
func (q evidenceQuery) entry(p *candidate) bool {
	if p.Kind == core.PassageTable || !slices.ContainsFunc(p.Section, lex.IsWordList) {
		return false
	}
	for line := range strings.Lines(p.Text) {
		if lex.IsEntry(line, q.subject) {
			return true
		}
	}
	return false
}

// about matches headings of sections that say what a document, or its subject,
// is.
var about = regexp.MustCompile(`(?i)\b(abstract|introduction|overview|purpose|scope|foreword|background|explanation|executive summary|terms and definitions|glossary|acronyms)\b`)

// frontMatter is the overview share of the text before the first section: the abstract,
// but also patents and export rules.
const frontMatter = 0.5

// overview is 1 in sections that are named so, less the deeper they lie.
func overview(p *candidate) float64 {
	if p.Kind == core.PassageFront {
		return frontMatter
	}
	for depth, heading := range p.Section {
		if about.MatchString(heading) {
			return 1 / float64(1+depth/2)
		}
	}
	return 0
}

// Score raises a score by the features' weights and explains it on request.
func (w rerankWeights) Score(score float64, f features) float64 {
	return score * (1 + w.Phrase*f.Phrase + w.Define*f.Define + w.Overview*f.Overview)
}

// Explain is Score as a tree over the explanation of the score before.
func (w rerankWeights) Explain(score float64, f features, before *core.Explanation) *core.Explanation {
	e := &core.Explanation{Value: w.Score(score, f), What: "score × (1 + evidence)", From: []*core.Explanation{before}}
	for _, v := range []struct {
		what  string
		value float64
	}{
		{fmt.Sprintf("neighbouring words: %g × %.3f", w.Phrase, f.Phrase), w.Phrase * f.Phrase},
		{fmt.Sprintf("definition: %g × %.3f", w.Define, f.Define), w.Define * f.Define},
		{fmt.Sprintf("overview section: %g × %.3f", w.Overview, f.Overview), w.Overview * f.Overview},
	} {
		if v.value != 0 {
			e.From = append(e.From, &core.Explanation{Value: v.value, What: v.what})
		}
	}
	return e
}
