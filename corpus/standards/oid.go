package standards

import (
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// OID is an object identifier of a parameter set, from NIST's computer security
// objects register.
type OID struct {
	OID    string `json:"oid"`
	Name   string `json:"name"` // in the register: "id-alg-ml-kem-768"
	Term   string `json:"term"` // the term it identifies: "ML-KEM-768"
	Source string `json:"source"`
}

// dotted is the form of an object identifier in the arc of NIST's algorithms.
var dotted = regexp.MustCompile(`^2\.16\.840\.1\.101\.3\.4\.[1-9][0-9]*(\.[1-9][0-9]*)+$`)

func (p *pack) readOIDs(files fs.FS) error {
	p.oids = make(map[string]OID)
	p.oidOf = make(map[string]OID)
	return records(files, oidsFile, func(o *OID) error {
		switch {
		case !dotted.MatchString(o.OID):
			return fmt.Errorf("%q is no object identifier of an algorithm", o.OID)
		case p.oids[o.OID].OID != "":
			return fmt.Errorf("%q is given twice", o.OID)
		case p.termNamed[o.Term] == nil:
			return fmt.Errorf("%q is no term", o.Term)
		case p.oidOf[o.Term].OID != "":
			return fmt.Errorf("%q has two object identifiers", o.Term)
		case !printable(o.Name):
			return fmt.Errorf("name %q is not plain text", o.Name)
		}
		p.oids[o.OID], p.oidOf[o.Term] = *o, *o
		return checkURL(o.Source)
	})
}

// OIDs returns the object identifiers, sorted by their names.
func OIDs() []OID {
	return slices.SortedFunc(maps.Values(embedded().oids), func(x, y OID) int { return strings.Compare(x.Name, y.Name) })
}

// OIDOf returns the object identifier of a term.
func OIDOf(term string) (OID, bool) {
	o, ok := embedded().oidOf[term]
	return o, ok
}

// ByOID returns the record of an object identifier in dotted form.
func ByOID(dotted string) (OID, bool) {
	o, ok := embedded().oids[dotted]
	return o, ok
}
