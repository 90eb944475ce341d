package eval

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/citations"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/sentence"
)

// CitedClaim is a claim that is true of the pages that it cites.
type CitedClaim struct {
	DocID string
	Text  string
	Pages []int
}

// ProofReport says how often corrupted claims are caught, and how often sound
// ones are taken for wrong.
type ProofReport struct {
	// Quotes are sentences of the documents, word for word; Paraphrases are
	// claims in other words.
	Quotes      ProofTable `json:"quotes"`
	Paraphrases ProofTable `json:"paraphrases"`
}

// ProofTable is the outcome for one sort of claims.
type ProofTable struct {
	// Sound is the claims as they are: all should hold. What is edited is taken
	// from those that do, since a verifier that holds nothing catches all.
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

// Share returns what share of the cases held, from 0 to 1.
func (r *ProofRow) Share() float64 {
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

// Proofs edits claims in every way, at most perKind of each, and lets their
// documents decide. Paraphrases come from the caller.
func Proofs(ctx context.Context, docs []*core.Document, paraphrases []CitedClaim, perKind int) (*ProofReport, error) {
	s := &suite{ctx: ctx, perKind: perKind, judges: make(map[string]*citations.Judge)}
	for _, d := range docs {
		s.judges[d.ID] = citations.NewJudge(d)
	}
	r := &ProofReport{}
	var err error
	if r.Quotes, err = s.table(sentencesOf(docs)); err != nil {
		return nil, err
	}
	r.Paraphrases, err = s.table(paraphrases)
	return r, err
}

// sentencesOf returns the sentences of documents' prose. One that holds a character
// that could not be read is none that can be quoted.
func sentencesOf(docs []*core.Document) []CitedClaim {
	var out []CitedClaim
	for _, d := range docs {
		for i := range d.Passages {
			p := &d.Passages[i]
			if p.Kind != core.PassageProse {
				continue
			}
			text := d.Quote(p.Span)
			for _, s := range sentence.Split(text) {
				claim := strings.TrimSpace(text[s.Start:s.End])
				if len(claim) < minSentence || len(claim) > maxSentence || !core.Readable(claim) {
					continue
				}
				at := core.Span{Start: p.Span.Start + s.Start, End: p.Span.Start + s.End}
				out = append(out, CitedClaim{d.ID, claim, pagesOf(d, at)})
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
	judges  map[string]*citations.Judge
}

func (s *suite) table(claims []CitedClaim) (ProofTable, error) {
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

// sound decides claims as they are and returns those that hold.
func (s *suite) sound(row *ProofRow, claims []CitedClaim) ([]CitedClaim, error) {
	row.Kind = "as it stands"
	var held []CitedClaim
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
func (s *suite) row(kind string, edited []CitedClaim, shouldHold bool) ProofRow {
	row := ProofRow{Kind: kind}
	if !shouldHold && kind != kindPages {
		edited = slices.DeleteFunc(edited, func(c CitedClaim) bool { return s.says(c) })
	}
	for i := range min(s.perKind, len(edited)) {
		if s.ctx.Err() != nil {
			break
		}
		s.decide(&row, edited[i*len(edited)/min(s.perKind, len(edited))], shouldHold)
	}
	return row
}

// says reports whether a claim stands word for word in its document.
func (s *suite) says(c CitedClaim) bool {
	return s.judges[c.DocID].ProveQuote(c.Text, nil).Verdict == core.Verbatim
}

// decide proves one claim, counts it, and reports whether it held.
func (s *suite) decide(row *ProofRow, c CitedClaim, shouldHold bool) bool {
	p := s.judges[c.DocID].Prove(c.Text, c.Pages)
	held := p.Verdict == core.Verbatim || p.Verdict == core.Supported
	row.Cases++
	if held {
		row.Held++
	}
	if p.Verdict == core.Contradicted {
		row.Contradicted++
	}
	if held != shouldHold && len(row.Examples) < maxProofExamples {
		row.Examples = append(row.Examples, fmt.Sprintf("%s %v %s (%s): %s", c.DocID, c.Pages, p.Verdict, p.Rule, strings.Join(strings.Fields(c.Text), " ")))
	}
	return held
}
