package store

import (
	"bytes"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pqcite/pqcite/citations/refs"
	"github.com/pqcite/pqcite/core"
)

// Tx is a change of the library while Update makes it. It is not safe for concurrent
// use, and invalid after Update.
type Tx struct {
	disk disk
	home string
	old  manifest
	next manifest // the generation is that of old until commit

	begun   bool     // it wrote an empty manifest
	written []string // paths below home that this change wrote
	err     error    // the disk's first; a change with one never commits
}

// errEnded is the error of a change that is used after Update returned.
var errEnded = errors.New("change of the library has ended")

func newTx(d disk, home string, m manifest) *Tx {
	next := m
	next.Documents = slices.Clone(m.Documents)
	return &Tx{disk: d, home: home, old: m, next: next}
}

// Renamed returns the documents whose new ids this change is the first to write; see
// Library.Renamed.
func (tx *Tx) Renamed() []Renamed { return slices.Clone(tx.next.renamed) }

// Put adds a document under the id that it has, or replaces the one with that id; the
// caller is responsible for the id, whereas Add chooses one. The source is the bytes of
// the file that it was ingested from, and name the file's base name.
//
// It reports whether the library changes; it does not if the document is there already,
// intact and encoded the same. A document that is not valid, or not of this source, is
// refused with core.ErrInvalidDocument, and an own one with a publication's name with
// errReserved.
func (tx *Tx) Put(d *core.Document, source []byte, name string) (changed bool, err error) {
	if tx.err != nil {
		return false, tx.err
	}
	if err := checkDocument(d, source); err != nil {
		return false, err
	}
	wrote, err := tx.put(d, source, name, "")
	return wrote != "", err
}

// put writes a checked document. It says how the library changes: "" for not at all.
func (tx *Tx) put(d *core.Document, source []byte, name, origin string) (Change, error) {
	if d.Identity == core.IdentityOwn && refs.Reserved(d.ID) {
		return "", fmt.Errorf("%w: %q", errReserved, d.ID)
	}
	file := Encode(d)
	e := newEntry(d, file, name)
	e.Origin = origin
	i, found := tx.next.entry(e.ID)
	change := Added
	if found {
		change = Replaced
		switch there := &tx.next.Documents[i]; {
		case there.sameContent(&e):
			e, change = *there, ""
			if origin != "" && (e.Origin == "" || e.Identity == core.IdentityOwn) {
				e.Origin, e.Name = origin, cutName(name)
			}
		case there.SHA256 == e.SHA256:
			change = Reread
		}
	}
	mended, err := tx.writeAll(&e, file, source)
	if err != nil {
		return "", err
	}
	if found {
		tx.next.Documents[i] = e
	} else {
		tx.next.Documents = slices.Insert(tx.next.Documents, i, e)
	}
	if change == "" && mended {
		change = Mended
	}
	return change, nil
}

func checkDocument(d *core.Document, source []byte) error {
	if err := d.Validate(); err != nil {
		return err
	}
	if len(d.ID) > maxIDBytes || !utf8.ValidString(d.ID) {
		return fmt.Errorf("%w %.64q: its id is no UTF-8 text of at most %d bytes", core.ErrInvalidDocument, d.ID, maxIDBytes)
	}
	if hash := hashOf(source); d.SHA256 != hash {
		return fmt.Errorf("%w %q: it says that its source has SHA-256 %s, the source has %s", core.ErrInvalidDocument, d.ID, d.SHA256, hash)
	}
	return nil
}

func newEntry(d *core.Document, file []byte, name string) Entry {
	hash := hashOf(file)
	return Entry{
		ID: d.ID, Name: cutName(name), SHA256: d.SHA256, Identity: d.Identity,
		Source: sourcePath(d.SHA256, extension(name)),
		File:   documentPath(d.ID, hash), FileSHA256: hash, FileSize: int64(len(file)),
	}
}

// cutName is a file's name as stored in the manifest.
func cutName(name string) string {
	return strings.ToValidUTF8(name[:min(len(name), maxNameBytes)], "\uFFFD")
}

// extension returns the file name's extension, or a neutral one.
func extension(name string) string {
	ext := strings.ToLower(filepath.Ext(name))
	if len(ext) < 2 || len(ext) > 1+maxExtension || strings.Trim(ext[1:], "abcdefghijklmnopqrstuvwxyz0123456789") != "" {
		return ".bin"
	}
	return ext
}

