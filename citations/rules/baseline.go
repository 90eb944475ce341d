package rules

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
	"strings"
)

// Baseline is the known findings of a tree: a check reports only what is not among them.
// The zero value has none.
type Baseline struct {
	files map[string]KnownFindings
}

// KnownFindings say how often each finding of a file is known.
type KnownFindings map[Fingerprint]int

// Take uses up one finding; false if it is not known, or not so often.
func (k KnownFindings) Take(f Fingerprint) bool {
	if k[f] == 0 {
		return false
	}
	k[f]--
	return true
}

// Left is how many findings were not taken.
func (k KnownFindings) Left() int {
	n := 0
	for _, count := range k {
		n += count
	}
	return n
}

// Add makes findings known. The file's name is relative to the baseline, with slashes.
func (b *Baseline) Add(file string, found KnownFindings) {
	if b.files == nil {
		b.files = make(map[string]KnownFindings)
	}
	of := b.files[file]
	if of == nil {
		of = make(KnownFindings)
		b.files[file] = of
	}
	for f, count := range found {
		if of[f] += count; of[f] == 0 {
			delete(of, f)
		}
	}
}

// Of are the known findings of a file, for the caller to take from.
func (b *Baseline) Of(file string) KnownFindings { return maps.Clone(b.files[file]) }

// Files are the files with known findings, in the order of their names.
func (b *Baseline) Files() []string { return slices.Sorted(maps.Keys(b.files)) }

// Len is how many findings are known.
func (b *Baseline) Len() int {
	n := 0
	for _, of := range b.files {
		n += of.Left()
	}
	return n
}

// baselineVersion is that of the file's form.
const baselineVersion = 1

// Bounds of a baseline: of its file in bytes, and of one entry's count.
const (
	MaxBaselineBytes = 64 << 20
	maxKnown         = 1_000_000
)

type baselineFile struct {
	Version  int             `json:"version"`
	Findings []baselineEntry `json:"findings"`
}

type baselineEntry struct {
	File    string `json:"file"`
	Rule    string `json:"rule"`
	Text    string `json:"text"`
	Context string `json:"context"`
	Count   int    `json:"count"`
}

// entries are sorted by file, then rule, text and context.
func (b *Baseline) entries() []baselineEntry {
	var out []baselineEntry
	for file, of := range b.files {
		for f, count := range of {
			out = append(out, baselineEntry{file, f.Rule, f.Text, f.Context, count})
		}
	}
	slices.SortFunc(out, func(x, y baselineEntry) int {
		return cmp.Or(cmp.Compare(x.File, y.File), cmp.Compare(x.Rule, y.Rule), cmp.Compare(x.Text, y.Text), cmp.Compare(x.Context, y.Context))
	})
	return out
}

// Encode writes the baseline as JSON, one finding a line, so that changes can be read
// and merged. The same findings give the same bytes.
func (b *Baseline) Encode(w io.Writer) error {
	var out bytes.Buffer
	fmt.Fprintf(&out, "{\n  \"version\": %d,\n  \"findings\": [", baselineVersion)
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	for i, entry := range b.entries() {
		if i > 0 {
			out.WriteByte(',')
		}
		out.WriteString("\n    ")
		if err := e.Encode(entry); err != nil {
			return err
		}
		out.Truncate(out.Len() - 1) // its line end
	}
	if b.Len() > 0 {
		out.WriteString("\n  ")
	}
	out.WriteString("]\n}\n")
	_, err := w.Write(out.Bytes())
	return err
}

// errBaseline is wrapped by the errors about a baseline's form.
var errBaseline = errors.New("invalid baseline")

// DecodeBaseline reads what Encode has written. Anything else is an error: a finding
// that is wrongly taken for known is never seen.
func DecodeBaseline(data []byte) (*Baseline, error) {
	if len(data) > MaxBaselineBytes {
		return nil, fmt.Errorf("%w: it has more than %d bytes", errBaseline, MaxBaselineBytes)
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	var file baselineFile
	if err := d.Decode(&file); err != nil {
		return nil, fmt.Errorf("%w: %w", errBaseline, err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%w: something follows its end", errBaseline)
	}
	if file.Version != baselineVersion || file.Findings == nil {
		return nil, fmt.Errorf("%w: its version is %d, must be %d with findings", errBaseline, file.Version, baselineVersion)
	}
	b := &Baseline{}
	for i, e := range file.Findings {
		f := Fingerprint{e.Rule, e.Text, e.Context}
		if err := e.valid(); err != nil {
			return nil, fmt.Errorf("%w: finding %d: %w", errBaseline, i+1, err)
		}
		if b.files[e.File][f] > 0 {
			return nil, fmt.Errorf("%w: finding %d is there twice", errBaseline, i+1)
		}
		b.Add(e.File, KnownFindings{f: e.Count})
	}
	return b, nil
}

// valid says what of an entry can't be.
func (e *baselineEntry) valid() error {
	r, ok := ByID(e.Rule)
	switch {
	case !ok || r.Fixed:
		return fmt.Errorf("rule %q must be one of %q", e.Rule, IDs())
	case e.File == "" || path.Clean(e.File) != e.File || path.IsAbs(e.File) || strings.ContainsRune(e.File, 0):
		return fmt.Errorf("file %q is no relative path", e.File)
	case len(e.Text) > maxFingerprintText+8 || e.Text == "":
		return fmt.Errorf("text of %d bytes, must be 1 to %d", len(e.Text), maxFingerprintText+8)
	case len(e.Context) != 16 || strings.Trim(e.Context, "0123456789abcdef") != "":
		return fmt.Errorf("context %q is not 16 digits", e.Context)
	case e.Count < 1 || e.Count > maxKnown:
		return fmt.Errorf("count %d, must be 1 to %d", e.Count, maxKnown)
	}
	return nil
}
