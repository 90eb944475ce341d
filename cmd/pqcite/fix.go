package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"github.com/pqcite/pqcite/citations"
	"github.com/pqcite/pqcite/internal/atomicfile"
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
		_, err := io.WriteString(out, udiff.Unified("a/"+f.name, "b/"+f.name, f.text, text))
		return nil, err
	}
	if err := replaceFile(f.name, f.text, text); err != nil {
		return nil, err
	}
	c.counts.fixed += len(todo)
	return todo, nil
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

// replaceFile puts new content in the place of a file in one step, with the
// file's permissions. It refuses if the file has changed since it was read.
func replaceFile(name, before, after string) error {
	fail := func(err error) error { return fmt.Errorf("correct %q: %w", name, err) }
	now, err := os.ReadFile(name)
	switch {
	case err != nil:
		return fail(err)
	case string(now) != before:
		return fail(errors.New("it was changed while it was checked; run the check again"))
	}
	if err := atomicfile.WriteBytes(name, 0o600, []byte(after)); err != nil {
		return fail(err)
	}
	return nil
}
