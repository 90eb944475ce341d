package faq

import (
	"slices"
	"strings"
	"testing"
)

func TestNgrams(t *testing.T) {
	shared := func(a, b string) float64 {
		both, all := 0, appendNgrams(nil, a)
		for _, m := range all {
			if slices.Contains(appendNgrams(nil, b), m) {
				both++
			}
		}
		return float64(both) / float64(len(all))
	}
	if a, b := appendNgrams(nil, "How MANY bytes, ML-KEM-768?"), appendNgrams(nil, "how many bytes (ml-kem-768.)"); !slices.Equal(a, b) {
		t.Errorf("case and signs between words change the n-grams from %x to %x", a, b)
	}
	if n := len(appendNgrams(nil, "")); n != 1 {
		t.Errorf("no text has %d n-grams, want that of its end", n)
	}
	if got := shared("who wrote it", "it wrote who"); got <= 0.5 || got >= 1 {
		t.Errorf("the same words in another order share %.2f of their n-grams, want the words but no pair", got)
	}
	if got := shared("encapsulation", "encapsulaton"); got < 0.4 {
		t.Errorf("a typo leaves %.2f of the n-grams, want most of the runs", got)
	}
	if got := shared("size of the key", "why blue"); got != 0 {
		t.Errorf("strangers share %.2f of their n-grams", got)
	}
	if once, often := appendNgrams(nil, "the key and the key and the"), appendNgrams(nil, strings.Repeat("the key and ", 1<<16)); len(often) > len(once)+2 {
		t.Errorf("a text has %d n-grams, and said often %d", len(once), len(often))
	}
}
