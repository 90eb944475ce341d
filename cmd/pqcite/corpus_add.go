package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/ingest"
	"github.com/pqcite/pqcite/corpus/standards"
	"github.com/pqcite/pqcite/corpus/store"
	"github.com/pqcite/pqcite/internal/visible"
)

func (a *app) addCommand() *cobra.Command {
	var asJSON bool
	var as string
	c := &cobra.Command{
		Use:   "add FILE|DIR|URL...",
		Short: "Ingest documents: PDF, RFC text, Markdown, plain text",
		Long: `Ingests documents into the library. A folder is searched for files that look like
documents. What can be read is added; what cannot is named, and the exit code is 1.

A file with the SHA-256 of a published document is that document. Any other is one of your
own, whatever it is called, unless you say with --as which publication it is; it is then
shown as declared by you. A file that was added before is replaced by its newer version.`,
		Args: atLeast(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkDeclared(cmd.Flags().Changed("as"), as, args); err != nil {
				return err
			}
			report, err := a.add(cmd.Context(), args, as)
			return a.printAdded(report, err, asJSON)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print the result as JSON")
	c.Flags().StringVar(&as, "as", "", `say that the file is this publication: NIST.FIPS.203, "FIPS 203", "RFC 9180"`)
	return c
}

// checkDeclared checks what a person says that the sources are: one publication is one
// file.
func checkDeclared(given bool, as string, args []string) error {
	if !given {
		return nil
	}
	if _, err := standards.Declared(as); err != nil {
		return usageError{fmt.Errorf("--as %q: %w", as, err)}
	}
	if len(args) != 1 {
		return usageError{fmt.Errorf("--as says what one file is, and %d are given", len(args))}
	}
	if info, err := os.Stat(args[0]); err == nil && info.IsDir() {
		return usageError{fmt.Errorf("--as says what one file is, and %q is a folder", args[0])}
	}
	return nil
}

// added is what became of one source.
type added struct {
	Source     string        `json:"source"`
	DocID      string        `json:"doc_id,omitempty"`
	Label      string        `json:"label,omitempty"`
	Title      string        `json:"title,omitempty"`
	Identity   core.Identity `json:"identity,omitempty"` // published, declared; "" for one of one's own
	Pages      int           `json:"pages,omitempty"`
	Anchors    int           `json:"anchors,omitempty"`
	Passages   int           `json:"passages,omitempty"`
	Changed    bool          `json:"changed"`
	Change     store.Change  `json:"change,omitempty"`
	Unreadable int           `json:"unreadable,omitempty"` // characters that nobody can read
	Hidden     int           `json:"hidden,omitempty"`     // lines that nobody sees
	Repaired   bool          `json:"repaired,omitempty"`
	SameAs     []string      `json:"same_as,omitempty"` // ids of documents with the same bytes
	Notes      []string      `json:"notes,omitempty"`   // what a person should know
	Error      string        `json:"error,omitempty"`

	source source
	doc    *core.Document // until it is in the library
	data   []byte
}

// add ingests all sources and puts those that can be read into the library.
func (a *app) add(ctx context.Context, args []string, as string) ([]*added, error) {
	home, err := a.libraryHome()
	if err != nil {
		return nil, err
	}
	incoming := ""
	if hasAddress(args) {
		folder, done, err := store.Incoming(home)
		if err != nil {
			return nil, err
		}
		defer done()
		incoming = folder
	}
	var sources []source
	var failed []*added
	for i, arg := range args {
		found, err := a.sourcesOf(ctx, arg, filepath.Join(incoming, strconv.Itoa(i)))
		if err != nil {
			failed = append(failed, &added{Source: visible.Address(arg), Error: visible.Addresses(err.Error())})
			continue
		}
		sources = append(sources, found...)
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	for i := range sources {
		sources[i].as = as
	}
	results, err := a.ingestAll(ctx, home, sources)
	return append(failed, results...), err
}

func hasAddress(args []string) bool {
	for _, arg := range args {
		if _, ok := addressOf(arg); ok {
			return true
		}
	}
	return false
}

// maxSourceBytes bounds a file that is read whole.
const maxSourceBytes = 256 << 20

func ingestOne(ctx context.Context, w *ingest.Worker, s source) *added {
	r := &added{Source: s.shown, source: s}
	data, err := readFile(ctx, s.path, maxSourceBytes)
	if err == nil {
		r.data = data
		r.doc, err = w.Ingest(ctx, ingest.File{Name: s.name, URL: s.url, As: s.as, Data: data})
	}
	if err != nil {
		r.data, r.Error = nil, visible.Addresses(err.Error())
		return r
	}
	r.describe()
	return r
}
