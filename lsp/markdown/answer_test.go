package markdown

import (
	"strings"
	"testing"

	"github.com/pqcite/pqcite/citations"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/golden"
)

// library has one document, and opens its places.
func library() *Library {
	d := &core.Document{
		ID: "NIST.FIPS.203", Title: "ML-KEM", Label: "FIPS 203", URL: "https://nvlpubs.nist.gov/203.pdf", Format: core.FormatPDF,
		Anchors: []core.Anchor{{ID: "table-3", Kind: core.KindTable, Number: "3", Title: "Sizes", StartPage: 48, EndPage: 48}},
	}
	return &Library{
		Document: func(id string) *core.Document {
			if id == d.ID {
				return d
			}
			return nil
		},
		Open: func(docID string, _ core.Span) string {
			if docID == d.ID {
				return "pqcite:/NIST.FIPS.203.txt#L7"
			}
			return ""
		},
	}
}

func source(key, docID, quote string) core.Citation {
	return core.Citation{Key: key, Quote: quote, Locator: core.Locator{DocID: docID, Anchor: "table-3", Section: "8 Parameter Sets", StartPage: 48, EndPage: 48, PrintedPage: "39", URL: "https://nvlpubs.nist.gov/203.pdf#page=48"}}
}

// outcomes are one of each form of an outcome.
func outcomes() map[string]core.Outcome {
	long := source("c1", "NIST.FIPS.203", strings.Repeat("a line of a long quote\n", 20))
	draft := source("c2", "elsewhere", "A word.\n\nName\tBytes\nek\t1184\n")
	draft.Draft, draft.Source, draft.URL = true, core.SourcePack, ""
	claim := func(text, side, aspect string, keys ...string) core.Claim {
		return core.Claim{Text: text, Side: side, Aspect: aspect, Citations: keys}
	}
	answered := func(o core.Outcome) core.Outcome {
		o.Question, o.Status, o.ShortAnswer, o.Confidence = "How many *bytes*?", core.Answered, "1184 | bytes", 0.5
		o.Citations = []core.Citation{long, draft}
		return o
	}
	return map[string]core.Outcome{
		"sentences": answered(core.Outcome{Claims: []core.Claim{claim("The key has 1184 bytes.", "", "", "c1", "c2"), claim("- No list.", "", "", "c2", "gone")}}),
		"comparison": answered(core.Outcome{Claims: []core.Claim{
			claim("1184", "ML-KEM|768", "Key", "c1"), claim("ML-KEM-1024, Key: 1568", "ML-KEM-1024", "Key", "c1"), claim("and more", "ML-KEM|768", "Key", "c2"), claim("ML-KEM-1024, Category: 5", "ML-KEM-1024", "Category (of 5)", "c2"), claim("Both are KEMs.", "", "", "c1"),
		}}),
		"refusal": {Question: "What is <b>?", Status: core.Refused, Detail: "Nothing is about [it].", Searched: []string{"NIST.FIPS.203", "x_y"}, Missing: []core.Facet{{Text: "a|b"}},
			Nearest: []core.Nearest{{DocID: "NIST.FIPS.203", Anchor: "table-3", Title: "FIPS 203, Table 3. Sizes", StartPage: 48, PrintedPage: "39"}, {DocID: "NIST.FIPS.203", Title: "FIPS 203"}, {DocID: "no", Title: "No *such*"}}},
		"bare refusal": {Question: "?", Status: core.Refused, Detail: "There is no question."},
	}
}

func TestAnswers(t *testing.T) {
	for name, o := range outcomes() {
		golden.Check(t, "answer/"+strings.ReplaceAll(name, " ", "_")+".md", []byte(Answer(&o, library())))
	}
}

func TestVerification(t *testing.T) {
	evidence := source("c1", "NIST.FIPS.203", "The key has 1184 bytes.")
	all := []citations.Examined{
		{Sentence: "The key has *1184* bytes.", Verdict: core.Verbatim, Evidence: &evidence}, {Sentence: "1184 bytes.", Verdict: core.Supported, Evidence: &evidence},
		{Sentence: "# 1185 bytes.", Verdict: core.Contradicted, Unsupported: []string{"1185", "<b>"}, Evidence: &evidence},
		{Sentence: "Blue.", Verdict: core.Unverifiable, Unsupported: []string{"blue"}}, {Sentence: "1184 blue bytes.", Verdict: core.Partial, Unsupported: []string{"blue"}, Evidence: &evidence},
	}
	golden.Check(t, "verification.md", []byte(Verification(all, library())))
}

// A listing keeps its lines, in a fence that nothing in it ends.
func TestListingIsFenced(t *testing.T) {
	o := core.Outcome{Question: "How?", Status: core.Answered, ShortAnswer: "So:", Citations: []core.Citation{source("c1", "NIST.FIPS.203", "x")}}
	o.Claims = []core.Claim{{Text: "So:", Citations: []string{"c1"}}, {Text: "run *a*\n    ```\n  b", Citations: []string{"c1"}}}
	want := "````text\nrun *a*\n    ```\n  b\n````\n\n\\[[1]"
	if got := Answer(&o, library()); !strings.Contains(got, want) {
		t.Errorf("answer lacks\n%s\nin\n%s", want, got)
	}
}

// TestHeadingKeepsItsEnd asks what ends like a closed heading.
func TestHeadingKeepsItsEnd(t *testing.T) {
	o := core.Outcome{Question: "What is C #", Status: core.Refused, Detail: "x"}
	if got := render(Answer(&o, library())); !strings.HasPrefix(got.text, "What is C #") {
		t.Errorf("the heading reads %q", got.text)
	}
}

// TestEmptyShortAnswer has an answer without its short form.
func TestEmptyShortAnswer(t *testing.T) {
	o := outcomes()["sentences"]
	o.ShortAnswer = ""
	if got := render(Answer(&o, library())); strings.Contains(strings.Join(got.nodes, " "), "ThematicBreak") {
		t.Error("the empty short answer reads as a rule")
	}
}
