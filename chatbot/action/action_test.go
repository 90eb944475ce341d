package action

import (
	"errors"
	"strings"
	"testing"
)

const id = "abcdefgh2345"

func TestActionsSurviveTheirIDs(t *testing.T) {
	seen := map[string]bool{}
	for _, v := range verbs {
		for _, n := range []int{0, 1, MaxN} {
			a := Action{Verb: v, Answer: id, N: n}
			s := a.String()
			if len(s) > 100 || seen[s] {
				t.Errorf("%+v has the id %q of %d bytes, seen before: %v", a, s, len(s), seen[s])
			}
			seen[s] = true
			if got, err := Parse(s); err != nil || got != a {
				t.Errorf("Parse(%q) = %+v, %v; want %+v", s, got, err, a)
			}
		}
	}
	if got, err := Parse(Action{Verb: Forget}.String()); err != nil || got.Verb != Forget {
		t.Errorf("a deletion reads as %+v, %v", got, err)
	}
}

func TestUnknownIDs(t *testing.T) {
	for name, in := range map[string]string{
		"empty": "", "other version": "pq0:why:" + id + ":0", "newer version": "pq2:why:" + id + ":0", "another program's": "vote-up", "too few parts": "pq1:why:" + id,
		"too many parts": "pq1:why:" + id + ":0:0", "unknown verb": "pq1:dance:" + id + ":0", "no verb": "pq1::" + id + ":0", "no answer": "pq1:why::0", "short answer": "pq1:why:abc:0",
		"upper case": "pq1:why:ABCDEFGH2345:0", "not base32": "pq1:why:abcdefgh1890:0", "path": "pq1:why:../../../etc:0", "negative": "pq1:page:" + id + ":-1", "leading zero": "pq1:page:" + id + ":01",
		"sign": "pq1:page:" + id + ":+1", "no number": "pq1:page:" + id + ":", "huge": "pq1:page:" + id + ":100000", "overflow": "pq1:page:" + id + ":" + strings.Repeat("9", 40), "long": "pq1:why:" + strings.Repeat("a", 90) + ":0",
		"bad answer to forget": "pq1:forget:x:0", "blank": "pq1:why:" + id + ": 1",
	} {
		if got, err := Parse(in); !errors.Is(err, ErrUnknown) {
			t.Errorf("%s: Parse(%q) = %+v, %v; want an unknown action", name, in, got, err)
		}
	}
}

// FuzzParse wants what is read to be written the same way again.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"", "pq1:why:" + id + ":0", "pq1:page:" + id + ":7", "pq1:forget::0", "pq1:::", "pq1:page:" + id + ":007"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if a, err := Parse(s); err == nil && a.String() != s {
			t.Errorf("Parse(%q) = %+v, which is written %q", s, a, a.String())
		} else if err != nil && !errors.Is(err, ErrUnknown) {
			t.Errorf("Parse(%q) fails with %v", s, err)
		}
	})
}
