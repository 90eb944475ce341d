package lex

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSplit(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{"two", "One ends. Two ends.", []string{"One ends.", "Two ends."}},
		{"no end", "A heading without a point", []string{"A heading without a point"}},
		{"abbreviations", "See Sec. 4 and Alg. 13, e.g. NTT. It runs.", []string{"See Sec. 4 and Alg. 13, e.g. NTT.", "It runs."}},
		{"numbers", "Section 7.2 uses 3.5 bits. Then q = 3329.", []string{"Section 7.2 uses 3.5 bits.", "Then q = 3329."}},
		{"identifier", "Run ML-KEM.KeyGen first. Then stop.", []string{"Run ML-KEM.KeyGen first.", "Then stop."}},
		{"closing marks", "He said \"no.\" (Yes.) Next one.", []string{"He said \"no.\"", "(Yes.)", "Next one."}},
		{"line breaks stay inside", "One that\ngoes on. Two.", []string{"One that\ngoes on.", "Two."}},
		{"blank line", "A heading\n\nA sentence.", []string{"A heading", "A sentence."}},
		{"over a page", "One that goes\n\non behind a break. Two.", []string{"One that goes\n\non behind a break.", "Two."}},
		{"end before a blank line", "One ends:\n\nfirst item", []string{"One ends:", "first item"}},
		{"list marker", "1. The first item. 2. The second.", []string{"1. The first item.", "2. The second."}},
		{"question", "Is it? It is!", []string{"Is it?", "It is!"}},
		{"several marks", "Is it?! It is... Or not.", []string{"Is it?!", "It is...", "Or not."}},
		{"a sequence", "For {0, 1, … , 255}. Then 1 + … + n.", []string{"For {0, 1, … , 255}.", "Then 1 + … + n."}},
		{"a section in brackets", "A number (see [9, Sect. 5.6]). Another.", []string{"A number (see [9, Sect. 5.6]).", "Another."}},
		{"an initial", "Written by D. Knuth. Read.", []string{"Written by D. Knuth.", "Read."}},
		{"a Greek letter", "It is made by Π. If not, stop.", []string{"It is made by Π.", "If not, stop."}},
		{"in doubt one sentence", "See NIST etc. In doubt it goes on.", []string{"See NIST etc. In doubt it goes on."}},
		{"blank", " \n\n ", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, s := range Split(tt.text) {
				got = append(got, tt.text[s.Start:s.End])
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("sentences (-want +got):\n%s", diff)
			}
		})
	}
}

// FuzzSplit checks that sentences are ordered, inside the text, not blank, and
// that only white space lies between them.
func FuzzSplit(f *testing.F) {
	for _, s := range []string{"One. Two.", "e.g. x", "a\n\nb", "\xff. \xf0", "«A.» B"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		end := 0
		for _, s := range Split(text) {
			if s.Start < end || s.End <= s.Start || s.End > len(text) {
				t.Fatalf("span %v after %d of %d", s, end, len(text))
			}
			if between := text[end:s.Start]; strings.TrimSpace(between) != "" {
				t.Fatalf("%q lies between sentences", between)
			}
			end = s.End
		}
		if strings.TrimSpace(text[end:]) != "" {
			t.Fatalf("%q is lost", text[end:])
		}
	})
}
