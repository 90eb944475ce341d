package corpus_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/citations/prose"
	"github.com/pqcite/pqcite/citations/refs"
)

// TestQuotesAreReadApart: the words of a quote belong to no sentence around it, and
// what they refer to is found but not complained of.
func TestQuotesAreReadApart(t *testing.T) {
	const file = "//= FIPS 203, Algorithm 5\n//# Algorithm 99 of FIPS 203, see FIPS 203, Algorithm 3; B ← BitsToBytes(b)\n// FIPS 203, Algorithm 5.\n"
	type found struct {
		Text   string
		Status refs.Status
	}
	var got []found
	for _, o := range open(t, t.TempDir()).Scanner().Scan(file, &prose.Go) {
		if file[o.Span.Start:o.Span.End] != o.Text {
			t.Errorf("%q stands at %q", o.Text, file[o.Span.Start:o.Span.End])
		}
		got = append(got, found{o.Text, o.Status})
	}
	want := []found{
		{"FIPS 203, Algorithm 5", refs.Resolved}, {"FIPS 203, Algorithm 3", refs.Resolved}, {"FIPS 203, Algorithm 5", refs.Resolved},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("references around a quote (-want +got):\n%s", diff)
	}
}
