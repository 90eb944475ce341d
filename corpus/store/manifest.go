package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
)

// The names below a home.
const (
	manifestName  = "library.json"
	lockName      = "lock"
	documentsName = "documents"
	sourcesName   = "sources"
	cacheName     = "cache"
)

// ManifestPath is the file in a home that is rewritten whenever its library changes.
func ManifestPath(home string) string { return filepath.Join(home, manifestName) }

const (
	manifestVersion  = 2        // 1 had neither Identity, Origin nor FileID; it is still read
	maxManifestBytes = 64 << 20 // about 100,000 documents
	maxIDBytes       = 256
	maxNameBytes     = 512 // of a source file's name; longer ones are cut
	maxExtension     = 8   // letters and digits of a source file's extension
)

// Entry is what the manifest says of one document. Paths are relative to the
// home, with slashes; hashes are SHA-256 in lower-case hex.
type Entry struct {
	ID         string `json:"id"`
	Name       string `json:"name"`        // of the source file, as it was added
	SHA256     string `json:"sha256"`      // of the source file
	Source     string `json:"source"`      // path of the copy of the source file
	File       string `json:"file"`        // path of the document file
	FileSHA256 string `json:"file_sha256"` // of the document file
	FileSize   int64  `json:"file_size"`   // of the document file, in bytes

	Identity core.Identity `json:"identity,omitempty"`
	Origin   string        `json:"origin,omitempty"`  // "" if unknown
	FileID   string        `json:"file_id,omitempty"` // the id in the document file, if it differs
}

// fileID is the id in the document file.
func (e *Entry) fileID() string {
	if e.FileID != "" {
		return e.FileID
	}
	return e.ID
}

// manifest says what the library holds. The zero value is an empty library that
// was never written.
type manifest struct {
	Format     int     `json:"format"`
	Generation uint64  `json:"generation"` // counts the changes of the library
	Documents  []Entry `json:"documents"`  // in the order of their ids

	missing bool      // there is no file
	renamed []Renamed // by the migration
}

// The end of a manifest file, from the end of the last line but two: the checksum
// covers every byte before it.
const (
	sealStart = ",\n  \"checksum\": \""
	sealEnd   = "\"\n}\n"
	sealSize  = len(sealStart) + sha256.Size*2 + len(sealEnd)
)

func (m *manifest) encode() ([]byte, error) {
	body, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("encode manifest: %w", err)
	}
	if len(body)+sealSize > maxManifestBytes {
		return nil, fmt.Errorf("encode manifest: %d documents are too many", len(m.Documents))
	}
	body = bytes.TrimSuffix(body, []byte("\n}"))
	return fmt.Appendf(nil, "%s%s%s%s", body, sealStart, hashOf(body), sealEnd), nil
}

// decodeManifest is the inverse of encode.
func decodeManifest(file []byte) (manifest, error) {
	if len(file) < sealSize {
		return manifest{}, corrupt("file ends early")
	}
	body, seal := file[:len(file)-sealSize], file[len(file)-sealSize:]
	if string(seal) != sealStart+hashOf(body)+sealEnd {
		return manifest{}, corrupt("checksum is wrong")
	}
	file = append(bytes.Clone(body), "\n}"...)
	if err := checkVersion(file); err != nil {
		return manifest{}, err
	}
	var m manifest
	d := json.NewDecoder(bytes.NewReader(file))
	d.DisallowUnknownFields()
	if err := d.Decode(&m); err != nil {
		return manifest{}, corrupt("%w", err)
	}
	if err := m.validate(); err != nil {
		return manifest{}, err
	}
	m.migrate()
	return m, nil
}

// checkVersion reads only the version, since the fields of another version are unknown.
func checkVersion(file []byte) error {
	var head struct {
		Format int `json:"format"`
	}
	if err := json.Unmarshal(file, &head); err != nil {
		return corrupt("%w", err)
	}
	if head.Format < 1 || head.Format > manifestVersion {
		return wrongVersion(head.Format, manifestVersion)
	}
	return nil
}

func (m *manifest) validate() error {
	for i := range m.Documents {
		e := &m.Documents[i]
		if i > 0 && m.Documents[i-1].ID >= e.ID {
			return corrupt("document %q is out of order", e.ID)
		}
		if err := e.validate(); err != nil {
			return corrupt("document %q: %w", e.ID, err)
		}
	}
	return nil
}

