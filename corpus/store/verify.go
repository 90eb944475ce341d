package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
)

// Fault names what is wrong with a file of the library.
type Fault string

// The faults that Verify finds.
const (
	SourceMissing    Fault = "source file is missing"
	SourceChanged    Fault = "source file has changed"
	DocumentMissing  Fault = "document file is missing"
	DocumentDamaged  Fault = "document file is damaged"
	DocumentOutdated Fault = "document file has another version"
	PassageMisplaced Fault = "passage is not on its pages"
	Unreadable       Fault = "file cannot be read"
)

// Finding is one thing that Verify found wrong.
type Finding struct {
	Document string // id
	What     Fault
	Path     string // of the file, absolute
	Err      error  // the details; never nil
}

// String is the finding as one line for people.
func (f Finding) String() string {
	return fmt.Sprintf("%s: %s: %v", f.Document, f.What, f.Err)
}

// MarshalJSON writes the finding with its error as text.
func (f Finding) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Document string `json:"doc_id"`
		What     Fault  `json:"what"`
		Path     string `json:"path"`
		Err      string `json:"error"`
	}{f.Document, f.What, f.Path, f.Err.Error()})
}

// Checked counts what Verify looked at.
type Checked struct {
	Documents int `json:"documents"`
	Passages  int `json:"passages"`
}

// Verify checks the library in the folder home as it is on disk now, even one that Open
// refuses: every source and document file against its hash, every document against its
// invariants, and the text of every passage against the pages that it names. Faults are
// reported in the order of the ids.
//
// It fails only if nothing can be checked: the manifest is damaged, or the context
// ends.
func Verify(ctx context.Context, home string, report func(Finding)) (Checked, error) {
	var checked Checked
	home, err := absolute(home)
	if err != nil {
		return checked, err
	}
	m, err := readManifest(home)
	if err != nil {
		return checked, err
	}
	for i := range m.Documents {
		if err := ctx.Err(); err != nil {
			return checked, fmt.Errorf("verify library: %w", err)
		}
		v := verifier{home: home, entry: &m.Documents[i]}
		v.source()
		passages := v.document()
		if len(v.findings) > 0 && !v.current() {
			continue
		}
		checked.Documents++
		checked.Passages += passages
		for _, f := range v.findings {
			report(f)
		}
	}
	return checked, nil
}

// verifier checks one entry of the manifest.
type verifier struct {
	home     string
	entry    *Entry
	findings []Finding
}

func (v *verifier) found(what Fault, path string, err error) {
	v.findings = append(v.findings, Finding{Document: v.entry.ID, What: what, Path: path, Err: err})
}

// current reports whether the manifest still has the entry. A document that was
// replaced or removed meanwhile may have lost its files.
func (v *verifier) current() bool {
	m, err := readManifest(v.home)
	return err != nil || slices.Contains(m.Documents, *v.entry)
}

func (v *verifier) source() {
	path := below(v.home, v.entry.Source)
	hash, err := hashFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		v.found(SourceMissing, path, err)
	case err != nil:
		v.found(Unreadable, path, err)
	case hash != v.entry.SHA256:
		v.found(SourceChanged, path, hashMismatch(path, hash, v.entry.SHA256))
	}
}

// document checks the document file and returns how many passages it checked.
func (v *verifier) document() int {
	path := below(v.home, v.entry.File)
	data, err := readBounded(path, v.entry.FileSize)
	var d *core.Document
	if err == nil {
		d, err = decodeEntry(data, v.entry)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		v.found(DocumentMissing, path, err)
	case errors.Is(err, ErrVersion):
		v.found(DocumentOutdated, path, fmt.Errorf("read %q: %w", path, err))
	case errors.Is(err, ErrCorrupt):
		v.found(DocumentDamaged, path, fmt.Errorf("read %q: %w", path, err))
	case err != nil:
		v.found(Unreadable, path, err)
	case hashOf(data) != v.entry.FileSHA256:
		v.found(DocumentDamaged, path, hashMismatch(path, hashOf(data), v.entry.FileSHA256))
	default:
		return v.passages(d, path)
	}
	return 0
}

func (v *verifier) passages(d *core.Document, path string) int {
	for i := range d.Passages {
		if err := onItsPages(d, &d.Passages[i]); err != nil {
			v.found(PassageMisplaced, path, fmt.Errorf("passage %d: %w", i, err))
		}
	}
	return len(d.Passages)
}

// onItsPages looks for the passage's text in the text of its pages, without using
// offsets.
func onItsPages(d *core.Document, p *core.Passage) error {
	first, last := d.Page(p.StartPage), d.Page(p.EndPage)
	if first == nil || last == nil || last.Number < first.Number {
		return fmt.Errorf("there are no pages %d to %d", p.StartPage, p.EndPage)
	}
	pages := core.Span{Start: first.Span.Start, End: last.Span.End}
	if !strings.Contains(d.Quote(pages), d.Quote(p.Span)) {
		return fmt.Errorf("pages %d to %d don't have its text", p.StartPage, p.EndPage)
	}
	return nil
}

func hashMismatch(path, got, want string) error {
	return fmt.Errorf("%q has SHA-256 %s, want %s", path, got, want)
}

// hashFile returns the SHA-256 of a file in lower-case hex.
func hashFile(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
