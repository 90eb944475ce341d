package lsp

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/pqcite/pqcite/citations/prose"
	"github.com/pqcite/pqcite/citations/refs"
	"github.com/pqcite/pqcite/citations/rules"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/card"
	"github.com/pqcite/pqcite/corpus"
	"github.com/pqcite/pqcite/lsp/text"
)

// document is one version of an open document. It is immutable; its references are
// found when first needed.
type document struct {
	uri      uri.URI // as the client wrote it
	language string  // the client's name for it
	lang     *prose.Language
	version  int32
	text     *text.Text
	memory   *refs.Memory // shared by the versions of the document; nil for a file that is not open

	asked atomic.Bool // a request about this version has come

	mu    sync.Mutex
	found *findings // guarded by mu; nil until needed, or of an older library
}

// findings are the references of a document, resolved in one library.
type findings struct {
	*refs.Findings
	by           *knowledge
	surroundings *corpus.Surroundings
	ignores      []rules.Ignore // comments that ignore findings
}

// around are the references that the card at an offset depends on, in order: those that
// it touches, and before them the last one to a document of the library.
func (f *findings) around(offset int) []card.Reference {
	found := f.Within(core.Span{Start: offset, End: offset})
	for o := range f.Before(offset) {
		if o.Target.Document == nil {
			continue
		}
		if o.Span.End < offset { // otherwise it is among them
			found = slices.Insert(found, 0, o)
		}
		break
	}
	return corpus.CardReferences(found)
}

func newDocument(raw uri.URI, language string, version int32, content string) *document {
	return &document{
		uri: raw, language: language, lang: languageOf(language, raw), version: version, text: text.New(content), memory: new(refs.Memory),
	}
}

// languageOf goes by the client's language id, or else by the file's name.
func languageOf(id string, raw uri.URI) *prose.Language {
	if l := prose.LanguageNamed(id); l != nil {
		return l
	}
	return prose.LanguageOf(string(raw))
}

// with is another version of the document.
func (d *document) with(version int32, t *text.Text) *document {
	return &document{uri: d.uri, language: d.language, lang: d.lang, version: version, text: t, memory: d.memory}
}

// weight is how many bytes the first request about a version retains: its text and
// lines, which are garbage once the next version exists. Further requests about the
// same version add nothing.
func (d *document) weight() int {
	if d.asked.Swap(true) {
		return 0
	}
	return d.text.Len() + 8*d.text.Lines()
}

// references scans the document, once per library.
func (d *document) references(k *knowledge) *findings {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.found == nil || d.found.by != k {
		// Without the caller's context, since later callers get the same result: the
		// scanner's bounds limit it.
		f, _ := k.Corpus().Scanner().Findings(context.Background(), d.text.String(), d.lang, d.memory)
		d.found = &findings{f, k, corpus.NewSurroundings(d.text.String(), d.lang, f.All()), rules.Ignores(d.text.String(), d.lang)}
	}
	return d.found
}

// provided reports whether the server itself wrote the document: diagnostics in the
// text of a standard are of no use.
func (d *document) provided(cache string) bool {
	if strings.HasPrefix(string(d.uri), Scheme+":") {
		return true
	}
	return cache != "" && strings.HasPrefix(pathOf(d.uri), cache+string(filepath.Separator))
}

// pathOf is the path of a file's address, "" for any other address.
func pathOf(u uri.URI) string {
	if !strings.HasPrefix(string(u), "file:") {
		return ""
	}
	return u.FsPath()
}

// wire converts positions to the protocol's form.
func wire(r text.Range) protocol.Range {
	return protocol.Range{Start: protocol.Position(r.Start), End: protocol.Position(r.End)}
}

// read converts a range to ours.
func read(r protocol.Range) text.Range {
	return text.Range{Start: text.Position(r.Start), End: text.Position(r.End)}
}
