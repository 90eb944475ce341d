package plan

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
)

func TestAlgorithmsNamed(t *testing.T) {
	docs := []*core.Document{widgets()}
	want := []core.AnchorRef{{DocID: "W", Kind: core.KindAlgorithm, Number: "1"}}
	for _, text := range []string{"MakeWidget", "steps of makewidget please"} {
		got, _ := algorithmsNamed(text, docs, nil)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("algorithms in %q (-want +got):\n%s", text, diff)
		}
	}
	if got, _ := algorithmsNamed("MakeWidgets", docs, nil); got != nil {
		t.Errorf("a longer word names %v", got)
	}
	if got, _ := algorithmsNamed("MakeWidget", docs, []string{"other"}); got != nil {
		t.Errorf("out of scope: %v", got)
	}
}
