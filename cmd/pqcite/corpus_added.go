package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/citations/refs"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/standards"
	"github.com/pqcite/pqcite/corpus/store"
)

// describe counts what was read.
func (r *added) describe() {
	d := r.doc
	r.Title, r.Identity, r.Pages = d.Title, d.Identity, len(d.Pages)
	r.Anchors, r.Passages = len(d.Anchors), len(d.Passages)
	r.Unreadable, r.Repaired = strings.Count(d.Text, string(core.Unreadable)), d.Repaired
	for i := range d.Pages {
		for _, f := range d.Pages[i].Furniture {
			if f.Kind == core.FurnitureHidden {
				r.Hidden++
			}
		}
	}
}

// put puts the document into the library. That somebody else's place is taken is a fault
// of this one source.
func (r *added) put(tx *store.Tx) error {
	placed, err := tx.Add(store.Addition{Document: r.doc, Source: r.data, Name: r.source.name, Origin: r.source.origin})
	if errors.Is(err, store.ErrTaken) {
		r.Error = fmt.Sprintf("%v; to put this one in its place: pqcite corpus remove %s", err, r.doc.ID)
		return nil
	}
	if err != nil {
		return err
	}
	r.DocID, r.Label, r.Change, r.SameAs = placed.ID, r.doc.Label, placed.Change, placed.Same
	if r.Label == r.doc.ID {
		r.Label = placed.ID
	}
	r.Changed = placed.Change != store.Unchanged || placed.Instead != ""
	r.explain(&placed)
	return nil
}

func (r *added) note(format string, args ...any) {
	r.Notes = append(r.Notes, fmt.Sprintf(format, args...))
}

// renamedNote says that a document of an older library has another id now.
func renamedNote(n store.Renamed) string {
	return fmt.Sprintf("%s is a document of your own and was called like a publication: it is %s from now on", n.From, n.To)
}

// explain says what a person should know of where a document went.
func (r *added) explain(p *store.Placed) {
	if p.Demoted.To != "" {
		r.note("this is the published file; what was declared as %s is kept as %s", p.Demoted.From, p.Demoted.To)
	}
	if p.Instead != "" {
		r.note("it takes the place of %s, which was read from the same place", p.Instead)
	}
	if p.Beside != "" {
		r.note("its content differs from that of %s, which is kept as well; to vouch for this one: pqcite corpus remove %s, then add it with --as", p.Beside, p.Beside)
	}
	if r.Unreadable > 0 {
		r.note("%s could not be read; nothing that holds one is quoted", counted(r.Unreadable, "character"))
	}
	if r.Repaired {
		r.note("the file is not written as it should be; its text was found complete by a second count")
	}
	if len(p.Same) > 0 {
		r.note("same content as %s", strings.Join(p.Same, ", "))
	}
	switch {
	case r.doc.Identity == core.IdentityDeclared:
		r.note("%s", r.doc.Vouched())
	case r.doc.Identity == core.IdentityOwn && p.Change != store.Unchanged:
		r.explainOwn()
	}
}

// explainOwn says of a file that is called like a publication why it is none.
func (r *added) explainOwn() {
	if r.doc.NamesItself() {
		r.note(`nobody vouches that it is %s, as it says; to vouch for it: --as %q`, r.doc.Label, r.doc.Label)
		return
	}
	stem := strings.TrimSuffix(r.source.name, extensionOf(r.source.name))
	if !refs.Reserved(stem) {
		return
	}
	said, err := standards.Declared(stem)
	switch {
	case err != nil:
		r.note("%q is called like a publication and is a document of your own, cited as %s", r.source.name, r.DocID)
	case said.SHA256 != "":
		r.note("%q is not the published file (its SHA-256 differs); added as a document of your own, cited as %s; to vouch for it: --as %s", r.source.name, r.DocID, said.ID)
	default:
		r.note("%q is a document of your own, cited as %s, since nobody vouches that it is %s; to vouch for it: --as %q", r.source.name, r.DocID, said.Label, said.Label)
	}
}

func extensionOf(name string) string {
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		return name[i:]
	}
	return ""
}

// printAdded prints what became of the sources until an error ended the run, which may be
// nil.
func (a *app) printAdded(results []*added, ended error, asJSON bool) error {
	results = slices.DeleteFunc(results, func(r *added) bool { return r.Change == "" && r.Error == "" })
	if ended != nil && len(results) == 0 {
		return ended
	}
	failed := 0
	for _, r := range results {
		if r.Error != "" {
			failed++
		}
	}
	if asJSON {
		if err := a.printJSON(map[string]any{"documents": results}); err != nil {
			return err
		}
	} else {
		a.printAddedText(results)
	}
	if ended != nil {
		return ended
	}
	if failed > 0 {
		return exitCode(exitError)
	}
	return nil
}

func (a *app) printAddedText(results []*added) {
	pages, anchors, passages, good, changed := 0, 0, 0, 0, 0
	for _, r := range results {
		if r.Error != "" {
			continue
		}
		fmt.Fprintf(a.out, "%-9s  %-18s %4d pages %5d anchors %5d passages%s\n", r.Change, r.DocID, r.Pages, r.Anchors, r.Passages, r.flaws())
		for _, n := range r.Notes {
			fmt.Fprintf(a.out, "           %s\n", printable(n))
		}
		pages, anchors, passages, good = pages+r.Pages, anchors+r.Anchors, passages+r.Passages, good+1
		if r.Changed {
			changed++
		}
	}
	if good > 0 {
		fmt.Fprintf(a.out, "%s, %s, %s, %s\n", counted(good, "document"), counted(pages, "page"), counted(anchors, "anchor"), counted(passages, "passage"))
	}
	for _, r := range results {
		if r.Error != "" {
			fmt.Fprintf(a.err, "pqcite: cannot ingest %q: %s\n", r.Source, r.Error)
		}
	}
	if changed == 0 && good > 0 {
		fmt.Fprintln(a.out, "nothing changed")
	}
}

// flaws says what of a document can't be quoted, and that it was mended.
func (r *added) flaws() string {
	s := ""
	if r.Unreadable > 0 {
		s += ", unreadable " + counted(r.Unreadable, "character")
	}
	if r.Hidden > 0 {
		s += fmt.Sprintf(", %d hidden lines", r.Hidden)
	}
	if r.Repaired {
		s += ", repaired"
	}
	return s
}
