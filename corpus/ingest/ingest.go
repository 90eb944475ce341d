package ingest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/ingest/build"
	"github.com/pqcite/pqcite/corpus/ingest/layout"
	"github.com/pqcite/pqcite/corpus/ingest/pdf"
	"github.com/pqcite/pqcite/corpus/ingest/textual"
	"github.com/pqcite/pqcite/corpus/standards"
)

// ErrEmpty is returned for a file without a byte in it.
var ErrEmpty = errors.New("file is empty")

// File is a source to ingest.
type File struct {
	Name string // base name; the id of an unknown document comes from it
	URL  string // where it was fetched from; "" for a local file
	Data []byte
}

// Document ingests a file in this process. Use a Worker for PDF files that are
// not trusted.
func Document(ctx context.Context, f File) (*core.Document, error) {
	if len(f.Data) == 0 {
		return nil, ErrEmpty
	}
	format := Detect(f.Name, f.Data)
	meta := metaOf(f, format)
	switch format {
	case core.FormatPDF:
		return documentFromPDF(ctx, meta, f.Data)
	case core.FormatMarkdown:
		return textual.Markdown(meta, f.Data)
	case core.FormatRFC:
		return textual.RFC(meta, f.Data)
	}
	return textual.Plain(meta, f.Data)
}

func documentFromPDF(ctx context.Context, meta build.Meta, data []byte) (*core.Document, error) {
	file, err := pdf.Read(ctx, data, pdf.DefaultLimits())
	if err != nil {
		return nil, err
	}
	d, err := layout.Document(meta, file, build.DefaultLimits())
	if errors.Is(err, build.ErrNoText) {
		return nil, fmt.Errorf("%w: a scan without a text layer cannot be quoted from", err)
	}
	return d, err
}

// metaOf knows the official documents by their hash; any other file is named
// after itself.
func metaOf(f File, format core.Format) build.Meta {
	sum := sha256.Sum256(f.Data)
	hash := hex.EncodeToString(sum[:])
	if s, ok := standards.BySHA256(hash); ok {
		return build.Meta{ID: s.ID, Title: s.Title, Label: s.Label, Status: s.Status, Date: s.Date, URL: s.URL, SHA256: hash, Format: format}
	}
	meta := build.Meta{URL: f.URL, SHA256: hash, Format: format}
	if format != core.FormatRFC { // an RFC says itself which one it is
		meta.ID = idOf(f.Name)
	}
	if format == core.FormatPDF {
		meta.Title, meta.Label = meta.ID, meta.ID
	}
	return meta
}

// idOf makes a document id of a file name: its stem, with everything but
// letters, digits, points, dashes and underscores turned into dashes.
func idOf(name string) string {
	stem := strings.TrimSuffix(filepath.Base(name), filepath.Ext(name))
	id := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '.', r == '_', r == '-':
			return r
		}
		return '-'
	}, stem)
	if id = strings.Trim(id, "-."); id == "" {
		return "document"
	}
	return id
}
