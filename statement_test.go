package pqcite_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/pqcite/pqcite"
	"github.com/pqcite/pqcite/core"
)

// An answer by a statement is proved again by its units: not with another text, nor with a
// unit left out.
func TestReceiptOfAStatement(t *testing.T) {
	lib, err := pqcite.Open(t.Context(), pqcite.Options{Home: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer lib.Close()
	o, err := lib.Ask(t.Context(), "When did FIPS 203 take effect?", pqcite.AskOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if len(o.Claims) == 0 || o.Claims[0].Verdict != core.Stated || o.ShortAnswer != o.Claims[0].Text {
		t.Fatalf("first claim of %q: %+v, want a statement", o.ShortAnswer, o.Claims)
	}
	if r := lib.VerifyReceipt(o); !r.Holds {
		t.Errorf("the receipt does not hold: %+v", r)
	}
	changed := o
	changed.Claims = slices.Clone(o.Claims)
	changed.Claims[0].Text = strings.Replace(o.Claims[0].Text, "2024", "2023", 1)
	changed.ShortAnswer = changed.Claims[0].Text
	if changed.ShortAnswer == o.ShortAnswer {
		t.Fatalf("no year in %q", o.ShortAnswer)
	}
	if r := lib.VerifyReceipt(changed); r.Holds {
		t.Errorf("a receipt with another year holds: %+v", r)
	}
	cut := o
	cut.Claims = slices.Clone(o.Claims)
	cut.Claims[0].Citations = cut.Claims[0].Citations[1:]
	if r := lib.VerifyReceipt(cut); r.Holds && len(o.Claims[0].Citations) > 1 {
		t.Errorf("a receipt without its first unit holds: %+v", r)
	}
}

// A statement that two facts share is proved by the units of either.
func TestStatementOfTwoFacts(t *testing.T) {
	lib, err := pqcite.Open(t.Context(), pqcite.Options{Home: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer lib.Close()
	o, err := lib.Ask(t.Context(), "what parts is a SLH-DSA signature made of", pqcite.AskOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if len(o.Claims) == 0 || o.Claims[0].Verdict != core.Stated {
		t.Fatalf("%s (%s), claims %+v, want a statement first", o.Status, o.Detail, o.Claims)
	}
	if r := lib.VerifyReceipt(o); !r.Holds {
		t.Errorf("the receipt does not hold: %+v", r)
	}
}
