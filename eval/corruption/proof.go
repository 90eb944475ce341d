// Package corruption breaks what is true and counts how much of it is noticed.
//
// [Proofs] edits claims that their documents state (a digit, a unit, a "shall", the page
// that is cited) and counts which ones verification accepts all the same; it also edits
// typography alone, and counts what is rejected without a reason. [Shifter] changes the
// numbers of right citations in sources, which it finds without the checker that it
// measures.
//
// It trades realism for scale: each edit is mechanical, and changes one place.
package corruption

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/citations"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/standards"
	"github.com/pqcite/pqcite/eval"
	"github.com/pqcite/pqcite/internal/lex"
)

// claim is true of the pages that it cites.
type claim struct {
	docID string
	text  string
	pages []int
}

// ProofReport says how often corrupted claims are accepted, and how often sound ones
// are not.
type ProofReport struct {
	// Quotes are sentences of the documents, word for word; Paraphrases are sentences of
	// the pack's summaries.
	Quotes      ProofTable `json:"quotes"`
	Paraphrases ProofTable `json:"paraphrases"`
}

// ProofTable is the outcome for one sort of claims.
type ProofTable struct {
	// Sound is the claims as they are: all should be accepted. What is edited is taken
	// from those that are, since a verifier that accepts nothing catches everything.
	Sound       ProofRow   `json:"sound"`
	Corruptions []ProofRow `json:"corruptions"`
	Harmless    []ProofRow `json:"harmless"`
}

// ProofRow counts the claims of one kind of edit.
type ProofRow struct {
	Kind         string `json:"kind"`
	Cases        int    `json:"cases"`
	Held         int    `json:"held"` // verbatim or supported
	Contradicted int    `json:"contradicted"`
	// Examples are the first claims that were decided wrongly.
	Examples []string `json:"examples,omitempty"`
}

// share of the cases that passed, from 0 to 1.
func (r *ProofRow) share() float64 {
	if r.Cases == 0 {
		return 0
	}
	return float64(r.Held) / float64(r.Cases)
}

// maxProofExamples bounds the examples of a row.
const maxProofExamples = 8

// Bounds of a sentence that is edited, in bytes.
const (
	minSentence = 40
	maxSentence = 500
)

// Proofs edits the sentences of documents, and those of the pack's summaries of them,
// in every way, at most perKind of each, and lets a prover decide by the documents.
func Proofs(ctx context.Context, docs []*core.Document, prover *citations.Prover, perKind int) (*ProofReport, error) {
	return proofs(ctx, docs, prover, summariesOf(docs), perKind)
}

func proofs(ctx context.Context, docs []*core.Document, prover *citations.Prover, paraphrases []claim, perKind int) (*ProofReport, error) {
	s := &suite{ctx: ctx, perKind: perKind, prover: prover, docs: make(map[string][]*core.Document)}
	for _, d := range docs {
		s.docs[d.ID] = []*core.Document{d}
	}
	r := &ProofReport{}
	var err error
	if r.Quotes, err = s.table(sentencesOf(docs)); err != nil {
		return nil, err
	}
	r.Paraphrases, err = s.table(paraphrases)
	return r, err
}

// summariesOf are the sentences of the pack's summaries of documents' elements.
func summariesOf(docs []*core.Document) []claim {
	var out []claim
	for _, d := range docs {
		for _, e := range standards.Structure(d.ID) {
			s, ok := standards.SummaryOf(standards.Place(d.ID + "#" + e.ID))
			if !ok {
				continue
			}
			if len(s.Pages) == 0 {
				for p := e.Page; p <= e.Last; p++ {
					s.Pages = append(s.Pages, p)
				}
			}
			for _, span := range lex.Split(s.Text) {
				out = append(out, claim{d.ID, s.Text[span.Start:span.End], s.Pages})
			}
		}
	}
	return out
}

// sentencesOf are the sentences of documents' prose. One with a character that could not
// be read can't be quoted.
func sentencesOf(docs []*core.Document) []claim {
	var out []claim
	for _, d := range docs {
		for i := range d.Passages {
			p := &d.Passages[i]
			if p.Kind != core.PassageProse {
				continue
			}
			text := d.Quote(p.Span)
			for _, s := range lex.Split(text) {
				words := strings.TrimSpace(text[s.Start:s.End])
				if len(words) < minSentence || len(words) > maxSentence || !core.Readable(words) {
					continue
				}
				at := core.Span{Start: p.Span.Start + s.Start, End: p.Span.Start + s.End}
				out = append(out, claim{d.ID, words, pagesOf(d, at)})
			}
		}
	}
	return out
}

