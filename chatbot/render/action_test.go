package render

import (
	"errors"
	"strings"
	"testing"
)

const answerID = "abcdefgh2345"

func TestActionsSurviveTheirIDs(t *testing.T) {
	seen := map[string]bool{}
	for _, v := range verbs {
		for _, n := range []int{0, 1, maxActionN} {
			a := Action{Verb: v, Answer: answerID, N: n}
			s := a.String()
			if len(s) > 100 || seen[s] {
				t.Errorf("%+v has the id %q of %d bytes, seen before: %v", a, s, len(s), seen[s])
			}
			seen[s] = true
			if got, err := ParseAction(s); err != nil || got != a {
				t.Errorf("ParseAction(%q) = %+v, %v; want %+v", s, got, err, a)
			}
		}
	}
	if got, err := ParseAction(Action{Verb: VerbForget}.String()); err != nil || got.Verb != VerbForget {
		t.Errorf("a deletion reads as %+v, %v", got, err)
	}
}

func TestUnknownIDs(t *testing.T) {
	for name, in := range map[string]string{
		"empty": "", "other version": "pq0:why:" + answerID + ":0", "newer version": "pq2:why:" + answerID + ":0", "another program's": "vote-up", "too few parts": "pq1:why:" + answerID,
		"too many parts": "pq1:why:" + answerID + ":0:0", "unknown verb": "pq1:dance:" + answerID + ":0", "no verb": "pq1::" + answerID + ":0", "no answer": "pq1:why::0", "short answer": "pq1:why:abc:0",
		"upper case": "pq1:why:ABCDEFGH2345:0", "not base32": "pq1:why:abcdefgh1890:0", "path": "pq1:why:../../../etc:0", "negative": "pq1:page:" + answerID + ":-1", "leading zero": "pq1:page:" + answerID + ":01",
		"sign": "pq1:page:" + answerID + ":+1", "no number": "pq1:page:" + answerID + ":", "huge": "pq1:page:" + answerID + ":100000", "overflow": "pq1:page:" + answerID + ":" + strings.Repeat("9", 40), "long": "pq1:why:" + strings.Repeat("a", 90) + ":0",
		"bad answer to forget": "pq1:forget:x:0", "blank": "pq1:why:" + answerID + ": 1",
	} {
		if got, err := ParseAction(in); !errors.Is(err, errAction) {
			t.Errorf("%s: ParseAction(%q) = %+v, %v; want an unknown action", name, in, got, err)
		}
	}
}

// FuzzParseAction wants what is read to be written the same way again.
func FuzzParseAction(f *testing.F) {
	for _, s := range []string{"", "pq1:why:" + answerID + ":0", "pq1:page:" + answerID + ":7", "pq1:forget::0", "pq1:::", "pq1:page:" + answerID + ":007"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if a, err := ParseAction(s); err == nil && a.String() != s {
			t.Errorf("ParseAction(%q) = %+v, which is written %q", s, a, a.String())
		} else if err != nil && !errors.Is(err, errAction) {
			t.Errorf("ParseAction(%q) fails with %v", s, err)
		}
	})
}
