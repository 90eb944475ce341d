package questions

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
)

func TestRead(t *testing.T) {
	got, err := Read(strings.NewReader(`@ 48 table-3 1a2b3c4d, 23 - 0000000f
> It is 5 m long.
How long is it?
length of it
! How heavy is it?
@ 5 section-1.2 deadbeef
! Who made it?
@ -
! How are you?
`), "D")
	if err != nil {
		t.Fatal(err)
	}
	want := []Fact{
		{
			Units:     []core.UnitRef{{DocID: "D", Page: 48, Anchor: "table-3", Sum: 0x1a2b3c4d}, {DocID: "D", Page: 23, Sum: 15}},
			Statement: "It is 5 m long.",
			Wordings:  []string{"How long is it?", "length of it"},
			Negatives: []string{"How heavy is it?"},
		},
		{Units: []core.UnitRef{{DocID: "D", Page: 5, Anchor: "section-1.2", Sum: 0xdeadbeef}}, Negatives: []string{"Who made it?"}},
		{Negatives: []string{"How are you?"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("facts (-want +got):\n%s", diff)
	}
}

func TestReadSaysWhatIsWrong(t *testing.T) {
	for text, want := range map[string]string{
		"How long?\n":                   "line 1",
		"@ 48 table-3 1a2b3c4d\n\nx\n":  "line 2",
		"@ 48 table-3\n":                "page, anchor and checksum",
		"@ 0 table-3 1a2b3c4d\n":        `page "0"`,
		"@ x table-3 1a2b3c4d\n":        `page "x"`,
		"@ 48 table-3 1a2b3c4dff\n":     `checksum "1a2b3c4dff"`,
		"@ 48 table-3 1a2b3c4d\n!  \n":  "empty line",
		"@ 1 - 1, 2 - 2,3 - 3\nx\n":     "line 1",
		"@ -\n! How?\nHow long?\n":      "an answer and no unit",
		"@ 1 - 1\n":                     "line 1: invalid file of questions: units without a question",
		"@ 1 - 1\n@ 2 - 2\nx\n":         "line 2: invalid file of questions: units without a question",
		"@ 48 table-3 wxyz\nHow long\n": `checksum "wxyz"`,
		"@ 1 - 1\n> \nx\n":              "an empty statement",
		"@ 1 - 1\n> A.\n> B.\nx\n":      "a second statement",
		"@ -\n> A.\n! x\n":              "a statement without a unit",
	} {
		_, err := Read(strings.NewReader(text), "D")
		if !errors.Is(err, ErrSyntax) || !strings.Contains(err.Error(), want) {
			t.Errorf("Read(%q): %v, want one that says %s", text, err, want)
		}
	}
	if _, err := Read(strings.NewReader("@ 1 - 1\n"+strings.Repeat("x", maxLine+1)), "D"); err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("a line of %d bytes: %v", maxLine+1, err)
	}
	if _, err := Read(iotest.ErrReader(io.ErrUnexpectedEOF), "D"); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("a reader that fails: %v", err)
	}
}

// What is read is whole: facts with places, and questions with words.
func FuzzRead(f *testing.F) {
	f.Add("@ 48 table-3 1a2b3c4d, 23 - 0000000f\nHow long is it?\n! How heavy?\n")
	f.Add("! x\n@ 1 - 1\n@")
	f.Fuzz(func(t *testing.T, text string) {
		facts, err := Read(strings.NewReader(text), "D")
		if err != nil {
			return
		}
		for _, fact := range facts {
			if len(fact.Wordings)+len(fact.Negatives) == 0 {
				t.Errorf("a fact without questions: %v", fact)
			}
			if len(fact.Units) == 0 && len(fact.Wordings) > 0 {
				t.Errorf("an answered fact without places: %v", fact)
			}
			for _, at := range fact.Units {
				if at.Page < 1 || at.Anchor == "-" || at.DocID != "D" {
					t.Errorf("place %v", at)
				}
			}
			for _, q := range append(fact.Wordings, fact.Negatives...) {
				if strings.TrimSpace(q) == "" {
					t.Errorf("an empty question: %v", fact)
				}
			}
		}
	})
}

func TestPackStatements(t *testing.T) {
	want := []Fact{{Statement: "It is long."}, {}, {Statement: "It is high."}}
	var b bytes.Buffer
	if err := PackStatements(&b, want); err != nil {
		t.Fatal(err)
	}
	got := make([]Fact, len(want))
	if err := state(got, bytes.NewReader(b.Bytes())); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("facts (-want +got):\n%s", diff)
	}
	for _, n := range []int{2, 4} {
		if err := state(make([]Fact, n), bytes.NewReader(b.Bytes())); !errors.Is(err, ErrSyntax) {
			t.Errorf("statements of 3 facts for %d: %v", n, err)
		}
	}
}
