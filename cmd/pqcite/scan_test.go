package main

import (
	"errors"
	"math/rand/v2"
	"sort"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pqcite/pqcite/core"
)

// TestPlaces places spans in order and in any order: lines and columns are those that
// a count from the start of the text gives.
func TestPlaces(t *testing.T) {
	pieces := []string{"a", "é", "😀", "\n", "\r\n", "\r", "e\u0301", "  FIPS 203 "}
	rng := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		var b strings.Builder
		boundaries := []int{0}
		for range rng.IntN(60) {
			b.WriteString(pieces[rng.IntN(len(pieces))])
			boundaries = append(boundaries, b.Len())
		}
		text := b.String()
		f := scanned{text: text}
		at := 0
		for i := range 30 {
			if at = min(len(boundaries)-1, at+rng.IntN(3)); i > 20 {
				at = rng.IntN(len(boundaries))
			}
			s := core.Span{Start: boundaries[at], End: boundaries[min(len(boundaries)-1, at+rng.IntN(4))]}
			start, end := f.places(s)
			for _, c := range []struct {
				got cursor
				at  int
			}{{start, s.Start}, {end, s.End}} {
				starts := lineStarts(text)
				line := sort.SearchInts(starts, c.at+1) - 1
				want := cursor{c.at, line, starts[line], utf8.RuneCountInString(text[starts[line]:c.at])}
				if c.got != want {
					t.Fatalf("%q: offset %d is at %+v, want %+v", text, c.at, c.got, want)
				}
			}
		}
	}
}

// TestGuarded holds a panic to the file that was being read.
func TestGuarded(t *testing.T) {
	err := guarded(func() error { panic("index out of range") })
	if err == nil || !strings.Contains(err.Error(), "internal error") || !strings.Contains(err.Error(), "index out of range") {
		t.Errorf("guarded(panic) = %v, want an error that says so", err)
	}
	want := errors.New("no rights")
	if got := guarded(func() error { return want }); !errors.Is(got, want) {
		t.Errorf("guarded(%v) = %v", want, got)
	}
}
