package lsp

import (
	"context"
	"fmt"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/pqcite/pqcite/citations"
)

// checked is what a check of the workspace has found.
type checked struct {
	Files int `json:"files"`
	counts
	// Worst are the files with something broken, at most 100, in their order.
	Worst []checkedFile `json:"worst"`
	More  bool          `json:"more"` // there are others
	// Unmarked are files whose findings the editor was not told, since it has enough.
	Unmarked int `json:"unmarked"`
}

type checkedFile struct {
	URI    uri.URI `json:"uri"`
	Broken int     `json:"broken"`
}

// maxWorst bounds the files that a check lists.
const maxWorst = 100

// maxMarks bounds the marks that a check sets in files that nobody has open. A person
// reads no more, and an editor that is sent more works through them for seconds before
// it hears anything else, such as that the check was stopped.
const maxMarks = 5000

// count counts citations, without those of which nothing can be said. Broken is what is
// reported as a warning or worse.
func (v *view) count(k *knowledge) counts {
	var c counts
	for o := range v.doc.references(k).All() {
		if o.Cites() {
			c.Citations++
		}
	}
	for b := range v.breaches(k) {
		if b.Severity.Reaches(citations.SeverityWarning) {
			c.Broken++
		}
	}
	return c
}

// checkWorkspace publishes the diagnostics of the files of the workspace, up to
// maxMarks, and takes back those of the last check that no longer hold. It reads all
// files. Stopped half-way, it leaves what it has found.
func checkWorkspace(ctx context.Context, v *view, _ *struct{}, token protocol.ProgressToken) (any, error) {
	k, err := v.knowledge(ctx)
	if err != nil {
		return nil, err
	}
	work := v.begin(ctx, token, "Checking the citations of the workspace")
	defer work.end()
	out := &checked{Worst: []checkedFile{}}
	marked, marks := make(map[uri.URI]bool), 0
	out.Files, err = v.files(work.ctx, k, work, func(f *file) error {
		of := v.of(f.doc)
		out.add(f, of.count(k))
		if f.open {
			return nil // they have theirs already
		}
		found := of.diagnostics(k)
		switch {
		case len(found) == 0:
		case marks >= maxMarks:
			out.Unmarked++
		default:
			marks += len(found)
			marked[keyOf(string(f.doc.uri))] = true
			v.server.sendUnopened(f.doc.uri, found)
		}
		return nil
	})
	v.takeBack(marked, err != nil)
	if err != nil {
		return nil, work.failed(ctx, err)
	}
	work.report(fmt.Sprintf("%d citations in %d files, %d broken", out.Citations, out.Files, out.Broken))
	return out, nil
}

// takeBack clears the files that the last check has marked and this one has not; one
// that was stopped keeps them, since it has not read them all.
func (v *view) takeBack(marked map[uri.URI]bool, stopped bool) {
	for _, u := range v.server.tree.unmark() {
		switch {
		case marked[u]:
		case stopped:
			marked[u] = true
		default:
			v.server.sendUnopened(u, nil)
		}
	}
	v.server.tree.mark(marked)
}

func (c *checked) add(f *file, n counts) {
	c.Citations += n.Citations
	c.Broken += n.Broken
	switch {
	case n.Broken == 0:
	case len(c.Worst) < maxWorst:
		c.Worst = append(c.Worst, checkedFile{f.doc.uri, n.Broken})
	default:
		c.More = true
	}
}

// sendUnopened publishes diagnostics of a file, unless somebody has opened it: then
// those of the open document count.
func (s *Server) sendUnopened(u uri.URI, found []protocol.Diagnostic) {
	s.publisher.sending.Lock()
	defer s.publisher.sending.Unlock()
	if s.document(keyOf(string(u))) == nil {
		s.send(u, protocol.Optional[int32]{}, found)
	}
}
