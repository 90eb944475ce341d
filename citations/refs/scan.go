package refs

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/pqcite/pqcite/citations/prose"
	"github.com/pqcite/pqcite/core"
)

// Publication is what is known of a document without its text.
type Publication struct {
	Known bool   // it is, or may be, published
	URL   string // its official page
	// Successor is the label of what replaced the edition, of several all: "RFC 9110 and
	// RFC 9112". Withdrawn says that nothing did.
	Successor string
	Withdrawn bool
	// Continued says that the successor is a later edition of the same number, which
	// says what this one said but for what Moved has words of. Kept are words one of
	// which is said where the later edition may be named instead; nil for any.
	Continued   bool
	Kept, Moved []string
	Title       string // "" where it is not known
	Date        string // month of publication: "2008-08"; "" where it is not known
	Note        string // for people, such as that it is announced
}

// Register knows publications that need not be in the library, by label and
// edition as the grammar reads them. One that also has the methods of relations, sizes
// or lineCounter lets a scanner check more.
type Register interface {
	Publication(label, edition string) Publication
}

// Scanner finds and judges the references of files. It is immutable and safe for
// concurrent use; its documents must not change.
type Scanner struct {
	grammar  *grammar
	resolver *Resolver
	register Register
	// relations is the register, where it knows them; else nil.
	relations relations
	sizes     sizes     // the same
	texts     *sync.Map // by *core.Document: func() *quote.Text, which makes it once
	bounds    bounds
}

// NewScanner returns a scanner that resolves against the documents, and against
// the register what they do not have. It reads within defaultBounds.
func NewScanner(docs []*core.Document, register Register) *Scanner {
	relations, _ := register.(relations)
	sizes, _ := register.(sizes)
	return &Scanner{
		grammar: newGrammar(docs), resolver: NewResolver(docs), register: register, relations: relations, sizes: sizes, texts: new(sync.Map), bounds: defaultBounds,
	}
}

// within returns the scanner with other bounds.
func (s *Scanner) within(b bounds) *Scanner {
	other := *s
	other.bounds = b
	return &other
}

// Reading is what a scan found in a file.
type Reading struct {
	Found []Occurrence // in the order of the text
	// Unread says what was not read; nil if the file was read to its end.
	Unread *Unread
}

// Scan is Read for a text that is short enough to be read whole and at once, and
// returns its references.
func (s *Scanner) Scan(file string, lang *prose.Language) []Occurrence {
	r, _ := s.Read(context.Background(), file, lang, nil) // fails with its context alone
	return r.Found
}

// Read is Findings with the references as a list.
func (s *Scanner) Read(ctx context.Context, file string, lang *prose.Language, m *Memory) (Reading, error) {
	f, err := s.Findings(ctx, file, lang, m)
	if err != nil {
		return Reading{}, err
	}
	return Reading{Found: slices.AppendSeq(make([]Occurrence, 0, f.Len()), f.All()), Unread: f.Unread}, nil
}

// Findings returns the references of a file, with offsets in it. Time and memory are
// linear in its length. With a memory of the file's last scan, parts that were in
// it are not read again; the result is the same with any memory, or none.
//
// An anchor without a document belongs to the document that is named nearest
// before it in the same block, else to the single one that the file's header
// names; with neither it is a Candidate.
//
// A file that has more than the scanner's bounds allow is read up to the part, a
// comment or a paragraph, or a page of a longer one, that goes beyond them: half a part
// could be misread. The error is the context's, which is looked at every few milliseconds.
func (s *Scanner) Findings(ctx context.Context, file string, lang *prose.Language, m *Memory) (*Findings, error) {
	if len(file) > s.bounds.Bytes {
		return &Findings{Unread: &Unread{Why: fmt.Sprintf("more than %d bytes", s.bounds.Bytes)}}, ctx.Err()
	}
	r, err := s.findings(ctx, file, lang, m, &background{})
	if err == nil && r.again() {
		// What later parts of the file imply applies to its start as well.
		r, err = s.findings(ctx, file, lang, m, &background{inferred: r.before.inferred})
	}
	if err != nil {
		return nil, err
	}
	return &r.out, nil
}

