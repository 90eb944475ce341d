package answer

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/coretest"
)

func TestSoundness(t *testing.T) {
	p := &passage{of: &core.Passage{Kind: core.PassageFront}}
	for text, want := range map[string]float64{
		"A mango scheme is a kind of fruit scheme.":              1,
		"Returns the number of seeds.":                           1,
		"• The seeds shall be kept for a year.":                  1,
		"MFS Mango-Based Fruit Scheme":                           wordlessFactor,
		"Guidelines for Handling Mangoes in the Rainy Season":    wordlessFactor,
		"Table 3. Sizes of mangoes":                              wordlessFactor,
		"Published: August 2024, and it is free for all readers": wordlessFactor,
		"See Section 4 for what a mango is.":                     pointingFactor,
		"This section describes what a mango is.":                pointingFactor,
	} {
		if got := p.soundness(&unit{text: text}); got != want {
			t.Errorf("soundness(%q) = %v, want %v", text, got, want)
		}
	}
}

// TestAntecedent checks that a sentence that refers to the one before it is said with it.
func TestAntecedent(t *testing.T) {
	d := sections("D", "Plums are kept in a box. The mango is a yellow fruit. It grows on tall trees in gardens. It is known that figs grow there as well.")
	w := &Extractive{Library: shelf{d}, Relevance: coretest.Words{}}
	for question, want := range map[string]string{
		"grows on tall trees in gardens": "The mango is a yellow fruit. It grows on tall trees in gardens.",
		"known that figs grow":           "It is known that figs grow there as well.",
	} {
		got := w.sentences(Input{Question: question, Hits: hitsIn(d)})
		if diff := cmp.Diff(want, got.Short); diff != "" {
			t.Errorf("%q: short answer (-want +got):\n%s", question, diff)
		}
		checkProven(t, got, d)
	}
}
