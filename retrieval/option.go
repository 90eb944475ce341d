package retrieval

import "github.com/pqcite/pqcite/retrieval/dense"

// Option changes how an engine is opened.
type Option func(*settings)

// settings are what an engine is opened with besides its documents.
type settings struct {
	params   params
	notes    []Note
	links    func(docID, anchor string) []Link
	embedder dense.Embedder
	reranker Reranker
	failed   func(error) // of the embedder and the reranker

	sources       []Source
	sourcesFailed func(error)
}

// WithNotes gives the engine what is said of anchors elsewhere, for the notes leg.
func WithNotes(notes []Note) Option { return func(to *settings) { to.notes = notes } }

// WithLinks gives the engine what an anchor refers to, for the graph leg. The
// function is called by many goroutines at once.
func WithLinks(links func(docID, anchor string) []Link) Option {
	return func(to *settings) { to.links = links }
}

// WithEmbedder gives the engine a model that makes vectors, for the dense leg; nil for none.
func WithEmbedder(m dense.Embedder) Option { return func(to *settings) { to.embedder = m } }

// WithReranker gives the engine a model that puts the first results in order; nil for none.
func WithReranker(m Reranker) Option { return func(to *settings) { to.reranker = m } }

// WithFailed names what is called when a model begins to fail, and why. Searches do without it
// until it answers again. The function is called by many goroutines at once.
func WithFailed(failed func(error)) Option { return func(to *settings) { to.failed = failed } }
