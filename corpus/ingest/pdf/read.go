package pdf

import (
	"context"
	"fmt"
	"strings"
)

// reader holds what is shared between the pages of one file.
type reader struct {
	src       *source
	limits    Limits
	fonts     map[ref]*Font
	operators int
	glyphs    int
	unmapped  int
	samples   []string // a few unmapped glyphs, for the error
}

// Read reads a PDF file whole, or fails: no part of a damaged file is returned.
// Errors wrap ErrNotPDF, ErrEncrypted, ErrDamaged or ErrLimit, or are ctx's.
//
// A panic is ErrDamaged too; its text is the runtime's and is no use to a reader.
func Read(ctx context.Context, file []byte, limits Limits) (f *File, err error) {
	defer func() {
		if p := recover(); p != nil {
			f, err = nil, fmt.Errorf("%w: something in it made the reader give up", ErrDamaged)
		}
	}()
	return read(ctx, file, limits)
}

func read(ctx context.Context, file []byte, limits Limits) (*File, error) {
	src, err := open(ctx, file, limits)
	if err != nil {
		return nil, err
	}
	r := &reader{src: src, limits: limits, fonts: map[ref]*Font{}}
	pages, err := src.pages()
	if err != nil {
		return nil, err
	}
	f := &File{Outline: src.outline(src.navigation(pages), limits.OutlineItems), Repaired: src.file.Repaired}
	labels := src.labels(len(pages))
	for i, p := range pages {
		out := Page{Number: i + 1, Label: labels[i], Box: p.box}
		if err := r.readPage(ctx, p, &out); err != nil {
			return nil, fmt.Errorf("page %d: %w", i+1, err)
		}
		f.Pages = append(f.Pages, out)
	}
	if src.failure != nil {
		return nil, broken(src.failure)
	}
	if err := r.checkMapped(); err != nil {
		return nil, err
	}
	return f, nil
}

// checkMapped refuses a file that has more than a trace of unreadable glyphs.
func (r *reader) checkMapped() error {
	if float64(r.unmapped) <= r.limits.UnmappedShare*float64(r.glyphs) {
		return nil
	}
	return fmt.Errorf("%w: %d of %d glyphs have no Unicode text (%s)",
		ErrDamaged, r.unmapped, r.glyphs, strings.Join(r.samples, ", "))
}

func (r *reader) noteUnmapped(font string, code int) {
	if len(r.samples) < 5 {
		r.samples = append(r.samples, fmt.Sprintf("code %d of %s", code, font))
	}
}

func (r *reader) readPage(ctx context.Context, p page, out *Page) error {
	var content []byte
	switch c := r.src.resolve(p.dict["Contents"]).(type) {
	case nil:
	case *stream:
		b, err := c.decode()
		if err != nil {
			return broken(err)
		}
		content = b
	case array:
		for _, x := range c {
			s := r.src.stream(x)
			if s == nil {
				return fmt.Errorf("%w: a content stream is missing", ErrDamaged)
			}
			b, err := s.decode()
			if err != nil {
				return broken(err)
			}
			content = append(append(content, b...), '\n')
		}
	}
	in := &interpreter{reader: r, ctx: ctx, out: out}
	return in.run(content, p.resources, identity, 0)
}

// font loads a font once.
func (r *reader) font(o any) (*Font, error) {
	key, shared := o.(ref)
	if f := r.fonts[key]; shared && f != nil {
		return f, nil
	}
	f, err := r.src.loadFont(o)
	if err == nil && shared {
		r.fonts[key] = f
	}
	return f, err
}

// countOperator counts an operator and looks for a cancelled context now and
// then.
func (r *reader) countOperator(ctx context.Context) error {
	if r.operators++; r.operators > r.limits.Operators {
		return fmt.Errorf("%w: more than %d drawing operators", ErrLimit, r.limits.Operators)
	}
	if r.operators&0xFFF == 0 {
		return ctx.Err()
	}
	return nil
}
