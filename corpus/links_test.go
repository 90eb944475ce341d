package corpus_test

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus"
	"github.com/pqcite/pqcite/corpus/ingest"
	"github.com/pqcite/pqcite/corpus/ingest/build"
	"github.com/pqcite/pqcite/corpus/standards"
	"github.com/pqcite/pqcite/corpus/store"
)

const ownNotes = `# Notes

Intro.

## 1 Keys

See Section 2. There is no Section 9.

The key is that of FIPS 203, Algorithm 13.

## 2 Sizes

A key is as in Section 1.

FIPS 203, Table 3 has the sizes.
`

// widgets is a document with two algorithms: the second runs the first, and the
// first only speaks of the second.
func widgets(t *testing.T) *core.Document {
	t.Helper()
	line := func(k core.AlgorithmLineKind, step, text string) build.AlgorithmLine {
		return build.AlgorithmLine{Kind: k, Step: step, Text: text}
	}
	b := build.New(build.Meta{ID: "widgets", Title: "Widgets", Label: "W 1", SHA256: strings.Repeat("a", 64), Format: core.FormatPDF}, build.DefaultLimits())
	b.Page("1")
	b.Heading(build.Heading{Kind: core.KindSection, Number: "1", Title: "Widgets", Level: 1}, "1 Widgets")
	b.Paragraph("Widgets are joined by Algorithm 2, on screws of Algorithm 1.")
	b.Algorithm("1", "Turn", "Turn", []build.AlgorithmLine{
		line(core.LineCaption, "", "Algorithm 1 Turn(s)"), line(core.LineProse, "", "Turns a screw, as Algorithm 2 needs it."),
		line(core.LineStep, "1", "1: return s"),
	})
	b.Algorithm("2", "Join", "Join", []build.AlgorithmLine{
		line(core.LineCaption, "", "Algorithm 2 Join(a, b)"), line(core.LineStep, "1", "1: c ← Turn(a)"),
	})
	d, err := b.Finish()
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// put stores a document as if it was read from a file.
func put(t *testing.T, home string, d *core.Document) {
	t.Helper()
	d.SHA256 = fmt.Sprintf("%x", sha256.Sum256([]byte("file")))
	err := store.Update(t.Context(), home, func(tx *store.Tx) error {
		_, err := tx.Put(d, []byte("file"), d.ID+".pdf")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestLinks(t *testing.T) {
	home := t.TempDir()
	add(t, home, ingest.File{Name: "notes.md", Data: []byte(ownNotes)})
	put(t, home, widgets(t))
	links := open(t, home).Links()
	tests := []struct {
		name, doc, anchor string
		of                []corpus.Link
		to                []string
		called, callers   []string
	}{
		{
			"of the pack, runs before references", "NIST.FIPS.203", "algorithm-14",
			[]corpus.Link{
				{DocID: "NIST.FIPS.203", Anchor: "algorithm-6"}, {DocID: "NIST.FIPS.203", Anchor: "algorithm-7"},
				{DocID: "NIST.FIPS.203", Anchor: "algorithm-8"}, {DocID: "NIST.FIPS.203", Anchor: "algorithm-9"},
				{DocID: "NIST.FIPS.203", Anchor: "algorithm-10"}, {DocID: "NIST.FIPS.203", Anchor: "algorithm-5"},
				{DocID: "NIST.FIPS.203", Anchor: "algorithm-13"},
			},
			[]string{"algorithm-17", "algorithm-18", "section-3.3", "section-5.2"},
			[]string{"algorithm-6", "algorithm-7", "algorithm-8", "algorithm-9", "algorithm-10", "algorithm-5"},
			[]string{"algorithm-17", "algorithm-18"},
		},
		{
			"an own text", "notes", "section-1",
			[]corpus.Link{{DocID: "notes", Anchor: "section-2"}, {DocID: "NIST.FIPS.203", Anchor: "algorithm-13"}},
			[]string{"section-2"}, nil, nil,
		},
		{
			"an own algorithm that runs another", "widgets", "algorithm-2",
			[]corpus.Link{{DocID: "widgets", Anchor: "algorithm-1"}},
			[]string{"algorithm-1", "section-1"}, []string{"algorithm-1"}, nil,
		},
		{
			"one that only speaks of another", "widgets", "algorithm-1",
			[]corpus.Link{{DocID: "widgets", Anchor: "algorithm-2"}},
			[]string{"algorithm-2", "section-1"}, nil, []string{"algorithm-2"},
		},
		{"an anchor that nobody has", "NIST.FIPS.203", "algorithm-99", nil, nil, nil, nil},
		{"a document that nobody has", "NIST.FIPS.999", "algorithm-1", nil, nil, nil, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			called, callers := links.Runs(tt.doc, tt.anchor)
			for _, x := range []struct {
				what      string
				want, got any
			}{
				{"Of", tt.of, links.Of(tt.doc, tt.anchor)}, {"To", tt.to, links.To(tt.doc, tt.anchor)},
				{"called", tt.called, called}, {"callers", tt.callers, callers},
			} {
				if diff := cmp.Diff(x.want, x.got, cmpopts.EquateEmpty()); diff != "" {
					t.Errorf("%s (-want +got):\n%s", x.what, diff)
				}
			}
		})
	}
}

// What runs an algorithm of the pack is what the pack's structure says, and nothing
// that only mentions it.
func TestRunsAreThePacks(t *testing.T) {
	l := open(t, t.TempDir())
	links := l.Links()
	held := 0
	for _, d := range l.Documents() {
		for i := range d.Algorithms {
			id := d.Algorithms[i].Anchor
			_, callers := links.Runs(d.ID, id)
			less := cmpopts.SortSlices(func(a, b string) bool { return a < b })
			if diff := cmp.Diff(standards.Callers(d.ID, id), callers, less, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("callers of %s#%s (-want +got):\n%s", d.ID, id, diff)
			}
			held += len(callers)
		}
	}
	if held == 0 {
		t.Error("no algorithm runs another")
	}
}

// A document over the bound has no links of its own, but others may refer to it.
func TestLinksOfAHugeDocument(t *testing.T) {
	home := t.TempDir()
	d := widgets(t)
	long := strings.Repeat("More words about widgets. ", 8<<20/26+2)
	end := len(d.Text)
	d.Text += long
	d.Pages[len(d.Pages)-1].Span.End = len(d.Text)
	d.Passages = append(d.Passages, core.Passage{
		Kind: core.PassageProse, Section: "section-1", Span: core.Span{Start: end, End: len(d.Text)}, StartPage: 1, EndPage: 1,
	})
	if err := d.Validate(); err != nil {
		t.Fatal(err)
	}
	put(t, home, d)
	add(t, home, ingest.File{Name: "notes.md", Data: []byte("# 1 Keys\n\nSee W 1, Algorithm 2.\n")})
	links := open(t, home).Links()
	if got := links.Of("widgets", "algorithm-2"); got != nil {
		t.Errorf("links of a document over the bound: %v", got)
	}
	if called, callers := links.Runs("widgets", "algorithm-1"); called != nil || callers != nil {
		t.Errorf("it runs %v and is run by %v", called, callers)
	}
}

func TestLinksConcurrently(t *testing.T) {
	home := t.TempDir()
	add(t, home, ingest.File{Name: "notes.md", Data: []byte(ownNotes)})
	links := open(t, home).Links()
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if got := links.Of("notes", "section-2"); len(got) != 2 {
				t.Errorf("%d links, want 2", len(got))
			}
			if got := links.To("NIST.FIPS.203", "algorithm-13"); len(got) == 0 {
				t.Error("nothing refers to Algorithm 13")
			}
		})
	}
	wg.Wait()
}
