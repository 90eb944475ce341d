package standards

import (
	"fmt"
	"io/fs"
	"path"
	"slices"

	"github.com/pqcite/pqcite/core"
)

// Element is an addressable element of a document: its place, and its relations to
// others. Its text is folded as package quote folds quotes, so that mathematical
// letters are plain ones.
type Element struct {
	ID      string          `json:"id"` // core.Anchor's id: "algorithm-13"
	Kind    core.AnchorKind `json:"kind"`
	Number  string          `json:"number,omitempty"`
	Title   string          `json:"title,omitempty"`
	Page    int             `json:"page"`              // PDF page it starts on
	Last    int             `json:"last"`              // PDF page it ends on
	Printed string          `json:"printed,omitempty"` // label on the page it starts on
	Parent  string          `json:"parent,omitempty"`  // id of the section that holds it

	// Lines is how many numbered lines an algorithm has, 0 where they are not numbered
	// from 1 through.
	Lines int `json:"lines,omitzero"`
	// Inputs and Outputs are the lines of an algorithm's box, Runs the ids of the
	// algorithms of the same document that its steps call.
	Inputs  []string `json:"inputs,omitempty"`
	Outputs []string `json:"outputs,omitempty"`
	Runs    []string `json:"runs,omitempty"`
	// Refs are the places that the element's own text refers to.
	Refs []Place `json:"refs,omitempty"`
}

// Structure returns the elements of a document in reading order, nil for a
// document that is not in the pack. The caller must not change them.
func Structure(docID string) []Element { return embedded().elements[docID] }

func (p *pack) readStructure(files fs.FS) error {
	p.elements = make(map[string][]Element)
	p.anchors = make(map[Place]*Element)
	all, err := decodeEach[Element](files, p.filesOf(structureFile))
	if err != nil {
		return err
	}
	for i := range p.documents {
		if err := p.addElements(&p.documents[i], all[i]); err != nil {
			return err
		}
	}
	for i := range p.documents {
		if err := p.linkElements(&p.documents[i]); err != nil {
			return err
		}
	}
	return nil
}

func structureFile(docID string) string { return path.Join(structureDir, docID+".jsonl") }

// filesOf are the files of all documents.
func (p *pack) filesOf(file func(docID string) string) []string {
	names := make([]string, len(p.documents))
	for i := range p.documents {
		names[i] = file(p.documents[i].ID)
	}
	return names
}

func (p *pack) addElements(d *Standard, elements []Element) error {
	p.elements[d.ID] = elements
	last := 0
	for i := range elements {
		e := &elements[i]
		at := placeOf(d.ID, e.ID)
		switch err := e.check(d); {
		case p.anchors[at] != nil:
			return onLine(structureFile(d.ID), i, fmt.Errorf("id %q is given twice", e.ID))
		case e.Page < last:
			return onLine(structureFile(d.ID), i, fmt.Errorf("%q stands on page %d, before the element above it", e.ID, e.Page))
		case err != nil:
			return onLine(structureFile(d.ID), i, err)
		}
		p.anchors[at], last = e, e.Page
	}
	return nil
}

func (e *Element) check(d *Standard) error {
	switch {
	case e.ID == "" || e.Kind.Word() == string(e.Kind):
		return fmt.Errorf("id %q or kind %q is not that of an anchor", e.ID, e.Kind)
	case e.Number != "" && e.ID != core.AnchorID(e.Kind, e.Number):
		return fmt.Errorf("id %q is not that of %s %s", e.ID, e.Kind, e.Number)
	case e.Page < 1 || e.Last < e.Page || e.Last > d.Pages:
		return fmt.Errorf("%q is on pages %d to %d of %d", e.ID, e.Page, e.Last, d.Pages)
	case e.Printed != d.Printed(e.Page):
		return fmt.Errorf("%q is on printed page %q, page %d has %q", e.ID, e.Printed, e.Page, d.Printed(e.Page))
	case e.Kind != core.KindAlgorithm && len(e.Inputs)+len(e.Outputs)+len(e.Runs)+e.Lines > 0, e.Lines < 0:
		return fmt.Errorf("%q is no algorithm and has inputs, outputs, calls or lines", e.ID)
	}
	return nil
}

// linkElements checks what the elements of a document refer to.
func (p *pack) linkElements(d *Standard) error {
	for i := range p.elements[d.ID] {
		e := &p.elements[d.ID][i]
		if err := p.checkLinks(d, e); err != nil {
			return onLine(structureFile(d.ID), i, fmt.Errorf("%q: %w", e.ID, err))
		}
	}
	return nil
}

func (p *pack) checkLinks(d *Standard, e *Element) error {
	if e.Parent != "" {
		parent, err := p.element(placeOf(d.ID, e.Parent))
		if err != nil {
			return fmt.Errorf("parent: %w", err)
		}
		if parent == e || parent.Page > e.Page {
			return fmt.Errorf("parent %q does not come before it", e.Parent)
		}
	}
	for _, id := range e.Runs {
		if called, err := p.element(placeOf(d.ID, id)); err != nil || called.Kind != core.KindAlgorithm {
			return fmt.Errorf("it runs %q, which is no algorithm of %q", id, d.ID)
		}
	}
	for _, at := range e.Refs {
		if _, err := p.element(at); err != nil {
			return fmt.Errorf("reference: %w", err)
		}
	}
	return nil
}

// Callers returns the ids of the algorithms of a document that run the one with
// the id, in reading order.
func Callers(docID, algorithm string) []string {
	var ids []string
	for i := range embedded().elements[docID] {
		if e := &embedded().elements[docID][i]; slices.Contains(e.Runs, algorithm) {
			ids = append(ids, e.ID)
		}
	}
	return ids
}
