package pdf

import (
	"context"
	"fmt"
	"strings"
)

// reader is the state shared by the pages of one file.
type reader struct {
	src       *source
	limits    Limits
	fonts     map[ref]*Font
	loaded    int // fonts
	operators int
	glyphs    int
	unread    int
	samples   []string     // a few unread glyphs, for the error
	covers    int          // remaining comparisons
	off       map[ref]bool // hidden optional content; nil until needed
}

// Read reads a PDF file whole, or fails: no part of a damaged file is returned. Errors
// wrap ErrNotPDF, ErrEncrypted, ErrDamaged, ErrUnreadable or ErrLimit, or are ctx's.
//
// A panic is ErrDamaged too, without the runtime's text.
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
	r := &reader{src: src, limits: limits, fonts: map[ref]*Font{}, covers: limits.Covers}
	pages, err := src.pages()
	if err != nil {
		return nil, err
	}
	f := &File{Outline: src.outline(src.navigation(pages), limits.OutlineItems), Repaired: src.file.Repaired}
	labels, total := src.labels(len(pages)), 0
	for i, p := range pages {
		out := Page{Number: i + 1, Label: labels[i], Box: p.box}
		if err := r.readPage(ctx, p, &out); err != nil {
			return nil, fmt.Errorf("page %d: %w", i+1, err)
		}
		if total += len(out.Glyphs); total > limits.Glyphs {
			return nil, fmt.Errorf("%w: more than %d glyphs", ErrLimit, limits.Glyphs)
		}
		f.Pages = append(f.Pages, out)
	}
	if src.failure != nil {
		return nil, broken(src.failure)
	}
	if err := r.checkRead(); err != nil {
		return nil, err
	}
	return f, nil
}

// checkRead refuses a file that is mostly unreadable.
func (r *reader) checkRead() error {
	if float64(r.unread) <= r.limits.UnreadShare*float64(r.glyphs) {
		return nil
	}
	return fmt.Errorf("%w: its fonts do not say what %d of %d characters read (%s)",
		ErrUnreadable, r.unread, r.glyphs, strings.Join(r.samples, ", "))
}

// noteUnread counts a glyph without a known text.
func (r *reader) noteUnread(font string, code int) {
	r.unread++
	if len(r.samples) < 5 {
		r.samples = append(r.samples, fmt.Sprintf("code %d of font %q", code, font))
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
			if content = append(append(content, b...), '\n'); int64(len(content)) > r.limits.StreamBytes {
				return fmt.Errorf("%w: the content of a page has more than %d MiB", ErrLimit, r.limits.StreamBytes>>20)
			}
		}
	}
	in := &interpreter{reader: r, ctx: ctx, out: out}
	turn := r.src.turnPage(p, out)
	in.canvas = &canvas{visible: r.src.visibleBox(p, turn), left: &r.covers}
	if err := in.run(content, p.resources, turn, 0); err != nil {
		return err
	}
	if err := in.drawAnnotations(p, turn); err != nil {
		return fmt.Errorf("annotation: %w", err)
	}
	settleNumerators(out.Glyphs)
	return in.canvas.hide(out.Glyphs)
}

// font loads a font, once if it is an object of its own.
func (r *reader) font(o any) (*Font, error) {
	key, shared := o.(ref)
	if f := r.fonts[key]; shared && f != nil {
		return f, nil
	}
	if r.loaded++; r.loaded > r.limits.Fonts {
		return nil, fmt.Errorf("%w: more than %d fonts", ErrLimit, r.limits.Fonts)
	}
	f, err := r.src.loadFont(o)
	if err == nil && shared {
		r.fonts[key] = f
	}
	return f, err
}

// countOperator counts an operator and checks the context now and then.
func (r *reader) countOperator(ctx context.Context) error {
	if r.operators++; r.operators > r.limits.Operators {
		return fmt.Errorf("%w: more than %d drawing operators", ErrLimit, r.limits.Operators)
	}
	if r.operators&0xFFF == 0 {
		return ctx.Err()
	}
	return nil
}
