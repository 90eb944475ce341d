package lsp_test

import (
	"context"
	"encoding/json"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"go.lsp.dev/protocol"

	"github.com/pqcite/pqcite"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/lsptest"
)

// answerGolden compares an answer with a file below testdata/ask, or writes it there
// under -update.
func answerGolden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", "ask", name)
	if *updateMarkers {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; run with -update to write it", err)
	}
	if diff := cmp.Diff(strings.SplitAfter(string(want), "\n"), strings.SplitAfter(got, "\n")); diff != "" {
		t.Errorf("%s differs (-want +got); if it should, run with -update:\n%s", path, diff)
	}
}

// cited is a citation of an anchor of the pack.
func cited(t *testing.T, key, docID, anchor string) core.Citation {
	t.Helper()
	lib, err := packLibrary()
	if err != nil {
		t.Fatal(err)
	}
	d := lib.Corpus().Document(docID)
	a := d.Anchor(anchor)
	span := a.Span
	quote := d.Quote(span)
	if first, _, ok := strings.Cut(strings.TrimSpace(quote), "\n\n"); ok { // without what follows the first paragraph
		span = core.Span{Start: span.Start, End: span.Start + strings.Index(quote, first) + len(first)}
	}
	return core.Citation{Key: key, Locator: d.Locate(span), Quote: d.Quote(span), DocSHA256: d.SHA256, Source: d.Source(), Draft: d.Status == core.StatusDraft}
}

// comparison is an answer with a table, sentences and three sources.
func comparison(t *testing.T) core.Outcome {
	claim := func(text, side, aspect string, keys ...string) core.Claim {
		return core.Claim{Text: text, Citations: keys, Verdict: core.Supported, Side: side, Aspect: aspect}
	}
	return core.Outcome{
		Question: "What are the differences between ML-KEM and ML-DSA?", Status: core.Answered,
		ShortAnswer: "One is a KEM, the other signs.", Confidence: 0.875,
		Claims: []core.Claim{
			claim("ML-KEM encapsulates a key.", "ML-KEM", "What it does", "c1"),
			claim("ML-DSA signs.", "ML-DSA", "What it does", "c2"),
			claim("Three: ML-KEM-512, -768 and -1024.", "ML-KEM", "Parameter sets", "c1", "c3"),
			claim("Both come from lattices.", "", "", "c1", "c2"),
			claim("1. This is no list, and # no heading.", "", "", "c3", "c9"),
		},
		Citations: []core.Citation{cited(t, "c1", "NIST.FIPS.203", "algorithm-20"), cited(t, "c2", "NIST.FIPS.204", "algorithm-2"), cited(t, "c3", "NIST.FIPS.203", "table-2")},
	}
}

type answer struct {
	URI      string       `json:"uri"`
	Shown    bool         `json:"shown"`
	Markdown string       `json:"markdown"`
	Outcome  core.Outcome `json:"outcome"`
}

// TestAskInConversation asks what is left out of a question for what the one before named.
func TestAskInConversation(t *testing.T) {
	t.Parallel()
	s := begin(t, struct{ pqcite.Source }{pack{}}, lsptest.Options{}) // the library answers
	s.Initialize()
	var got answer
	question := map[string]any{"question": "and for 512?", "context": []string{"How big is the ML-KEM-768 encapsulation key?"}, "quiet": true}
	if err := s.execute("pqcite.ask", question, &got); err != nil {
		t.Fatal(err)
	}
	const full = "How big is the ML-KEM-512 encapsulation key?"
	if !strings.HasPrefix(got.Markdown, "# "+full+"\n") || !strings.Contains(got.Outcome.ShortAnswer, "800") || got.Outcome.Plan.Question != full {
		t.Errorf("asked in full %q, answered %q as\n%s", got.Outcome.Plan.Question, got.Outcome.ShortAnswer, got.Markdown)
	}
}

// answering is a source of which every question has the same outcome.
func answering(o core.Outcome) pack {
	return pack{func(context.Context, string, core.Observer) (core.Outcome, error) { return o, nil }}
}

func (s *session) content(u string) (string, error) {
	s.tb.Helper()
	var c protocol.TextDocumentContentResult
	err := s.Call(ctx, "workspace/textDocumentContent", map[string]any{"uri": u}, &c)
	return c.Text, err
}