// findings is one scan of a file against a background.
func (s *Scanner) findings(ctx context.Context, file string, lang *prose.Language, m *Memory, before *background) (*scan, error) {
	r := &scan{
		Scanner: s, file: file, lang: lang, memory: m, against: *before, progress: progress{before: before}, pace: pace{ctx: ctx},
		ages: ages{scanner: s, file: file, rfc: isRFC(file)},
	}
	if s.sizes == nil || !declares[lang.Name] {
		r.codeAt = len(file)
	}
	m.begin(s)
	defer func() { m.end(r) }() // also where the judge panics: the memory goes on
	r.resume(m.reading(*before))
	for b, cut := range prose.BlocksFrom(r.cut, r.pace.over, file, lang) {
		if !r.read(&b) || r.advance(cut) {
			break
		}
	}
	if r.pace.err != nil {
		return nil, r.pace.err
	}
	if r.out.Unread == nil {
		r.code(len(file), len(file))
	}
	r.whole = true
	return r, nil
}

// scan is one scan of a file.
type scan struct {
	*Scanner
	progress
	file      string
	lang      *prose.Language
	against   background
	memory    *Memory
	pace      pace
	named     namedDocs // by the block at hand
	ambiguous bool      // a number is next to a name that does not imply its document
	out       Findings
	ages      ages
	codeAt    int  // from here on constants are to be read
	whole     bool // it came to its end
	marks     []progress
	old       *scan // the last one that was edited into this one, or nil
	tail      int   // from here on the file is as it was for old
}

// again reports whether the file implies a document that numbers in it lack.
func (r *scan) again() bool {
	return r.against.inferred == "" && r.ambiguous && r.before.inferred != "" && r.out.Unread == nil
}

// code reads the constants before a block, and passes those in it: they are in a comment
// or a string.
func (r *scan) code(start, end int) {
	if r.codeAt < start && r.out.count < r.bounds.References {
		for o := range r.constants(r.file, r.lang, core.Span{Start: r.codeAt, End: start}) {
			r.out.addCode(o)
		}
	}
	r.codeAt = max(r.codeAt, end)
}

// read judges a block; false where the scan ends with it.
func (r *scan) read(b *prose.Block) bool {
	if b.Text != "" {
		r.code(b.Offset(0), b.Offset(len(b.Text)-1)+1)
	}
	c := &r.named
	*c = namedDocs{before: r.before}
	if len(b.Text) <= wholeBlock {
		if !r.part(b, core.Span{End: len(b.Text)}, c) {
			return false
		}
	} else {
		for part := range r.grammar.parts(b.Text, r.memory.cut) {
			if !r.part(b, part, c) {
				return false
			}
		}
	}
	if b.Header || (b.Preamble || r.lang.Name == prose.Markdown.Name) && r.header.first == "" {
		r.header.join(*c)
	} else if c.inferred == "" && !c.final {
		return true // most blocks change nothing of the background
	}
	r.before = r.before.after(&r.header, c)
	return true
}

// part judges a part of a block after those that have named c.
func (r *scan) part(b *prose.Block, at core.Span, c *namedDocs) bool {
	w := worded{b.Text[at.Start:at.End], r.memory.same(c.here())}
	judged, ok := r.memory.recall(w)
	if !ok {
		behind := ""
		if r.memory != nil {
			w.text = strings.Clone(w.text)
			behind = strings.Clone(ahead(b.Text, at.End))
		}
		judged = r.block(&r.pace, w.text, w.before, r.bounds.left(r.spent))
		r.memory.keep(w, behind, judged)
	}
	if r.pace.stopped() {
		return false
	}
	if judged == nil {
		return true
	}
	r.spent = r.spent.and(judged.cost)
	if why := r.bounds.broken(r.spent); why != "" {
		r.out.Unread = &Unread{From: b.Offset(at.Start), Why: why}
		return false
	}
	r.ambiguous = r.ambiguous || judged.ambiguous
	r.out.add(judged, b, at.Start, r.ages.of(judged, b.Kind == prose.String))
	c.join(judged.docs)
	return true
}

