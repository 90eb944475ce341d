package retrieval_test

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/retrieval"
	"github.com/pqcite/pqcite/retrieval/lexical"
)

// TestSources: an engine whose passages are found elsewhere ranks and explains as one that finds
// them itself: with a source of all documents, of some, and with one that fails.
func TestSources(t *testing.T) {
	one := document(t, "A", "Doc A", passage{text: "A widget holds two gadgets."}, passage{text: "A lever lifts a gadget, and another gadget."})
	two := document(t, "B", "Doc B", passage{text: "Gadgets are small."}, passage{text: "Nothing of the kind."})
	own, err := retrieval.Open("", []*core.Document{one, two}, digest)
	if err != nil {
		t.Fatal(err)
	}
	defer own.Close()
	query := core.Query{Text: "a widget and gadgets", K: 10, Explain: true}
	want, err := own.Search(t.Context(), query)
	if err != nil || len(want) != 3 {
		t.Fatalf("%v, %v", want, err)
	}
	broken := errors.New("it is down")
	for name, tt := range map[string]struct {
		docs   []*core.Document
		failed error
	}{
		"all":     {[]*core.Document{one, two}, nil},
		"some":    {[]*core.Document{one}, nil},
		"failing": {[]*core.Document{one, two}, broken},
	} {
		t.Run(name, func(t *testing.T) {
			source := sourceOf(t, tt.docs, tt.failed)
			var said []error
			e, err := retrieval.Open("", []*core.Document{one, two}, digest, retrieval.WithSources([]retrieval.Source{source}, func(err error) { said = append(said, err) }))
			if err != nil {
				t.Fatal(err)
			}
			defer e.Close()
			for range 2 {
				if got, err := e.Search(t.Context(), query); err != nil || !reflect.DeepEqual(got, want) {
					t.Errorf("found %v, %v, want %v", got, err, want)
				}
			}
			if tt.failed == nil && said != nil || tt.failed != nil && (len(said) != 1 || !errors.Is(said[0], tt.failed)) {
				t.Errorf("said %v", said)
			}
		})
	}
	damaged := sourceOf(t, []*core.Document{one}, nil)
	damaged.Statistics = damaged.Statistics[:100]
	stale := sourceOf(t, []*core.Document{two}, nil)
	stale.Digest = "ff" + digest[2:]
	for name, source := range map[string]retrieval.Source{"damaged": damaged, "of another library": stale} {
		if _, err := retrieval.Open("", []*core.Document{one, two}, digest, retrieval.WithSources([]retrieval.Source{source}, nil)); !errors.Is(err, retrieval.ErrStatistics) {
			t.Errorf("statistics that are %s: %v, want ErrStatistics", name, err)
		}
	}
}

// sourceOf proposes all passages of documents, in any case.
func sourceOf(t *testing.T, docs []*core.Document, failed error) retrieval.Source {
	t.Helper()
	e, err := retrieval.Open("", docs, digest)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	s := retrieval.Source{Digest: digest}
	if s.Statistics, err = e.Statistics(); err != nil {
		t.Fatal(err)
	}
	var all []core.PassageRef
	for _, d := range docs {
		s.Docs = append(s.Docs, d.ID)
		for i := range d.Passages {
			all = append(all, core.PassageRef{DocID: d.ID, Index: i})
		}
	}
	s.Find = func(context.Context, []lexical.Term, []string, int) ([]core.PassageRef, error) { return all, failed }
	return s
}
