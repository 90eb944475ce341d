package store

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/internal/lex"
)

// maxNearest is how many ids an errNotFound names.
const maxNearest = 3

// notFound returns an errNotFound for an id, with similar ones.
func notFound(id string, entries []Entry) error {
	id = id[:min(len(id), maxIDBytes)]
	var ids []string
	for i := range entries {
		ids = append(ids, entries[i].ID)
	}
	near := Nearest(id, ids)
	if len(near) == 0 {
		return fmt.Errorf("%w: %q", errNotFound, id)
	}
	for i := range near {
		near[i] = fmt.Sprintf("%q", near[i])
	}
	return fmt.Errorf("%w: %q; nearest: %s", errNotFound, id, strings.Join(near, ", "))
}

// Nearest returns, of the given ids, those that differ from one in little more than
// case and punctuation, that contain it, or of which it is more than half; the best
// first, at most three.
func Nearest(id string, ids []string) []string {
	type candidate struct {
		id       string
		distance int
	}
	var found []candidate
	want := lettersAndDigits(id[:min(len(id), maxIDBytes)])
	for _, other := range ids {
		have := lettersAndDigits(other)
		edits := lex.Distance(want, have)
		if edits*2 < max(len(want), len(have)) || want != "" && strings.Contains(have, want) {
			found = append(found, candidate{other, edits})
		}
	}
	slices.SortFunc(found, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), strings.Compare(a.id, b.id))
	})
	var best []string
	for _, c := range found[:min(len(found), maxNearest)] {
		best = append(best, c.id)
	}
	return best
}

// lettersAndDigits is the id in lower case without its ASCII punctuation.
func lettersAndDigits(id string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x80 && !('a' <= r && r <= 'z') && !('0' <= r && r <= '9') {
			return -1
		}
		return r
	}, strings.ToLower(id))
}
