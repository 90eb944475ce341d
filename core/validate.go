package core

import (
	"errors"
	"fmt"
	"unicode/utf8"
)

// ErrInvalidDocument is wrapped by every error of Validate.
var ErrInvalidDocument = errors.New("invalid document")

// Validate checks the invariants of a document. A document that fails is never
// stored and never cited.
func (d *Document) Validate() error {
	checks := []func() error{
		d.validateHead, d.validatePages, d.validatePassages, d.validateAnchors,
		d.validateAlgorithms, d.validateTables, d.validateUnits,
	}
	for _, check := range checks {
		if err := check(); err != nil {
			return fmt.Errorf("%w %q: %w", ErrInvalidDocument, d.ID, err)
		}
	}
	return nil
}

func (d *Document) validateHead() error {
	switch {
	case d.ID == "":
		return errors.New("it has no id")
	case len(d.SHA256) != 64:
		return fmt.Errorf("source hash has %d hex digits, want 64", len(d.SHA256))
	case d.Identity != IdentityOwn && d.Identity != IdentityPublished && d.Identity != IdentityDeclared:
		return fmt.Errorf("identity is %q", d.Identity)
	case len(d.Pages) == 0:
		return errors.New("it has no pages")
	case !utf8.ValidString(d.Text):
		return errors.New("text is not valid UTF-8")
	}
	return nil
}

func (d *Document) validatePages() error {
	at := 0
	for i := range d.Pages {
		p := &d.Pages[i]
		if p.Number != i+1 {
			return fmt.Errorf("page %d has number %d", i+1, p.Number)
		}
		if p.Span.Start != at || p.Span.End < at {
			return fmt.Errorf("page %d covers %d to %d, want a start at %d", p.Number, p.Span.Start, p.Span.End, at)
		}
		at = p.Span.End
	}
	if at != len(d.Text) {
		return fmt.Errorf("pages end at %d, text at %d", at, len(d.Text))
	}
	return nil
}

func (d *Document) validatePassages() error {
	at := 0
	for i := range d.Passages {
		p := &d.Passages[i]
		if p.Span.Start != at || p.Span.End <= at {
			return fmt.Errorf("passage %d covers %d to %d, want a start at %d", i, p.Span.Start, p.Span.End, at)
		}
		at = p.Span.End
	}
	if at != len(d.Text) {
		return fmt.Errorf("passages end at %d, text at %d", at, len(d.Text))
	}
	return d.validatePassageLinks()
}

func (d *Document) validatePassageLinks() error {
	known := d.anchorSet()
	for i := range d.Passages {
		p := &d.Passages[i]
		if p.Section != "" && !known[p.Section] {
			return fmt.Errorf("passage %d names unknown section %q", i, p.Section)
		}
		for _, id := range p.Anchors {
			if !known[id] {
				return fmt.Errorf("passage %d names unknown anchor %q", i, id)
			}
		}
		start, end := d.PageAt(p.Span.Start).Number, d.PageAt(p.Span.End-1).Number
		if p.StartPage != start || p.EndPage != end {
			return fmt.Errorf("passage %d says pages %d to %d, is on %d to %d", i, p.StartPage, p.EndPage, start, end)
		}
	}
	return nil
}

func (d *Document) anchorSet() map[string]bool {
	set := make(map[string]bool, len(d.Anchors))
	for i := range d.Anchors {
		set[d.Anchors[i].ID] = true
	}
	return set
}

func (d *Document) validateAnchors() error {
	known := d.anchorSet()
	if len(known) != len(d.Anchors) {
		return errors.New("two anchors have the same id")
	}
	for i := range d.Anchors {
		a := &d.Anchors[i]
		if a.ID == "" || a.Parent == a.ID || a.Parent != "" && !known[a.Parent] {
			return fmt.Errorf("anchor %q has the unknown parent %q", a.ID, a.Parent)
		}
		if err := d.inside(a.Span); err != nil {
			return fmt.Errorf("anchor %q: %w", a.ID, err)
		}
		if a.StartPage < 1 || a.EndPage < a.StartPage || a.EndPage > len(d.Pages) {
			return fmt.Errorf("anchor %q has pages %d to %d of %d", a.ID, a.StartPage, a.EndPage, len(d.Pages))
		}
	}
	return nil
}

func (d *Document) validateAlgorithms() error {
	known := d.anchorSet()
	for i := range d.Algorithms {
		a := &d.Algorithms[i]
		if !known[a.Anchor] {
			return fmt.Errorf("algorithm %d names unknown anchor %q", i, a.Anchor)
		}
		if err := d.inside(a.Span); err != nil {
			return fmt.Errorf("%s: %w", a.Anchor, err)
		}
		for _, l := range a.Lines {
			if !a.Span.Contains(l.Span) || l.Span.End < l.Span.Start {
				return fmt.Errorf("%s: line at %d lies outside its box", a.Anchor, l.Span.Start)
			}
		}
	}
	return nil
}

func (d *Document) validateTables() error {
	known := d.anchorSet()
	for i := range d.Tables {
		t := &d.Tables[i]
		if !known[t.Anchor] {
			return fmt.Errorf("table %d names unknown anchor %q", i, t.Anchor)
		}
		if err := d.inside(t.Span); err != nil {
			return fmt.Errorf("%s: %w", t.Anchor, err)
		}
		for r, row := range t.Rows {
			for _, c := range row.Cells {
				if !row.Span.Contains(c.Span) || c.Span.Len() < 0 || c.Column < 0 || c.Width < 1 || c.Height < 1 || c.Column+c.Width > t.Columns {
					return fmt.Errorf("%s: row %d has a cell outside it", t.Anchor, r)
				}
			}
			if !t.Span.Contains(row.Span) || row.Span.Len() < 0 {
				return fmt.Errorf("%s: row %d lies outside the table", t.Anchor, r)
			}
		}
	}
	return nil
}

func (d *Document) validateUnits() error {
	for i := range d.Passages {
		at, p := d.Passages[i].Span.Start, &d.Passages[i]
		for _, u := range p.Units {
			if u.Span.Start < at || u.Span.End < u.Span.Start || u.Span.End > p.Span.End {
				return fmt.Errorf("passage %d has a unit from %d to %d out of order", i, u.Span.Start, u.Span.End)
			}
			if !d.hasElement(u) {
				return fmt.Errorf("passage %d has a %s that is %d of element %d", i, u.Kind, u.Index, u.Of)
			}
			at = u.Span.End
		}
	}
	return nil
}

// hasElement reports whether the row or line that a unit is exists.
func (d *Document) hasElement(u Unit) bool {
	if u.Of < 0 || u.Index < 0 {
		return false
	}
	switch u.Kind {
	case UnitRow:
		return u.Of < len(d.Tables) && u.Index < len(d.Tables[u.Of].Rows)
	case UnitLine:
		return u.Of < len(d.Algorithms) && u.Index < len(d.Algorithms[u.Of].Lines)
	}
	return u.Kind == UnitSentence || u.Kind == UnitCode
}

func (d *Document) inside(s Span) error {
	if s.Start < 0 || s.End < s.Start || s.End > len(d.Text) {
		return fmt.Errorf("span %d to %d lies outside the text of %d bytes", s.Start, s.End, len(d.Text))
	}
	return nil
}
