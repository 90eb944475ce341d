package entail

import (
	"reflect"
	"strings"
	"testing"
)

// Whatever is claimed, the judge ends, says the same twice, and names an item that there is.
func FuzzJudge(f *testing.F) {
	for _, item := range document {
		f.Add(item.Wordings[0], item.Wordings[0])
	}
	f.Add("A foo key is not 64 bytes; it shall never be kept, and it's 2^-138.8.", "K ← KDF(K_1, K_2)")
	f.Add("and, or. Not only: unless — at most 1 184 of (3.2)?", "\xff\x00\n\n\u00a0÷≠")
	f.Fuzz(func(t *testing.T, claim, unit string) {
		base := New(append([]Item{{Wordings: []string{unit}, Context: "FIPS 203"}}, document...))
		got := base.Judge(claim, nil)
		if again := base.Judge(claim, nil); !reflect.DeepEqual(got, again) {
			t.Errorf("Judge(%q) = %+v, then %+v", claim, got, again)
		}
		if got.Verdict != Undecided && (got.Item < 0 || got.Item > len(document)) {
			t.Errorf("Judge(%q) = %+v, which is no item", claim, got)
		}
		if strings.TrimSpace(claim) == "" && got.Verdict != Undecided {
			t.Errorf("Judge(%q) = %+v, want undecided", claim, got)
		}
	})
}
