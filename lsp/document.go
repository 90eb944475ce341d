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

	"github.com/pqcite/pqcite/citations"
	"github.com/pqcite/pqcite/citations/prose"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/card"
	"github.com/pqcite/pqcite/corpus"
	"github.com/pqcite/pqcite/lsp/text"
)

// document is an open document at one version. It does not change; what is found
// in it is found once, when first asked for.
type document struct {
	uri      uri.URI // as the client wrote it
	language string  // as the client calls it
	lang     *prose.Language
	version  int32
	text     *text.Text
	memory   *citations.Memory // shared by the versions of the document; nil for a file that is not open

	asked atomic.Bool // about this version

	mu    sync.Mutex
	found *findings // guarded by mu; nil until asked for, or of an older library
}

// findings are the references of a document by one library.
type findings struct {
	*citations.Findings
	by           *knowledge
	surroundings *corpus.Surroundings
	ignores      []citations.Ignore // comments that ignore findings
}

// around are the references that the card of an offset depends on, in order: those
// that it touches, and before them the last one to a document of the library.
func (f *findings) around(offset int) []card.Reference {
	found := f.Within(core.Span{Start: offset, End: offset})
	for o := range f.Before(offset) {
		if o.Target.Document == nil {
			continue
		}
		if o.Span.End < offset { // else it is among them
			found = slices.Insert(found, 0, o)
		}
		break
	}
	return corpus.CardReferences(found)
}

func newDocument(raw uri.URI, language string, version int32, content string) *document {
	return &document{
		uri: raw, language: language, lang: languageOf(language, raw), version: version, text: text.New(content), memory: new(citations.Memory),
	}
}

// languageOf goes by what the client calls the language, else by the file's name.
func languageOf(id string, raw uri.URI) *prose.Language {
	if l := prose.LanguageNamed(id); l != nil {
		return l
	}
	return prose.LanguageOf(string(raw))
}

// with is the document at another version.
func (d *document) with(version int32, t *text.Text) *document {
	return &document{uri: d.uri, language: d.language, lang: d.lang, version: version, text: t, memory: d.memory}
}

// weight is what the first request about a version of a document holds, in bytes: its text
// and lines, which are of no more use when the next version is there. Requests about the
// same version come and go with it.
func (d *document) weight() int {
	if d.asked.Swap(true) {
		return 0
	}
	return d.text.Len() + 8*d.text.Lines()
}

// references scans the document, once for each library.
func (d *document) references(k *knowledge) *findings {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.found == nil || d.found.by != k {
		// Nobody's context, since whoever asks next gets the same: the scanner's bounds
		// are what ends it.
		f, _ := k.scanner.Findings(context.Background(), d.text.String(), d.lang, d.memory)
		d.found = &findings{f, k, corpus.NewSurroundings(d.text.String(), d.lang, f.All()), citations.Ignores(d.text.String(), d.lang)}
	}
	return d.found
}

// provided reports whether the server itself wrote the document: nobody wants to
// hear what is wrong with the citations of a standard.
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

// wire brings positions into the protocol's form.
func wire(r text.Range) protocol.Range {
	return protocol.Range{Start: protocol.Position(r.Start), End: protocol.Position(r.End)}
}

// read brings a range into ours.
func read(r protocol.Range) text.Range {
	return text.Range{Start: text.Position(r.Start), End: text.Position(r.End)}
}
