package standards

import (
	"embed"
	"errors"
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
	*lexicon
	elements   map[string][]Element // by id of the document, in reading order
	anchors    map[Place]*Element
	summaries  map[Place]*Summary
	parameters []Parameter
	quantities map[[2]string]bool // set and name of each value
	oids       map[string]OID     // by the dotted form
	identifier map[string]Identifier
	relation   map[string]*relation // by text; those of beginnings without their star
	beginnings []string             // of identifiers, the longest first

	publications map[[2]string]publication // by label and edition
	oidOf        map[string]OID            // by term
	namings      namings

	lazy
}

var (
	loadCatalogue = sync.OnceValues(func() (*catalogue, error) { return readCatalogue(dataFiles()) })
	loadLexicon   = sync.OnceValues(func() (*lexicon, error) {
		c, err := loadCatalogue()
		if err != nil {
			return nil, err
		}
		return readLexicon(dataFiles(), c)
	})
	loadPack = sync.OnceValues(func() (*pack, error) {
		c, err := loadCatalogue()
		if err != nil {
			return nil, err
		}
		return readPack(dataFiles(), c, loadLexicon)
	})
)

func dataFiles() fs.FS {
	files, err := fs.Sub(embeddedData, "data")
	if err != nil {
		panic(fmt.Sprintf("open the embedded standards: %v", err)) // the name is a constant
	}
	return files
}

// listed returns the catalogue, words the lexicon, embedded the whole pack. The data is part of the
// program and the tests load it, so a failure is a broken build: there is nothing
// a caller could do.
func listed() *catalogue { return must(loadCatalogue()) }
func words() *lexicon    { return must(loadLexicon()) }
func embedded() *pack    { return must(loadPack()) }

func must[T any](v T, err error) T {
	if err != nil {
		panic(fmt.Sprintf("load the embedded standards: %v", err))
	}
	return v
}

// readPack reads everything that hangs on the catalogue, each file after those
// that it refers to; the lexicon side by side with the structure.
func readPack(files fs.FS, c *catalogue, lexicon func() (*lexicon, error)) (*pack, error) {
	p := &pack{catalogue: c}
	var lexiconErr, structureErr error
	var wg sync.WaitGroup
	wg.Go(func() { p.lexicon, lexiconErr = lexicon() })
	wg.Go(func() { structureErr = p.readStructure(files) })
	wg.Wait()
	if err := errors.Join(lexiconErr, structureErr); err != nil {
		return nil, err
	}
	for _, read := range []func(fs.FS) error{
		p.checkTerms, p.readSummaries, p.readParameters, p.readOIDs, p.readIdentifiers, p.readRelations, p.readPublications, p.readNamings,
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