// sameContent reports whether both are the same document of the same source, whatever
// the source file is called.
func (e *Entry) sameContent(o *Entry) bool {
	return e.ID == o.ID && e.SHA256 == o.SHA256 && e.FileSHA256 == o.FileSHA256 && e.Identity == o.Identity
}

// writeAll writes the two files of an entry unless they exist, and reports whether it
// wrote one.
func (tx *Tx) writeAll(e *Entry, file, source []byte) (wrote bool, err error) {
	wroteFile, err := tx.write(e.File, file)
	if err != nil {
		return false, err
	}
	wroteSource, err := tx.write(e.Source, source)
	return wroteFile || wroteSource, err
}

// write writes a file below home unless it exists.
func (tx *Tx) write(file string, data []byte) (wrote bool, err error) {
	name := below(tx.home, file)
	if there, err := readBounded(name, int64(len(data))); err == nil && bytes.Equal(there, data) {
		return false, nil
	}
	if err = tx.begin(); err == nil {
		err = tx.disk.makeFolder(filepath.Dir(name), folderMode)
	}
	if err == nil {
		tx.written = append(tx.written, file)
		err = tx.disk.writeFile(name, data)
	}
	if err != nil {
		tx.err = unchanged(err)
		return false, tx.err
	}
	return true, nil
}

// begin writes an empty manifest if there is none, before the first file that it will
// not list: documents without a manifest mean a library that has lost it.
func (tx *Tx) begin() error {
	if !tx.old.missing || tx.begun {
		return nil
	}
	empty := manifest{Format: manifestVersion, Documents: []Entry{}}
	data, err := empty.encode()
	if err != nil {
		return err
	}
	tx.begun = true
	if err := tx.disk.writeFile(filepath.Join(tx.home, manifestName), data); err != nil {
		return err
	}
	return tx.disk.syncFolder(tx.home)
}

// Remove removes a document. If there is none with the id, it fails with errNotFound,
// which names similar ids.
func (tx *Tx) Remove(id string) error {
	if tx.err != nil {
		return tx.err
	}
	i, found := tx.next.entry(id)
	if !found {
		return notFound(id, tx.next.Documents)
	}
	tx.next.Documents = slices.Delete(tx.next.Documents, i, i+1)
	return nil
}

// commit makes the change visible by replacing the manifest.
func (tx *Tx) commit() error {
	if tx.err != nil {
		return tx.err
	}
	if err := tx.syncFolders(); err != nil {
		return unchanged(err)
	}
	if slices.Equal(tx.next.Documents, tx.old.Documents) {
		return nil
	}
	tx.next.renamed, tx.next.missing = nil, false
	tx.next.Format, tx.next.Generation = manifestVersion, tx.old.Generation+1
	data, err := tx.next.encode()
	if err == nil {
		err = tx.disk.writeFile(filepath.Join(tx.home, manifestName), data)
	}
	if err != nil {
		return unchanged(err)
	}
	if err := tx.disk.syncFolder(tx.home); err != nil {
		return fmt.Errorf("change library: %w; the change is made, but a power failure may undo it", err)
	}
	tx.sweep()
	return nil
}

// syncFolders makes the names of the files durable before the manifest lists them.
func (tx *Tx) syncFolders() error {
	for _, folder := range []string{documentsName, sourcesName} {
		inside := func(file string) bool { return path.Dir(file) == folder }
		if !slices.ContainsFunc(tx.written, inside) {
			continue
		}
		if err := tx.disk.syncFolder(below(tx.home, folder)); err != nil {
			return err
		}
	}
	return nil
}

// end undoes what the change wrote and the current manifest does not list, and
// invalidates the change.
func (tx *Tx) end() {
	tx.err = errEnded
	m, err := readManifest(tx.home)
	if err != nil {
		return
	}
	named := m.files()
	for _, file := range tx.written {
		if !named[file] {
			tx.disk.remove(below(tx.home, file))
		}
	}
	if tx.begun && m.Generation == 0 && leftBehind(tx.home) == 0 {
		tx.disk.remove(filepath.Join(tx.home, manifestName))
	}
}
