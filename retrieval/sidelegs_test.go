package retrieval_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/retrieval"
)

// wide is the library with a section of KEM that holds three passages.
func wide(t testing.TB) []*core.Document {
	docs := library(t)
	kem := docs[1]
	a := kem.Anchor("section-1")
	a.Span.End, a.EndPage = kem.Passages[3].Span.End, kem.Passages[3].EndPage
	if err := kem.Validate(); err != nil {
		t.Fatal(err)
	}
	return docs
}

// notes speak of anchors in words that no document has.
func notes() []retrieval.Note {
	return []retrieval.Note{
		{DocID: "KEM", Anchor: "algorithm-2", Text: "wraps a session for a peer"},
		{DocID: "SIG", Anchor: "algorithm-2", Text: "wraps an envelope"},
		{DocID: "KEM", Anchor: "section-1", Text: "all about parcels"},
		{DocID: "KEM", Anchor: "algorithm-99", Text: "wraps nothing"},
		{DocID: "RSA", Anchor: "section-1", Text: "wraps nothing"},
	}
}

func withNotes(notes []retrieval.Note) []retrieval.Option {
	return append(bareLegs(), retrieval.WithNotes(notes))
}

var notesLeg = core.Legs{Notes: true}

func TestNotesLeg(t *testing.T) {
	e := open(t, wide(t), withNotes(notes())...)
	tests := []struct {
		name  string
		query core.Query
		want  []string
	}{
		{"an anchor by other words", core.Query{Text: "wraps session"}, []string{"KEM/3 p4", "SIG/2 p3"}},
		{"the first passage of an anchor", core.Query{Text: "parcels"}, []string{"KEM/1 p2"}},
		{"the passage of an anchor that the query finds", core.Query{Text: "seed of parcels"}, []string{"KEM/2 p3"}},
		{"in scope", core.Query{Text: "wraps", Docs: []string{"SIG"}}, []string{"SIG/2 p3"}},
		{"in no document", core.Query{Text: "wraps", Docs: []string{"RSA"}}, nil},
		{"pages", core.Query{Text: "wraps session", Granularity: core.ByPage}, []string{"KEM/3 p4", "SIG/2 p3"}},
		{"nothing", core.Query{Text: "zyx"}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.query.K, tt.query.Legs = 5, notesLeg
			if diff := cmp.Diff(tt.want, show(ask(t, e, tt.query))); diff != "" {
				t.Errorf("hits (-want +got):\n%s", diff)
			}
		})
	}
}

func TestNotesAreSaved(t *testing.T) {
	dir, docs := t.TempDir(), wide(t)
	path := filepath.Join(dir, "notes.idx")
	q := core.Query{Text: "wraps session", K: 5, Legs: notesLeg}
	stat := func() os.FileInfo {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		return info
	}
	first := openIn(t, dir, docs, digest, withNotes(notes())...)
	want, written := ask(t, first, q), stat()
	if len(want) != 2 {
		t.Fatalf("hits %v", show(want))
	}
	if diff := cmp.Diff(want, ask(t, openIn(t, dir, docs, digest, withNotes(notes())...), q)); diff != "" {
		t.Errorf("hits of the saved notes (-want +got):\n%s", diff)
	}
	if !os.SameFile(written, stat()) {
		t.Error("an index of notes that fits was written again")
	}
	others := []retrieval.Note{{DocID: "SIG", Anchor: "section-1", Text: "wraps a session"}}
	if diff := cmp.Diff([]string{"SIG/1 p2"}, show(ask(t, openIn(t, dir, docs, digest, withNotes(others)...), q))); diff != "" {
		t.Errorf("hits of other notes (-want +got):\n%s", diff)
	}
	if os.SameFile(written, stat()) {
		t.Error("an index of other notes was not written")
	}
	if err := os.WriteFile(path, []byte("spoiled"), 0o600); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, ask(t, openIn(t, dir, docs, digest, withNotes(notes())...), q)); diff != "" {
		t.Errorf("hits after the file was spoiled (-want +got):\n%s", diff)
	}
}

