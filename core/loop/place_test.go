package loop

import (
	"testing"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/plan"
)

// A question for the place of the last answer asks where that is which the answer rests on, and
// by its words where there is no such answer.
func TestPlaceOfTheLastAnswer(t *testing.T) {
	for name, tt := range map[string]struct {
		hits      []core.Hit
		question  string
		want, was string // what is searched for, and the last question
	}{
		"the section":        {[]core.Hit{hit(1, 1), hit(0, 0.9)}, "which section says that?", "Where is Section 2 of W 1?", "alpha beta"},
		"any place":          {[]core.Hit{hit(1, 1), hit(0, 0.9)}, "source?", "Where is Section 2 of W 1?", "alpha beta"},
		"the page":           {[]core.Hit{hit(1, 1), hit(0, 0.9)}, "and on which page?", "Where is Section 2 of W 1?", "alpha beta"},
		"a refusal":          {nil, "which section says that?", "", ""},
		"a question of more": {[]core.Hit{hit(1, 1), hit(0, 0.9)}, "which section has beta?", "", ""},
	} {
		f := newShelf(greek...)
		f.hits = tt.hits
		s := DefaultSettings()
		s.Context.Earlier = []string{"alpha beta"}
		o, _ := watch(t, tt.question, f.ports(), s)
		if asked := tt.want != "" && o.Plan.Query != tt.want; asked || o.Plan.Last != tt.was {
			t.Errorf("%s: searches for %q of %q, want %q of %q", name, o.Plan.Query, o.Plan.Last, tt.want, tt.was)
		}
	}
}

// runCounter counts the runs over a library: each reads its digest once.
type runCounter struct {
	Library
	runs int
}

func (c *runCounter) Digest() string {
	c.runs++
	return c.Library.Digest()
}

// However often the place of a place is asked for, a bounded number of questions is answered.
func TestPlacesAreBounded(t *testing.T) {
	ports, s := newShelf(greek...).ports(), DefaultSettings()
	library := &runCounter{Library: ports.Library}
	ports.Library = library
	for range 500 {
		s.Context.Earlier = append(s.Context.Earlier, "which section says that?")
	}
	watch(t, "which section says that?", ports, s)
	if most := plan.MaxEarlier + 1; library.runs > most {
		t.Errorf("%d questions answered, want at most %d", library.runs, most)
	}
}
