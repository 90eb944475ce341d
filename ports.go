package pqcite

import (
	"errors"
	"fmt"
	"slices"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/answer"
	"github.com/pqcite/pqcite/core/loop"
	"github.com/pqcite/pqcite/core/plan"
	"github.com/pqcite/pqcite/corpus"
	"github.com/pqcite/pqcite/corpus/typed"
	"github.com/pqcite/pqcite/retrieval"
)

// openEngine opens the index over the library. Where the servers of a team have statistics that
// do not fit, passages are found without them.
func (l *Library) openEngine() (*retrieval.Engine, error) {
	options := []retrieval.Option{
		retrieval.WithNotes(notesOf(l.corpus)), retrieval.WithLinks(linksOf(l.corpus)),
		retrieval.WithEmbedder(l.options.Embedder), retrieval.WithReranker(l.options.Reranker), retrieval.WithFailed(l.options.Failed),
	}
	open := func(options ...retrieval.Option) (*retrieval.Engine, error) {
		return retrieval.Open(l.corpus.CacheDir(), l.corpus.Documents(), l.corpus.Digest(), options...)
	}
	if len(l.sources) == 0 {
		return open(options...)
	}
	failed := func(err error) { l.team.failed(fmt.Errorf("%w; searching without the server", err)) }
	engine, err := open(append(slices.Clone(options), retrieval.WithSources(l.sources, failed))...)
	if errors.Is(err, retrieval.ErrStatistics) {
		failed(err)
		return open(options...)
	}
	return engine, err
}

// ports are what a run needs, over an engine.
func (l *Library) ports(engine *retrieval.Engine) loop.Ports {
	passages := &answer.Passages{}
	p := loop.Ports{
		Reader: reader{l.corpus}, Library: l.corpus, Retriever: engine, Relevance: engine, Passages: passages, Notes: notebookOf(l.corpus), FAQ: frequentQuestions(l.corpus.CacheDir()), Typed: typed.New(l.corpus.Documents()),
		Writer: &answer.Extractive{Library: l.corpus, Relevance: engine, Graph: l.corpus.Links(), Passages: passages}, Verifier: newProof(l.corpus, passages),
	}
	if l.options.Model != nil {
		p.Model, p.Judge = modelWriter(p, l.options.Model), modelJudge(l.options.Model)
	}
	return p
}

// planner reads questions about a library.
func planner(lib *corpus.Library) plan.Planner {
	return plan.Planner{Reader: reader{lib}, Library: lib, Features: core.DefaultFeatures()}
}

// notesOf gives the engine the pack's words for what the library holds.
func notesOf(lib *corpus.Library) []retrieval.Note {
	var notes []retrieval.Note
	for _, n := range corpus.Notes(lib) {
		notes = append(notes, retrieval.Note(n))
	}
	return notes
}

// notebook is the pack's words by what they are about: a document and an anchor in it.
type notebook map[[2]string][]string

func notebookOf(lib *corpus.Library) notebook {
	b := make(notebook)
	for _, n := range corpus.Notes(lib) {
		at := [2]string{n.DocID, n.Anchor}
		b[at] = append(b[at], n.Text)
	}
	return b
}

// Notes returns what is said of an anchor.
func (b notebook) Notes(docID, anchor string) []string { return b[[2]string{docID, anchor}] }

// linksOf gives the engine the structure graph.
func linksOf(lib *corpus.Library) func(docID, anchor string) []retrieval.Link {
	links := lib.Links()
	return func(docID, anchor string) []retrieval.Link {
		var out []retrieval.Link
		for _, l := range links.Of(docID, anchor) {
			out = append(out, retrieval.Link(l))
		}
		return out
	}
}