// validate refuses every path except the one implied by the rest of the entry, so that
// a manifest never leads out of its home.
func (e *Entry) validate() error {
	switch {
	case e.ID == "":
		return errors.New("it has no id")
	case !isHash(e.SHA256) || !isHash(e.FileSHA256):
		return errors.New("it has no hash")
	case e.Identity != core.IdentityOwn && e.Identity != core.IdentityPublished && e.Identity != core.IdentityDeclared:
		return fmt.Errorf("its identity is %q", e.Identity)
	case e.File != documentPath(e.fileID(), e.FileSHA256):
		return fmt.Errorf("its file is named %q", e.File)
	case !sourcePattern.MatchString(path.Base(e.Source)) || e.Source != sourcePath(e.SHA256, path.Ext(e.Source)):
		return fmt.Errorf("its source is named %q", e.Source)
	case e.FileSize < 0:
		return fmt.Errorf("its file has %d bytes", e.FileSize)
	}
	return nil
}

// documentPath is the path of a document file below the home. It is unique on file
// systems of any case sensitivity.
func documentPath(id, hash string) string {
	return path.Join(documentsName, fileSafe(id)+"-"+hash[:16]+".doc")
}

// sourcePath is the path of the copy of a source file below the home.
func sourcePath(hash, extension string) string {
	return path.Join(sourcesName, hash+extension)
}

// fileSafe turns an id into a recognisable file name.
func fileSafe(id string) string {
	safe := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '.', r == '_':
			return r
		}
		return '-'
	}, id[:min(len(id), 64)])
	return strings.TrimLeft(safe, ".-")
}

// entry returns the index of the entry with the id, or where it would be inserted.
func (m *manifest) entry(id string) (int, bool) {
	return slices.BinarySearchFunc(m.Documents, id, func(e Entry, id string) int { return strings.Compare(e.ID, id) })
}

// equal reports whether both list the same documents in the same generation.
func (m *manifest) equal(o *manifest) bool {
	return m.Generation == o.Generation && slices.Equal(m.Documents, o.Documents)
}

// files returns the set of the paths that the manifest names.
func (m *manifest) files() map[string]bool {
	set := make(map[string]bool, 2*len(m.Documents))
	for i := range m.Documents {
		set[m.Documents[i].File] = true
		set[m.Documents[i].Source] = true
	}
	return set
}

// digest identifies the content: the hash of every document's id, file hash and
// identity.
func (m *manifest) digest() string {
	h := sha256.New()
	for i := range m.Documents {
		e := &m.Documents[i]
		h.Write(binary.AppendUvarint(nil, uint64(len(e.ID))))
		h.Write([]byte(e.ID))
		h.Write([]byte(e.FileSHA256))
		h.Write([]byte(e.Identity))
	}
	return hex.EncodeToString(h.Sum(nil))
}

// leftBehind counts the files of documents and sources in a home. A library's first
// change writes an empty manifest before any of them, so they never exist without one.
func leftBehind(home string) int {
	n := 0
	for _, f := range []struct {
		folder string
		ours   *regexp.Regexp
	}{{documentsName, documentPattern}, {sourcesName, sourcePattern}} {
		for _, name := range filesIn(below(home, f.folder)) {
			if f.ours.MatchString(name) && !strings.HasSuffix(name, ".tmp") {
				n++
			}
		}
	}
	return n
}

// remedyOfLoss says how to recover what a home without a manifest still has.
func remedyOfLoss(home string) string {
	return fmt.Sprintf("put it back, or move the folder away and add the source files in it again: mv %q %q && pqcite corpus add %q",
		home, home+".lost", below(home+".lost", sourcesName))
}

// readManifest reads the manifest of a home; a home without any library file is an
// empty library.
func readManifest(home string) (manifest, error) {
	name := filepath.Join(home, manifestName)
	var m manifest
	data, err := readBounded(name, maxManifestBytes)
	if err == nil {
		m, err = decodeManifest(data)
	}
	switch {
	case err == nil:
		return m, nil
	case errors.Is(err, fs.ErrNotExist):
		if n := leftBehind(home); n > 0 {
			return manifest{}, fmt.Errorf("read %q: %w; %s", name, corrupt("it is gone, and %d files of documents are still there", n), remedyOfLoss(home))
		}
		return manifest{missing: true}, nil
	case errors.Is(err, ErrVersion):
		return manifest{}, fmt.Errorf("read %q: %w; use that pqcite, or another folder for this one (--home, %s)", name, err, HomeEnv)
	case errors.Is(err, ErrCorrupt):
		return manifest{}, fmt.Errorf("read %q: %w; move the folder away and add its documents again", name, err)
	}
	return manifest{}, fmt.Errorf("read library: %w", err)
}

// readBounded reads a file that must not be larger than limit bytes.
func readBounded(name string, limit int64) ([]byte, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > limit {
		return nil, corrupt("mode is %v, size %d, want a file of at most %d bytes", info.Mode(), info.Size(), limit)
	}
	return readFile(name)
}

func hashOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

func isHash(s string) bool {
	return len(s) == 2*sha256.Size && strings.Trim(s, "0123456789abcdef") == ""
}
