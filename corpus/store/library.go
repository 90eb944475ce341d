package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/pqcite/pqcite/core"
)

// Library is one generation of the library, read whole. It does not change when
// the library on disk does, and is safe for concurrent use.
type Library struct {
	home     string
	manifest manifest
	docs     []*core.Document // in the order of the manifest
	digest   string
}

// maxReads bounds how often Open starts again because the library changes meanwhile.
const maxReads = 8

// Open reads the library in the folder home. A folder that does not exist or contains
// no library is an empty library, see Exists; one with files of a library and no
// manifest is damaged. Nothing is written.
//
// It fails with ErrCorrupt if a file is damaged or missing, and with ErrVersion if one
// was written by another version of pqcite. Source files are not read: see Verify.
func Open(ctx context.Context, home string) (*Library, error) {
	return open(ctx, home, func() {})
}

// open is Open with a function that is called between reading the manifest and the
// documents, each time.
func open(ctx context.Context, home string, between func()) (*Library, error) {
	home, err := absolute(home)
	if err != nil {
		return nil, err
	}
	l := &Library{home: home}
	var missing error // what the previous read did not find
	for range maxReads {
		m, err := readManifest(home)
		if err != nil {
			return nil, err
		}
		if missing != nil && m.equal(&l.manifest) {
			break
		}
		l.manifest, l.digest = m, m.digest()
		between()
		if l.docs, err = readDocuments(ctx, home, m.Documents); err == nil {
			return l, nil
		}
		if missing = err; !errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	return nil, missing
}

// absolute makes a home independent of the working directory.
func absolute(home string) (string, error) {
	if home == "" {
		return "", errors.New("no folder given for the library")
	}
	abs, err := filepath.Abs(home)
	if err != nil {
		return "", fmt.Errorf("find library: %w", err)
	}
	return abs, nil
}

func readDocuments(ctx context.Context, home string, entries []Entry) ([]*core.Document, error) {
	docs := make([]*core.Document, len(entries))
	for i := range entries {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("read library: %w", err)
		}
		var err error
		if docs[i], err = readDocument(home, &entries[i]); err != nil {
			return nil, err
		}
	}
	return docs, nil
}

func readDocument(home string, e *Entry) (*core.Document, error) {
	name := below(home, e.File)
	data, err := readBounded(name, e.FileSize)
	if err == nil {
		var d *core.Document
		if d, err = decodeEntry(data, e); err == nil {
			return d, nil
		}
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = corrupt("%w", err)
	}
	if errors.Is(err, ErrCorrupt) || errors.Is(err, ErrVersion) {
		return nil, fmt.Errorf("read %q: %w; add %q again, or remove document %q", name, err, e.Name, e.ID)
	}
	return nil, fmt.Errorf("read library: %w", err)
}

// decodeEntry decodes a document file and checks it against its entry.
func decodeEntry(data []byte, e *Entry) (*core.Document, error) {
	if int64(len(data)) != e.FileSize {
		return nil, corrupt("file has %d bytes, want %d", len(data), e.FileSize)
	}
	d, err := Decode(data)
	if err != nil {
		return nil, err
	}
	if d.ID != e.fileID() || d.SHA256 != e.SHA256 {
		return nil, corrupt("file holds document %q of source %s", d.ID, d.SHA256)
	}
	if err := d.Validate(); err != nil {
		return nil, corrupt("%w", err)
	}
	settle(d, e.ID, e.Identity)
	return d, nil
}

// below returns the path of a file that the manifest names.
func below(home, file string) string {
	return filepath.Join(home, filepath.FromSlash(file))
}

// Documents returns the documents in the order of their ids. Neither the slice
// nor the documents may be changed.
func (l *Library) Documents() []*core.Document { return l.docs }

// Document returns the document with the id, or nil.
func (l *Library) Document(id string) *core.Document {
	if i, found := l.manifest.entry(id); found {
		return l.docs[i]
	}
	return nil
}

// Exists reports whether a folder contains a library, even an empty one. It fails as
// Open does if the manifest cannot be read.
func Exists(home string) (bool, error) {
	home, err := absolute(home)
	if err != nil {
		return false, err
	}
	m, err := readManifest(home)
	return err == nil && !m.missing, err
}

// Exists reports whether the folder contained a library when it was read.
func (l *Library) Exists() bool { return !l.manifest.missing }

// Renamed returns the documents whose ids changed on opening, because the library is of
// an older version; none once a change has been made.
func (l *Library) Renamed() []Renamed { return slices.Clone(l.manifest.renamed) }

// Entries returns what the manifest says of the documents, in the order of
// their ids.
func (l *Library) Entries() []Entry { return slices.Clone(l.manifest.Documents) }

// Digest identifies the content of the library: the same documents, encoded the same,
// give the same 64 hex digits, whatever their history.
func (l *Library) Digest() string { return l.digest }

// Dir is the folder of the library, as an absolute path.
func (l *Library) Dir() string { return l.home }

// CacheDir is a folder next to the documents for derived data such as a search index.
// It may not exist, and this package never looks into it.
func (l *Library) CacheDir() string { return filepath.Join(l.home, cacheName) }
