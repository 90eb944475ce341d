package loop

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/answer"
)

// TestSaysWhatAdds checks that of what was proved the first line comes first, then what adds
// to it, and the rest where it is asked for, with quotes of its own.
func TestSaysWhatAdds(t *testing.T) {
	f := newShelf("The alpha is red.", "Nobody has said so.", "The beta is blue.", "Nothing is said here.")
	hits := []core.Hit{hit(0, 1), hit(1, 1), hit(2, 1), hit(3, 1)}
	f.hits = hits
	f.write = func(in answer.Input) answer.Draft {
		d := f.quoted(hits)
		d.Short = d.Claims[2].Text
		return d
	}
	s := DefaultSettings()
	o, _ := watch(t, "alpha beta", f.ports(), s)
	said := []string{"The beta is blue.", "The alpha is red."}
	if diff := cmp.Diff(said, claimTexts(o.Claims)); diff != "" || len(o.Citations) != 2 {
		t.Errorf("%d citations; claims (-want +got):\n%s", len(o.Citations), diff)
	}
	s.Detail = true
	o, _ = watch(t, "alpha beta", f.ports(), s)
	answered, details := o.Parts()
	if diff := cmp.Diff(said, claimTexts(answered)); diff != "" || len(details) != 2 || len(o.Citations) != 4 {
		t.Errorf("%d details, %d citations; claims (-want +got):\n%s", len(details), len(o.Citations), diff)
	}
}

func TestBlocks(t *testing.T) {
	var claims []core.Claim
	for _, text := range []string{"One is said.", "These are all:", "• one thing", "2. another thing", "(b) the last thing", "That is all.", "• an item of no list"} {
		claims = append(claims, core.Claim{Text: text})
	}
	var got []int
	for _, b := range blocksOf(claims, nil, nil) {
		got = append(got, len(b.claims))
	}
	if want := []int{1, 4, 1, 1}; !slices.Equal(got, want) {
		t.Errorf("blocks of %v claims, want %v", got, want)
	}
}
