package syntax

import "slices"

// Page is a page's dictionary, with what it inherits.
type Page struct {
	Ref  Ref
	Dict Dict
}

// inherited are the entries that a page takes from the nodes above it
// (ISO 32000-1, table 31).
var inherited = []Name{"Resources", "MediaBox", "CropBox", "Rotate"}

// Pages returns all pages in order. A tree with a wrong count at any node, or with a
// page twice, is an error.
func (f *File) Pages() ([]Page, error) {
	catalog, err := f.dict(f.trailer["Root"])
	if err != nil {
		return nil, err
	}
	if catalog["Type"] != Name("Catalog") {
		return nil, damaged("the document has no catalog")
	}
	if err := f.checkCatalog(catalog); err != nil {
		return nil, err
	}
	root, is := catalog["Pages"].(Ref)
	if !is {
		return nil, damaged("the document has no page tree")
	}
	t := &pageTree{file: f, seen: map[Ref]bool{}}
	if err := t.visit(root, Dict{}, 0); err != nil {
		return nil, err
	}
	if len(t.pages) == 0 {
		return nil, damaged("the document has no pages")
	}
	if err := f.checkContents(t.pages); err != nil {
		return nil, err
	}
	if err := f.checkFonts(t.pages); err != nil {
		return nil, err
	}
	if err := f.checkStray(t.pages); err != nil {
		return nil, err
	}
	return t.pages, f.checkBoxes(t.pages)
}

// checkCatalog checks what the catalog refers to, as far as anchors and page labels
// depend on it.
func (f *File) checkCatalog(catalog Dict) error {
	for key, wants := range map[Name][]Name{
		"Outlines": {"First", "Count", "Type"}, "PageLabels": {"Nums", "Kids"}, "Names": nameTrees,
	} {
		o, err := f.Resolve(catalog[key])
		if err != nil || o == nil && catalog[key] == nil {
			return err
		}
		d, is := o.(Dict)
		if _, isRef := catalog[key].(Ref); !is && isRef && o != nil {
			return damaged("the catalog's %s is something else", string(key))
		}
		if len(d) > 0 && !slices.ContainsFunc(wants, func(k Name) bool { _, has := d[k]; return has }) {
			return damaged("the catalog's %s is something else", string(key))
		}
	}
	return nil
}

// nameTrees are the entries of a catalog's name dictionary (ISO 32000-2, table 32).
var nameTrees = []Name{
	"Dests", "AP", "JavaScript", "Pages", "Templates", "IDS", "URLS", "EmbeddedFiles", "AlternatePresentations", "Renditions",
}

type pageTree struct {
	file  *File
	pages []Page
	seen  map[Ref]bool
}

// visit collects the pages below a node.
func (t *pageTree) visit(r Ref, above Dict, depth int) error {
	if depth > maxNesting {
		return beyond("the page tree is deeper than %d", maxNesting)
	}
	if t.seen[r] {
		return damaged("object %d is in the page tree twice", r.Number)
	}
	t.seen[r] = true
	o, err := t.file.Resolve(r)
	if err != nil {
		return err
	}
	d, is := o.(Dict)
	if !is {
		return damaged("object %d of the page tree is missing", r.Number)
	}
	switch nodeType(d) {
	case "Page":
		return t.add(r, d, above)
	case "Pages":
		return t.visitKids(r, d, above, depth)
	}
	return damaged("object %d of the page tree is no page", r.Number)
}

// nodeType returns a node's type; some old producers leave it out.
func nodeType(d Dict) Name {
	if v, has := d["Type"]; has {
		n, _ := v.(Name)
		return n
	}
	if _, has := d["Kids"]; has {
		return "Pages"
	}
	if _, has := d["MediaBox"]; has {
		return "Page"
	}
	return ""
}

func (t *pageTree) add(r Ref, d, above Dict) error {
	if len(t.pages) >= t.file.limits.Pages {
		return beyond("more than %d pages", t.file.limits.Pages)
	}
	t.pages = append(t.pages, Page{Ref: r, Dict: inherit(d, above)})
	return nil
}

func (t *pageTree) visitKids(r Ref, d, above Dict, depth int) error {
	below := Dict{}
	for _, k := range inherited {
		if v, has := inherit(d, above)[k]; has {
			below[k] = v
		}
	}
	kids, err := t.file.Resolve(d["Kids"])
	if err != nil {
		return err
	}
	list, is := kids.(Array)
	if !is {
		return damaged("object %d of the page tree has no pages", r.Number)
	}
	before := len(t.pages)
	for _, kid := range list {
		ref, is := kid.(Ref)
		if !is {
			return damaged("object %d of the page tree has no pages", r.Number)
		}
		if err := t.visit(ref, below, depth+1); err != nil {
			return err
		}
	}
	count, err := t.file.Resolve(d["Count"])
	if err != nil {
		return err
	}
	if n, ok := nonNegative(count); !ok || n != len(t.pages)-before {
		return damaged("the page tree has %d pages where it should have %v", len(t.pages)-before, count)
	}
	return nil
}

// inherit returns a copy of a node's dictionary completed from above.
func inherit(d, above Dict) Dict {
	out := make(Dict, len(d)+len(above))
	for k, v := range above {
		out[k] = v
	}
	for k, v := range d {
		out[k] = v
	}
	return out
}
