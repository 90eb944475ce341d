package ingest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/ingest/build"
	"github.com/pqcite/pqcite/corpus/ingest/layout"
	"github.com/pqcite/pqcite/corpus/ingest/pdf"
	"github.com/pqcite/pqcite/corpus/ingest/textual"
	"github.com/pqcite/pqcite/corpus/standards"
	"github.com/pqcite/pqcite/corpus/store"
)

// errEmpty is returned for a file without any bytes.
var errEmpty = errors.New("file is empty")

// File is a source to ingest.
type File struct {
	Name string // base name; an own document's id is derived from it
	URL  string // where it was fetched from; "" for a local file
	// As is the publication that a person declares the file to be; "" if nobody does.
	// See standards.Declared.
	As   string
	Data []byte
}

// errOther is returned for a published file that is declared as another publication.
var errOther = errors.New("it is the published file of another document")

// Document ingests a file in this process. Use a Worker for PDF files that are
// not trusted.
func Document(ctx context.Context, f File) (*core.Document, error) {
	if len(f.Data) == 0 {
		return nil, errEmpty
	}
	format := detect(f.Name, f.Data)
	meta, identity, err := metaOf(f, format)
	if err != nil {
		return nil, err
	}
	d, err := read(ctx, meta, f.Data)
	if err != nil {
		return nil, err
	}
	d.Identity = identity
	return d, nil
}

func read(ctx context.Context, meta build.Meta, data []byte) (*core.Document, error) {
	switch meta.Format {
	case core.FormatPDF:
		return documentFromPDF(ctx, meta, data)
	case core.FormatMarkdown:
		return textual.Markdown(meta, data)
	case core.FormatRFC:
		return textual.RFC(meta, data)
	}
	return textual.Plain(meta, data)
}

func documentFromPDF(ctx context.Context, meta build.Meta, data []byte) (*core.Document, error) {
	file, err := pdf.Read(ctx, data, pdf.DefaultLimits())
	if err != nil {
		return nil, err
	}
	d, err := layout.Document(meta, file, build.DefaultLimits())
	if errors.Is(err, build.ErrNoText) {
		if file.Hidden() {
			return nil, fmt.Errorf("%w: it holds only an invisible text layer, as of text recognition, which cannot be quoted from", err)
		}
		return nil, fmt.Errorf("%w: a scan without a text layer cannot be quoted from", err)
	}
	if err != nil {
		return nil, err
	}
	d.Repaired = file.Repaired
	return d, nil
}

// metaOf identifies a document: a published one by its hash alone, a declared one by
// what a person says, any other by its file name.
func metaOf(f File, format core.Format) (build.Meta, core.Identity, error) {
	sum := sha256.Sum256(f.Data)
	hash := hex.EncodeToString(sum[:])
	published, isPublished := standards.BySHA256(hash)
	if f.As != "" {
		said, err := standards.Declared(f.As)
		switch {
		case err != nil:
			return build.Meta{}, core.IdentityOwn, err
		case isPublished && said.ID != published.ID:
			return build.Meta{}, core.IdentityOwn, fmt.Errorf("%w: %s", errOther, published.Label)
		case !isPublished:
			return metaFrom(&said, hash, format), core.IdentityDeclared, nil
		}
	}
	if isPublished {
		return metaFrom(&published, hash, format), core.IdentityPublished, nil
	}
	meta := build.Meta{ID: store.OwnID(f.Name), URL: f.URL, SHA256: hash, Format: format}
	if format == core.FormatPDF {
		meta.Title, meta.Label = meta.ID, meta.ID
	}
	return meta, core.IdentityOwn, nil
}

func metaFrom(s *standards.Standard, hash string, format core.Format) build.Meta {
	m := build.Meta{ID: s.ID, Title: s.Title, Label: s.Label, Status: s.Status, Date: s.Date, URL: s.URL, SHA256: hash, Format: format}
	if m.Title == "" && format == core.FormatPDF {
		m.Title = s.Label
	}
	return m
}
