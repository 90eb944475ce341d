package refs

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/citations/prose"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/race"
)

// longTexts are blocks of a megabyte, as people, programs and nobody write them.
func longTexts() map[string]string {
	const size = 256 << 10
	repeated := func(line func(i int) string) string {
		var b strings.Builder
		for i := 0; b.Len() < size; i++ {
			b.WriteString(line(i))
		}
		return b.String()
	}
	words := strings.Fields("the of a module key seed polynomial widget where shall not (Gadgets) see and, as in FIPS 203, Algorithm 13 of Section 1.2 Table 1; Algorithms 9-11. it §7.2 [FIPS203,")
	rng := rand.New(rand.NewPCG(1, 8))
	return map[string]string{
		"lines":    repeated(func(i int) string { return fmt.Sprintf("As in FIPS 203, Algorithm %d\n", i%21+1) }),
		"distinct": repeated(func(i int) string { return fmt.Sprintf("%08d is FIPS 203, Algorithm %d.\n", i, i%21+1) }),
		"paragraphs": repeated(func(i int) string {
			return fmt.Sprintf("As in FIPS 203,\nAlgorithm %d.\n\nOr Section %d.\n\n", i%21+1, i%5)
		}),
		"one line":      repeated(func(i int) string { return fmt.Sprintf("FIPS 203, Algorithm %d; ", i%21+1) }),
		"wrapped":       repeated(func(i int) string { return fmt.Sprintf("The key of FIPS 203,\nAlgorithm %d or\n13 is. ", i%21+1) }),
		"documents far": "FIPS 203 " + repeated(func(i int) string { return fmt.Sprintf("and it has an Algorithm %d.\n", i%21+1) }),
		"no blanks":     strings.Repeat("FIPS203", size/7),
		"random": repeated(func(i int) string {
			return words[rng.IntN(len(words))] + []string{" ", " ", " ", " ", "\n", ". ", ".\n\n"}[rng.IntN(7)]
		}),
	}
}

// TestPartsReadAlike judges long blocks in parts and as a whole: the same references
// denote the same.
func TestPartsReadAlike(t *testing.T) {
	s := hostileScanner(t)
	for name, text := range longTexts() {
		if name == "random" {
			continue // its lists and sentences have no end
		}
		f, err := s.Findings(t.Context(), text, &prose.Markdown, nil)
		if err != nil {
			t.Fatal(err)
		}
		whole := s.block(&pace{ctx: context.Background()}, text, &background{}, boundless)
		if name == "no blanks" {
			if len(f.parts) > 1 {
				t.Errorf("%s: it is cut", name)
			}
			continue
		}
		if len(f.parts) < len(text)/(2*wholeBlock) {
			t.Errorf("%s: %d bytes have %d parts", name, len(text), len(f.parts))
		}
		if diff := cmp.Diff(summary(whole.found), summary(slices.Collect(f.All()))); diff != "" {
			t.Errorf("%s: in parts it reads otherwise (-whole +parts):\n%.3000s", name, diff)
		}
	}
}

// summary is what references say, one a line.
func summary(found []Occurrence) string {
	var b strings.Builder
	for _, o := range found {
		fmt.Fprintln(&b, o.Span, o.Doc, o.DocSpan, o.Kind, o.Number, o.NumberSpan, o.Status, o.Target.Anchor != nil, o.Note)
	}
	return b.String()
}

// TestEditReadsLittle edits long blocks in their middle, at places that a person and a
// program would not choose: a few parts are judged again, and the result is that of a
// scan without a memory.
func TestEditReadsLittle(t *testing.T) {
	s := hostileScanner(t)
	edits := []string{"x", "FIPS 203, Algorithm 13.\n", "\n", strings.Repeat("One more line of it.\n", 40)}
	for name, text := range longTexts() {
		if name == "no blanks" {
			continue
		}
		var memory Memory
		judged := func(file string) int {
			before := len(memory.parts)
			f, err := s.Findings(t.Context(), file, &prose.Markdown, &memory)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(summary(s.Scan(file, &prose.Markdown)), summary(slices.Collect(f.All()))); diff != "" {
				t.Errorf("%s: rescan differs (-scan +rescan):\n%.1000s", name, diff)
			}
			return len(memory.parts) - before
		}
		first := judged(text)
		rng, most := rand.New(rand.NewPCG(2, 3)), 0
		for i := range race.Part(8) {
			at := len(text)/2 + rng.IntN(4000)
			text = text[:at] + edits[i%len(edits)] + text[at:]
			most = max(most, judged(text))
		}
		if most > 24 {
			t.Errorf("%s: of %d parts an edit has up to %d judged again", name, first, most)
		}
		t.Logf("%s: %d parts, %d at most after an edit", name, first, most)
	}
}

// TestFindingsPlaces asks for the references around every offset of a file: they are
// those of the list.
func TestFindingsPlaces(t *testing.T) {
	file := "// FIPS 203, Algorithm 13 and Algorithms 9-11\nvar a int // see Table 1\n/* FIPS 203,\n * Algorithm 99 */ \"FIPS 203, Section 1\"\n// FIPS 203\n//\n//= FIPS 203, Section 1\n//# Colourless green ideas sleep furiously.\n"
	f, err := hostileScanner(t).Findings(t.Context(), file, &prose.Go, nil)
	if err != nil {
		t.Fatal(err)
	}
	all := slices.Collect(f.All())
	if len(all) < 8 || len(all) != f.Len() {
		t.Fatalf("%d references, %d by its count", len(all), f.Len())
	}
	for start := range len(file) + 1 {
		for _, end := range []int{start, min(len(file), start+7), len(file)} {
			var want []Occurrence
			for _, o := range all {
				if o.Span.Start <= end && start <= o.Span.End {
					want = append(want, o)
				}
			}
			if got := f.Within(core.Span{Start: start, End: end}); summary(got) != summary(want) {
				t.Fatalf("within %d-%d:\n%swant:\n%s", start, end, summary(got), summary(want))
			}
		}
		var before []Occurrence
		for o := range f.Before(start) {
			before = append(before, o)
		}
		slices.Reverse(before)
		n := 0
		for n < len(all) && all[n].Span.Start < start {
			n++
		}
		if summary(before) != summary(all[:n]) {
			t.Fatalf("before %d:\n%swant:\n%s", start, summary(before), summary(all[:n]))
		}
	}
}

// TestMemoryForgets replaces all of a file many times: what it no longer has is
// forgotten.
func TestMemoryForgets(t *testing.T) {
	s := hostileScanner(t)
	var memory Memory
	for i := range race.Part(50) {
		var b strings.Builder
		for k := range 100 {
			fmt.Fprintf(&b, "// FIPS 203, Algorithm %d.%d\n\n", i, k)
		}
		if _, err := s.Read(t.Context(), b.String(), &prose.Go, &memory); err != nil {
			t.Fatal(err)
		}
		if len(memory.parts) > 2*100+spareParts {
			t.Fatalf("after %d files of 100 parts there are %d in memory", i+1, len(memory.parts))
		}
	}
}
