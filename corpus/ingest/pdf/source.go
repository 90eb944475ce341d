package pdf

import (
	"context"
	"errors"
	"fmt"

	"github.com/pqcite/pqcite/corpus/ingest/pdf/syntax"
)

// Errors that callers distinguish.
var (
	ErrNotPDF    = syntax.ErrNotPDF
	ErrEncrypted = syntax.ErrEncrypted
	ErrDamaged   = syntax.ErrDamaged
	// ErrLimit is wrapped by every error for a file that requires more work than Limits
	// allows.
	ErrLimit = syntax.ErrLimit
)

// source is the object layer as seen by fonts, contents and outline.
type source struct {
	file   *syntax.File
	limits Limits
	// failure is the first object that could not be read. Callers chain many lookups;
	// the error is checked once, at the end.
	failure error
}

// open reads the structure of a file.
func open(ctx context.Context, file []byte, limits Limits) (*source, error) {
	if int64(len(file)) > limits.FileBytes {
		return nil, fmt.Errorf("%w: file has %d bytes, more than %d", ErrLimit, len(file), limits.FileBytes)
	}
	bounds := syntax.DefaultLimits()
	bounds.StreamBytes, bounds.TotalBytes, bounds.Pages = limits.StreamBytes, limits.TotalBytes, limits.Pages
	f, err := syntax.Open(ctx, file, bounds)
	if err != nil {
		return nil, err
	}
	return &source{file: f, limits: limits}, nil
}

// resolve follows references to an object.
func (s *source) resolve(o any) any {
	o, err := s.file.Resolve(o)
	if err != nil {
		s.fail(err)
		return nil
	}
	if v, is := o.(*syntax.Stream); is {
		return &stream{dict: v.Dict, decode: v.Decode}
	}
	return o
}

func (s *source) fail(err error) {
	if s.failure == nil {
		s.failure = err
	}
}

// broken marks an error as damage, unless it already is, or is a limit.
func broken(err error) error {
	if errors.Is(err, ErrDamaged) || errors.Is(err, ErrLimit) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrDamaged, err)
}

// dict, array and stream resolve an object of that kind; any other kind gives the zero
// value, as the PDF specification requires for null.
func (s *source) dict(o any) dict {
	switch v := s.resolve(o).(type) {
	case dict:
		return v
	case *stream:
		return v.dict
	}
	return nil
}

func (s *source) array(o any) array {
	a, _ := s.resolve(o).(array)
	return a
}

func (s *source) stream(o any) *stream {
	st, _ := s.resolve(o).(*stream)
	return st
}

func (s *source) name(o any) name {
	n, _ := s.resolve(o).(name)
	return n
}

// page is a page's dictionary, with what it inherits, and its resources.
type page struct {
	ref       ref
	dict      dict
	resources dict
	box       Box
}

// pages returns all pages in order.
func (s *source) pages() ([]page, error) {
	pages, err := s.file.Pages()
	if err != nil {
		return nil, err
	}
	out := make([]page, len(pages))
	for i, p := range pages {
		out[i] = page{ref: p.Ref, dict: p.Dict, resources: s.dict(p.Dict["Resources"]), box: s.box(p.Dict["MediaBox"])}
	}
	return out, s.failure
}

// box reads a rectangle; anything else gives the zero box.
func (s *source) box(o any) Box {
	a := s.array(o)
	if len(a) != 4 {
		return Box{}
	}
	return Box{number(s.resolve(a[0])), number(s.resolve(a[1])), number(s.resolve(a[2])), number(s.resolve(a[3]))}
}

// catalog returns the document's root dictionary.
func (s *source) catalog() dict { return s.dict(s.file.Trailer()["Root"]) }
