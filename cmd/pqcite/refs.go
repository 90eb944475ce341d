package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/pqcite/pqcite"
	"github.com/pqcite/pqcite/citations/refs"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/lex"
	"github.com/pqcite/pqcite/internal/visible"
)

// refLine is a reference as `refs --json` prints it. Offsets are byte offsets in
// the line; a reference that runs over several lines ends in end_line.
type refLine struct {
	File        string          `json:"file,omitempty"`
	Line        int             `json:"line"`
	Start       int             `json:"start"`
	EndLine     int             `json:"end_line"`
	End         int             `json:"end"`
	Text        string          `json:"text"`
	Status      refs.Status     `json:"status"`
	DocID       string          `json:"doc_id"`
	Label       string          `json:"label"` // of the document, in the library or not
	Kind        core.AnchorKind `json:"kind"`
	ID          string          `json:"id"`
	Title       string          `json:"title"`
	PDFPage     int             `json:"pdf_page"`
	PrintedPage string          `json:"printed_page"`
	URL         string          `json:"url"`
	Draft       bool            `json:"draft"` // the document is one
	Note        string          `json:"note"`
	Suggestion  string          `json:"suggestion"`

	column, endColumn int // 1-based, in code points
}

func (a *app) refsCommand() *cobra.Command {
	var asJSON, candidates bool
	var batchFile string
	var tree treeOptions
	c := &cobra.Command{
		Use:   "refs FILE|DIR…",
		Short: "List the references to standards in files, resolved",
		Long: `Lists every place that names a document or one of its sections, algorithms, tables,
equations or pages, in comments, strings and prose, with what it denotes. "-" reads
standard input. Folders are walked as git sees them.`,
		Args: func(cmd *cobra.Command, args []string) error {
			if batchFile != "" {
				return exactly(0)(cmd, args)
			}
			return atLeast(1)(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := tree.validate(); err != nil {
				return err
			}
			lib, err := a.openLibrary(cmd.Context())
			if err != nil {
				return err
			}
			if batchFile != "" {
				return a.batch(cmd.Context(), batchFile, func(line []byte) (any, error) { return refsOfLine(lib, line) })
			}
			l := refLister{ink: a.sheet().ink, out: bufio.NewWriter(a.stream(asJSON)), err: a.err, asJSON: asJSON, candidates: candidates}
			read := func(ctx context.Context, _ string, f pqcite.File) (pqcite.Checked, error) {
				r, err := lib.References(ctx, f)
				return pqcite.Checked{Reading: r}, err
			}
			err = a.scanTree(cmd.Context(), read, args, tree, &l)
			if flushed := l.out.Flush(); flushed != nil {
				return flushed
			}
			return err
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print one line of JSON a reference")
	c.Flags().BoolVar(&candidates, "candidates", false, "list anchors that no document is named for as well")
	c.Flags().StringVar(&batchFile, "batch", "", `read the references of the JSON lines {"text"} of a file, "-" for standard input`)
	tree.flags(c)
	return c
}

// statusStyle is how the status of a reference looks.
func statusStyle(s refs.Status) style {
	switch s {
	case refs.Resolved:
		return good
	case refs.Dangling, refs.Contradicted, refs.Misquoted:
		return bad
	}
	return doubt
}

// refLister prints references as they are found.
type refLister struct {
	out                *bufio.Writer
	err                io.Writer
	asJSON, candidates bool
	ink
}

func (l *refLister) file(f *scanned) error {
	for _, o := range f.found {
		if o.Status == refs.Candidate && !l.candidates {
			continue
		}
		r := f.line(o)
		if !l.asJSON {
			at := fmt.Sprintf("%s:%d:%d:", visible.Line(r.File), r.Line, r.Start+1)
			fmt.Fprintf(l.out, "%s %s %q%s\n", l.paint(strong, at), l.paint(statusStyle(o.Status), string(r.Status)), oneLine(r.Text), r.denotes())
			continue
		}
		if err := encodeLine(l.out, r); err != nil {
			return err
		}
	}
	return nil
}

func (l *refLister) unread(u unread) error {
	if !l.asJSON {
		return nil
	}
	return encodeLine(l.out, u.refLine())
}

func (l *refLister) end(unread int) error {
	if unread > 0 {
		fmt.Fprintln(l.err, leftOut(unread)+"; see -v")
	}
	return nil
}

// oneLine is text of a file, on one line and safe for a terminal.
func oneLine(s string) string { return visible.Line(lex.OneLine(s)) }

func encodeLine(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// denotes says in words what a reference denotes.
func (r *refLine) denotes() string {
	var s string
	switch {
	case r.Title != "":
		s = " → " + printable(r.Title)
	case r.Label != "":
		s = " → " + printable(r.Label)
	}
	if r.PDFPage > 0 {
		s += fmt.Sprintf(", PDF page %d", r.PDFPage)
	}
	if r.PrintedPage != "" {
		s += " (printed " + printable(r.PrintedPage) + ")"
	}
	if r.Note != "" {
		s += " · " + printable(r.Note)
	}
	return s
}

// refsOfLine reads one line of a batch.
func refsOfLine(lib *pqcite.Library, line []byte) (any, error) {
	var in struct {
		Text *string `json:"text"`
	}
	if err := decodeLine(line, &in); err != nil {
		return nil, err
	}
	if in.Text == nil {
		return nil, errors.New(`it has no "text"`)
	}
	r, err := lib.References(context.Background(), pqcite.File{Text: *in.Text})
	if err != nil {
		return nil, err
	}
	if r.Unread != nil {
		return nil, errors.New("it was not read: it has " + r.Unread.Why)
	}
	f := scanned{text: *in.Text, found: r.Found}
	lines := []refLine{}
	for _, o := range f.found {
		if o.Status == refs.Candidate {
			continue
		}
		r := f.line(o)
		r.Start, r.End = o.Span.Start, o.Span.End
		lines = append(lines, r)
	}
	return map[string]any{"refs": lines}, nil
}
