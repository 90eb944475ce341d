package main

import (
	"context"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"sort"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/fetch"
	"github.com/pqcite/pqcite/corpus/ingest"
	"github.com/pqcite/pqcite/corpus/store"
	"github.com/pqcite/pqcite/internal/address"
	"github.com/pqcite/pqcite/internal/visible"
)

func (a *app) addCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "add FILE|DIR|URL...",
		Short: "Ingest documents: PDF, RFC text, Markdown, plain text",
		Long: `Ingests documents into the library. A folder is searched for files that look like
documents. What can be read is added; what cannot is named, and the exit code is 1.`,
		Args: atLeast(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			report, err := a.add(cmd.Context(), args)
			if err != nil {
				return err
			}
			return a.printAdded(report, asJSON)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print the result as JSON")
	return c
}

// source is one file to ingest: a path, and the place it was fetched from.
type source struct {
	name, path, url string
}

// added is what became of one source.
type added struct {
	Source   string `json:"source"`
	DocID    string `json:"doc_id,omitempty"`
	Title    string `json:"title,omitempty"`
	Pages    int    `json:"pages,omitempty"`
	Anchors  int    `json:"anchors,omitempty"`
	Passages int    `json:"passages,omitempty"`
	Changed  bool   `json:"changed"`
	Error    string `json:"error,omitempty"`

	doc  *core.Document
	data []byte
}

// add ingests all sources and puts those that can be read into the library in
// one step.
func (a *app) add(ctx context.Context, args []string) ([]*added, error) {
	home, err := a.libraryHome()
	if err != nil {
		return nil, err
	}
	tmp, err := os.MkdirTemp("", "pqcite-add-")
	if err != nil {
		return nil, fmt.Errorf("create a temporary folder: %w", err)
	}
	defer os.RemoveAll(tmp)
	var sources []source
	var results []*added
	for _, arg := range args {
		found, err := a.sourcesOf(ctx, arg, tmp)
		if err != nil {
			results = append(results, &added{Source: address.PublicText(arg), Error: address.InText(err.Error())})
		}
		sources = append(sources, found...)
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	ingested, err := a.ingestAll(ctx, sources)
	if err != nil {
		return nil, err
	}
	if err := putAll(ctx, home, ingested); err != nil {
		return nil, withRemedy(err)
	}
	return append(results, ingested...), nil
}

// sourcesOf lists the files that an argument names, fetching it if it is a URL.
func (a *app) sourcesOf(ctx context.Context, arg, tmp string) ([]source, error) {
	if u, err := url.Parse(arg); err == nil && (u.Scheme == "http" || u.Scheme == "https") {
		return a.fetchSource(ctx, u, tmp)
	}
	info, err := os.Stat(arg)
	switch {
	case err != nil && address.Is(arg):
		return nil, fmt.Errorf("fetch %q: it is no address of http or https", address.PublicText(arg))
	case err != nil:
		return nil, err
	}
	if !info.IsDir() {
		return []source{{name: filepath.Base(arg), path: arg}}, nil
	}
	var out []source
	err = filepath.WalkDir(arg, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != arg && strings.HasPrefix(d.Name(), "."):
			return fs.SkipDir
		case d.Type().IsRegular() && !strings.HasPrefix(d.Name(), ".") && ingest.Supported(d.Name()):
			out = append(out, source{name: d.Name(), path: path})
		}
		return ctx.Err()
	})
	if err == nil && len(out) == 0 {
		err = fmt.Errorf("%q holds no PDF, Markdown or text file", arg)
	}
	sort.Slice(out, func(i, j int) bool { return out[i].path < out[j].path })
	return out, err
}

func (a *app) fetchSource(ctx context.Context, u *url.URL, tmp string) ([]source, error) {
	name := filepath.Base(u.Path)
	if name == "/" || name == "." {
		name = "document"
	}
	dest := filepath.Join(tmp, name)
	bar := a.progress(-1, name, true)
	defer bar.done()
	if _, err := fetch.Fetch(ctx, fetch.Request{URL: u.String(), Dest: dest, Progress: bar.set}); err != nil {
		return nil, err
	}
	return []source{{name: name, path: dest, url: address.Public(u)}}, nil
}

