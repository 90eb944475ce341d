package retrieval_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
)

func TestTopicsEachGetTheirShare(t *testing.T) {
	e := open(t, []*core.Document{
		document(t, "A", "A", passage{text: "the apple is red and the apple is round"}, passage{text: "the apple has one stone less"}),
		document(t, "B", "B", passage{text: "the plum is blue"}, passage{text: "a tree of another kind altogether"}),
	})
	q := core.Query{Text: "apple apple plum", K: 2, Explain: true, Topics: []core.Topic{
		{Text: "apple", Docs: []string{"A"}}, {Text: "plum", Docs: []string{"B"}},
	}}
	hits := ask(t, e, q)
	if diff := cmp.Diff([]string{"A/0 p1", "B/0 p1"}, show(hits)); diff != "" {
		t.Errorf("hits (-want +got):\n%s", diff)
	}
	plum := hits[1]
	var sum float64
	for _, part := range plum.Explanation.From {
		sum += part.Value
	}
	if sum != plum.Score || plum.Explanation.Value != plum.Score {
		t.Errorf("score %v, explained as %v from parts of %v", plum.Score, plum.Explanation.Value, sum)
	}
	if what := plum.Explanation.From[1].What; !strings.Contains(what, `topic "plum"`) {
		t.Errorf("second part is %q", what)
	}
}

func TestOneTopicIsNone(t *testing.T) {
	e := open(t, []*core.Document{document(t, "A", "A", passage{text: "the apple is red"})})
	plain := ask(t, e, core.Query{Text: "apple", K: 3})
	one := ask(t, e, core.Query{Text: "apple", K: 3, Topics: []core.Topic{{Text: "nothing"}}})
	if diff := cmp.Diff(plain, one); diff != "" {
		t.Errorf("hits (-without +with):\n%s", diff)
	}
}
