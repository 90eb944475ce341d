package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"github.com/pqcite/pqcite/citations"
	"github.com/pqcite/pqcite/internal/atomicfile"
	"github.com/pqcite/pqcite/internal/visible"
)

// fixes corrects the references of a file whose right number is certain, or shows
// how it would. It returns the corrections that were made.
func (c *checker) fixes(out io.Writer, f *scanned) ([]*citations.Fix, error) {
	if !c.options.fix {
		return nil, nil
	}
	var todo []*citations.Fix
	for i := range f.found {
		if fix := f.found[i].Fix; fix != nil && f.name != "-" {
			todo = append(todo, fix)
		}
	}
	if len(todo) == 0 {
		return nil, nil
	}
	text := corrected(f.text, todo)
	if c.options.dryRun {
		return nil, writeDiff(out, f.name, f.text, text)
	}
	if err := correct(f.name, f.text, text); err != nil {
		return nil, err
	}
	c.counts.fixed += len(todo)
	return todo, nil
}

// writeDiff writes a diff that can be read, and applied: what could do something to a
// terminal is escaped, and line ends stay as the file has them.
func writeDiff(out io.Writer, name, before, after string) error {
	name = visible.Line(name)
	for line := range strings.Lines(udiff.Unified("a/"+name, "b/"+name, before, after)) {
		text := strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
		if _, err := io.WriteString(out, visible.Text(text)+line[len(text):]); err != nil {
			return err
		}
	}
	return nil
}

// corrected applies corrections, which stand in the order of the text and do not
// overlap. No other byte changes.
func corrected(text string, fixes []*citations.Fix) string {
	var b strings.Builder
	at := 0
	for _, fix := range fixes {
		if fix.Span.Start < at {
			continue
		}
		b.WriteString(text[at:fix.Span.Start] + fix.Text)
		at = fix.Span.End
	}
	return b.String() + text[at:]
}

// leftAlone is why a file was not corrected. Others may be.
type leftAlone struct{ error }

func (e leftAlone) Unwrap() error { return e.error }

// correct replaces a file that still reads as it was checked.
func correct(name, before, after string) error {
	if err := atomicfile.Replace(name, []byte(before), []byte(after)); err != nil {
		return leftAlone{fmt.Errorf("%q is not corrected: %w", name, err)}
	}
	return nil
}
