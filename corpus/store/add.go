package store

import (
	"errors"
	"fmt"
	"slices"

	"github.com/pqcite/pqcite/citations/refs"
	"github.com/pqcite/pqcite/core"
)

// Errors of Add.
var (
	// ErrTaken is returned for a document declared as a publication that the library
	// already has.
	ErrTaken = errors.New("the library has another document of that name")
	// errReserved is returned for an own document whose id is a publication's name.
	errReserved = errors.New("id is the name of a publication, and nobody vouches for the document")
)

// Change says what happened to a document that was added.
type Change string

// The changes.
const (
	Added     Change = "added"
	Replaced  Change = "replaced"  // a newer version of the same origin replaced the old one
	Reread    Change = "reread"    // the same file, which this version of pqcite reads differently
	Mended    Change = "mended"    // the same, but one of its files was missing or damaged
	Moved     Change = "moved"     // the same file at a new path, and the old path is gone
	Unchanged Change = "unchanged" // it was there already
)

// Addition is a document to add to the library.
type Addition struct {
	Document *core.Document
	Source   []byte // of the file that it was ingested from
	Name     string // base name of that file
	Origin   string // see FileOrigin and URLOrigin; "" if unknown
}

// Placed is where an addition went.
type Placed struct {
	ID     string
	Change Change
	// Instead is the id of the document of the same origin that was replaced under
	// another id; "" if there was none.
	Instead string
	// Same are the ids of documents with the same bytes from other origins.
	Same []string
	// Beside is the id of a declared document whose file has other bytes by now: nobody
	// vouches for those, and both are kept.
	Beside string
	// Demoted is what became of a declared document whose id the published file now
	// has.
	Demoted Renamed
}

// Add stores a document by its identity and origin. A published or declared one keeps
// the id that it comes with. An own one gets an unused id once: only a newer version of
// the same origin replaces it, and two files of one name are two documents.
//
// It fails with ErrTaken if a declared document would displace the published one, or
// one declared from another origin.
func (tx *Tx) Add(a Addition) (Placed, error) {
	if tx.err != nil {
		return Placed{}, tx.err
	}
	if err := checkDocument(a.Document, a.Source); err != nil {
		return Placed{}, err
	}
	p := Placed{ID: a.Document.ID, Same: tx.sameContent(&a)}
	var err error
	switch a.Document.Identity {
	case core.IdentityOwn:
		if i := tx.index(func(e *Entry) bool {
			return e.Identity == core.IdentityDeclared && e.SHA256 == a.Document.SHA256 && e.Origin == a.Origin
		}); i >= 0 { // a declaration is valid for as long as the bytes stay the same
			return Placed{ID: tx.next.Documents[i].ID, Change: Unchanged}, nil
		}
		p.ID, p.Change = tx.placeOwn(&a)
		p.Beside = tx.beside(&a)
	default:
		p.Change, err = tx.placeNamed(&a, &p)
	}
	if err != nil {
		return Placed{}, err
	}
	wrote, err := tx.put(renamed(a.Document, p.ID), a.Source, a.Name, a.Origin)
	switch {
	case err != nil:
		return Placed{}, err
	case p.Change == Unchanged && wrote != "":
		p.Change = wrote
	}
	return p, nil
}

// placeOwn finds the id of an own document.
func (tx *Tx) placeOwn(a *Addition) (id string, c Change) {
	own := func(is func(e *Entry) bool) int {
		return tx.index(func(e *Entry) bool { return e.Identity == core.IdentityOwn && is(e) })
	}
	same := func(e *Entry) bool { return e.SHA256 == a.Document.SHA256 }
	if i := own(func(e *Entry) bool { return e.Origin == a.Origin && (a.Origin != "" || same(e)) }); i >= 0 {
		if e := &tx.next.Documents[i]; !same(e) {
			return e.ID, Replaced
		}
		return tx.next.Documents[i].ID, Unchanged
	}
	// The same file, added before origins were recorded.
	if i := own(func(e *Entry) bool { return e.Origin == "" && same(e) }); i >= 0 {
		return tx.next.Documents[i].ID, Unchanged
	}
	if i := own(func(e *Entry) bool { return same(e) && gone(e.Origin) }); i >= 0 {
		return tx.next.Documents[i].ID, Moved
	}
	return newID(unreserved(a.Document.ID), a.Origin, a.Name, tx.next.holder), Added
}

