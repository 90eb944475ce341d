package refs

import (
	"cmp"
	"slices"

	"github.com/pqcite/pqcite/core"
)

// Reference is a place in somebody's text that names a document or one of its
// anchors.
type Reference struct {
	// Span is the reference alone. The numbers of a range ("Algorithms 9-11")
	// share the span of the range; otherwise references don't overlap.
	Span core.Span
	Text string
	// Doc is the canonical label of the document: "FIPS 203", "SP 800-227",
	// "IR 8547", "RFC 9180". It is empty if the text names none, or several
	// could be meant.
	Doc     string
	DocSpan core.Span // where the document is named, inside Span or not
	// Edition is the edition that the text names: "r3" for a revision, "ipd" for a
	// draft; "" if it names none.
	Edition string
	// Page is the PDF page that an address ends with (#page=48) or that the text
	// names, or 0. Printed says that it may be the number printed on the page.
	Page    int
	Printed bool
	Kind    core.AnchorKind // "" for a document alone, or its page
	Number  string          // "7.2", "13", "A.1"; "" for a document alone
	// Part is the letter after the number where that names a part: the "a" of
	// "Alg. 21a".
	Part string
	// Line is the greatest line of an algorithm that the text names with it, 0 if it
	// names none, and LineSpan where: apart from Span.
	Line     int
	LineSpan core.Span
	// NumberSpan is where the number alone is; empty for the members of a
	// range, and where there is none.
	NumberSpan core.Span
	// Name is the algorithm that the text names without a number: "Power2Round
	// from FIPS 204". Kind is then core.KindAlgorithm.
	Name string
	// Beside is what the text calls the anchor: words in parentheses after the
	// number, or the name of an algorithm next to it.
	Beside string
	// Behind is what is after the number and a colon, comma or dash. It is a
	// title only if some anchor has it.
	Behind string
	// Foreign is set where the text says that the anchor belongs to something
	// else, such as a paper. Only anchors without a document can have it.
	Foreign bool
	// Naming is what the text calls the algorithm that it numbers; zero where it calls
	// it nothing.
	Naming naming
	// Near is set where the document is the one of the sentence, and not named with the
	// anchor or its list.
	Near bool
}

// grammar finds references. The zero value reads documents and numbers; one made
// by NewGrammar knows algorithms by name as well. It is immutable.
type grammar struct {
	names map[string]bool
	// nameStarts are the first two bytes of the names; of one byte alone, that and any other.
	nameStarts [128][128]bool
	books      []*nameBook // of the documents with algorithms
	// keys are those of all books, starts their first two letters or digits: by the
	// first, then by the second.
	keys   map[nameKey]bool
	starts [128][128]bool
}

// References returns the references of a text as the zero Grammar finds them.
func Find(text string) []Reference { return new(grammar).find(text) }

// References returns the references of a text, ordered by where they start. The
// work is linear in the length of the text.
//
// An anchor belongs to the document named with it ("FIPS 203, Algorithm 19",
// "Algorithms 16 and 17 of FIPS 203"), also through a list of anchors, else to
// the document named in the same sentence, if that is a single one.
func (g *grammar) find(text string) []Reference {
	refs, _ := g.findWithin(nil, text, boundless)
	return refs
}

// findWithin is find within what is left, and says what was spent; beyond it there is no
// result. With a pace the result is overwritten by the next one.
func (g *grammar) findWithin(p *pace, text string, left cost) ([]Reference, cost) {
	ps, spent := g.phrases(p, text, left)
	if len(ps) == 0 || spent.exceeds(left) {
		return nil, spent
	}
	b := binder{text: text, phrases: ps}
	b.nameNumbers(g)
	b.addKeyed()
	b.bindAfter()
	b.bindBefore()
	b.bindLoosely()
	b.chain()
	b.markForeign()
	b.dropWeak()
	b.bindBySentence(p)
	if len(b.phrases) == 0 || p.stopped() {
		return nil, cost{mentions: spent.mentions}
	}
	var room []Reference
	if p != nil {
		room = p.room.references[:0]
	}
	refs := b.references(room)
	if p != nil {
		p.room.references = refs
	}
	spent.references = len(refs)
	return refs, spent
}

// references appends the result. A document that an anchor's reference spans is
// no reference of its own.
func (b *binder) references(refs []Reference) []Reference {
	n := 0
	for i := range b.phrases {
		n += len(b.phrases[i].mentions)
	}
	refs = slices.Grow(refs, n)
	for i := range b.phrases {
		if b.phrases[i].isDoc() {
			refs = b.appendDocs(refs, i)
			continue
		}
		refs = appendAnchors(refs, &b.phrases[i])
	}
	byStart := func(x, y Reference) int { return cmp.Compare(x.Span.Start, y.Span.Start) }
	if !slices.IsSortedFunc(refs, byStart) {
		slices.SortStableFunc(refs, byStart)
	}
	for i := range refs {
		refs[i].Text = b.text[refs[i].Span.Start:refs[i].Span.End]
	}
	return refs
}

func appendAnchors(refs []Reference, p *phrase) []Reference {
	for _, m := range p.mentions {
		r := Reference{
			Span: m.span, Kind: m.kind, Number: m.number, Part: m.part, NumberSpan: m.numberAt, Name: m.name, Beside: m.beside, Behind: m.title,
			Line: m.line, LineSpan: m.lineAt, Naming: m.naming, Near: p.near,
		}
		switch {
		case p.from == nil:
			r.Foreign = p.foreign
		case p.from.doc == foreign:
			r.Foreign = true
		default:
			r.Doc, r.DocSpan, r.Edition = p.from.doc, p.from.span, p.from.edition
		}
		if (m.name != "" || m.kind == kindPage) && r.Doc == "" {
			continue
		}
		if m.kind == kindPage {
			r.Kind, r.Number, r.Page, r.Printed = "", "", m.page, !m.pdf
		}
		refs = append(refs, r)
	}
	return refs
}

func (b *binder) appendDocs(refs []Reference, i int) []Reference {
	for _, m := range b.phrases[i].mentions {
		if m.doc == foreign || b.spans(i-1, m.span) || b.spans(i+1, m.span) {
			continue
		}
		refs = append(refs, Reference{
			Span: m.span, Doc: m.doc, DocSpan: m.span, Edition: m.edition, Page: m.page,
			Kind: m.kind, Number: m.number, NumberSpan: m.numberAt,
		})
	}
	return refs
}

// spans reports whether the first or last anchor of a phrase spans a document.
func (b *binder) spans(i int, doc core.Span) bool {
	if i < 0 || i >= len(b.phrases) || b.phrases[i].isDoc() {
		return false
	}
	ms := b.phrases[i].mentions
	return ms[0].span.Contains(doc) || ms[len(ms)-1].span.Contains(doc)
}
