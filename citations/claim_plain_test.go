package citations

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/lex"
)

func TestStandsPlainly(t *testing.T) {
	tests := []struct {
		name, claim, quote string
		want               core.Span // zero where it does not stand
	}{
		{"the whole quote", "A key is a string.", "A key is a string.", core.Span{Start: 0, End: 18}},
		{"over a line's end", "A key is", "So: A key\n  is here", core.Span{Start: 4, End: 14}},
		{"behind white space", "key", "A\tkey", core.Span{Start: 2, End: 5}},
		{"before a mark", "A key", "A key, or none", core.Span{Start: 0, End: 5}},
		{"the second time", "key is", "keyed; key is", core.Span{Start: 7, End: 13}},
		{"a part of a word before", "key", "monkey key1", core.Span{}},
		{"a part of a word behind", "A key", "A keys", core.Span{}},
		{"a part of a decimal", "2", "2.5 or 1.2", core.Span{}},
		{"inside brackets", "key", "(key)", core.Span{}},
		{"a compound", "ML-KEM", "an ML-KEM-768 key", core.Span{}},
		{"blanks that are not there", "a b", "ab", core.Span{}},
		{"another case", "a key", "A key", core.Span{}},
		{"a part of a script", "x_{1", "x_{1 2}", core.Span{}},
		{"nothing", "", "A key", core.Span{}},
		{"in nothing", "A key", "", core.Span{}},
		{"longer than the quote", "A key is", "A key", core.Span{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, ok := standsPlainly(tt.claim, tt.quote)
			if got != tt.want || ok != (tt.want.Len() > 0) {
				t.Errorf("standsPlainly(%q, %q) = %v, %t; want %v", tt.claim, tt.quote, got, ok, tt.want)
			}
		})
	}
}

// findsToo holds that a claim which stands plainly in a quote is verbatim for the
// folded search as well: the shortcut never says more.
func findsToo(t *testing.T, claim, quote string) (plainly bool) {
	t.Helper()
	s, ok := standsPlainly(claim, quote)
	if !ok {
		return false
	}
	if s.Start < 0 || s.End > len(quote) || strings.Join(strings.Fields(quote[s.Start:s.End]), " ") != strings.Join(strings.Fields(claim), " ") {
		t.Errorf("%q is said to stand at %v of %q", claim, s, quote)
	}
	if _, found := standsFolded(claim, textOf(quote)); !found {
		t.Errorf("%q stands plainly in %q, but not when both are folded", claim, quote)
	}
	return true
}

// broken is a text with some of its blanks made line ends.
func broken(rng *rand.Rand, text string) string {
	breaks := []string{" ", " ", "\n", "\n\n", "  ", "\t"}
	var b strings.Builder
	for i, w := range strings.Fields(text) {
		if i > 0 {
			b.WriteString(breaks[rng.IntN(len(breaks))])
		}
		b.WriteString(w)
	}
	return b.String()
}

// packTexts are the pack's summaries. They are read from its files, for the pack is
// built over this package.
func packTexts(t *testing.T) (texts []string) {
	t.Helper()
	files, err := filepath.Glob("../corpus/standards/data/summaries/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatalf("no summaries: %v", err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(data) {
			var summary struct{ Text string }
			if err := json.Unmarshal(line, &summary); err != nil {
				t.Fatal(err)
			}
			texts = append(texts, summary.Text)
		}
	}
	return texts
}

// Every sentence of the pack, between its neighbours and with its lines broken at
// random, and every run of its words.
func TestPlainClaimsAreVerbatim(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	plain := 0
	for _, text := range packTexts(t) {
		spans := lex.Split(text)
		for i := range spans {
			from, to := spans[max(0, i-1)].Start, spans[min(len(spans)-1, i+1)].End
			quote := broken(rng, text[from:to])
			words := strings.Fields(text[spans[i].Start:spans[i].End])
			a := rng.IntN(len(words))
			b := a + 1 + rng.IntN(len(words)-a)
			for _, claim := range []string{strings.Join(words, " "), strings.Join(words[a:b], " ")} {
				if findsToo(t, claim, quote) {
					plain++
				} else if strings.Count(claim, "{") == strings.Count(claim, "}") {
					t.Errorf("%q does not stand plainly in %q", claim, quote)
				}
			}
		}
	}
	if plain < 500 {
		t.Errorf("only %d claims were held", plain)
	}
}

func FuzzStandsPlainly(f *testing.F) {
	f.Add("A key is", "So: A key\n  is here")
	f.Add("an encapsu- lated", "an encapsu-\nlated key")
	f.Add("2^ 138", "about 2^\t138.")
	f.Add(" ", " ")
	f.Add("x_{1", "x_{1 }")
	f.Add("x_{1 2} y", "x_{1 2}\ny")
	f.Fuzz(func(t *testing.T, claim, quote string) {
		if len(claim) > 200 || len(quote) > 400 {
			t.Skip()
		}
		findsToo(t, claim, quote)
	})
}