// ingestAll reads the sources, a few at a time, in order.
func (a *app) ingestAll(ctx context.Context, sources []source) ([]*added, error) {
	w, err := worker()
	if err != nil {
		return nil, fmt.Errorf("find this program: %w", err)
	}
	results := make([]*added, len(sources))
	bar := a.progress(int64(len(sources)), "reading", false)
	defer bar.done()
	var mu sync.Mutex // guards the count of the bar
	var wg sync.WaitGroup
	count := int64(0)
	slots := make(chan struct{}, max(2, runtime.GOMAXPROCS(0)))
	for i, s := range sources {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			results[i] = ingestOne(ctx, w, s)
			mu.Lock()
			defer mu.Unlock()
			count++
			bar.set(count, int64(len(sources)))
		})
	}
	wg.Wait()
	return results, ctx.Err()
}

// maxSourceBytes bounds a file that is read whole.
const maxSourceBytes = 256 << 20

func ingestOne(ctx context.Context, w *ingest.Worker, s source) *added {
	r := &added{Source: s.path}
	if s.url != "" {
		r.Source = s.url
	}
	data, err := readFile(ctx, s.path, maxSourceBytes)
	if err == nil {
		r.data = data
		r.doc, err = w.Ingest(ctx, ingest.File{Name: s.name, URL: s.url, Data: data})
	}
	if err != nil {
		r.Error = address.InText(err.Error())
		return r
	}
	r.DocID, r.Title, r.Pages = r.doc.ID, r.doc.Title, len(r.doc.Pages)
	r.Anchors, r.Passages = len(r.doc.Anchors), len(r.doc.Passages)
	return r
}

// putAll puts what was read into the library in one change.
func putAll(ctx context.Context, home string, results []*added) error {
	good := false
	for _, r := range results {
		good = good || r.doc != nil
	}
	if !good {
		return nil
	}
	return store.Update(ctx, home, func(tx *store.Tx) error {
		for _, r := range results {
			if r.doc == nil {
				continue
			}
			changed, err := tx.Put(r.doc, r.data, filepath.Base(r.Source))
			if err != nil {
				return err
			}
			r.Changed = changed
		}
		return nil
	})
}

func (a *app) printAdded(results []*added, asJSON bool) error {
	failed, changed := 0, 0
	for _, r := range results {
		if r.Error != "" {
			failed++
		} else if r.Changed {
			changed++
		}
	}
	if asJSON {
		if err := a.printJSON(map[string]any{"documents": results}); err != nil {
			return err
		}
	} else {
		a.printAddedText(results, changed, failed)
	}
	if failed > 0 {
		return exitCode(exitError)
	}
	return nil
}

func (a *app) printAddedText(results []*added, changed, failed int) {
	pages, anchors, passages, good := 0, 0, 0, 0
	for _, r := range results {
		if r.Error != "" {
			continue
		}
		word := "added"
		if !r.Changed {
			word = "unchanged"
		}
		fmt.Fprintf(a.out, "%-9s  %-18s %4d pages %5d anchors %5d passages\n", word, visible.Line(r.DocID), r.Pages, r.Anchors, r.Passages)
		pages, anchors, passages, good = pages+r.Pages, anchors+r.Anchors, passages+r.Passages, good+1
	}
	if good > 0 {
		fmt.Fprintf(a.out, "%d documents, %d pages, %d anchors, %d passages\n", good, pages, anchors, passages)
	}
	for _, r := range results {
		if r.Error != "" {
			fmt.Fprintf(a.err, "pqcite: cannot ingest %q: %s\n", r.Source, visible.Line(r.Error))
		}
	}
	if changed == 0 && good > 0 {
		fmt.Fprintln(a.out, "nothing changed")
	}
}
