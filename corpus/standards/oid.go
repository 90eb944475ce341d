package standards

import (
	"fmt"
	"io/fs"
	"regexp"
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
	p.byOID = make(map[string]*Term)
	return records(files, oidsFile, func(o OID) error {
		t := p.termNamed[o.Term]
		switch {
		case !dotted.MatchString(o.OID):
			return fmt.Errorf("%q is no object identifier of an algorithm", o.OID)
		case p.byOID[o.OID] != nil:
			return fmt.Errorf("%q is given twice", o.OID)
		case t == nil:
			return fmt.Errorf("%q is no term", o.Term)
		case t.OID != nil:
			return fmt.Errorf("%q has two object identifiers", o.Term)
		case !printable(o.Name):
			return fmt.Errorf("name %q is not plain text", o.Name)
		}
		t.OID = &o
		p.byOID[o.OID] = t
		return checkURL(o.Source)
	})
}

// TermByOID returns the term with the object identifier, in dotted form.
func TermByOID(oid string) (Term, bool) {
	if t := embedded().byOID[oid]; t != nil {
		return t.clone(), true
	}
	return Term{}, false
}
