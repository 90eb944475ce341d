package standards

import (
	_ "embed"
	"fmt"
	"sync"
)

//go:embed documents.json
var documentsJSON []byte

//go:embed terms.json
var termsJSON []byte

// pack is the embedded data, indexed.
type pack struct {
	documents []Standard
	byID      map[string]*Standard
	bySHA256  map[string]*Standard
	byLabel   map[string]*Standard // by labelKey
	terms     []Term
	spellings *node
}

var loadEmbedded = sync.OnceValues(func() (*pack, error) { return load(documentsJSON, termsJSON) })

// embedded returns the pack. The data is part of the program and the tests load
// it, so a failure here is a broken build: there is nothing a caller could do.
func embedded() *pack {
	p, err := loadEmbedded()
	if err != nil {
		panic(fmt.Sprintf("load the embedded standards: %v", err))
	}
	return p
}

func load(documents, terms []byte) (*pack, error) {
	p := &pack{}
	if err := p.loadDocuments(documents); err != nil {
		return nil, fmt.Errorf("read documents.json: %w", err)
	}
	if err := p.loadTerms(terms); err != nil {
		return nil, fmt.Errorf("read terms.json: %w", err)
	}
	if err := p.checkFamilies(); err != nil {
		return nil, fmt.Errorf("read documents.json: %w", err)
	}
	return p, nil
}

// checkFamilies refuses a document whose family is not the name of a term.
func (p *pack) checkFamilies() error {
	names := p.termNames()
	for i := range p.documents {
		d := &p.documents[i]
		for _, f := range d.Families {
			if !names[f] {
				return fmt.Errorf("document %q has the family %q, which is no term", d.ID, f)
			}
		}
	}
	return nil
}
