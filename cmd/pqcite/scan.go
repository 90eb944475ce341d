package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/pqcite/pqcite"
	"github.com/pqcite/pqcite/citations/prose"
	"github.com/pqcite/pqcite/citations/refs"
	"github.com/pqcite/pqcite/citations/rules"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/visible"
	"github.com/pqcite/pqcite/internal/walk"
)

// treeOptions are the flags of commands that walk trees.
type treeOptions struct {
	walk.Options
	verbose bool
	// of gives the options of a root of the walk; nil where all have the same.
	of func(root string) walk.Options
}

// at are the options of a root.
func (o *treeOptions) at(root string) walk.Options {
	if o.of == nil {
		return o.Options
	}
	return o.of(root)
}

func (o *treeOptions) flags(c *cobra.Command) {
	c.Flags().Int64Var(&o.MaxBytes, "max-bytes", walk.DefaultMaxBytes, "size of a file above which it is left out")
	c.Flags().BoolVar(&o.Vendored, "vendored", false, "read vendored code as well")
	c.Flags().BoolVar(&o.Ignored, "ignored", false, "read what git ignores as well")
	c.Flags().BoolVarP(&o.verbose, "verbose", "v", false, "say which files were left out, and why")
}

func (o *treeOptions) validate() error {
	if o.MaxBytes < 1 || o.MaxBytes > prose.MaxBytes {
		return usageError{fmt.Errorf("--max-bytes is %d, must be between 1 and %d", o.MaxBytes, prose.MaxBytes)}
	}
	return nil
}

// scanned is a file with its references.
type scanned struct {
	name  string
	text  string
	found []refs.Occurrence
	at    cursor // at the start of the reference that was placed last
	fixAt cursor // at the start of the correction that was placed last

	root     string       // of the walk, as it was given
	unread   *refs.Unread // what was not read; nil if all was
	breaches []rules.Breach
}

// unread is a file that was asked for and not read, or not to its end.
type unread struct {
	name string
	line int // from which on, 1-based; 0 for the whole file
	why  string
	err  error // that it failed with; nil where it was left out
}

// String is the message for people.
func (u unread) String() string {
	switch {
	case u.err != nil:
		return fmt.Sprintf("read %q: %v", u.name, u.err)
	case u.line > 0:
		return fmt.Sprintf("%q was not read from line %d on: it has %s", u.name, u.line, u.why)
	}
	return fmt.Sprintf("%q was not read: %s", u.name, u.why)
}

// treeItem is what a walk meets: a file, or something that was not read.
type treeItem struct {
	name    string
	text    string
	read    bool // the text is that of the file
	failed  error
	skipped walk.Reason
	named   bool // it is a root of the walk
	root    string
	found   pqcite.Checked
}

// listener gets the results of the scan of a tree.
type listener interface {
	file(f *scanned) error
	unread(u unread) error
	end(leftOut int) error // files and folders that the walk left out
}

// maxScans bounds the files that are scanned at once, each of which may take some
// 200 MB: disks are no faster than what eight can read.
const maxScans = 8

// scanFunc scans a file that was met under a root of a walk.
type scanFunc func(ctx context.Context, root string, f pqcite.File) (pqcite.Checked, error)

// scanTree scans files and folders, "-" for standard input, several files at once,
// and hands them on in order. What was asked for and can't be read is reported, and
// makes the result exit code 1 in the end.
func (a *app) scanTree(ctx context.Context, scan scanFunc, roots []string, o treeOptions, to listener) error {
	bar := a.progress("files", false)
	defer bar.done()
	files, leftOut, missed := int64(0), 0, false
	miss := func(u unread) error {
		missed = true
		fmt.Fprintf(a.err, "pqcite: %s\n", visible.Line(u.String()))
		return to.unread(u)
	}
	err := walk.InOrder(ctx, min(runtime.GOMAXPROCS(0), maxScans),
		func(ctx context.Context, yield func(treeItem) error) error { return a.items(ctx, roots, o, yield) },
		func(i treeItem) treeItem {
			if i.read {
				i.failed = guarded(func() (err error) {
					i.found, err = scan(ctx, i.root, pqcite.File{Name: i.name, Text: i.text})
					return err
				})
			}
			return i
		},
		func(i treeItem) error {
			switch {
			case ctx.Err() != nil:
				return ctx.Err()
			case i.failed != nil:
				return miss(unread{name: i.name, err: i.failed})
			case i.skipped != "" && i.named && i.skipped != walk.Excluded:
				return miss(unread{name: i.name, why: i.whySkipped(o.at(i.root))})
			case i.skipped != "":
				if leftOut++; o.verbose {
					fmt.Fprintf(a.err, "left out: %s: %s\n", visible.Line(i.name), i.skipped)
				}
				return nil
			}
			files++
			bar.set(files, -1)
			f := scanned{name: i.name, text: i.text, found: i.found.Found, root: i.root, breaches: i.found.Breaches, unread: i.found.Unread}
			if err := to.file(&f); err != nil || i.found.Unread == nil {
				return err
			}
			u := i.found.Unread
			f.at.advance(f.text, u.From)
			return miss(unread{name: i.name, line: f.at.line + 1, why: u.Why})
		})
	if err != nil {
		return err
	}
	if err := to.end(leftOut); err != nil {
		return err
	}
	if missed {
		return exitCode(exitError)
	}
	return nil
}