func TestAskAnswer(t *testing.T) {
	t.Parallel()
	o := comparison(t)
	s := begin(t, answering(o), lsptest.Options{})
	s.Initialize()
	var got answer
	if err := s.execute("pqcite.ask", map[string]any{"question": o.Question}, &got); err != nil {
		t.Fatal(err)
	}
	answerGolden(t, "comparison.md", got.Markdown)
	if diff := cmp.Diff(o, got.Outcome, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("the outcome is changed (-want +got):\n%s", diff)
	}
	if text, err := s.content(got.URI); err != nil || text != got.Markdown {
		t.Errorf("the answer can't be opened again: got %q, error %v", text, err)
	}
	var shown struct {
		URI       string          `json:"uri"`
		Selection *protocol.Range `json:"selection"`
		TakeFocus bool            `json:"takeFocus"`
	}
	if err := json.Unmarshal(s.Requests("window/showDocument")[0], &shown); err != nil || shown.URI != got.URI || !shown.TakeFocus || !got.Shown {
		t.Errorf("shown: got %+v, error %v; want %s", shown, err, got.URI)
	}
	var quiet answer
	if err := s.execute("pqcite.ask", map[string]any{"question": o.Question, "quiet": true}, &quiet); err != nil {
		t.Fatal(err)
	}
	if quiet.URI != got.URI || quiet.Shown || len(s.Requests("window/showDocument")) != 1 {
		t.Errorf("asked quietly: got %s, shown %t; want %s, not shown", quiet.URI, quiet.Shown, got.URI)
	}
}

var marker = regexp.MustCompile(`\\\[\[(\d+)\]\(([^)#]+)#L(\d+)\)\\\]`)

// TestAskMarkers follows each marker: it opens the first line of its passage, in a
// client that asks for documents and in one that opens files.
func TestAskMarkers(t *testing.T) {
	t.Parallel()
	o := comparison(t)
	for name, capabilities := range map[string]string{"content": `{}`, "files": `{"workspace": {"textDocumentContent": null}}`} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := begin(t, answering(o), lsptest.Options{Capabilities: client(t, capabilities)})
			s.Initialize()
			var got answer
			if err := s.execute("pqcite.ask", map[string]any{"question": "?"}, &got); err != nil {
				t.Fatal(err)
			}
			found := marker.FindAllStringSubmatch(got.Markdown, -1)
			if len(found) != 7 {
				t.Fatalf("got markers %q, want 7", found)
			}
			for _, m := range found {
				text := s.open(m[2])
				number, _ := strconv.Atoi(m[1])
				line, _ := strconv.Atoi(m[3])
				first, _, _ := strings.Cut(o.Citations[number-1].Quote, "\n")
				if got := strings.Split(text, "\n")[line-1]; got != first {
					t.Errorf("marker %s opens %q, want %q", m[0], got, first)
				}
			}
		})
	}
}

// open is the text at an address that the server has given.
func (s *session) open(u string) string {
	s.tb.Helper()
	path, isFile := strings.CutPrefix(u, "file://")
	if !isFile {
		text, err := s.content(u)
		if err != nil {
			s.tb.Fatal(err)
		}
		return text
	}
	path, err := url.PathUnescape(path)
	if err != nil {
		s.tb.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		s.tb.Fatal(err)
	}
	return string(data)
}

func TestAskRefusal(t *testing.T) {
	t.Parallel()
	o := refused("How fast is FrodoKEM?")
	o.Missing = []core.Facet{{Kind: core.FacetTerm, Text: "FrodoKEM"}, {Kind: core.FacetName, Text: "[x](command:y)"}}
	o.Nearest = []core.Nearest{{DocID: "NIST.FIPS.203", Anchor: "algorithm-20", Title: "FIPS 203, Algorithm 20. ML-KEM.Encaps", StartPage: 46, PrintedPage: "37"}, {DocID: "no", Title: "<b>No</b>"}}
	o.Searched = []string{"NIST.FIPS.203", "NIST.FIPS.204"}
	s := begin(t, answering(o), lsptest.Options{})
	s.Initialize()
	var got answer
	if err := s.execute("pqcite.ask", map[string]any{"question": o.Question}, &got); err != nil {
		t.Fatal(err)
	}
	answerGolden(t, "refusal.md", got.Markdown)
	if !got.Shown {
		t.Error("a refusal is not shown")
	}
}
