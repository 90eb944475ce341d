package refs

import "cmp"

// background is what the file has said before a block that its judgement depends on.
type background struct {
	doc string // what the header names, for anchors that name none; "" if not one
	// inferred is the document that earlier names and numbers imply, for numbers next to
	// names that several documents have.
	inferred string
	// draft is the document of whose draft the header gives the address, and edition
	// the draft.
	draft, edition string
}

// namedDocs are the documents that a text has named so far.
type namedDocs struct {
	first, last    string // "" if none
	several        bool
	inferred       string
	draft, edition string // as in background, or what the text itself says
	before         *background
	// final is set where a number next to a name is that of the document itself, and not
	// of the draft that was named.
	final bool
}

// after is the background of the next block: it is the same one where nothing has
// changed.
func (b *background) after(header, block *namedDocs) *background {
	next := background{header.only(), cmp.Or(block.inferred, b.inferred), header.draft, header.edition}
	if block.final {
		header.draft, header.edition = "", ""
		next.draft, next.edition = "", ""
	}
	if next == *b {
		return b
	}
	changed := next // only now: what changes nothing allocates nothing
	return &changed
}

// here is the background of what follows in the same block.
func (c *namedDocs) here() *background {
	if c.last == "" && c.inferred == "" && c.draft == "" && !c.final {
		return c.before
	}
	b := background{cmp.Or(c.last, c.before.doc), cmp.Or(c.inferred, c.before.inferred), c.draft, c.edition}
	if c.draft == "" && !c.final {
		b.draft, b.edition = c.before.draft, c.before.edition
	}
	return &b
}

// bind gives an anchor without a document the one that was named nearest before,
// and remembers what it names itself. Beside the address of a draft numbers are the
// draft's.
func (c *namedDocs) bind(ref *Reference) {
	switch {
	case ref.Doc != "":
		c.join(namedDocs{first: ref.Doc, last: ref.Doc})
		c.address(ref)
	case ref.Foreign:
	case c.last != "":
		ref.Doc, ref.Near = c.last, true
	default:
		ref.Doc, ref.Near = c.before.doc, true
	}
}

// ofDraft gives a number the edition of the draft next to whose address it is. One
// next to the name that it has in the document itself shows that numbers are not the
// draft's.
func (c *namedDocs) ofDraft(s *Scanner, ref *Reference) {
	draft, edition := c.draft, c.edition
	if draft == "" && !c.final {
		draft, edition = c.before.draft, c.before.edition
	}
	if ref.Number == "" || ref.Edition != "" || ref.Doc == "" || ref.Doc != draft {
		return
	}
	if ref.Naming.Name != "" && s.has(ref.Doc, ref.Naming.Key, ref.Number) {
		c.draft, c.edition, c.final = "", "", true
		return
	}
	ref.Edition = edition
}

// address remembers the draft of which a reference gives the address, until one gives
// that of the document itself.
func (c *namedDocs) address(ref *Reference) {
	switch {
	case isDraft(ref.Edition):
		c.draft, c.edition = ref.Doc, ref.Edition
	case ref.Doc == c.draft && isAddress(ref.Text, 0):
		c.draft, c.edition = "", ""
	}
}

// join adds the documents that a later text names.
func (c *namedDocs) join(later namedDocs) {
	c.inferred, c.final = cmp.Or(later.inferred, c.inferred), c.final || later.final
	if later.draft != "" || later.final {
		c.draft, c.edition = later.draft, later.edition
	}
	if later.first == "" {
		return
	}
	c.several = c.several || later.several || c.first != "" && c.first != later.first
	c.first, c.last = cmp.Or(c.first, later.first), later.last
}

// only is the single document that was named, or "".
func (c *namedDocs) only() string {
	if c.several {
		return ""
	}
	return c.first
}