func pagesOf(d *core.Document, s core.Span) []int {
	loc := d.Locate(s)
	var pages []int
	for p := loc.StartPage; p <= loc.EndPage; p++ {
		pages = append(pages, p)
	}
	return pages
}

// suite runs the edits.
type suite struct {
	ctx     context.Context
	perKind int
	prover  *citations.Prover
	docs    map[string][]*core.Document // each alone
}

func (s *suite) table(claims []claim) (ProofTable, error) {
	var t ProofTable
	sound, err := s.sound(&t.Sound, claims)
	if err != nil {
		return t, err
	}
	for _, e := range corruptions {
		t.Corruptions = append(t.Corruptions, s.row(e.kind, e.on(sound), false))
	}
	for _, m := range misplacements {
		t.Corruptions = append(t.Corruptions, s.row(m.kind, m.on(sound), false))
	}
	for _, e := range harmless {
		t.Harmless = append(t.Harmless, s.row(e.kind, e.on(sound), true))
	}
	return t, s.ctx.Err()
}

// sound decides claims as they are and returns those that pass.
func (s *suite) sound(row *ProofRow, claims []claim) ([]claim, error) {
	row.Kind = "as it stands"
	var held []claim
	for _, c := range claims {
		if err := s.ctx.Err(); err != nil {
			return nil, err
		}
		if s.decide(row, c, true) {
			held = append(held, c)
		}
	}
	return held, nil
}

// row decides at most perKind edited claims, spread evenly. A corruption that
// the document happens to say too is none, and is left out.
func (s *suite) row(kind string, edited []claim, shouldHold bool) ProofRow {
	row := ProofRow{Kind: kind}
	if !shouldHold && kind != kindPages {
		edited = slices.DeleteFunc(edited, func(c claim) bool { return s.says(c) })
	}
	for i := range min(s.perKind, len(edited)) {
		if s.ctx.Err() != nil {
			break
		}
		s.decide(&row, edited[i*len(edited)/min(s.perKind, len(edited))], shouldHold)
	}
	return row
}

// says reports whether a claim is word for word in its document.
func (s *suite) says(c claim) bool {
	p, _ := s.prover.Prove(citations.Statement{Text: c.text, Quote: true}, s.docs[c.docID])
	return p.Verdict == core.Verbatim
}

// decide proves one claim, counts it, and reports whether it passed.
func (s *suite) decide(row *ProofRow, c claim, shouldHold bool) bool {
	p, _ := s.prover.Prove(citations.Statement{Text: c.text, Pages: c.pages}, s.docs[c.docID])
	held := p.Verdict == core.Verbatim || p.Verdict == core.Supported
	row.Cases++
	if held {
		row.Held++
	}
	if p.Verdict == core.Contradicted {
		row.Contradicted++
	}
	if held != shouldHold && len(row.Examples) < maxProofExamples {
		row.Examples = append(row.Examples, fmt.Sprintf("%s %v %s (%s): %s", c.docID, c.pages, p.Verdict, p.Rule, strings.Join(strings.Fields(c.text), " ")))
	}
	return held
}

// WriteText writes the report for people.
func (r *ProofReport) WriteText(w io.Writer) error {
	var rows eval.Table
	for _, t := range []struct {
		name string
		*ProofTable
	}{{"quotes", &r.Quotes}, {"paraphrases", &r.Paraphrases}} {
		rows = append(rows, []string{t.name, "cases", "held", "contradicted"})
		for _, row := range slices.Concat([]ProofRow{t.Sound}, t.Corruptions, t.Harmless) {
			held, contradicted := "-", "-"
			if row.Cases > 0 {
				held, contradicted = fmt.Sprintf("%.1f %%", 100*row.share()), fmt.Sprint(row.Contradicted)
			}
			rows = append(rows, []string{"  " + row.Kind, fmt.Sprint(row.Cases), held, contradicted})
		}
	}
	_, err := io.WriteString(w, rows.Text())
	return err
}
