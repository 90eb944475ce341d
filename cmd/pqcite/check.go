package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/pqcite/pqcite/citations"
	"github.com/pqcite/pqcite/internal/visible"
)

// level is how much a finding weighs, with the names of SARIF.
type level string

const (
	levelNone    level = "none"
	levelNote    level = "note"
	levelWarning level = "warning"
	levelError   level = "error"
)

var levels = []level{levelNone, levelNote, levelWarning, levelError}

// reaches reports whether a level is at least another.
func (l level) reaches(least level) bool {
	return slices.Index(levels, l) >= slices.Index(levels, least)
}

// levelOf is how much an occurrence weighs: levelNone for what is in order.
func levelOf(o *citations.Occurrence) level {
	switch o.Rule() {
	case "":
		return levelNone
	case citations.RuleDraft:
		return levelNote
	}
	if o.Status == citations.Superseded {
		return levelWarning
	}
	return levelError
}

// finding is an occurrence that is not in order.
type finding struct {
	refLine
	Level level  `json:"level"`
	Rule  string `json:"rule"`
	// Fix is what takes the place of the wrong number; "" where that is not certain.
	Fix string `json:"fix"`

	message           string // what is wrong and what may be meant
	column, endColumn int    // 1-based, in code points
}

// checkOptions are the flags of a check.
type checkOptions struct {
	tree        treeOptions
	json, sarif bool
	fix, dryRun bool
	failOn      string
}

func (o *checkOptions) validate() error {
	switch {
	case o.json && o.sarif:
		return usageError{errors.New("--json and --sarif exclude each other")}
	case o.dryRun && !o.fix:
		return usageError{errors.New("--dry-run shows what --fix would change: give both")}
	case (o.json || o.sarif) && o.dryRun:
		return usageError{errors.New("--dry-run prints a diff, and no --json or --sarif")}
	case !slices.Contains(levels[1:], level(o.failOn)):
		return usageError{fmt.Errorf("--fail-on is %q, must be one of %q", o.failOn, levels[1:])}
	}
	return nil
}

func (a *app) checkCommand() *cobra.Command {
	var o checkOptions
	c := &cobra.Command{
		Use:   "check FILE|DIR…",
		Short: "Check the references to standards in files",
		Long: `Resolves every reference to a standard and reports those that do not hold: documents
and anchors that do not exist, numbers whose anchor is called something else, editions
that were replaced. Exit code 0: clean, 4: findings, 1: something could not be read.`,
		Args: atLeast(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.validate(); err != nil {
				return err
			}
			return a.check(cmd, args, o)
		},
	}
	f := c.Flags()
	f.BoolVar(&o.json, "json", false, "print one line of JSON a finding")
	f.BoolVar(&o.sarif, "sarif", false, "print the findings as SARIF 2.1.0")
	f.BoolVar(&o.fix, "fix", false, "correct the references whose right number is certain")
	f.BoolVar(&o.dryRun, "dry-run", false, "with --fix: show the changes as a diff, and make none")
	f.StringVar(&o.failOn, "fail-on", string(levelWarning), `what makes the exit code 4: "error", "warning" (editions that were replaced too) or "note" (drafts too)`)
	o.tree.flags(c)
	return c
}

func (a *app) check(cmd *cobra.Command, roots []string, o checkOptions) error {
	s, err := a.scanner(cmd.Context())
	if err != nil {
		return err
	}
	out := bufio.NewWriter(a.stream(o.json || o.sarif || o.dryRun)) // a diff is escaped where it is made
	c := checker{options: o, report: a.reporter(out, o), err: a.err}
	err = a.scanTree(cmd.Context(), s, roots, o.tree, func(f scanned) error { return c.file(out, f) })
	code, unread := err.(exitCode)
	if err != nil && !unread {
		return errors.Join(err, out.Flush())
	}
	if err := errors.Join(c.report.end(&c.counts), out.Flush()); err != nil {
		return err
	}
	if unread {
		return code
	}
	if c.counts.leftAlone > 0 {
		return exitCode(exitError)
	}
	if c.counts.failing > 0 {
		return exitCode(exitFindings)
	}
	return nil
}

// counts is what a check has seen.
type counts struct {
	files, references, findings, failing, fixed int
	leftAlone                                   int // files that could not be corrected
}

// reporter prints findings in one of the formats.
type reporter interface {
	finding(f finding) error
	end(c *counts) error
}

func (a *app) reporter(out io.Writer, o checkOptions) reporter {
	switch {
	case o.json:
		return jsonReporter{out}
	case o.sarif:
		return newSARIF(out)
	}
	return textReporter{out: out, err: a.err}
}

// checker checks one file after the other.
type checker struct {
	options checkOptions
	report  reporter
	err     io.Writer // for people
	counts  counts
}

func (c *checker) file(out io.Writer, f scanned) error {
	c.counts.files++
	fixed, err := c.fixes(out, &f)
	if errors.As(err, new(leftAlone)) {
		c.counts.leftAlone++
		fmt.Fprintf(c.err, "pqcite: %s\n", visible.Line(err.Error()))
	} else if err != nil {
		return err
	}
	for i := range f.found {
		o := &f.found[i]
		if o.Status != citations.Candidate {
			c.counts.references++
		}
		l := levelOf(o)
		if l == levelNone || slices.Contains(fixed, o.Fix) && o.Fix != nil {
			continue
		}
		c.counts.findings++
		if l.reaches(level(c.options.failOn)) {
			c.counts.failing++
		}
		found := finding{refLine: f.line(*o), Level: l, Rule: o.Rule(), message: o.Complaint(), column: f.column(o.Span.Start), endColumn: f.column(o.Span.End)}
		if o.Fix != nil {
			found.Fix = o.Fix.Text
		}
		if err := c.report.finding(found); err != nil {
			return err
		}
	}
	return nil
}

// textReporter prints findings for people: one a line, as compilers do.
type textReporter struct{ out, err io.Writer }

func (r textReporter) finding(f finding) error {
	_, err := fmt.Fprintf(r.out, "%s:%d:%d: %s: %s [%s]\n", visible.Line(f.File), f.Line, f.Start+1, f.Level, oneLine(f.message), f.Rule)
	return err
}

func (r textReporter) end(c *counts) error {
	summary := fmt.Sprintf("%d references in %d files: %d findings", c.references, c.files, c.findings)
	if c.fixed > 0 {
		summary += fmt.Sprintf(", %d corrected", c.fixed)
	}
	_, err := fmt.Fprintln(r.err, summary)
	return err
}

type jsonReporter struct{ out io.Writer }

func (r jsonReporter) finding(f finding) error { return encodeLine(r.out, f) }
func (r jsonReporter) end(*counts) error       { return nil }
