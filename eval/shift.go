package eval

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/pqcite/pqcite/core"
)

// NumberedName is an algorithm of a document as a citation of it reads.
type NumberedName struct {
	Doc    string // label: "FIPS 203"
	Number int
	Name   string // without its arguments: "K-PKE.KeyGen"
}

// SourceFile is a file of somebody's sources.
type SourceFile struct {
	Name string
	Text string
}

// Flagged is a finding at warning or above in a file.
type Flagged struct {
	Span core.Span // in the text of the file
	Rule string
	Text string // as written
	Note string // what is said of it
}

// Checker is what is measured: it returns what it finds in a file. Two calls for one
// text give the same.
type Checker interface {
	Flag(ctx context.Context, f SourceFile) ([]Flagged, error)
}

// ShiftReport says how many wrong numbers a checker notices, and what it says of
// sources that nobody has changed.
type ShiftReport struct {
	Files  int     `json:"files"`
	Shifts []Shift `json:"shifts"`
	// AsTheyAre are the findings on the sources as they are, to be read: each is a
	// true one, or a false one.
	AsTheyAre []ShiftPlace `json:"as_they_are"`
}

// Shift is the outcome of one way of making numbers wrong.
type Shift struct {
	By       int          `json:"by"` // what was added to the number
	Reported Rate         `json:"reported"`
	Missed   []ShiftPlace `json:"missed"`
}

// ShiftPlace is a line of a file.
type ShiftPlace struct {
	File string `json:"file"`
	Line int    `json:"line"` // 1-based
	Text string `json:"text"`
	Rule string `json:"rule,omitempty"`
	Note string `json:"note,omitempty"`
}

// String is the place as compilers write one.
func (p *ShiftPlace) String() string {
	s := p.File + ":" + strconv.Itoa(p.Line) + ": " + p.Text
	if p.Rule != "" {
		s += " [" + p.Rule + "] " + p.Note
	}
	return s
}

// shiftsBy are the ways of making numbers wrong: the neighbours, which are the
// mistakes that drafts, insertions and slips of the pen leave behind.
var shiftsBy = []int{1, -1}

// Shifter makes the numbers of right citations wrong, one at a time, and counts which
// of them a checker notices. The citations are found without the checker, by a
// reader's measure: a number and the name of an algorithm that has it, side by side.
type Shifter struct {
	checker Checker
	names   []spokenName
	report  ShiftReport
	cases   []int // of each shift
	caught  []int
}

// NewShifter returns a shifter for citations of algorithms.
func NewShifter(names []NumberedName, checker Checker) (*Shifter, error) {
	s := &Shifter{checker: checker, cases: make([]int, len(shiftsBy)), caught: make([]int, len(shiftsBy))}
	for _, n := range names {
		spoken, err := newSpokenName(n)
		if err != nil {
			return nil, fmt.Errorf("read the name %q: %w", n.Name, err)
		}
		s.names = append(s.names, spoken)
	}
	for _, by := range shiftsBy {
		s.report.Shifts = append(s.report.Shifts, Shift{By: by, Missed: []ShiftPlace{}})
	}
	return s, nil
}

// File measures one file. A number that stands beside no name, or beside another's,
// is no case, and neither is one that would become 0.
func (s *Shifter) File(ctx context.Context, f SourceFile) error {
	s.report.Files++
	cases := s.citations(f.Text)
	flagged, err := s.checker.Flag(ctx, f)
	if err != nil {
		return err
	}
	for _, found := range flagged {
		p := placeIn(f, found.Span.Start)
		p.Text, p.Rule, p.Note = found.Text, found.Rule, found.Note
		s.report.AsTheyAre = append(s.report.AsTheyAre, p)
	}
	for i, by := range shiftsBy {
		for _, c := range cases {
			if c.number+by < 1 {
				continue
			}
			if err := s.try(ctx, f, c, i); err != nil {
				return err
			}
		}
	}
	return nil
}

// try shifts the number of one citation and looks whether something at its place is
// found wrong.
func (s *Shifter) try(ctx context.Context, f SourceFile, c numbered, shift int) error {
	number := strconv.Itoa(c.number + shiftsBy[shift])
	wrong := SourceFile{f.Name, f.Text[:c.span.Start] + number + f.Text[c.span.End:]}
	at := core.Span{Start: c.span.Start, End: c.span.Start + len(number)}
	flagged, err := s.checker.Flag(ctx, wrong)
	if err != nil {
		return err
	}
	s.cases[shift]++
	if slices.ContainsFunc(flagged, func(found Flagged) bool { return found.Span.Overlaps(at) && numberIsWrong[found.Rule] }) {
		s.caught[shift]++
		return nil
	}
	s.report.Shifts[shift].Missed = append(s.report.Shifts[shift].Missed, placeIn(f, c.span.Start))
	return nil
}

// numberIsWrong are the rules that say so.
var numberIsWrong = map[string]bool{"contradicted": true, "dangling": true}

// Report returns what came out. Its bytes depend on the files alone.
func (s *Shifter) Report() *ShiftReport {
	r := s.report
	for i := range r.Shifts {
		if s.cases[i] > 0 {
			r.Shifts[i].Reported = newRate(fmt.Sprintf("reported%+d", shiftsBy[i]), s.caught[i], s.cases[i])
		}
	}
	if r.AsTheyAre == nil {
		r.AsTheyAre = []ShiftPlace{}
	}
	return &r
}
