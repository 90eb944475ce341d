package standards

import (
	"fmt"
	"strings"
)

// Place names an anchor of a document as the data files write it:
// "NIST.FIPS.203#algorithm-13".
type Place string

// placeOf makes a place.
func placeOf(docID, anchor string) Place { return Place(docID + "#" + anchor) }

// DocID is the id of the document.
func (p Place) DocID() string { return p[:p.cut()].string() }

// Anchor is the id of the anchor.
func (p Place) Anchor() string { return strings.TrimPrefix(p[p.cut():].string(), "#") }

func (p Place) string() string { return string(p) }

func (p Place) cut() int {
	if i := strings.IndexByte(string(p), '#'); i >= 0 {
		return i
	}
	return len(p)
}

// element returns the structure record of a place.
func (p *pack) element(at Place) (*Element, error) {
	if e := p.anchors[at]; e != nil {
		return e, nil
	}
	return nil, fmt.Errorf("anchor %q does not exist", at)
}

// checkPages refuses pages that the document does not have, and a list that does
// not ascend.
func (p *pack) checkPages(docID string, pages []int) error {
	last := 0
	for _, n := range pages {
		if n <= last || n > p.byID[docID].Pages {
			return fmt.Errorf("page %d of %q is out of range or out of order: it has %d pages", n, docID, p.byID[docID].Pages)
		}
		last = n
	}
	return nil
}
