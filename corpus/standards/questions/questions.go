// Package questions holds what people ask about the standards of the pack: for each
// fact the questions that it answers, in many wordings, with the places that state it,
// and questions that sound as if a standard answered them and that none does.
//
// The texts are the source: data/ID.txt, one file a document. What the program carries
// is a bank trained from them ("pqcite-dev learn"), which recognises a question in
// other words and holds no text. A place is named by its page, its anchor and a
// checksum of its words, so that no sentence of a standard is repeated here.
//
// What it trades away: it knows what its writers thought of asking. A question on a
// document without known ones is judged by its evidence alone.
package questions

import (
	"bufio"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/pqcite/pqcite/core"
)

//go:generate go run ../../../cmd/pqcite-dev learn data --out standards.bank

//go:embed standards.bank
var bank []byte

// Bank is the trained bank of all questions, as package retrieval/faq reads it. It
// must not be changed.
func Bank() []byte { return bank }

// Fact is what some places of a document state together, with what people ask who want
// to know it. Where Asked is empty, the places are those that come nearest to what
// Unanswered asks.
type Fact struct {
	Units      []core.UnitRef // the most telling first; none where all is talk
	Asked      []string
	Unanswered []string // that no document answers
}

// ErrSyntax is wrapped by the errors for a line that can't be read.
var ErrSyntax = errors.New("invalid file of questions")

// maxLine bounds a line in bytes.
const maxLine = 1 << 12

// Read reads the questions on a document. A fact begins with a line of its places,
// "@ 48 table-3 1a2b3c4d, 48 - 5e6f7a8b": PDF page, anchor or "-", and the checksum of
// the words in hex. Each line below it is a question; one behind "! " is answered by no
// document. Below "@ -", which names no place, only such stand: talk, and what is asked
// of other subjects.
func Read(r io.Reader, docID string) ([]Fact, error) {
	var facts []Fact
	s := bufio.NewScanner(r)
	s.Buffer(make([]byte, 0, maxLine), maxLine)
	number := 0
	for s.Scan() {
		number++
		line := s.Text()
		if err := add(&facts, line, docID); err != nil {
			return nil, fmt.Errorf("read line %d: %w: %w in %.60q", number, ErrSyntax, err, line)
		}
	}
	if err := s.Err(); err != nil {
		return nil, fmt.Errorf("read line %d: %w", number+1, err)
	}
	if err := whole(facts); err != nil {
		return nil, fmt.Errorf("read line %d: %w: %w", number, ErrSyntax, err)
	}
	return facts, nil
}

// whole reports a last fact that nobody asks for.
func whole(facts []Fact) error {
	if n := len(facts); n > 0 && len(facts[n-1].Asked)+len(facts[n-1].Unanswered) == 0 {
		return errors.New("places without a question below them")
	}
	return nil
}

func add(facts *[]Fact, line, docID string) error {
	if list, ok := strings.CutPrefix(line, "@ "); ok {
		if err := whole(*facts); err != nil {
			return err
		}
		places, err := placesOf(list, docID)
		*facts = append(*facts, Fact{Units: places})
		return err
	}
	if len(*facts) == 0 {
		return errors.New("a question before any place")
	}
	f := &(*facts)[len(*facts)-1]
	text, unanswered := strings.CutPrefix(line, "! ")
	switch {
	case strings.TrimSpace(text) == "":
		return errors.New("an empty line")
	case !unanswered && len(f.Units) == 0:
		return errors.New("a question with an answer and no place")
	case unanswered:
		f.Unanswered = append(f.Unanswered, text)
	default:
		f.Asked = append(f.Asked, text)
	}
	return nil
}

// placesOf reads a list of places; "-" is none.
func placesOf(list, docID string) ([]core.UnitRef, error) {
	if list == "-" {
		return nil, nil
	}
	var out []core.UnitRef
	for one := range strings.SplitSeq(list, ", ") {
		fields := strings.Fields(one)
		if len(fields) != 3 {
			return nil, errors.New("a place that is no page, anchor and checksum")
		}
		page, err := strconv.Atoi(fields[0])
		if err != nil || page < 1 {
			return nil, fmt.Errorf("the page %q", fields[0])
		}
		sum, err := strconv.ParseUint(fields[2], 16, 32)
		if err != nil {
			return nil, fmt.Errorf("the checksum %q", fields[2])
		}
		at := core.UnitRef{DocID: docID, Page: page, Anchor: fields[1], Sum: uint32(sum)}
		if at.Anchor == "-" {
			at.Anchor = ""
		}
		out = append(out, at)
	}
	return out, nil
}
