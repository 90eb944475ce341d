package main

import (
	"context"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"sort"
	"strings"

	"github.com/pqcite/pqcite/corpus/fetch"
	"github.com/pqcite/pqcite/corpus/ingest"
	"github.com/pqcite/pqcite/corpus/store"
	"github.com/pqcite/pqcite/internal/visible"
)

// source is one file to ingest, and where it comes from.
type source struct {
	shown  string // what a person knows it by: a path or an address
	name   string // base name
	path   string // of the file to read
	url    string // where it was fetched from, as it may be shown; "" for a local file
	origin string // see store.Addition
	as     string // the publication that a person says it is
}

// addressOf reads an argument as the address of a file to fetch.
func addressOf(arg string) (*url.URL, bool) {
	u, err := url.Parse(arg)
	return u, err == nil && (u.Scheme == "http" || u.Scheme == "https")
}

// fileSource is a file on this machine.
func fileSource(name string) (source, error) {
	origin, err := store.FileOrigin(name)
	return source{shown: name, name: filepath.Base(name), path: name, origin: origin}, err
}

// sourcesOf lists the files that an argument names, fetching it into a folder of the given
// name below tmp if it is a URL.
func (a *app) sourcesOf(ctx context.Context, arg, tmp string) ([]source, error) {
	if u, ok := addressOf(arg); ok {
		return a.fetchSource(ctx, u, tmp)
	}
	info, err := os.Stat(arg)
	switch {
	case err != nil && visible.IsAddress(arg):
		return nil, fmt.Errorf("fetch %q: it is no address of http or https", visible.Address(arg))
	case err != nil:
		return nil, err
	}
	if !info.IsDir() {
		s, err := fileSource(arg)
		return []source{s}, err
	}
	return filesOf(ctx, arg)
}

// filesOf lists the files of a folder that look like documents, in the order of their
// paths.
func filesOf(ctx context.Context, folder string) ([]source, error) {
	var out []source
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != folder && strings.HasPrefix(d.Name(), "."):
			return fs.SkipDir
		case d.Type().IsRegular() && !strings.HasPrefix(d.Name(), ".") && ingest.Supported(d.Name()):
			s, err := fileSource(path)
			if err != nil {
				return err
			}
			out = append(out, s)
		}
		return ctx.Err()
	})
	if err == nil && len(out) == 0 {
		err = fmt.Errorf("%q holds no PDF, Markdown or text file", folder)
	}
	sort.Slice(out, func(i, j int) bool { return out[i].path < out[j].path })
	return out, err
}

// fetchSource fetches a file into a folder. The name that its address gives it is never a
// part of a path.
func (a *app) fetchSource(ctx context.Context, u *url.URL, tmp string) ([]source, error) {
	name := path.Base(strings.ReplaceAll(u.Path, `\`, "/"))
	if name == "/" || name == "." || name == ".." {
		name = "document"
	}
	if err := os.MkdirAll(tmp, 0o700); err != nil {
		return nil, fmt.Errorf("create a folder for the download: %w", err)
	}
	dest := filepath.Join(tmp, "file")
	bar := a.progress(name, true)
	defer bar.done()
	if err := fetch.Fetch(ctx, fetch.Request{URL: u.String(), Dest: dest, Progress: bar.set}); err != nil {
		return nil, err
	}
	shown := visible.URL(u)
	return []source{{shown: shown, name: name, path: dest, url: shown, origin: store.URLOrigin(u)}}, nil
}