// placeNamed makes room for a published or declared document.
func (tx *Tx) placeNamed(a *Addition, p *Placed) (Change, error) {
	d := a.Document
	change := Added
	if i, found := tx.next.entry(d.ID); found {
		e := &tx.next.Documents[i]
		same := e.SHA256 == d.SHA256
		switch {
		case same && e.Identity == d.Identity:
			change = Unchanged
		case d.Identity == core.IdentityPublished && e.Identity == core.IdentityDeclared:
			p.Demoted = tx.demote(i)
		case d.Identity == core.IdentityPublished, e.Origin == a.Origin && e.Identity == d.Identity:
			change = Replaced
		default:
			return "", fmt.Errorf("%w: %s is %s from %q", ErrTaken, e.ID, e.Identity, e.Name)
		}
	}
	// Until now the document of this origin was an own one.
	if i := tx.index(func(e *Entry) bool {
		return e.Identity == core.IdentityOwn && (e.Origin == a.Origin && a.Origin != "" || e.Origin == "" && e.SHA256 == d.SHA256)
	}); i >= 0 {
		p.Instead = tx.next.Documents[i].ID
		tx.next.Documents = slices.Delete(tx.next.Documents, i, i+1)
	}
	return change, nil
}

// demote makes a declared document an own one again.
func (tx *Tx) demote(i int) Renamed {
	e := &tx.next.Documents[i]
	e.Identity = core.IdentityOwn
	tx.next.rename(e, ownPrefix+e.ID)
	r := tx.next.renamed[len(tx.next.renamed)-1]
	tx.next.renamed = tx.next.renamed[:len(tx.next.renamed)-1]
	tx.next.sort()
	return r
}

// index returns the index of the first matching entry, or -1.
func (tx *Tx) index(such func(*Entry) bool) int {
	return slices.IndexFunc(tx.next.Documents, func(e Entry) bool { return such(&e) })
}

func (tx *Tx) sameContent(a *Addition) []string {
	var ids []string
	for i := range tx.next.Documents {
		if e := &tx.next.Documents[i]; e.SHA256 == a.Document.SHA256 && e.Origin != a.Origin && e.Origin != "" && e.ID != a.Document.ID && !gone(e.Origin) {
			ids = append(ids, e.ID)
		}
	}
	return ids
}

func (tx *Tx) beside(a *Addition) string {
	i := tx.index(func(e *Entry) bool {
		return e.Identity != core.IdentityOwn && e.Origin == a.Origin && a.Origin != "" && e.SHA256 != a.Document.SHA256
	})
	if i < 0 {
		return ""
	}
	return tx.next.Documents[i].ID
}

// renamed is a document under another id. It shares all but its head with the original.
func renamed(d *core.Document, id string) *core.Document {
	if d.ID == id {
		return d
	}
	r := *d
	if r.Title == r.ID {
		r.Title = id
	}
	settle(&r, id, d.Identity)
	return &r
}

// settle gives a document the id and identity that the manifest has for it. A label
// equal to its id changes with it. A label that it may no longer have is removed, with
// everything known of the publication.
func settle(d *core.Document, id string, identity core.Identity) {
	was := d.ID
	d.ID, d.Identity = id, identity
	switch {
	case d.Label == was:
		d.Label = id
	case d.Identity == core.IdentityOwn && !d.NamesItself() && refs.Reserved(d.Label):
		d.Label, d.Title, d.Status, d.Date, d.URL = id, id, core.StatusUnknown, "", ""
	}
}
