package citations

import (
	"errors"
	"strings"
	"testing"

	"github.com/pqcite/pqcite/citations/quote"
	"github.com/pqcite/pqcite/core"
)

// unreadDocument has a sentence, a row and a step that hold a character which nobody
// could read, next to ones that hold none.
func unreadDocument() *core.Document {
	d := documentOf(
		"The rate of the toy scheme must \uFFFD be exceeded by any user. Users shall protect the signing key of TOY-5. "+
			"Keys of the toy scheme are erased \uFFFD use.",
		"set\tsigning key\tsignature\nTOY-3\t640\t12\uFFFD0\nTOY-5\t896\t1777\n",
		"Algorithm 1 Toy(x)\n1: double the input of the toy scheme\n2: return the input \uFFFD one\n",
	)
	table, box := d.Pages[1].Span, d.Pages[2].Span
	d.Anchors = []core.Anchor{
		{ID: "table-1", Kind: core.KindTable, Number: "1", Title: "Sizes in bytes", Span: table, StartPage: 2, EndPage: 2},
		{ID: "algorithm-1", Kind: core.KindAlgorithm, Number: "1", Title: "Toy", Span: box, StartPage: 3, EndPage: 3},
	}
	d.Passages = []core.Passage{
		{Kind: core.PassageProse, Span: d.Pages[0].Span},
		{Kind: core.PassageTable, Span: table, Anchors: []string{"table-1"}},
		{Kind: core.PassageAlgorithm, Span: box, Anchors: []string{"algorithm-1"}},
	}
	d.Tables = []core.Table{tableOf(d, table)}
	a := core.Algorithm{Anchor: "algorithm-1", Name: "Toy", Span: box}
	at := box.Start
	for line := range strings.Lines(d.Quote(box)) {
		a.Lines = append(a.Lines, core.AlgorithmLine{Kind: core.LineStep, Span: core.Span{Start: at, End: at + len(line) - 1}})
		at += len(line)
	}
	d.Algorithms = []core.Algorithm{a}
	return d
}

// TestUnreadable holds that no part of a unit that cannot be read whole is quoted or
// proves anything, and that its neighbours do.
func TestUnreadable(t *testing.T) {
	judge := NewJudge(unreadDocument())
	for _, tt := range []struct {
		claim   string
		verdict core.Verdict
	}{
		{"Users shall protect the signing key of TOY-5.", core.Verbatim},
		{"Users must protect the signing key of TOY-5.", core.Contradicted},
		{"The rate of the toy scheme must be exceeded by any user.", core.Unverifiable},
		{"must be exceeded", core.Unverifiable},
		{"The rate of the toy scheme must not be exceeded by any user.", core.Unverifiable},
		{"The rate of the toy scheme must \uFFFD be exceeded by any user.", core.Unverifiable},
		{"be exceeded by any user", core.Unverifiable},
		{"The rate of the toy scheme must", core.Unverifiable},
		{"Keys of the toy scheme are erased", core.Unverifiable},
		{"Keys of the toy scheme are erased before use.", core.Unverifiable},
		{"1: double the input of the toy scheme", core.Verbatim},
		{"2: return the input plus one", core.Unverifiable},
		{"TOY-3 640 1210", core.Unverifiable},
		{"The signature of TOY-5 has 1777 bytes.", core.Supported},
	} {
		if p := judge.Prove(tt.claim, nil); p.Verdict != tt.verdict {
			t.Errorf("claim %q is %s by %s, want %s (%+v)", tt.claim, p.Verdict, p.Rule, tt.verdict, p)
		}
		want := tt.verdict
		if p := judge.ProveQuote(tt.claim, nil); (p.Verdict == core.Verbatim) != (want == core.Verbatim) {
			t.Errorf("quote %q is %s by %s", tt.claim, p.Verdict, p.Rule)
		}
	}
}

// TestUnreadableClaims holds that a claim in words of its own does not rest on what
// cannot be read.
func TestUnreadableClaims(t *testing.T) {
	judge := NewJudge(unreadDocument())
	for _, claim := range []string{
		"The signing key of TOY-3 has 640 bytes.",
		"Any user must exceed the rate of the toy scheme.",
		"The toy scheme erases its keys.",
	} {
		if p := judge.Prove(claim, nil); p.Verdict.Proved() {
			t.Errorf("%q is %s by %s: %q", claim, p.Verdict, p.Rule, p.Quote)
		}
		if p := judge.ProveWithin(claim, []core.Span{{End: len(judge.doc.Text)}}); p.Verdict.Proved() {
			t.Errorf("%q within the document is %s by %s", claim, p.Verdict, p.Rule)
		}
	}
}

func TestCheckRefusesUnreadable(t *testing.T) {
	d := unreadDocument()
	for quote, want := range map[string]error{
		"Users shall protect the signing key of TOY-5.":                   nil,
		"The rate of the toy scheme must \uFFFD be exceeded by any user.": ErrUnreadable,
		"be exceeded by any user.":                                        ErrUnreadable,
		"640":                                                             ErrUnreadable,
		"896":                                                             nil,
		"1: double the input of the toy scheme":                           nil,
		"2: return the input":                                             ErrUnreadable,
	} {
		c := cellCitation(d, quote)
		if err := Check(d, &c); !errors.Is(err, want) || want == nil && err != nil {
			t.Errorf("%q: got %v, want %v", quote, err, want)
		}
	}
}

func TestCheckClaimDropsUnreadableQuotes(t *testing.T) {
	marked := "The rate must \uFFFD be exceeded."
	for _, tt := range []struct {
		claim  string
		quotes []string
		want   core.Verdict
	}{
		{marked, []string{marked}, core.Unverifiable},
		{"be exceeded", []string{marked}, core.Unverifiable},
		{"The rate must be exceeded.", []string{marked}, core.Unverifiable},
		{"The rate counts.", []string{marked, "The rate counts."}, core.Verbatim},
	} {
		if got, rule := CheckClaim(tt.claim, tt.quotes); got != tt.want {
			t.Errorf("%q of %q is %s by %s, want %s", tt.claim, tt.quotes, got, rule, tt.want)
		}
	}
	d := unreadDocument()
	verdict, rule, ok := CheckCited("Users shall protect the signing key of TOY-5.", []Cited{{Doc: d, Span: d.Pages[0].Span}})
	if verdict != core.Unverifiable || rule != quote.Unreadable || !ok {
		t.Errorf("a place that cannot be read proves %s by %s, %v", verdict, rule, ok)
	}
}
