// Package questions holds frequently asked questions on the standards of the pack: for each
// fact the wordings of the question that it answers, with the units that state it, and hard
// negatives, questions that sound as if a standard answered them and that none does.
//
// The texts are the source: data/ID.txt, one file a document. From them "pqcite-dev learn"
// makes what the program carries, in the folder trained: the texts in the names that the
// documents use, compressed, a file a document, so that a file changes only with its source,
// and the weights by which a question is recognised in other words. A unit is
// named by its page, its anchor and a checksum of its words, so that no sentence of a
// standard is repeated here. Most facts have a statement: the answer in our own words, which
// is shown only with the units that it is bound to.
//
// What it trades away: it knows what its writers thought of asking. A question on a
// document without frequently asked ones is judged by its evidence alone.
package questions

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"embed"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strconv"
	"strings"

	"github.com/pqcite/pqcite/core"
)

//go:generate go run ../../../cmd/pqcite-dev learn data --out trained

//go:embed trained/*.txt.gz
var texts embed.FS

//go:embed trained/weights.bin
var weights []byte

//go:embed trained/statements.gz
var statements []byte

// The names of files in a folder that training fills.
const (
	WeightsFile    = "weights.bin"
	TextsSuffix    = ".txt.gz" // after the id of a document
	StatementsFile = "statements.gz"
)

// Weights are the trained weights of all questions, as package retrieval/faq reads them.
// They must not be changed.
func Weights() []byte { return weights }

// StatementsSum is a checksum of all statements.
func StatementsSum() uint32 {
	return binary.LittleEndian.Uint32(statements[len(statements)-8:]) // CRC-32, RFC 1952, section 2.3.1
}

// All returns the facts that the weights were trained from, in the names that the documents
// use, with their statements. It takes a tenth of a second.
func All() ([]Fact, error) {
	all, err := withoutStatements()
	if err != nil {
		return nil, err
	}
	if err := state(all, bytes.NewReader(statements)); err != nil {
		return nil, fmt.Errorf("read %s: %w", StatementsFile, err)
	}
	return all, nil
}

func withoutStatements() ([]Fact, error) {
	paths, err := fs.Glob(texts, "trained/*"+TextsSuffix)
	if err != nil {
		return nil, err
	}
	var all []Fact
	for _, path := range paths {
		facts, err := unpack(path)
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", path, err)
		}
		all = append(all, facts...)
	}
	return all, nil
}

func unpack(path string) ([]Fact, error) {
	f, err := texts.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	return Read(r, strings.TrimSuffix(strings.TrimPrefix(path, "trained/"), TextsSuffix))
}

// Pack writes the facts of a document, compressed. The same facts give the same bytes.
func Pack(w io.Writer, facts []Fact) error {
	z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	b := bufio.NewWriter(z)
	for _, f := range facts {
		fmt.Fprintf(b, "@ %s\n", unitList(f.Units))
		for _, text := range f.Wordings {
			fmt.Fprintln(b, text)
		}
		for _, text := range f.Negatives {
			fmt.Fprintln(b, "! "+text)
		}
	}
	if err := b.Flush(); err != nil {
		return err
	}
	return z.Close()
}

// PackStatements writes the statements of all facts, one a line and compressed. Facts must be
// in the order of All.
func PackStatements(w io.Writer, facts []Fact) error {
	z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	b := bufio.NewWriter(z)
	for _, f := range facts {
		fmt.Fprintln(b, f.Statement)
	}
	if err := b.Flush(); err != nil {
		return err
	}
	return z.Close()
}

// state gives facts the statements that PackStatements wrote of them.
func state(facts []Fact, r io.Reader) error {
	z, err := gzip.NewReader(r)
	if err != nil {
		return err
	}
	defer z.Close()
	s, n := bufio.NewScanner(z), 0
	for ; s.Scan(); n++ {
		if n < len(facts) {
			facts[n].Statement = s.Text()
		}
	}
	if err := s.Err(); err != nil {
		return err
	}
	if n != len(facts) {
		return fmt.Errorf("%w: statements of %d facts, want %d", ErrSyntax, n, len(facts))
	}
	return nil
}

// unitList is what readUnits reads.
func unitList(units []core.UnitRef) string {
	if len(units) == 0 {
		return "-"
	}
	list := make([]string, len(units))
	for i, u := range units {
		list[i] = FormatUnit(u)
	}
	return strings.Join(list, ", ")
}

// FormatUnit returns a unit as the line of a fact names it: page, anchor or "-", checksum.
func FormatUnit(u core.UnitRef) string {
	anchor := u.Anchor
	if anchor == "" {
		anchor = "-"
	}
	return fmt.Sprintf("%d %s %08x", u.Page, anchor, u.Sum)
}

// Fact is what some units of a document state together, with what people ask who want to
// know it. Without wordings, the units are those that come nearest to what the negatives
// ask.
type Fact struct {
	Units     []core.UnitRef // the most telling first; none where all is small talk
	Statement string         // what the units state, in our own words; "" where nobody wrote it
	Wordings  []string
	Negatives []string // that no document answers
}

// ErrSyntax is wrapped by the errors for a line that can't be read.
var ErrSyntax = errors.New("invalid file of questions")

// maxLine bounds a line in bytes.
const maxLine = 1 << 12

// Read reads the questions on a document. A fact begins with a line of its units,
// "@ 48 table-3 1a2b3c4d, 48 - 5e6f7a8b": PDF page, anchor or "-", and the checksum of
// the words in hex. A line after "> " is its statement. Each other line below it is a
// question; one after "! " is a hard negative.
// Below "@ -", which names no unit, there are only those: small talk, and questions on other
// subjects.
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
	if n := len(facts); n > 0 && len(facts[n-1].Wordings)+len(facts[n-1].Negatives) == 0 {
		return errors.New("units without a question below them")
	}
	return nil
}

func add(facts *[]Fact, line, docID string) error {
	if list, ok := strings.CutPrefix(line, "@ "); ok {
		if err := whole(*facts); err != nil {
			return err
		}
		units, err := readUnits(list, docID)
		*facts = append(*facts, Fact{Units: units})
		return err
	}
	if len(*facts) == 0 {
		return errors.New("a question before any unit")
	}
	f := &(*facts)[len(*facts)-1]
	if text, ok := strings.CutPrefix(line, "> "); ok {
		return f.setStatement(text)
	}
	text, unanswered := strings.CutPrefix(line, "! ")
	switch {
	case strings.TrimSpace(text) == "":
		return errors.New("an empty line")
	case !unanswered && len(f.Units) == 0:
		return errors.New("a question with an answer and no unit")
	case unanswered:
		f.Negatives = append(f.Negatives, text)
	default:
		f.Wordings = append(f.Wordings, text)
	}
	return nil
}

func (f *Fact) setStatement(text string) error {
	switch {
	case strings.TrimSpace(text) == "":
		return errors.New("an empty statement")
	case f.Statement != "":
		return errors.New("a second statement")
	case len(f.Units) == 0:
		return errors.New("a statement without a unit")
	}
	f.Statement = text
	return nil
}

// readUnits reads a list of units; "-" is none.
func readUnits(list, docID string) ([]core.UnitRef, error) {
	if list == "-" {
		return nil, nil
	}
	var out []core.UnitRef
	for one := range strings.SplitSeq(list, ", ") {
		fields := strings.Fields(one)
		if len(fields) != 3 {
			return nil, errors.New("a unit that is no page, anchor and checksum")
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