// The same texts on other anchors are the same index, read in other places.
func TestNotesOnOtherAnchors(t *testing.T) {
	dir, docs := t.TempDir(), wide(t)
	q := core.Query{Text: "parcels", K: 5, Legs: notesLeg}
	for anchor, want := range map[string]string{"section-1": "KEM/1 p2", "algorithm-2": "KEM/3 p4"} {
		e := openIn(t, dir, docs, digest, withNotes([]retrieval.Note{{DocID: "KEM", Anchor: anchor, Text: "parcels"}})...)
		if diff := cmp.Diff([]string{want}, show(ask(t, e, q))); diff != "" {
			t.Errorf("hits of a note on %s (-want +got):\n%s", anchor, diff)
		}
	}
}

func TestNotesThatCannotBeSavedAreInMemory(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "notes.idx", "taken"), 0o700); err != nil {
		t.Fatal(err)
	}
	e := openIn(t, dir, wide(t), digest, withNotes(notes())...)
	if got := show(ask(t, e, core.Query{Text: "wraps session", K: 1, Legs: notesLeg})); !slices.Equal(got, []string{"KEM/3 p4"}) {
		t.Errorf("hits %v", got)
	}
}

// links says that one anchor refers to others, in this order.
func links(from string, to ...string) retrieval.Option {
	return retrieval.WithLinks(func(docID, anchor string) (out []retrieval.Link) {
		if docID+"#"+anchor != from {
			return nil
		}
		for _, l := range to {
			doc, id, _ := strings.Cut(l, "#")
			out = append(out, retrieval.Link{DocID: doc, Anchor: id})
		}
		return out
	})
}

func TestGraphLeg(t *testing.T) {
	rate := core.Query{Text: "failure rate", Profile: core.ProfileMeaning, Legs: core.Legs{Graph: true}, K: 5}
	scoped := rate
	scoped.Docs = []string{"KEM"}
	pages := rate
	pages.Granularity = core.ByPage
	tests := []struct {
		name  string
		to    []string
		query core.Query
		want  []string
	}{
		{"what the best refers to", []string{"KEM#algorithm-2"}, rate, []string{"KEM/4 p5", "KEM/3 p4"}},
		{"in the order of the references", []string{"SIG#section-1", "KEM#algorithm-2"}, rate, []string{"KEM/4 p5", "SIG/1 p2", "KEM/3 p4"}},
		{"in scope", []string{"SIG#section-1", "KEM#algorithm-2"}, scoped, []string{"KEM/4 p5", "KEM/3 p4"}},
		{"pages", []string{"KEM#algorithm-2"}, pages, []string{"KEM/4 p5", "KEM/3 p4"}},
		{"each once", []string{"KEM#algorithm-2", "KEM#algorithm-2", "KEM#section-2"}, rate, []string{"KEM/4 p5", "KEM/3 p4"}},
		{"what is not there", []string{"KEM#algorithm-99", "RSA#section-1", "#"}, rate, []string{"KEM/4 p5"}},
		{"nothing", nil, rate, []string{"KEM/4 p5"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := open(t, library(t), append(bareLegs(), links("KEM#section-2", tt.to...))...)
			if diff := cmp.Diff(tt.want, show(ask(t, e, tt.query))); diff != "" {
				t.Errorf("hits (-want +got):\n%s", diff)
			}
		})
	}
}

// A passage that continues a section has the section's references.
func TestGraphLegFromTheMiddleOfASection(t *testing.T) {
	doc := document(t, "D", "D",
		passage{text: "1 Things.", section: "section-1", starts: []core.Anchor{section("1", "Things")}},
		passage{text: "It goes on about apples.", section: "section-1"},
		passage{text: "2 Pears.", section: "section-2", starts: []core.Anchor{section("2", "Pears")}},
	)
	e := open(t, []*core.Document{doc}, append(bareLegs(), links("D#section-1", "D#section-2"))...)
	q := core.Query{Text: "apples", Profile: core.ProfileMeaning, Legs: core.Legs{Graph: true}, K: 5}
	if diff := cmp.Diff([]string{"D/1 p1", "D/2 p1"}, show(ask(t, e, q))); diff != "" {
		t.Errorf("hits (-want +got):\n%s", diff)
	}
}

