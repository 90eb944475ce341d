package main

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pqcite/pqcite/citations/prose"
	"github.com/pqcite/pqcite/citations/refs"
	"github.com/pqcite/pqcite/citations/rules"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/standards"
	"github.com/pqcite/pqcite/eval"
	"github.com/pqcite/pqcite/internal/visible"
)

func (a *app) evalShiftCommand() *cobra.Command {
	var asJSON bool
	var o treeOptions
	c := &cobra.Command{
		Use:   "shift DIR...",
		Short: "Make the numbers of right citations wrong and count how many check notices",
		Long: `Reads sources and takes each number of an algorithm that stands beside the name of the
algorithm that has it, in whatever spelling a reader would recognise. Adds one to the
number, or takes one away, checks the file again, and counts how often the number is
found wrong. Lists the ones that were missed, and all findings on the sources as they
are. No file is changed.`,
		Args:   atLeast(1),
		Hidden: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.validate(); err != nil {
				return err
			}
			report, err := a.evalShift(cmd.Context(), args, o)
			if err != nil {
				return err
			}
			if asJSON {
				return a.printJSON(report)
			}
			return writeShift(a.out, report)
		},
	}
	o.flags(c)
	c.Flags().BoolVar(&asJSON, "json", false, "print the report as JSON")
	return c
}

func (a *app) evalShift(ctx context.Context, roots []string, o treeOptions) (*eval.ShiftReport, error) {
	s, err := a.scanner(ctx)
	if err != nil {
		return nil, err
	}
	shifter, err := eval.NewShifter(numberedNames(), &shiftChecker{scanner: s})
	if err != nil {
		return nil, err
	}
	err = a.items(ctx, roots, o, func(i treeItem) error {
		switch {
		case i.failed != nil:
			return fmt.Errorf("read %q: %w", i.name, i.failed)
		case i.lang == nil:
			return nil // left out
		}
		return shifter.File(ctx, eval.SourceFile{Name: i.name, Text: i.text})
	})
	return shifter.Report(), err
}

// numberedNames are the algorithms of the pack's documents.
func numberedNames() []eval.NumberedName {
	var out []eval.NumberedName
	for _, d := range standards.Documents() {
		for _, e := range standards.Structure(d.ID) {
			if n, err := strconv.Atoi(e.Number); err == nil && e.Kind == core.KindAlgorithm {
				out = append(out, eval.NumberedName{Doc: d.Label, Number: n, Name: e.Title})
			}
		}
	}
	return out
}

// shiftChecker is check as it is measured: what it finds at warning or above. It
// remembers the file of its last call.
type shiftChecker struct {
	scanner *refs.Scanner
	file    string
	memory  *refs.Memory
}

func (c *shiftChecker) Flag(ctx context.Context, f eval.SourceFile) ([]eval.Flagged, error) {
	if c.memory == nil || c.file != f.Name {
		c.file, c.memory = f.Name, &refs.Memory{}
	}
	reading, err := c.scanner.Read(ctx, f.Text, prose.LanguageOf(f.Name), c.memory)
	if err != nil {
		return nil, err
	}
	var out []eval.Flagged
	for i := range reading.Found {
		if o := &reading.Found[i]; warns(o) {
			out = append(out, eval.Flagged{Span: o.Span, Rule: rules.Broken(o), Text: o.Text, Note: o.Note})
		}
	}
	return out, nil
}

// warns reports whether a finding is one at warning or above.
func warns(o *refs.Occurrence) bool {
	rule := rules.Broken(o)
	return rule != "" && rule != rules.Draft && o.Status != refs.Superseded
}

func writeShift(w io.Writer, r *eval.ShiftReport) error {
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
