package citations

import (
	"slices"

	"github.com/pqcite/pqcite/citations/prose"
	"github.com/pqcite/pqcite/core"
)

// Publication is what is known of a document without its text.
type Publication struct {
	Known bool   // it is, or may be, published
	URL   string // its official page
	// Successor is the label of what replaced the edition, Withdrawn that nothing
	// did.
	Successor string
	Withdrawn bool
	Note      string // for people, such as that it is announced
}

// Register knows publications that need not be in the library, by label and
// edition as the grammar reads them.
type Register interface {
	Publication(label, edition string) Publication
}

// Occurrence is a reference where it stands in a file, and what it denotes.
type Occurrence struct {
	Reference
	Status Status
	// Target is what the reference denotes, or what was found in its place: the
	// anchor that a contradicted reference names by its number. Its document is nil
	// where the library does not have it.
	Target  Target
	Nearest []Target // what may be meant instead, best first
	Page    int      // PDF page; 0 where it has none
	URL     string   // the official place
	Note    string   // what a person should know: one sentence, or ""
	Fix     *Fix     // nil where the correction is not certain
	Exact   string   // what the document says in the place of a misquote that comes near; else ""
}

// Fix is a change of the file that corrects a reference.
type Fix struct {
	Span core.Span
	Text string
}

// Scanner finds and judges the references of files. It is immutable and safe for
// concurrent use; its documents must not change.
type Scanner struct {
	grammar  *Grammar
	resolver *Resolver
	register Register
	texts    *texts
}

// NewScanner returns a scanner that resolves against the documents, and against
// the register what they do not have.
func NewScanner(docs []*core.Document, register Register) *Scanner {
	return &Scanner{grammar: NewGrammar(docs), resolver: NewResolver(docs), register: register, texts: &texts{}}
}

// Scan returns the references of a file in the order in which they stand there,
// with offsets in the file. The work is linear in its length.
//
// An anchor without a document belongs to the document that is named nearest
// before it in the same block, else to the single one that the file's header
// names; with neither it is a Candidate.
func (s *Scanner) Scan(file string, lang *prose.Language) []Occurrence {
	return s.Rescan(file, lang, nil)
}

// Rescan is Scan with a memory of the file's last scan: blocks that stood in it
// are not read again. The result is the same with any memory, or none.
func (s *Scanner) Rescan(file string, lang *prose.Language, m *Memory) []Occurrence {
	var header context
	scan := m.begin(s)
	out := make([]Occurrence, 0, scan.expect())
	for b := range prose.Blocks(file, lang) {
		judged := scan.judged(b.Text, header.only(), s.block)
		if judged == nil {
			continue
		}
		for _, o := range judged.found {
			out = append(out, o.in(&b))
		}
		if b.Header || lang.Name == prose.Markdown.Name && header.docs == nil {
			header.docs = append(header.docs, judged.docs...)
		}
	}
	scan.end(len(out))
	byStart := func(x, y Occurrence) int { return x.Span.Start - y.Span.Start }
	if !slices.IsSortedFunc(out, byStart) {
		slices.SortStableFunc(out, byStart)
	}
	return out
}

// judgedBlock is the references of a block with offsets in its text, and the
// documents that it names.
type judgedBlock struct {
	found []Occurrence
	docs  []string
}

// block judges the references of a block; nil if it has none.
func (s *Scanner) block(text, fallback string) *judgedBlock {
	c := context{fallback: fallback}
	var found []Occurrence
	for part, quoted := range quotedParts(text) {
		for _, ref := range s.grammar.References(text[part.Start:part.End]) {
			ref.move(part.Start)
			c.bind(&ref)
			// What a standard's words refer to is not for their quoter to mend.
			if o, ok := s.judge(ref); ok && !(quoted && o.Rule() != "") {
				found = append(found, o)
			}
		}
	}
	if found == nil {
		return nil
	}
	return &judgedBlock{found: append(found, s.misquotes(text, found)...), docs: c.docs}
}

// context is the documents that a block has named so far.
type context struct {
	docs     []string
	fallback string // for anchors before any of them
}

// bind gives an anchor without a document the one that was named nearest before,
// and remembers what it names itself.
func (c *context) bind(ref *Reference) {
	switch {
	case ref.Doc != "":
		c.docs = append(c.docs, ref.Doc)
	case ref.Foreign:
	case len(c.docs) > 0:
		ref.Doc = c.docs[len(c.docs)-1]
	default:
		ref.Doc = c.fallback
	}
}

// only is the single document that was named, or "".
func (c *context) only() string {
	for _, d := range c.docs {
		if d != c.docs[0] {
			return ""
		}
	}
	if len(c.docs) == 0 {
		return ""
	}
	return c.docs[0]
}

// in moves an occurrence from the text of a block to the file.
func (o Occurrence) in(b *prose.Block) Occurrence {
	o.Span = b.Span(o.Span)
	if o.DocSpan.Len() > 0 {
		o.DocSpan = b.Span(o.DocSpan)
	}
	if o.NumberSpan.Len() > 0 {
		o.NumberSpan = b.Span(o.NumberSpan)
	}
	if o.Fix != nil {
		o.Fix = &Fix{b.Span(o.Fix.Span), o.Fix.Text}
	}
	return o
}

// Text returns the references of a text that is no file.
func (s *Scanner) Text(text string) []Occurrence {
	var out []Occurrence
	c := context{}
	for _, ref := range s.grammar.References(text) {
		c.bind(&ref)
		if o, ok := s.judge(ref); ok {
			out = append(out, o)
		}
	}
	return out
}
