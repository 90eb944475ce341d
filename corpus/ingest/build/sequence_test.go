package build

import (
	"errors"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/pqcite/pqcite/core"
)

// sequence drives a builder with calls that bytes choose, in any order, and
// keeps the lines that it gave.
type sequence struct {
	*Builder
	texts []string
	given []string
	last  core.Span
}

func (s *sequence) text(i int) string {
	text := s.texts[i%len(s.texts)]
	s.given = append(s.given, text)
	return text
}

func (s *sequence) call(op byte, i int) {
	kinds := []core.PassageKind{core.PassageFront, core.PassageProse, core.PassageContents, core.PassageReference}
	switch op % 12 {
	case 0:
		s.Page(s.texts[0])
	case 1:
		s.Furniture(core.FurnitureFooter, s.texts[0])
	case 2:
		s.Zone(kinds[i%len(kinds)])
	case 3, 4:
		h := Heading{Kind: core.KindSection, Title: s.texts[0], Level: i%5 - 1}
		if op%12 == 4 {
			h.Kind, h.Number = core.KindAppendix, s.texts[len(s.texts)-1]
		}
		s.Heading(h, s.text(i), s.text(i+1))
	case 5, 6:
		s.last = s.Paragraph(s.text(i), s.text(i+1), s.text(i+2))
	case 7:
		s.Mark(core.KindEquation, s.texts[0], s.texts[0], s.last)
	case 8:
		s.Algorithm(s.texts[0], s.texts[0], s.texts[0], []AlgorithmLine{
			{Kind: core.LineCaption, Text: s.text(i)}, {Kind: core.LineStep, Step: "1", Indent: i%40 - 2, Text: "1: " + s.text(i)}, {Text: s.text(i + 1)},
		})
	case 9:
		s.BeginTable(s.texts[0], s.texts[0], i%4, s.text(i))
	case 10:
		s.Row(i%2 == 0, []Cell{{Text: s.text(i)}, {Text: s.text(i + 1), Column: 1, Width: i % 3, Height: i % 3}})
	case 11:
		s.EndTable(s.text(i))
	}
}

// FuzzSequence requires of any sequence of calls a valid document that holds
// every line in the order given, or a named error.
func FuzzSequence(f *testing.F) {
	f.Add([]byte{0, 1, 2, 3, 5, 5, 4, 8, 9, 10, 0, 10, 11, 7, 5}, "one\ntwo of them\n\n3", 40)
	f.Add([]byte{5, 5, 5, 5}, "some\x00 text with \xff bytes\n\u2028\né\U0001F600", 1)
	f.Add([]byte{9, 3, 5, 8, 10, 11, 3, 9, 10}, "in a table\n~2", 20)
	f.Add([]byte{3, 4, 3, 4, 3, 4, 3, 8}, "only headings", 5)
	f.Fuzz(func(t *testing.T, ops []byte, text string, target int) {
		if len(ops) > 300 || len(text) > 2000 {
			return
		}
		limits := DefaultLimits()
		limits.TargetBytes, limits.MaxBytes = target%100, target%150
		s := &sequence{Builder: New(meta(), limits), texts: strings.Split(text, "\n")}
		for i, op := range ops {
			s.call(op, i+int(op)/12)
		}
		d, err := s.Finish()
		if err != nil {
			if !errors.Is(err, ErrNoText) && !errors.Is(err, errOrder) && !errors.Is(err, ErrLimit) {
				t.Fatalf("unnamed error: %v", err)
			}
			return
		}
		s.checkLines(t, d.Text)
		checkPassages(t, d, s.limits)
	})
}

// checkLines requires every line that was given, white space aside, in order.
func (s *sequence) checkLines(t *testing.T, text string) {
	rest := squash(text)
	for _, line := range s.given {
		i := strings.Index(rest, squash(clean(line)))
		if i < 0 {
			t.Fatalf("line %q is lost or out of order", line)
		}
		rest = rest[i+len(squash(clean(line))):]
	}
}

func squash(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, s)
}

// checkPassages requires prose of bounded size, cut between characters.
func checkPassages(t *testing.T, d *core.Document, l Limits) {
	for i, p := range d.Passages {
		text := d.Quote(p.Span)
		if !utf8.ValidString(text) {
			t.Errorf("passage %d is cut inside a character: %q", i, text)
		}
		if p.Kind == core.PassageAlgorithm || p.Kind == core.PassageTable {
			continue
		}
		if n := len(strings.TrimRight(text, "\n")); n > l.MaxBytes {
			t.Errorf("passage %d has %d bytes, more than %d", i, n, l.MaxBytes)
		}
	}
}
