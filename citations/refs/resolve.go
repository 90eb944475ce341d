package refs

import (
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/pqcite/pqcite/citations/quote"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/lex"
)

// Status says what became of a reference.
type Status string

// The outcomes of resolving a reference.
const (
	Resolved        Status = "resolved"
	UnknownDocument Status = "unknown_document" // there is no such document
	Dangling        Status = "dangling"         // the document has no such anchor
	Contradicted    Status = "contradicted"     // what the text calls the anchor is another one
	Misquoted       Status = "misquoted"        // the words below a reference are not there
	WrongValue      Status = "wrong_value"      // a constant of program code contradicts a table
	Superseded      Status = "superseded"       // the edition is replaced or withdrawn
	NotInLibrary    Status = "not_in_library"   // the document is published, and not here
	// Candidate is an anchor that no document is named for. It may mean anything,
	// so it is never a finding.
	Candidate Status = "candidate"
	Ambiguous Status = "ambiguous" // names no document, and several have such an anchor
)

// Target is a document or one of its anchors. Anchor is nil for the document
// alone.
type Target struct {
	Document *core.Document
	Anchor   *core.Anchor
}

// Title is how the target is cited, with what it is called: "FIPS 203, Algorithm
// 9. NTT".
func (t Target) Title() string {
	if t.Anchor == nil {
		return t.Document.Label
	}
	return t.Document.Label + ", " + t.Anchor.Heading()
}

// Nearest is the target as it is offered to people in place of a missing one.
func (t Target) Nearest() core.Nearest {
	n := core.Nearest{DocID: t.Document.ID, Title: t.Title()}
	if t.Anchor == nil {
		return n
	}
	n.Anchor, n.StartPage = t.Anchor.ID, t.Anchor.StartPage
	if p := t.Document.Page(n.StartPage); p != nil {
		n.PrintedPage = p.Label
	}
	return n
}

// Resolution is what a reference denotes.
type Resolution struct {
	Status Status
	// Targets are what it denotes, in the order of the documents. The kind of an
	// anchor can differ from the reference's: numbered equations are cited as
	// definitions, and appendices as sections.
	Targets []Target
	// Nearest are anchors that exist, best first, if none of that number does.
	Nearest []Target
}

// MaxNearest is how many anchors a resolution offers in place of a missing one.
const MaxNearest = 3

// Resolver resolves references against a fixed list of documents. It is
// immutable and safe for concurrent use; the documents must not change.
type Resolver struct {
	docs       []*core.Document
	byKey      map[string][]*core.Document
	byLabel    map[string][]*core.Document // what Documents found for the labels themselves
	anchors    map[*core.Document]map[anchorKey]*core.Anchor
	algorithms map[*core.Document]map[string]*core.Anchor // by base name
	books      map[*core.Document]*nameBook
	titles     map[*core.Document]func() *titles // made when first asked for
}

// anchorKey is what an anchor is cited by; the number in lower case.
type anchorKey struct {
	kind   core.AnchorKind
	number string
}

// NewResolver returns a resolver for the documents.
func NewResolver(docs []*core.Document) *Resolver {
	r := &Resolver{
		docs: docs, byKey: make(map[string][]*core.Document), byLabel: make(map[string][]*core.Document),
		anchors:    make(map[*core.Document]map[anchorKey]*core.Anchor),
		algorithms: make(map[*core.Document]map[string]*core.Anchor),
		books:      make(map[*core.Document]*nameBook),
		titles:     make(map[*core.Document]func() *titles),
	}
	for _, d := range docs {
		r.algorithms[d] = algorithmsByName(d)
		r.books[d] = newNameBook(d)
		r.anchors[d] = anchorsByNumber(d)
		r.titles[d] = sync.OnceValue(func() *titles { return newTitles(d) })
		for _, key := range keysOf(d) {
			r.byKey[key] = append(r.byKey[key], d)
		}
	}
	for key, found := range r.byKey {
		r.byKey[key] = vouched(found)
	}
	for _, d := range docs {
		r.byLabel[d.Label] = r.byKey[documentKey(d.Label)]
	}
	return r
}

// Named returns the documents that a person means by a name: the one with exactly that
// id, else those of Documents. Of more than one it must be said which is meant.
func (r *Resolver) Named(name string) []*core.Document {
	for _, d := range r.docs {
		if d.ID == name && name != "" {
			return []*core.Document{d}
		}
	}
	return r.Documents(name)
}

