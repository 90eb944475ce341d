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

// failing are the severities that --fail-on takes.
var failing = []citations.Severity{citations.SeverityError, citations.SeverityWarning, citations.SeverityInformation}

// severityOf is how loud an occurrence is: SeverityOff for what is in order.
func severityOf(o *citations.Occurrence) citations.Severity {
	r, ok := citations.RuleOf(o.Rule())
	if !ok {
		return citations.SeverityOff
	}
	return r.Severity
}

// finding is an occurrence that is not in order.
type finding struct {
	refLine
	Level citations.Severity `json:"level"`
	Rule  string             `json:"rule"`
	// Fix is what takes the place of the wrong number; "" where that is not certain.
	Fix string `json:"fix"`

	message string // what is wrong and what may be meant
}

// checkOptions are the flags of a check.
type checkOptions struct {
	tree        treeOptions
	json, sarif bool
	fix, dryRun bool
	failOn      string
	least       citations.Severity // that --fail-on names
}

func (o *checkOptions) validate() error {
	switch {
	case o.json && o.sarif:
		return usageError{errors.New("--json and --sarif exclude each other")}
	case o.dryRun && !o.fix:
		return usageError{errors.New("--dry-run shows what --fix would change: give both")}
	case (o.json || o.sarif) && o.dryRun:
		return usageError{errors.New("--dry-run prints a diff, and no --json or --sarif")}
	}
	least, err := citations.ParseSeverity(o.failOn)
	if err != nil || !slices.Contains(failing, least) {
		return usageError{fmt.Errorf("--fail-on is %q, must be one of %q", o.failOn, failing)}
	}
	o.least = least
	return o.tree.validate()
}

func (a *app) checkCommand() *cobra.Command {
	var o checkOptions
	c := &cobra.Command{
		Use:   "check FILE|DIR…",
		Short: "Check the references to standards in files",
		Long: `Resolves every reference to a standard and reports those that do not hold: documents
and anchors that do not exist, numbers whose anchor is called something else. What each
rule means is explained in docs/rules.md. Exit code 0: clean, 4: findings, 1: something could not be read.`,
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
	f.StringVar(&o.failOn, "fail-on", string(citations.SeverityWarning), `what makes the exit code 4: "error", "warning" or "information" (drafts and editions that were replaced too)`)
	o.tree.flags(c)
	return c
}

func (a *app) check(cmd *cobra.Command, roots []string, o checkOptions) error {
	s, err := a.scanner(cmd.Context())
	if err != nil {
		return err
	}
	out := bufio.NewWriter(a.stream(o.json || o.sarif || o.dryRun)) // a diff is escaped where it is made
	c := checker{options: o, out: out, report: a.reporter(out, o), err: a.err}
	err = a.scanTree(cmd.Context(), s, roots, o.tree, &c)
	_, unread := err.(exitCode)
	if err != nil && !unread {
		if stopped := c.report.stop(err); stopped != nil {
			return err // nothing can be printed any more
		}
		return errors.Join(err, out.Flush())
	}
	if flushed := out.Flush(); flushed != nil {
		return flushed
	}
	if unread {
		return err
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
	leftOut                                     int // files and folders that were not read
	leftAlone                                   int // files that could not be corrected
}

// reporter prints findings in one of the formats.
type reporter interface {
	finding(f finding) error
	unread(u unread) error
	end(c *counts) error
	stop(why error) error // in place of end
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
	out     io.Writer
	report  reporter
	err     io.Writer // for people
	counts  counts
}

func (c *checker) unread(u unread) error { return c.report.unread(u) }

func (c *checker) end(leftOut int) error {
	c.counts.leftOut = leftOut
	return c.report.end(&c.counts)
}

func (c *checker) file(f *scanned) error {
	c.counts.files++
	made, err := c.fixes(c.out, f)
	if errors.As(err, new(leftAlone)) {
		c.counts.leftAlone++
		fmt.Fprintf(c.err, "pqcite: %s\n", visible.Line(err.Error()))
	} else if err != nil {
		return err
	}
	fixed := make(map[*citations.Fix]bool, len(made))
	for _, fix := range made {
		fixed[fix] = true
	}
	for i := range f.found {
		o := &f.found[i]
		if o.Status != citations.Candidate {
			c.counts.references++
		}
		l := severityOf(o)
		if l == citations.SeverityOff || fixed[o.Fix] {
			continue
		}
		c.counts.findings++
		if l.Reaches(c.options.least) {
			c.counts.failing++
		}
		found := finding{refLine: f.line(*o), Level: l, Rule: o.Rule(), message: o.Complaint()}
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
	if c.leftOut > 0 {
		summary += fmt.Sprintf(", %d files and folders left out", c.leftOut)
	}
	_, err := fmt.Fprintln(r.err, summary)
	return err
}

func (r textReporter) unread(unread) error { return nil } // standard error has it
func (r textReporter) stop(error) error    { return nil }

type jsonReporter struct{ out io.Writer }

func (r jsonReporter) finding(f finding) error { return encodeLine(r.out, f) }
func (r jsonReporter) end(*counts) error       { return nil }
func (r jsonReporter) stop(error) error        { return nil }

func (r jsonReporter) unread(u unread) error {
	return encodeLine(r.out, finding{refLine: u.refLine(), Level: citations.SeverityError, Rule: citations.RuleNotRead})
}
