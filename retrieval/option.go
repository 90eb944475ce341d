package retrieval

// Option changes how an engine is opened.
type Option func(*settings)

// settings are what an engine is opened with besides its documents.
type settings struct {
	params params
	notes  []Note
	links  func(docID, anchor string) []Link

	sources []Source
	failed  func(error)
}

// WithNotes gives the engine what is said of anchors elsewhere, for the notes leg.
func WithNotes(notes []Note) Option { return func(to *settings) { to.notes = notes } }

// WithLinks gives the engine what an anchor refers to, for the graph leg. The
// function is called by many goroutines at once.
func WithLinks(links func(docID, anchor string) []Link) Option {
	return func(to *settings) { to.links = links }
}
