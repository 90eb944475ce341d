package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"github.com/pqcite/pqcite/citations/refs"
	"github.com/pqcite/pqcite/citations/rules"
	"github.com/pqcite/pqcite/internal/atomicfile"
	"github.com/pqcite/pqcite/internal/visible"
)

// fixes corrects the findings of a file whose right number is certain, or shows how it
// would. It returns the corrections that were made.
func (c *checker) fixes(out io.Writer, f *scanned, shown []rules.Breach) (map[*refs.Fix]bool, error) {
	if !c.options.fix || f.name == "-" {
		return nil, nil
	}
	var todo []*refs.Fix
	for i := range shown {
		if fix := shown[i].Fix; fix != nil {
			todo = append(todo, fix)
		}
	}
	if len(todo) == 0 {
		return nil, nil
	}
	edits := editsOf(todo)
	if c.options.dryRun {
		return nil, writeDiff(out, f.name, f.text, edits)
	}
	if err := correct(f.name, f.text, edited(f.text, edits)); err != nil {
		return nil, err
	}
	c.counts.fixed += len(todo)
	made := make(map[*refs.Fix]bool, len(todo))
	for _, fix := range todo {
		made[fix] = true
	}
	return made, nil
}

// writeDiff writes a diff that can be read, and applied: what could do something to a
// terminal is escaped, and line ends stay as the file has them. It takes time by the
// edits, which are known: finding them again would take it by the square of the file.
func writeDiff(out io.Writer, name, text string, edits []udiff.Edit) error {
	name = visible.Line(name)
	diff, err := udiff.ToUnified("a/"+name, "b/"+name, text, edits, udiff.DefaultContextLines)
	if err != nil {
		return fmt.Errorf("show the corrections of %q: %w", name, err)
	}
	for line := range strings.Lines(diff) {
		text := strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
		if _, err := io.WriteString(out, visible.Text(text)+line[len(text):]); err != nil {
			return err
		}
	}
	return nil
}

// editsOf are corrections as edits, which are in the order of the text and do not
// overlap.
func editsOf(fixes []*refs.Fix) []udiff.Edit {
	var edits []udiff.Edit
	at := 0
	for _, fix := range fixes {
		if fix.Span.Start < at {
			continue
		}
		edits = append(edits, udiff.Edit{Start: fix.Span.Start, End: fix.Span.End, New: fix.Text})
		at = fix.Span.End
	}
	return edits
}

// edited is a text with its edits made. No other byte changes.
func edited(text string, edits []udiff.Edit) string {
	var b strings.Builder
	at := 0
	for _, e := range edits {
		b.WriteString(text[at:e.Start] + e.New)
		at = e.End
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