// judgedBlock is the references of a part of a block with offsets in its text, in
// order, and the documents that it names.
type judgedBlock struct {
	found []Occurrence
	docs  namedDocs
	cost  cost
	// ambiguous is set where a number is next to a name that several documents have, and
	// nothing implies one of them.
	ambiguous bool
	// partial is set where it was not judged to its end, since its cost is too high or
	// nobody waits any more.
	partial bool
}

// block judges the references of a block, or of a part of one; nil if it has none. It
// stops as soon as the block costs more than is left.
func (s *Scanner) block(p *pace, text string, before *background, left cost) *judgedBlock {
	if !mayRefer(text) {
		return nil
	}
	b := &judgedBlock{docs: namedDocs{before: before}}
	if s.judgeAll(p, b, text, left); b.partial {
		return b
	}
	if len(b.found) == 0 {
		if b.cost.references == 0 {
			return nil
		}
		return b
	}
	s.withhold(p, text, before, b.found, left)
	wrong, spent := s.misquotes(p, text, b.found, left)
	if len(wrong) > 0 {
		b.found = append(b.found, wrong...)
		slices.SortStableFunc(b.found, func(x, y Occurrence) int { return x.Span.Start - y.Span.Start })
	}
	b.cost = b.cost.and(spent)
	b.partial = p.stopped() || b.cost.exceeds(left)
	return b
}

// judgeAll judges the references of a text, as those of a block.
func (s *Scanner) judgeAll(p *pace, b *judgedBlock, text string, left cost) {
	for part, quoted := range quotedParts(text) {
		refs, spent := s.grammar.findWithin(p, text[part.Start:part.End], left.less(b.cost))
		b.cost = b.cost.and(spent)
		if b.partial = p.stopped() || b.cost.exceeds(left); b.partial {
			return
		}
		b.found = slices.Grow(b.found, len(refs))
		for _, ref := range refs {
			if b.partial = p.did(judgeWork); b.partial {
				return
			}
			ref.move(part.Start)
			o, ok := s.inContext(ref, &b.docs, text)
			// What a standard's words refer to is not for their quoter to mend.
			b.ambiguous = b.ambiguous || o.Status == Candidate && o.Naming.Name != "" && !o.Foreign
			if ok && !(quoted && o.faulty()) {
				b.found = append(b.found, o)
			}
		}
	}
}

// inContext judges a reference by what the text has named before.
func (s *Scanner) inContext(ref Reference, c *namedDocs, text string) (Occurrence, bool) {
	c.bind(&ref)
	s.rebind(&ref, cmp.Or(c.inferred, c.before.inferred))
	c.ofDraft(s, &ref)
	o, ok := s.judge(ref)
	if o.Status == Superseded {
		s.date(text, &o)
	}
	if ok {
		o.excuse(text)
		c.inferred = cmp.Or(s.implies(&o), c.inferred)
		o.takeLines(text)
	}
	return o, ok
}

// isDraft reports whether an edition is one that was published for comment.
func isDraft(edition string) bool {
	return edition != "" && edition[0] != 'r'
}

// Text returns the references of a text that is no file.
func (s *Scanner) Text(text string) []Occurrence {
	var out []Occurrence
	c := namedDocs{before: &background{}}
	for _, ref := range s.grammar.find(text) {
		if o, ok := s.inContext(ref, &c, text); ok {
			out = append(out, o)
		}
	}
	return out
}