// However much a passage refers to, the leg adds sixteen passages at most, and
// follows the four best results only.
func TestGraphLegIsBounded(t *testing.T) {
	var passages []passage
	for i := range 6 {
		n := fmt.Sprint(i + 1)
		passages = append(passages, passage{
			text: n + " Apple" + strings.Repeat(" and", i) + " words" + strings.Repeat(" more", i), section: "section-" + n, starts: []core.Anchor{section(n, "Apple")},
		})
	}
	for i := range 40 {
		n := fmt.Sprint(i + 7)
		passages = append(passages, passage{text: n + " Other", section: "section-" + n, starts: []core.Anchor{section(n, "Other")}})
	}
	doc := document(t, "D", "D", passages...)
	q := core.Query{Text: "apple", Profile: core.ProfileMeaning, Legs: core.Legs{Graph: true}, K: 99}
	var asked []string
	link := retrieval.WithLinks(func(_, anchor string) (out []retrieval.Link) {
		asked = append(asked, anchor)
		for i := 7; i <= 46; i++ {
			out = append(out, retrieval.Link{DocID: "D", Anchor: fmt.Sprintf("section-%d", i)})
		}
		return out
	})
	e := open(t, []*core.Document{doc}, append(bareLegs(), link)...)
	if got := ask(t, e, q); len(got) != 6+16 {
		t.Errorf("%d hits, want the six that match and sixteen more", len(got))
	}
	if len(asked) != 4 {
		t.Errorf("the references of %q were followed, want four", asked)
	}
}

func TestUnknownProfileIsRefused(t *testing.T) {
	e := open(t, library(t))
	for _, q := range []core.Query{
		{Text: "key", K: 1, Profile: "both"},
		{Text: "key", K: 1, Profile: "Lexical"},
		{Text: "key", K: 1, Profile: "both", Topics: []core.Topic{{Text: "key"}, {Text: "seed"}}},
	} {
		if _, err := e.Search(context.Background(), q); !errors.Is(err, retrieval.ErrQuery) {
			t.Errorf("error for profile %q is %v, want ErrQuery", q.Profile, err)
		}
	}
}

func TestProfilesWeighNotes(t *testing.T) {
	e := open(t, library(t), withNotes([]retrieval.Note{{DocID: "SIG", Anchor: "section-1", Text: "parcels"}})...)
	for profile, want := range map[core.Profile][]string{
		"":                  {"KEM/4 p5", "SIG/1 p2"},
		core.ProfileLexical: {"KEM/4 p5", "SIG/1 p2"},
		core.ProfileMeaning: {"SIG/1 p2", "KEM/4 p5"},
	} {
		q := core.Query{Text: "failure of parcels", Legs: notesLeg, Profile: profile, K: 2}
		if diff := cmp.Diff(want, show(ask(t, e, q))); diff != "" {
			t.Errorf("hits with profile %q (-want +got):\n%s", profile, diff)
		}
	}
}

// legsOf are the words by which an explanation's parts name their legs.
func legsOf(x *core.Explanation) (legs []string) {
	for _, part := range x.From {
		leg, _, _ := strings.Cut(part.What, " leg:")
		legs = append(legs, leg)
	}
	return legs
}

func TestExplanationsOfAllLegs(t *testing.T) {
	options := append(withNotes(notes()), links("KEM#section-2", "KEM#algorithm-2", "SIG#section-1"))
	e := open(t, wide(t), options...)
	for _, unit := range []core.Granularity{core.ByPassage, core.ByPage} {
		hits := ask(t, e, core.Query{
			Text: "failure rate, wraps session with ciphertext", Anchors: anchor("KEM", core.KindSection, "2"), Profile: core.ProfileMeaning,
			Legs: core.AllLegs(), K: 9, Granularity: unit, Explain: true,
		})
		got := map[string][]string{}
		for _, h := range hits {
			x := h.Explanation
			if x.Value != h.Score || sum(x) != h.Score {
				t.Errorf("%s %s: score %v, explained as %v from parts of %v", unit, show([]core.Hit{h}), h.Score, x.Value, sum(x))
			}
			if legs := legsOf(x); !slices.Equal(legs, []string{"lexical"}) {
				got[show([]core.Hit{h})[0]] = legs
			}
		}
		want := map[string][]string{
			"KEM/4 p5": {"lexical", "exact"}, "KEM/3 p4": {"lexical", "notes", "graph"},
			"SIG/2 p3": {"notes"}, "SIG/1 p2": {"graph"},
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("legs of %s hits (-want +got):\n%s", unit, diff)
		}
	}
}

