package main

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/pqcite/pqcite/citations/rules"
	"github.com/pqcite/pqcite/internal/visible"
)

// finding is an occurrence that is not in order.
type finding struct {
	refLine
	Level rules.Severity `json:"level"`
	Rule  string         `json:"rule"`
	// Fix is what takes the place of the wrong number; "" where that is not certain.
	Fix string `json:"fix"`
	// Message says what is wrong and what may be meant, in a line.
	Message string `json:"message"`
	// Fingerprint is the same as long as the finding is, wherever it moves in its file.
	Fingerprint string `json:"fingerprint"`
	Help        string `json:"help"` // page on the rule

	fix *region // that Fix takes the place of; nil where there is none
}

// region is a place in a file as SARIF has it: lines and columns from 1, columns in code
// points, and the end is after the last one.
type region struct {
	startLine, startColumn, endLine, endColumn int
}

// finding is a breach as a line of the result.
func (f *scanned) finding(b *rules.Breach) finding {
	out := finding{
		refLine: f.line(*b.Occurrence), Level: b.Severity, Rule: b.Rule, Message: oneLine(rules.Complaint(b.Occurrence)),
		Fingerprint: b.Fingerprint(f.text).String(),
	}
	if r, ok := rules.ByID(b.Rule); ok {
		out.Help = r.HelpURI()
	}
	if b.Fix != nil {
		out.Fix = b.Fix.Text
		f.fixAt.advance(f.text, b.Fix.Span.Start)
		end := f.fixAt
		end.advance(f.text, b.Fix.Span.End)
		out.fix = &region{f.fixAt.line + 1, f.fixAt.column + 1, end.line + 1, end.column + 1}
	}
	return out
}

// reporter prints findings in one of the formats.
type reporter interface {
	finding(f finding) error
	unread(u unread) error
	end(c *counts) error
	stop(why error) error // in place of end
}

// suppressor is a reporter that has a place for what is not reported.
type suppressor interface {
	suppressed(f finding, b *suppressedBreach) error
}

func (a *app) reporter(out io.Writer, o checkOptions) reporter {
	switch {
	case o.json:
		return jsonReporter{out}
	case o.sarif:
		return newSARIF(out)
	}
	return textReporter{out: out, err: a.err, ink: a.sheet().ink}
}

// severityStyle is how a severity looks.
func severityStyle(s rules.Severity) style {
	switch s {
	case rules.SeverityError:
		return bad
	case rules.SeverityWarning:
		return doubt
	}
	return key
}

// textReporter prints findings for people: one a line, as compilers do.
type textReporter struct {
	out, err io.Writer
	ink
}

func (r textReporter) finding(f finding) error {
	at := fmt.Sprintf("%s:%d:%d:", visible.Line(f.File), f.Line, f.Start+1)
	_, err := fmt.Fprintf(r.out, "%s %s: %s %s\n", r.paint(strong, at), r.paint(severityStyle(f.Level), string(f.Level)), f.Message, r.paint(faint, "["+f.Rule+"]"))
	return err
}

func (r textReporter) end(c *counts) error {
	_, err := fmt.Fprintln(r.err, c.summary())
	return err
}

// summary is the line that ends a check for people.
func (c *counts) summary() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s in %s: %s", counted(c.references, "reference"), counted(c.files, "file"), counted(c.findings, "finding"))
	for _, more := range []struct {
		count int
		what  string
	}{
		{c.ignored, "ignored by comments"}, {c.known, "in the baseline"}, {c.written, "written to the baseline"}, {c.fixed, "corrected"},
	} {
		if more.count > 0 {
			fmt.Fprintf(&b, ", %d %s", more.count, more.what)
		}
	}
	if c.leftOut > 0 {
		b.WriteString(", " + leftOut(c.leftOut))
	}
	if c.stale > 0 {
		fmt.Fprintf(&b, "\nof the baseline %s no longer found; --write-baseline drops what is gone", counted(c.stale, "finding"))
	}
	return b.String()
}

func (r textReporter) unread(unread) error { return nil } // standard error has it
func (r textReporter) stop(error) error    { return nil }

type jsonReporter struct{ out io.Writer }

func (r jsonReporter) finding(f finding) error { return encodeLine(r.out, f) }
func (r jsonReporter) end(*counts) error       { return nil }
func (r jsonReporter) stop(error) error        { return nil }

func (r jsonReporter) unread(u unread) error {
	rule, _ := rules.ByID(rules.NotRead)
	line := u.refLine()
	return encodeLine(r.out, finding{refLine: line, Level: rule.Severity, Rule: rule.ID, Message: cmp.Or(line.Note, rule.Title), Help: rule.HelpURI()})
}
