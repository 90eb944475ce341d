package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestNarrowed(t *testing.T) {
	for name, tt := range map[string]struct {
		widths []int
		all    int
		want   []int
	}{
		"nobody knows the width":        {[]int{10, 200}, 0, []int{10, 200}},
		"it fits":                       {[]int{10, 20}, 30, []int{10, 20}},
		"the widest becomes narrower":   {[]int{10, 40, 12}, 40, []int{10, 18, 12}},
		"two become equal":              {[]int{10, 40, 30}, 40, []int{10, 15, 15}},
		"a terminal that is too narrow": {[]int{10, 10, 10}, 5, []int{minColumn, minColumn, minColumn}},
		"no column":                     {nil, 40, nil},
	} {
		before := slices.Clone(tt.widths)
		if diff := cmp.Diff(tt.want, narrowed(tt.widths, tt.all)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if !slices.Equal(before, tt.widths) {
			t.Errorf("%s: the widths were changed", name)
		}
	}
}

// TestTableRow: a cell that is too wide is wrapped where the table was made narrower, and
// one over several columns takes the empty ones behind it.
func TestTableRow(t *testing.T) {
	for name, tt := range map[string]struct {
		cells          []string
		widths, narrow []int
		want           string
	}{
		"it fits":                {[]string{"a", "bb", "c"}, []int{3, 2, 1}, []int{3, 2, 1}, "a    bb  c\n"},
		"a wrapped cell":         {[]string{"a", "one two", "c"}, []int{1, 7, 1}, []int{1, 3, 1}, "a  one  c\n   two  \n"},
		"over two columns":       {[]string{"long head", "", "c"}, []int{4, 4, 1}, []int{4, 4, 1}, "long head   c\n"},
		"empty cells at the end": {[]string{"a", "", ""}, []int{1, 4, 1}, []int{1, 4, 1}, "a\n"},
		"wide characters":        {[]string{"格", "b"}, []int{4, 1}, []int{4, 1}, "格    b\n"},
	} {
		var b strings.Builder
		printLines(sheet{Writer: &b}, "", betweenCells, tableRow(tt.cells, tt.widths, tt.narrow, plain))
		if b.String() != tt.want {
			t.Errorf("%s: %q, want %q", name, b.String(), tt.want)
		}
	}
}
