package store

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
)

// Manifest returns what Tx.Mirror makes the library of on another machine. It says of no
// document from which path of this one it was read.
func (l *Library) Manifest() ([]byte, error) {
	m := manifest{Format: manifestVersion, Generation: 1, Documents: slices.Clone(l.manifest.Documents)}
	for i := range m.Documents {
		if e := &m.Documents[i]; !strings.Contains(e.Origin, "://") {
			e.Origin = ""
		}
	}
	return m.encode()
}

// DocumentFile returns the bytes of a document's file.
func (l *Library) DocumentFile(e Entry) ([]byte, error) {
	data, err := readBounded(below(l.home, e.File), e.FileSize)
	if err != nil {
		return nil, fmt.Errorf("read library: %w", err)
	}
	if hashOf(data) != e.FileSHA256 {
		return nil, fmt.Errorf("read library: %w", corrupt("document %q has changed", e.ID))
	}
	return data, nil
}

// Mirror makes the library the one of a manifest. Files that are not there, intact, are
// fetched by their hash. There are no sources in a mirror, so it can't be verified against
// them; its documents are the same bytes.
func (tx *Tx) Mirror(file []byte, fetch func(hash string) ([]byte, error)) error {
	if tx.err != nil {
		return tx.err
	}
	m, err := decodeManifest(file)
	if err != nil {
		return fmt.Errorf("mirror library: %w", err)
	}
	for i := range m.Documents {
		if err := tx.mirror(&m.Documents[i], fetch); err != nil {
			return err
		}
	}
	tx.next.Documents = m.Documents
	return nil
}

func (tx *Tx) mirror(e *Entry, fetch func(hash string) ([]byte, error)) error {
	if there, err := readBounded(below(tx.home, e.File), e.FileSize); err == nil && hashOf(there) == e.FileSHA256 {
		return nil
	}
	data, err := fetch(e.FileSHA256)
	switch {
	case err != nil:
		return fmt.Errorf("mirror document %q: %w", e.ID, err)
	case hashOf(data) != e.FileSHA256:
		return fmt.Errorf("mirror document %q: %w", e.ID, corrupt("it has SHA-256 %s, want %s", hashOf(data), e.FileSHA256))
	}
	_, err = tx.write(e.File, data)
	return err
}

// Join returns several libraries as one, whose folder is that for derived data. A document that
// several have must be the same in all.
func Join(home string, libraries ...*Library) (*Library, error) {
	home, err := absolute(home)
	if err != nil {
		return nil, err
	}
	type member struct {
		Entry
		doc *core.Document
	}
	var all []member
	for _, l := range libraries {
		for i, e := range l.manifest.Documents {
			all = append(all, member{e, l.docs[i]})
		}
	}
	slices.SortStableFunc(all, func(a, b member) int { return cmp.Compare(a.ID, b.ID) })
	joined := &Library{home: home, manifest: manifest{Format: manifestVersion, Documents: []Entry{}}}
	for i, m := range all {
		if i > 0 && all[i-1].ID == m.ID {
			if !all[i-1].sameContent(&m.Entry) {
				return nil, fmt.Errorf("join libraries: document %q is not the same in all of them", m.ID)
			}
			continue
		}
		joined.manifest.Documents = append(joined.manifest.Documents, m.Entry)
		joined.docs = append(joined.docs, m.doc)
	}
	joined.digest = joined.manifest.digest()
	return joined, nil
}
