package standards

import (
	"embed"
	"fmt"
	"io/fs"
	"sync"
)

//go:embed data
var embeddedData embed.FS

// catalogue is the list of the documents, indexed. It is apart from the rest so
// that an official file is recognised even while the rest is being made from it.
type catalogue struct {
	documents []Standard
	byID      map[string]*Standard
	bySHA256  map[string]*Standard
	byLabel   map[string]*Standard // by labelKey
}

// pack is all of the embedded data, indexed.
type pack struct {
	*catalogue
	terms      []Term
	termNamed  map[string]*Term
	spellings  *node
	elements   map[string][]Element // by id of the document, in reading order
	anchors    map[Place]*Element
	summaries  map[Place]*Summary
	parameters []Parameter
	quantities map[[2]string]bool // set and name of each value
	byOID      map[string]*Term
	identifier map[string]Identifier
}

var (
	loadCatalogue = sync.OnceValues(func() (*catalogue, error) { return readCatalogue(dataFiles()) })
	loadPack      = sync.OnceValues(func() (*pack, error) {
		c, err := loadCatalogue()
		if err != nil {
			return nil, err
		}
		return readPack(dataFiles(), c)
	})
)

func dataFiles() fs.FS {
	files, err := fs.Sub(embeddedData, "data")
	if err != nil {
		panic(fmt.Sprintf("open the embedded standards: %v", err)) // the name is a constant
	}
	return files
}

// listed returns the catalogue, embedded the whole pack. The data is part of the
// program and the tests load it, so a failure is a broken build: there is nothing
// a caller could do.
func listed() *catalogue { return must(loadCatalogue()) }
func embedded() *pack    { return must(loadPack()) }

func must[T any](v T, err error) T {
	if err != nil {
		panic(fmt.Sprintf("load the embedded standards: %v", err))
	}
	return v
}

// readPack reads everything that hangs on the catalogue, each file after those
// that it refers to.
func readPack(files fs.FS, c *catalogue) (*pack, error) {
	p := &pack{catalogue: c}
	for _, read := range []func(fs.FS) error{
		p.readStructure, p.readTerms, p.readSummaries, p.readParameters, p.readOIDs, p.readIdentifiers,
	} {
		if err := read(files); err != nil {
			return nil, err
		}
	}
	return p, p.checkFamilies()
}

// checkFamilies refuses a document whose family is not the name of a term.
func (p *pack) checkFamilies() error {
	for i := range p.documents {
		d := &p.documents[i]
		for _, f := range d.Families {
			if p.termNamed[f] == nil {
				return fmt.Errorf("%s: document %q has the family %q, which is no term", documentsFile, d.ID, f)
			}
		}
	}
	return nil
}
