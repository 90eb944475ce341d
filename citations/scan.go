package citations

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

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
	var out []Occurrence
	var header context
	for _, b := range prose.Blocks(file, lang) {
		refs := s.grammar.References(b.Text)
		if len(refs) == 0 {
			continue
		}
		c := context{fallback: header.only()}
		first := len(out)
		for i := range refs {
			c.bind(&refs[i])
			if o, ok := s.judge(refs[i]); ok {
				out = append(out, o)
			}
		}
		out = append(out, s.misquotes(&b, out[first:])...)
		for i := first; i < len(out); i++ {
			out[i] = out[i].in(&b)
		}
		if b.Header || lang.Name == prose.Markdown.Name && header.docs == nil {
			header.docs = append(header.docs, c.docs...)
		}
	}
	slices.SortStableFunc(out, func(x, y Occurrence) int { return x.Span.Start - y.Span.Start })
	return out
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

// Judge resolves references outside of a file, such as those of a question.
func (s *Scanner) Judge(refs []Reference) []Occurrence {
	var out []Occurrence
	for _, ref := range refs {
		if o, ok := s.judge(ref); ok {
			out = append(out, o)
		}
	}
	return out
}

// Text returns the references of a text that is no file.
func (s *Scanner) Text(text string) []Occurrence {
	c := context{}
	refs := s.grammar.References(text)
	for i := range refs {
		c.bind(&refs[i])
	}
	return s.Judge(refs)
}

// judge resolves one reference. It drops a name that its document does not have
// and that may be a word of the language.
func (s *Scanner) judge(ref Reference) (Occurrence, bool) {
	o := Occurrence{Reference: ref}
	if ref.Doc == "" {
		o.Status = Candidate
		return o, ref.Name == ""
	}
	docs := s.resolver.Documents(ref.Doc)
	known := s.publication(ref)
	switch {
	case known.Successor != "" || known.Withdrawn:
		o.supersede(known)
	case len(docs) == 0:
		o.outside(known)
	default:
		return s.resolve(o, docs)
	}
	return o, true
}

func (s *Scanner) publication(ref Reference) Publication {
	if s.register == nil {
		return Publication{}
	}
	return s.register.Publication(ref.Doc, ref.Edition)
}

// supersede judges a reference to an edition that something has replaced.
func (o *Occurrence) supersede(known Publication) {
	o.Status, o.URL, o.Note = Superseded, known.URL, known.Note
	if known.Successor != "" {
		o.Note = joinWith("; ", o.Doc+editionName(o.Edition)+" is superseded by "+known.Successor, known.Note)
	} else {
		o.Note = joinWith("; ", o.Doc+editionName(o.Edition)+" is withdrawn", known.Note)
	}
}

func editionName(edition string) string {
	switch {
	case edition == "":
		return ""
	case edition[0] == 'r':
		return " Rev. " + edition[1:]
	}
	return " (" + edition + ")"
}

// outside judges a reference to a document that the library does not have.
func (o *Occurrence) outside(known Publication) {
	o.Status, o.URL, o.Note = NotInLibrary, known.URL, known.Note
	if !known.Known {
		o.Status = UnknownDocument
		o.Note = joinWith("; ", "there is no "+o.Doc, known.Note)
		return
	}
	if o.Number != "" && strings.HasPrefix(o.Doc, "RFC ") && o.Kind == core.KindSection {
		o.URL += "#section-" + o.Number
	} else if o.Number != "" && strings.HasPrefix(o.Doc, "RFC ") && o.Kind == core.KindAppendix {
		o.URL += "#appendix-" + o.Number
	}
}

// resolve judges a reference to a document of the library.
func (s *Scanner) resolve(o Occurrence, docs []*core.Document) (Occurrence, bool) {
	res := s.resolver.Resolve(o.Reference)
	o.Status, o.Nearest = res.Status, res.Nearest
	if len(res.Targets) == 0 {
		o.dangle(s, docs[0])
		return o, o.Name == "" || o.Status == Contradicted
	}
	o.Target = res.Targets[0]
	o.place(o.Target)
	if o.Reference.Page > 0 {
		o.turnTo(docs[0])
	}
	o.compare(s)
	return o, true
}

// place tells where a target stands.
func (o *Occurrence) place(t Target) {
	if t.Anchor == nil {
		o.URL = t.Document.URL
		return
	}
	o.Page = t.Anchor.StartPage
	o.URL = t.Document.PageURL(o.Page)
	if o.Kind != "" && o.Kind != t.Anchor.Kind && !sectionKind(o.Kind) {
		o.Note = fmt.Sprintf("%s numbers this as %s (%s)", t.Document.Label, strings.ToLower(t.Anchor.Kind.Word()), t.Anchor.Number)
	}
}