// guarded runs what reads one file. A panic is the failure of that file alone: the others
// of the tree are still read.
func guarded(read func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("read the references: internal error, please report it: %v\n%s", p, debug.Stack())
		}
	}()
	return read()
}

// whySkipped says why a file that is named was left out, and what would read it.
func (i *treeItem) whySkipped(o walk.Options) string {
	switch i.skipped {
	case walk.TooLarge:
		return fmt.Sprintf("it has more than %d bytes; see --max-bytes", o.MaxBytes)
	case walk.Ignored:
		return "it is ignored by git; see --ignored"
	case walk.Irregular:
		return "it is not a regular file"
	}
	return "it is a " + string(i.skipped)
}

// trimTree is a root as a path: "./..." is how Go people name a tree.
func trimTree(root string) string { return strings.TrimSuffix(root, "...") }

// items walks the roots. A root that can't be walked is an item too.
func (a *app) items(ctx context.Context, roots []string, o treeOptions, yield func(treeItem) error) error {
	var stop error // of yield, where the walk has no place for it
	quietly := func(i treeItem) {
		if stop == nil {
			stop = yield(i)
		}
	}
	for _, root := range roots {
		path := trimTree(root)
		var err error
		if root == "-" {
			err = a.standardInput(o.at(root), yield)
		} else {
			err = walk.Tree(ctx, path, o.at(root), walk.Visitor{
				File: func(name string, data []byte) error {
					if stop != nil {
						return stop
					}
					return yield(treeItem{name: name, root: root, text: string(data), read: true})
				},
				Failed: func(name string, err error) { quietly(treeItem{name: name, failed: err}) },
				Skip: func(name string, why walk.Reason) {
					quietly(treeItem{name: name, root: root, skipped: why, named: name == path})
				},
			})
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

func (a *app) standardInput(o walk.Options, yield func(treeItem) error) error {
	data, err := io.ReadAll(io.LimitReader(a.in, o.MaxBytes+1))
	switch {
	case err != nil:
		return fmt.Errorf("read standard input: %w", err)
	case int64(len(data)) > o.MaxBytes:
		return fmt.Errorf("standard input has more than %d bytes; see --max-bytes", o.MaxBytes)
	}
	return yield(treeItem{name: "-", root: "-", text: string(data), read: true})
}

// cursor is a place in a text that is known. It goes forward, so that to place many
// references reads a text once, however long its lines are.
type cursor struct {
	at     int // offset
	line   int // 0-based
	start  int // offset of the line
	column int // code points of the line before the place
}

// advance moves the cursor to an offset. Lines end as the file ends them: \n, \r\n or
// \r.
func (c *cursor) advance(text string, to int) {
	if to < c.at {
		*c = cursor{}
	}
	from := c.at
	for i := c.at; i < to; i++ {
		if text[i] == '\n' || text[i] == '\r' && (i+1 == len(text) || text[i+1] != '\n') {
			c.line++
			c.start, from, c.column = i+1, i+1, 0
		}
	}
	c.column += utf8.RuneCountInString(text[from:to])
	c.at = to
}

// places returns where a span starts and ends. Spans are best asked for in their
// order.
func (f *scanned) places(s core.Span) (start, end cursor) {
	f.at.advance(f.text, s.Start)
	end = f.at
	end.advance(f.text, s.End)
	return f.at, end
}

// lineStarts returns the offsets of the lines.
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

// statusNotRead is the status of a line for what was not read.
const statusNotRead refs.Status = "not_read"

// refLine is the line for scripts.
func (u unread) refLine() refLine {
	return refLine{File: u.name, Line: u.line, EndLine: u.line, Status: statusNotRead, Note: u.String()}
}

// line writes an occurrence as a line of the result.
func (f *scanned) line(o refs.Occurrence) refLine {
	r := refLine{
		File: f.name, Text: o.Text, Status: o.Status, Label: o.Doc, Kind: o.Kind, PDFPage: o.Page, URL: o.URL, Note: o.Note,
		Suggestion: o.Suggestion(),
	}
	start, end := f.places(o.Span)
	r.Line, r.Start, r.column = start.line+1, start.at-start.start, start.column+1
	r.EndLine, r.End, r.endColumn = end.line+1, end.at-end.start, end.column+1
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
	} else if o.Status == refs.Dangling {
		r.Title = ""
	}
	return r
}