// An engine that has notes and links uses neither where the query asks for none.
func TestNoLegsAreTheExactAndTheLexicalOne(t *testing.T) {
	plain := open(t, wide(t))
	full := open(t, wide(t), append(withNotes(notes()), links("KEM#section-2", "KEM#algorithm-2"))...)
	for _, profile := range []core.Profile{core.ProfileLexical, core.ProfileMeaning} {
		q := core.Query{Text: "failure rate, banned, wraps session", Anchors: anchor("", core.KindAlgorithm, "2"), Profile: profile, K: 9, Explain: true}
		if diff := cmp.Diff(ask(t, plain, q), ask(t, full, q)); diff != "" {
			t.Errorf("profile %q: hits (-plain +full):\n%s", profile, diff)
		}
	}
}

func TestThesaurusLeg(t *testing.T) {
	e := open(t, []*core.Document{document(t, "D", "D",
		passage{text: "small keys are disallowed"}, passage{text: "small keys are not banned"}, passage{text: "small keys"},
	)})
	q := core.Query{Text: "banned", K: 9}
	if diff := cmp.Diff([]string{"D/1 p1"}, show(ask(t, e, q))); diff != "" {
		t.Errorf("hits without the thesaurus (-want +got):\n%s", diff)
	}
	q.Legs.Thesaurus = true
	if diff := cmp.Diff([]string{"D/1 p1", "D/0 p1"}, show(ask(t, e, q))); diff != "" {
		t.Errorf("hits with the thesaurus (-want +got):\n%s", diff)
	}
}

func TestSupport(t *testing.T) {
	e := open(t, wide(t), append(withNotes(notes()), links("KEM#section-2", "SIG#section-1"))...)
	for _, text := range []string{"failure rate", "wraps session", "key key key encapsulation", "ML-KEM-768", "isogeny", "", "banned key"} {
		for _, unit := range []core.Granularity{core.ByPassage, core.ByPage} {
			q := core.Query{
				Text: text, Expand: []string{"shared secret"}, Prefer: []string{"KEM"}, Anchors: anchor("", core.KindAlgorithm, "2"),
				Profile: core.ProfileMeaning, Legs: core.AllLegs(), K: 9, Granularity: unit, Explain: true,
			}
			for _, h := range ask(t, e, q) {
				lexical := slices.Contains(legsOf(h.Explanation), "lexical")
				if h.Support < 0 || h.Support > 1 || lexical != (h.Support > 0) {
					t.Errorf("support of %s for %q is %v, found by %q", show([]core.Hit{h}), text, h.Support, legsOf(h.Explanation))
				}
			}
		}
	}
}

// The order of the legs is what an engine without rerank weights gives.
func TestNoRerank(t *testing.T) {
	docs := []*core.Document{document(t, "D", "D",
		passage{text: "widget, widget and the widget"}, passage{text: "A widget is a part of another thing that is large."}, passage{text: "nothing"},
	)}
	q := core.Query{Text: "What is a widget?", Subject: "widget", K: 9, Explain: true}
	reranked := open(t, docs, retrieval.WithParams(retrieval.DefaultParams()))
	bare := ask(t, open(t, docs), q)
	if cmp.Equal(bare, ask(t, reranked, q)) {
		t.Error("the rerank changes nothing: the test shows nothing")
	}
	q.NoRerank = true
	if diff := cmp.Diff(bare, ask(t, reranked, q)); diff != "" {
		t.Errorf("hits (-without weights +with NoRerank):\n%s", diff)
	}
}
