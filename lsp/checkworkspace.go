package lsp

import (
	"context"
	"fmt"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/pqcite/pqcite/citations/rules"
)

// checked is the result of a check of the workspace.
type checked struct {
	Files int `json:"files"`
	counts
	// Worst are files with broken citations, at most 100, in walk order.
	Worst []checkedFile `json:"worst"`
	More  bool          `json:"more"` // there are more
	// Unmarked counts the files whose findings are not shown in the editor, because it
	// has enough.
	Unmarked int `json:"unmarked"`
}

type checkedFile struct {
	URI    uri.URI `json:"uri"`
	Broken int     `json:"broken"`
}

// maxWorst bounds the listed files.
const maxWorst = 100

// maxMarks bounds the diagnostics that a check publishes for files that are not open.
// Nobody reads more, and an editor that gets more is busy for seconds before it handles
// anything else, such as cancelling the check.
const maxMarks = 5000

// count counts citations, except those that cannot be judged. Broken are those reported
// as warnings or worse.
func (v *view) count(k *knowledge) counts {
	var c counts
	for o := range v.doc.references(k).All() {
		if o.Cites() {
			c.Citations++
		}
	}
	for b := range v.breaches(k) {
		if b.Severity.Reaches(rules.SeverityWarning) {
			c.Broken++
		}
	}
	return c
}

// checkWorkspace publishes the diagnostics of all files of the workspace, up to
// maxMarks, and withdraws those of the last check that no longer apply. If it is
// cancelled, what was found stays.
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
			return nil // already published
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
	work.report(fmt.Sprintf("citations: %d, files: %d, broken: %d", out.Citations, out.Files, out.Broken))
	return out, nil
}

// takeBack clears the files that the last check marked and this one did not. A
// cancelled check clears none, since it has not read all files.
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

// sendUnopened publishes diagnostics of a file unless it has been opened: then those of
// the open document count.
func (s *Server) sendUnopened(u uri.URI, found []protocol.Diagnostic) {
	s.publisher.sending.Lock()
	defer s.publisher.sending.Unlock()
	if s.document(keyOf(string(u))) == nil {
		s.send(u, protocol.Optional[int32]{}, found)
	}
}
