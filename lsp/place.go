package lsp

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/atomicfile"
	"github.com/pqcite/pqcite/lsp/rpc"
)

// place is where an anchor is in a text that the client can open.
type place struct {
	uri   uri.URI
	whole protocol.Range // everything that the anchor covers
	line  protocol.Range // its first line
}

// place returns the place of an anchor; for an empty id the start of the document. ok
// is false if the library has no such document.
func (v *view) place(k *knowledge, docID, anchor string) (p place, ok bool, err error) {
	s := k.standard(docID)
	if s == nil || anchor != "" && s.doc.Anchor(anchor) == nil {
		return place{}, false, nil
	}
	at, err := v.provide(k, s)
	if err != nil {
		return place{}, false, err
	}
	whole, line := s.anchor(anchor)
	if anchor == "" {
		whole = line
	}
	return place{at, v.rangeIn(s, whole), v.rangeIn(s, line)}, true, nil
}

func (v *view) rangeIn(s *standard, at core.Span) protocol.Range {
	return wire(s.text.Range(at, v.client.encoding))
}

// provide returns the address of a document's text: one that the client requests from
// us, or a file.
func (v *view) provide(k *knowledge, s *standard) (uri.URI, error) {
	if v.client.contentScheme {
		return uri.URI(standardURI(s.doc.ID)), nil
	}
	name := filepath.Join(v.server.config.Cache, k.Corpus().Digest()[:12], url.PathEscape(s.doc.ID)+".txt")
	return v.server.file(name, s.text.String())
}

// readOnly are the permissions of files that the server provides.
const readOnly = 0o444

// file returns the address of a read-only file with a content, and writes it if
// necessary. A file that this server has neither written nor read yet is read.
func (s *Server) file(name, content string) (uri.URI, error) {
	fail := func(err error) (uri.URI, error) {
		return "", &rpc.Error{Code: rpc.CodeRequestFailed, Message: "provide the text: " + plainly(err)}
	}
	if s.config.Cache == "" {
		return fail(errors.New("there is no folder for it, and the editor does not support text from the server"))
	}
	ok, err := s.holds(name, content)
	switch {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return fail(err)
	case ok:
		return uri.File(name), nil
	}
	if err := s.write(name, content); err != nil {
		return fail(err)
	}
	return uri.File(name), nil
}

// write writes a read-only file below the cache, never through a symbolic link: the
// cache is the only folder that this server writes to, and it is inside the library's.
func (s *Server) write(name, content string) error {
	library := filepath.Dir(filepath.Dir(s.config.Cache))
	inside, err := filepath.Rel(library, name)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(library, 0o755); err != nil {
		return err
	}
	return atomicfile.WriteWithin(library, inside, readOnly, []byte(content))
}

// holds reports whether a file has a content. After it has been checked once, its size
// and time identify it.
func (s *Server) holds(name, content string) (bool, error) {
	info, err := os.Stat(name)
	if err != nil || info.Size() != int64(len(content)) {
		return false, err
	}
	if at, known := s.provided.Load(name); known && at == info.ModTime() {
		return true, nil
	}
	data, err := os.ReadFile(name)
	if err != nil || string(data) != content {
		return false, err
	}
	s.provided.Store(name, info.ModTime())
	return true, nil
}

// content serves the server's own documents to clients that request them.
func content(ctx context.Context, v *view, p *protocol.TextDocumentContentParams) (*protocol.TextDocumentContentResult, error) {
	folder, name, ok := providedName(string(p.URI))
	if !ok {
		return nil, noContent(p.URI)
	}
	if folder == answersFolder {
		if text, ok := v.server.answers.get(name); ok {
			return &protocol.TextDocumentContentResult{Text: text}, nil
		}
		return nil, noContent(p.URI)
	}
	k, err := v.knowledge(ctx)
	if err != nil {
		return nil, err
	}
	s := k.standard(name)
	if folder != "" || s == nil {
		return nil, noContent(p.URI)
	}
	return &protocol.TextDocumentContentResult{Text: s.text.String()}, nil
}

func noContent(u uri.URI) error {
	return &rpc.Error{Code: rpc.CodeRequestFailed, Message: fmt.Sprintf("there is no document %q", string(u))}
}