// keysOf are the keys that a document is found by. One that nobody vouches for is never
// found by what is a publication's name, unless its own title block gives it.
func keysOf(d *core.Document) []string {
	var keys []string
	for _, name := range []string{d.Label, d.ID} {
		if d.Identity == core.IdentityOwn && Reserved(name) && !(d.NamesItself() && name == d.Label) {
			continue
		}
		if key := documentKey(name); !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	return keys
}

// Documents returns the documents that a label or an id names, tolerant of case,
// spaces, punctuation, the word NIST and the marks of drafts and revisions. More
// than one is returned if the list has several editions, or several documents that name
// themselves so and that nobody vouches for: see Rivals.
func (r *Resolver) Documents(name string) []*core.Document {
	if docs := r.byLabel[name]; docs != nil && name != "" {
		return docs
	}
	key := documentKey(name)
	if key == "" {
		return nil
	}
	return r.byKey[key]
}

// Resolve looks a reference up. A reference that names no document is looked up
// in all of them.
func (r *Resolver) Resolve(ref Reference) Resolution {
	docs := r.docs
	if ref.Doc != "" {
		docs = r.Documents(ref.Doc)
		if len(docs) == 0 {
			return Resolution{Status: UnknownDocument}
		}
	}
	res := Resolution{Status: Resolved}
	for _, d := range docs {
		if ref.Kind == "" {
			res.Targets = append(res.Targets, Target{Document: d})
		} else if ref.Name != "" {
			if a := r.algorithm(d, ref.Name); a != nil {
				res.Targets = append(res.Targets, Target{d, a})
			}
		} else if a := r.partOr(d, ref); a != nil {
			res.Targets = append(res.Targets, Target{d, a})
		}
	}
	switch {
	case len(res.Targets) == 0:
		res.Status, res.Nearest = Dangling, r.nearest(docs, ref)
	case ref.Doc == "" && len(res.Targets) > 1:
		res.Status = Ambiguous
	}
	return res
}

// otherKinds are the kinds that an anchor is also looked for under.
var otherKinds = map[core.AnchorKind]core.AnchorKind{
	core.KindDefinition: core.KindEquation, core.KindEquation: core.KindDefinition,
	core.KindSection: core.KindAppendix, core.KindAppendix: core.KindSection,
}

// partOr returns the anchor whose number has the letter of a part, else the one with the
// number alone.
func (r *Resolver) partOr(d *core.Document, ref Reference) *core.Anchor {
	if ref.Part != "" {
		if a := r.anchor(d, ref.Kind, ref.Number+ref.Part); a != nil {
			return a
		}
	}
	return r.anchor(d, ref.Kind, ref.Number)
}

// anchor returns the anchor with a number, or the one that goes by another kind.
func (r *Resolver) anchor(d *core.Document, kind core.AnchorKind, number string) *core.Anchor {
	number = strings.ToLower(number)
	if a := r.anchors[d][anchorKey{kind, number}]; a != nil {
		return a
	}
	return r.anchors[d][anchorKey{otherKinds[kind], number}]
}

// anchorsByNumber indexes the numbered anchors of a document; of two with the
// same number the first counts. An id can't serve, since it can be made from a
// title.
func anchorsByNumber(d *core.Document) map[anchorKey]*core.Anchor {
	anchors := make(map[anchorKey]*core.Anchor, len(d.Anchors))
	for i := range d.Anchors {
		a := &d.Anchors[i]
		key := anchorKey{a.Kind, strings.ToLower(a.Number)}
		if a.Number != "" && anchors[key] == nil {
			anchors[key] = a
		}
	}
	return anchors
}

// algorithmsByName indexes the algorithms of a document by their base names.
func algorithmsByName(d *core.Document) map[string]*core.Anchor {
	names := make(map[string]*core.Anchor)
	for i := range d.Anchors {
		if a := &d.Anchors[i]; a.Kind == core.KindAlgorithm && a.Title != "" {
			names[baseName(a.Title)] = a
		}
	}
	return names
}

// algorithm returns the algorithm of a document with a name, or nil. A value in
// place of the variable in its subscript is read over: ByteEncode_12.
func (r *Resolver) algorithm(d *core.Document, name string) *core.Anchor {
	if a := r.algorithms[d][name]; a != nil {
		return a
	}
	head, _, found := cutLast(name, '_')
	if a := r.algorithms[d][head]; found && a != nil && baseName(a.Title) != quote.Fold(a.Title) {
		return a
	}
	return nil
}

func cutLast(s string, sep byte) (before, after string, found bool) {
	if i := strings.LastIndexByte(s, sep); i >= 0 {
		return s[:i], s[i+1:], true
	}
	return s, "", false
}

// documentKey reduces a label or an id to what identifies a document:
// "NIST.IR.8547.ipd" and "IR 8547" to IR8547.
func documentKey(name string) string {
	key := strings.TrimPrefix(bare(name), "NIST")
	if rest, ok := strings.CutPrefix(key, "FIPSPUB"); ok {
		key = "FIPS" + rest
	}
	for _, draft := range []string{"IPD", "2PD", "FPD", "DRAFT"} {
		key = strings.TrimSuffix(key, draft)
	}
	return withoutRevision(key)
}

// bare is a name in capitals without anything but ASCII letters and digits.
func bare(name string) string {
	return strings.Map(func(r rune) rune {
		r = unicode.ToUpper(r)
		if isASCIILetterOrDigit(r) {
			return r
		}
		return -1
	}, name)
}

func isASCIILetterOrDigit(r rune) bool { return 'A' <= r && r <= 'Z' || lex.IsDigit(r) }

// withoutRevision cuts r3 or Rev. 3 off the key of a special publication.
func withoutRevision(key string) string {
	rest := strings.TrimRight(key, "0123456789")
	if !strings.HasPrefix(key, "SP") || len(rest) == len(key) {
		return key
	}
	for _, word := range []string{"REVISION", "REV", "R"} {
		if head, ok := strings.CutSuffix(rest, word); ok && strings.ContainsAny(head, "0123456789") {
			return head
		}
	}
	return key
}
