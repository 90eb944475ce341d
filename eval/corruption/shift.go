package corruption

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/pqcite/pqcite/citations/prose"
	"github.com/pqcite/pqcite/citations/refs"
	"github.com/pqcite/pqcite/citations/rules"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/eval"
	"github.com/pqcite/pqcite/internal/visible"
)

// finding is one at warning or above in a file.
type finding struct {
	span core.Span // in the text of the file
	rule string
	text string // as written
	note string
}

// ShiftReport says how many wrong numbers a checker notices, and what it says of
// sources that nobody has changed.
type ShiftReport struct {
	Files  int     `json:"files"`
	Shifts []Shift `json:"shifts"`
	// AsTheyAre are the findings on the sources as they are, true and false ones, to be
	// read by a person.
	AsTheyAre []ShiftPlace `json:"as_they_are"`
}

// Shift is the outcome of one way of making numbers wrong.
type Shift struct {
	By       int          `json:"by"` // what was added to the number
	Reported eval.Rate    `json:"reported"`
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
// of them a check of the file reports.
type Shifter struct {
	names  []spelling
	check  func(ctx context.Context, file, text string) ([]finding, error)
	report ShiftReport
	cases  []int // of each shift
	caught []int
}

// NewShifter returns a shifter for citations of the pack's algorithms, which measures a
// scanner.
func NewShifter(scanner *refs.Scanner) *Shifter {
	return newShifter(numberedNames(), (&checker{scanner: scanner}).check)
}

func newShifter(names []spelling, check func(ctx context.Context, file, text string) ([]finding, error)) *Shifter {
	s := &Shifter{names: names, check: check, cases: make([]int, len(shiftsBy)), caught: make([]int, len(shiftsBy))}
	for _, by := range shiftsBy {
		s.report.Shifts = append(s.report.Shifts, Shift{By: by, Missed: []ShiftPlace{}})
	}
	return s
}

// checker finds what the command check reports at warning or above. It remembers the file
// of its last call, of which it is given many variants.
type checker struct {
	scanner *refs.Scanner
	file    string
	memory  *refs.Memory
}

func (c *checker) check(ctx context.Context, file, text string) ([]finding, error) {
	if c.memory == nil || c.file != file {
		c.file, c.memory = file, &refs.Memory{}
	}
	reading, err := c.scanner.Read(ctx, text, prose.LanguageOf(file), c.memory)
	if err != nil {
		return nil, err
	}
	var out []finding
	for i := range reading.Found {
		o := &reading.Found[i]
		if rule := rules.Broken(o); rule != "" && rule != rules.Draft && o.Status != refs.Superseded {
			out = append(out, finding{o.Span, rule, o.Text, o.Note})
		}
	}
	return out, nil
}

// File measures one file. A number that has no name beside it, or another's, is no case,
// and neither is one that would become 0.
func (s *Shifter) File(ctx context.Context, file, text string) error {
	s.report.Files++
	found, err := s.check(ctx, file, text)
	if err != nil {
		return err
	}
	for _, f := range found {
		p := placeIn(file, text, f.span.Start)
		p.Text, p.Rule, p.Note = f.text, f.rule, f.note
		s.report.AsTheyAre = append(s.report.AsTheyAre, p)
	}
	cases := s.citations(text)
	for i, by := range shiftsBy {
		for _, c := range cases {
			if c.number+by < 1 {
				continue
			}
			if err := s.try(ctx, file, text, c, i); err != nil {
				return err
			}
		}
	}
	return nil
}

// try shifts the number of one citation and looks whether something at its place is
// found wrong.
func (s *Shifter) try(ctx context.Context, file, text string, c numbered, shift int) error {
	number := strconv.Itoa(c.number + shiftsBy[shift])
	found, err := s.check(ctx, file, text[:c.span.Start]+number+text[c.span.End:])
	if err != nil {
		return err
	}
	s.cases[shift]++
	at := core.Span{Start: c.span.Start, End: c.span.Start + len(number)}
	if slices.ContainsFunc(found, func(f finding) bool { return f.span.Overlaps(at) && numberIsWrong[f.rule] }) {
		s.caught[shift]++
		return nil
	}
	s.report.Shifts[shift].Missed = append(s.report.Shifts[shift].Missed, placeIn(file, text, c.span.Start))
	return nil
}

// numberIsWrong are the rules that say so.
var numberIsWrong = map[string]bool{"contradicted": true, "dangling": true}

// Report returns what came out. Its bytes depend on the files alone.
func (s *Shifter) Report() *ShiftReport {
	r := s.report
	for i := range r.Shifts {
		if s.cases[i] > 0 {
			r.Shifts[i].Reported = eval.NewRate(fmt.Sprintf("reported%+d", shiftsBy[i]), s.caught[i], s.cases[i])
		}
	}
	if r.AsTheyAre == nil {
		r.AsTheyAre = []ShiftPlace{}
	}
	return &r
}

// WriteText writes the report for people.
func (r *ShiftReport) WriteText(w io.Writer) error {
	var b strings.Builder
	for _, s := range r.Shifts {
		fmt.Fprintf(&b, "numbers shifted by %+d: %d of %d reported (%.1f %%, 95 %% interval %.1f to %.1f)\n",
			s.By, s.Reported.Count, s.Reported.N, 100*s.Reported.Share, 100*s.Reported.Low, 100*s.Reported.High)
		for i := range s.Missed {
			fmt.Fprintf(&b, "  missed: %s\n", visible.Line(s.Missed[i].String()))
		}
	}
	fmt.Fprintf(&b, "%d files as they are: %d findings\n", r.Files, len(r.AsTheyAre))
	for i := range r.AsTheyAre {
		fmt.Fprintf(&b, "  %s\n", visible.Line(r.AsTheyAre[i].String()))
	}
	_, err := io.WriteString(w, b.String())
	return err
}