func sectionKind(k core.AnchorKind) bool { return k == core.KindSection || k == core.KindAppendix }

// turnTo follows the page in an address.
func (o *Occurrence) turnTo(d *core.Document) {
	o.Page = o.Reference.Page
	if d.Page(o.Page) == nil {
		o.Status = Dangling
		o.Note = d.Label + " has " + strconv.Itoa(len(d.Pages)) + " pages"
		return
	}
	o.URL = d.PageURL(o.Page)
}

// dangle judges a reference to what its document does not have. A name that
// belongs to an algorithm of another number or document says what is meant.
func (o *Occurrence) dangle(s *Scanner, d *core.Document) {
	o.Target = Target{Document: d}
	o.URL = d.URL
	meant := s.named(d, o.calledBy())
	if len(meant) == 0 {
		return
	}
	o.Nearest = append(meant, slices.DeleteFunc(o.Nearest, func(t Target) bool { return t == meant[0] })...)
	if o.Name != "" {
		o.Status = Contradicted
		o.Note = fmt.Sprintf("%s is %s of %s", meant[0].Anchor.Title, meant[0].Anchor.Name(), meant[0].Document.Label)
		return
	}
	o.fix(meant)
}

// calledBy is the algorithm's name that the text gives the anchor.
func (o *Occurrence) calledBy() string {
	if o.Name != "" {
		return o.Name
	}
	name, _, _ := strings.Cut(o.Beside, "(")
	return strings.TrimSpace(name)
}

// named returns the algorithms with a name: of the document, else of any.
func (s *Scanner) named(d *core.Document, name string) []Target {
	if name == "" {
		return nil
	}
	if a := s.resolver.algorithm(d, name); a != nil {
		return []Target{{d, a}}
	}
	if !distinctive(name) {
		return nil
	}
	var out []Target
	for _, other := range s.resolver.docs {
		if a := s.resolver.algorithm(other, name); a != nil {
			out = append(out, Target{other, a})
		}
	}
	return out
}

// compare holds what the text calls an anchor against the anchor.
func (o *Occurrence) compare(s *Scanner) {
	a, d := o.Target.Anchor, o.Target.Document
	if a == nil || o.Status != Resolved {
		return
	}
	var meant []Target
	if a.Kind == core.KindAlgorithm {
		meant = s.named(d, o.calledBy())
	} else if meant = titled(d, a, o.Beside); len(meant) == 0 {
		meant = titled(d, a, o.Behind)
	}
	if len(meant) == 0 || slices.Contains(meant, o.Target) {
		return
	}
	o.Status, o.Nearest = Contradicted, meant
	m := meant[0]
	where := m.Anchor.Name()
	if m.Document != d {
		where += " of " + m.Document.Label
	}
	o.Note = fmt.Sprintf("%s is %s; %s is %s", a.Name(), quoted(a.Title), quoted(m.Anchor.Title), where)
	o.fix(meant)
}

func quoted(title string) string { return strconv.Quote(Fold(title).String()) }

// titled returns the one other anchor of the same kind that has the words as its
// title, where the anchor's own title does not share them.
func titled(d *core.Document, own *core.Anchor, words string) []Target {
	key := titleKey(words)
	if len(key) < minTitle || strings.Contains(titleKey(own.Title), key) || strings.Contains(key, titleKey(own.Title)) && own.Title != "" {
		return nil
	}
	var out []Target
	for i := range d.Anchors {
		if a := &d.Anchors[i]; a.Kind == own.Kind && a.Number != "" && titleKey(a.Title) == key {
			out = append(out, Target{d, a})
		}
	}
	if len(out) != 1 {
		return nil
	}
	return out
}

// minTitle is how many letters and digits a title has at least, to be known by.
const minTitle = 6

func titleKey(title string) string {
	return strings.Map(func(r rune) rune {
		if isWordRune(r) {
			return r
		}
		return -1
	}, strings.ToLower(Fold(title).String()))
}

// fix proposes the number of the one anchor that is meant.
func (o *Occurrence) fix(meant []Target) {
	if len(meant) == 1 && meant[0].Document == o.Target.Document && o.NumberSpan.Len() > 0 {
		o.Fix = &Fix{o.NumberSpan, meant[0].Anchor.Number}
	}
}
