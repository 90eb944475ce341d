package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"time"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/pqcite/pqcite/citations/prose"
	"github.com/pqcite/pqcite/internal/walk"
	"github.com/pqcite/pqcite/lsp/text"
)

// tree is what is known of the files of the workspace. Their citations are read on each
// request: a cache of files that anything may change is not worth the second that it
// saves.
type tree struct {
	mu     sync.Mutex
	marked map[uri.URI]bool // files with published findings of a check; guarded by mu
}

// wasMarked reports whether a check has published findings of a file, and forgets it.
func (t *tree) wasMarked(u uri.URI) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	was := t.marked[u]
	delete(t.marked, u)
	return was
}

// mark remembers the files with published findings.
func (t *tree) mark(now map[uri.URI]bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.marked = now
}

// unmark returns the files with findings of the last check, and forgets them.
func (t *tree) unmark() []uri.URI {
	t.mu.Lock()
	defer t.mu.Unlock()
	before := slices.Collect(maps.Keys(t.marked))
	t.marked = nil
	return before
}

// file is a file of the workspace: the open document if there is one, otherwise the
// file on disk.
type file struct {
	doc    *document
	open   bool
	failed error
}

// progressTime is how often a walk reports progress.
const progressTime = 200 * time.Millisecond

// files passes on the files of the workspace's folders that have citations, scanned, in
// the order of their names; then the open documents outside them. It returns how many
// files were read. Unreadable files are logged and skipped.
func (v *view) files(ctx context.Context, k *knowledge, p *progress, each func(*file) error) (read int, err error) {
	open := make(map[string]*document)
	for _, d := range v.server.documents() {
		if !d.provided(v.server.config.Cache) {
			open[cmpPath(d)] = d
		}
	}
	reported := time.Now()
	err = walk.InOrder(ctx, runtime.GOMAXPROCS(0),
		func(ctx context.Context, yield func(*file) error) error { return v.walk(ctx, open, yield) },
		func(f *file) *file {
			if f.doc != nil {
				f.doc.references(k)
			}
			return f
		},
		func(f *file) error {
			if f.failed != nil {
				v.server.log.Warn("a file was left out", "error", f.failed)
				return nil
			}
			read++
			if now := time.Now(); now.Sub(reported) > progressTime {
				reported = now
				p.report(fmt.Sprintf("%d files read", read))
			}
			if f.doc.references(k).Len() == 0 {
				return nil
			}
			return each(f)
		})
	return read, err
}

// cmpPath is an open document's name among files.
func cmpPath(d *document) string {
	if p := pathOf(d.uri); p != "" {
		return filepath.Clean(p)
	}
	return string(d.uri)
}

// walk yields the files of all folders, and the open documents outside them.
func (v *view) walk(ctx context.Context, open map[string]*document, yield func(*file) error) error {
	for _, folder := range v.server.folderPaths() {
		var stop error
		visitor := walk.Visitor{
			File: func(name string, data []byte) error {
				name = filepath.Clean(name)
				if d := open[name]; d != nil {
					delete(open, name)
					return yield(&file{doc: d, open: true})
				}
				return yield(&file{doc: closedDocument(name, data)})
			},
			Failed: func(_ string, err error) {
				if stop == nil {
					stop = yield(&file{failed: err})
				}
			},
		}
		if err := walk.Tree(ctx, folder, walk.Options{MaxBytes: maxFile}, visitor); err != nil {
			return fmt.Errorf("read the folder %q: %w", folder, err)
		}
		if stop != nil {
			return stop
		}
	}
	for _, d := range open {
		if err := yield(&file{doc: d, open: true}); err != nil {
			return err
		}
	}
	return nil
}

// maxFile bounds a file of the workspace in bytes.
const maxFile = 8 << 20

// closedDocument is a file that no client has open. It is scanned once, and needs no
// scanner memory.
func closedDocument(name string, data []byte) *document {
	return &document{uri: uri.File(name), lang: prose.LanguageOf(name), text: text.New(string(data))}
}

// folderPaths are the folders of the workspace that exist here.
func (s *Server) folderPaths() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var paths []string
	for _, f := range s.folders {
		p := pathOf(f.URI)
		if info, err := os.Stat(p); p != "" && err == nil && info.IsDir() {
			paths = append(paths, p)
		}
	}
	return paths
}

// foldersOf are a client's initial folders.
func foldersOf(p *protocol.InitializeParams) []protocol.WorkspaceFolder {
	if folders, ok := p.WorkspaceFolders.Get(); ok {
		return folders
	}
	//lint:ignore SA1019 it is all that some clients know
	root := p.RootURI
	if root == nil || *root == "" {
		return nil
	}
	return []protocol.WorkspaceFolder{{URI: *root}}
}

func didChangeFolders(_ context.Context, s *Server, raw json.RawMessage) {
	var p protocol.DidChangeWorkspaceFoldersParams
	if err := decode(raw, &p); err != nil {
		s.log.Warn("didChangeWorkspaceFolders can't be read", "error", err)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	kept := s.folders[:0:0]
	for _, f := range s.folders {
		gone := false
		for _, r := range p.Event.Removed {
			gone = gone || r.URI == f.URI
		}
		if !gone {
			kept = append(kept, f)
		}
	}
	s.folders = append(kept, p.Event.Added...)
}
