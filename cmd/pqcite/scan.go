package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/pqcite/pqcite/citations"
	"github.com/pqcite/pqcite/citations/prose"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/ordered"
	"github.com/pqcite/pqcite/internal/visible"
	"github.com/pqcite/pqcite/internal/walk"
)

// scanner returns a scanner over the library.
func (a *app) scanner(ctx context.Context) (*citations.Scanner, error) {
	lib, err := a.openLibrary(ctx)
	if err != nil {
		return nil, err
	}
	return lib.Scanner(), nil
}

// treeOptions are the flags of commands that walk trees.
type treeOptions struct {
	walk.Options
	verbose bool
}

func (o *treeOptions) flags(c *cobra.Command) {
	c.Flags().Int64Var(&o.MaxBytes, "max-bytes", walk.DefaultMaxBytes, "size of a file above which it is left out")
	c.Flags().BoolVar(&o.Vendored, "vendored", false, "read vendored code as well")
	c.Flags().BoolVar(&o.Ignored, "ignored", false, "read what git ignores as well")
	c.Flags().BoolVarP(&o.verbose, "verbose", "v", false, "say which files were left out, and why")
}

// scanned is a file with its references.
type scanned struct {
	name  string
	text  string
	found []citations.Occurrence
	lines []int // offsets of the lines' starts, made when needed
}

// treeItem is what a walk meets: a file, or something that was not read.
type treeItem struct {
	name    string
	text    string
	lang    *prose.Language
	failed  error
	skipped walk.Reason
	found   []citations.Occurrence
}

// scanTree scans files and folders, "-" for standard input, several files at once,
// and hands them on in order. What can't be read is reported, and makes the result
// an error in the end.
func (a *app) scanTree(ctx context.Context, s *citations.Scanner, roots []string, o treeOptions, each func(scanned) error) error {
	bar := a.progress(-1, "files", false)
	defer bar.done()
	files, failed := int64(0), false
	err := ordered.Map(ctx, runtime.GOMAXPROCS(0),
		func(ctx context.Context, yield func(treeItem) error) error { return a.items(ctx, roots, o, yield) },
		func(i treeItem) treeItem {
			if i.lang != nil {
				i.found = s.Scan(i.text, i.lang)
			}
			return i
		},
		func(i treeItem) error {
			switch {
			case i.failed != nil:
				failed = true
				fmt.Fprintf(a.err, "pqcite: read %q: %s\n", i.name, visible.Line(i.failed.Error()))
			case i.skipped != "":
				fmt.Fprintf(a.err, "left out: %s: %s\n", visible.Line(i.name), i.skipped)
			default:
				files++
				bar.set(files, -1)
				return each(scanned{name: i.name, text: i.text, found: i.found})
			}
			return nil
		})
	if err == nil && failed {
		return exitCode(exitError)
	}
	return err
}

// items walks the roots. A root that can't be walked is an item too.
func (a *app) items(ctx context.Context, roots []string, o treeOptions, yield func(treeItem) error) error {
	var stop error // of yield, where the walk has no place for it
	quietly := func(i treeItem) {
		if stop == nil {
			stop = yield(i)
		}
	}
	v := walk.Visitor{
		File: func(name string, data []byte) error {
			if stop != nil {
				return stop
			}
			return yield(treeItem{name: name, text: string(data), lang: prose.LanguageOf(name)})
		},
		Failed: func(name string, err error) { quietly(treeItem{name: name, failed: err}) },
	}
	if o.verbose {
		v.Skip = func(name string, why walk.Reason) { quietly(treeItem{name: name, skipped: why}) }
	}
	for _, root := range roots {
		var err error
		if root == "-" {
			err = a.standardInput(o, yield)
		} else { // "./..." is how Go people name a tree
			err = walk.Tree(ctx, strings.TrimSuffix(root, "..."), o.Options, v)
		}
		if stop != nil || ctx.Err() != nil {
			return errors.Join(stop, ctx.Err())
		}
		if err != nil {
			quietly(treeItem{name: root, failed: err})
		}
	}
	return stop
}

func (a *app) standardInput(o treeOptions, yield func(treeItem) error) error {
	data, err := io.ReadAll(io.LimitReader(a.in, o.MaxBytes+1))
	switch {
	case err != nil:
		return fmt.Errorf("read standard input: %w", err)
	case int64(len(data)) > o.MaxBytes:
		return fmt.Errorf("standard input has more than %d bytes; see --max-bytes", o.MaxBytes)
	}
	return yield(treeItem{name: "-", text: string(data), lang: &prose.Text})
}

// position returns the line, 1-based, and the offset in it of an offset in the
// file. Lines end as the file ends them: \n, \r\n or \r.
func (f *scanned) position(at int) (line, offset int) {
	if f.lines == nil {
		f.lines = lineStarts(f.text)
	}
	i := sort.SearchInts(f.lines, at+1) - 1
	return i + 1, at - f.lines[i]
}

// column is the 1-based column of an offset in its line, in code points.
func (f *scanned) column(at int) int {
	_, offset := f.position(at)
	return utf8.RuneCountInString(f.text[at-offset:at]) + 1
}

func lineStarts(s string) []int {
	starts := []int{0}
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\n', s[i] == '\r' && (i+1 == len(s) || s[i+1] != '\n'):
			starts = append(starts, i+1)
		}
	}
	return starts
}

// line writes an occurrence as a line of the result.
func (f *scanned) line(o citations.Occurrence) refLine {
	r := refLine{
		File: f.name, Text: o.Text, Status: o.Status, Label: o.Doc, Kind: o.Kind, PDFPage: o.Page, URL: o.URL, Note: o.Note,
		Suggestion: o.Suggestion(),
	}
	r.Line, r.Start = f.position(o.Span.Start)
	r.EndLine, r.End = f.position(o.Span.End)
	if o.Number != "" {
		r.ID = core.AnchorID(o.Kind, o.Number)
	}
	d, anchor := o.Target.Document, o.Target.Anchor
	if d == nil {
		return r
	}
	r.DocID, r.Title, r.Draft = d.ID, d.Label+": "+d.Title, d.Status == core.StatusDraft
	if p := d.Page(o.Page); p != nil {
		r.PrintedPage = p.Label
	}
	if anchor != nil {
		r.Kind, r.ID, r.Title = anchor.Kind, anchor.ID, d.Label+", "+anchor.Heading()
	} else if o.Status == citations.Dangling {
		r.Title = ""
	}
	return r
}
