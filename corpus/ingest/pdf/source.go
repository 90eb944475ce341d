package pdf

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/pdfcpu/pdfcpu/pkg/log"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"
)

// Errors that callers tell apart.
var (
	ErrNotPDF    = errors.New("not a PDF file")
	ErrEncrypted = errors.New("file is encrypted")
	ErrDamaged   = errors.New("file is damaged")
)

// source is the object layer: pdfcpu behind the five calls that we need.
type source struct {
	ctx    *model.Context
	limits Limits
	spent  int64 // decoded bytes so far
	// failure is the first object that could not be read. Callers look objects
	// up by name in long chains; the error is looked at once, at the end.
	failure error
}

// repairs records what pdfcpu mended while it read a file. pdfcpu says so on a
// package-wide log only, so that opening is serialised by the lock.
type repairs struct {
	mu   sync.Mutex
	seen []string
}

var openRepairs repairs

func (r *repairs) Printf(format string, args ...any) { r.note(fmt.Sprintf(format, args...)) }
func (r *repairs) Println(args ...any)               { r.note(fmt.Sprintln(args...)) }
func (r *repairs) Fatalf(format string, args ...any) { panic(fmt.Sprintf(format, args...)) }
func (r *repairs) Fatalln(args ...any)               { panic(fmt.Sprintln(args...)) }

func (r *repairs) note(line string) {
	if strings.Contains(line, "repaired") {
		r.seen = append(r.seen, strings.TrimSpace(line))
	}
}

// open reads the cross-reference table and refuses what had to be mended.
func open(ctx context.Context, file []byte, limits Limits) (*source, error) {
	if int64(len(file)) > limits.FileBytes {
		return nil, fmt.Errorf("%w: file has %d bytes, more than %d", ErrLimit, len(file), limits.FileBytes)
	}
	if !bytes.Contains(file[:min(len(file), 1024)], []byte("%PDF-")) {
		return nil, ErrNotPDF
	}
	openRepairs.mu.Lock()
	defer openRepairs.mu.Unlock()
	openRepairs.seen = nil
	log.SetCLILogger(&openRepairs)
	defer log.SetCLILogger(nil)

	model, err := readContext(ctx, file, limits)
	if err != nil {
		return nil, err
	}
	for _, what := range openRepairs.seen {
		if strings.Contains(what, "xreftable") || strings.Contains(what, "catalog") {
			return nil, fmt.Errorf("%w: the cross-reference table had to be rebuilt", ErrDamaged)
		}
	}
	if model.PageCount > limits.Pages {
		return nil, fmt.Errorf("%w: %d pages, more than %d", ErrLimit, model.PageCount, limits.Pages)
	}
	return &source{ctx: model, limits: limits}, nil
}

func readContext(c context.Context, file []byte, limits Limits) (*model.Context, error) {
	model.ConfigPath = "disable" // no configuration folder in the user's home
	conf := model.NewDefaultConfiguration()
	conf.ValidationMode = model.ValidationRelaxed
	conf.Optimize, conf.OptimizeResourceDicts = false, false
	conf.Offline = true
	conf.Limits.MaxDecodeBytes = limits.StreamBytes
	conf.Limits.MaxObjectCount = 2_000_000
	ctx, err := pdfcpu.ReadWithContext(c, bytes.NewReader(file), conf)
	if err != nil {
		if c.Err() != nil {
			return nil, c.Err()
		}
		if strings.Contains(err.Error(), "password") || strings.Contains(err.Error(), "encrypt") {
			return nil, fmt.Errorf("%w and needs a password: %w", ErrEncrypted, err)
		}
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	if err := ctx.EnsurePageCount(); err != nil || ctx.PageCount < 1 {
		return nil, fmt.Errorf("%w: no page tree", ErrDamaged)
	}
	return ctx, nil
}

// resolve follows references until it finds an object.
func (s *source) resolve(o any) any {
	for range 32 {
		r, is := o.(ref)
		if !is {
			return o
		}
		x, err := s.ctx.Dereference(*types.NewIndirectRef(r.number, r.generation))
		if err != nil {
			s.fail(fmt.Errorf("read object %d: %w", r.number, err))
			return nil
		}
		o = s.convert(x, 0)
	}
	s.fail(fmt.Errorf("%w: references form a cycle", ErrDamaged))
	return nil
}

func (s *source) fail(err error) {
	if s.failure == nil {
		s.failure = err
	}
}

// dict, array and stream resolve an object of that kind; the zero value stands
// for any other kind, as the PDF specification has it for null.
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

// convert turns a pdfcpu object into ours; what is referred to stays a ref.
func (s *source) convert(o types.Object, depth int) any {
	if depth > maxNesting {
		s.fail(errNesting)
		return nil
	}
	switch v := o.(type) {
	case types.IndirectRef:
		return ref{v.ObjectNumber.Value(), v.GenerationNumber.Value()}
	case *types.IndirectRef:
		return ref{v.ObjectNumber.Value(), v.GenerationNumber.Value()}
	case types.Name:
		return name(v)
	case types.Integer:
		return int(v)
	case types.Float:
		return float64(v)
	case types.Boolean:
		return bool(v)
	case types.StringLiteral:
		b, err := types.Unescape(string(v))
		if err != nil {
			s.fail(fmt.Errorf("read string: %w", err))
		}
		return str(b)
	case types.HexLiteral:
		b, err := v.Bytes()
		if err != nil {
			s.fail(fmt.Errorf("read hex string: %w", err))
		}
		return str(b)
	case types.Dict:
		return s.convertDict(v, depth)
	case types.Array:
		a := make(array, len(v))
		for i, x := range v {
			a[i] = s.convert(x, depth+1)
		}
		return a
	case types.StreamDict:
		return s.convertStream(&v, depth)
	case *types.StreamDict:
		return s.convertStream(v, depth)
	}
	return nil
}

func (s *source) convertDict(v types.Dict, depth int) dict {
	d := make(dict, len(v))
	for k, x := range v {
		d[name(k)] = s.convert(x, depth+1)
	}
	return d
}

func (s *source) convertStream(v *types.StreamDict, depth int) *stream {
	return &stream{dict: s.convertDict(v.Dict, depth), decode: func() ([]byte, error) {
		if err := v.DecodeWithLimit(s.limits.StreamBytes); err != nil {
			return nil, fmt.Errorf("decode stream: %w", err)
		}
		if s.spent += int64(len(v.Content)); s.spent > s.limits.TotalBytes {
			return nil, fmt.Errorf("%w: streams hold more than %d bytes", ErrLimit, s.limits.TotalBytes)
		}
		return v.Content, nil
	}}
}

// page is a page's dictionary with its inherited resources.
type page struct {
	ref       ref
	dict      dict
	resources dict
	box       Box
}

// pages returns all pages in order.
func (s *source) pages() ([]page, error) {
	out := make([]page, 0, s.ctx.PageCount)
	for i := 1; i <= s.ctx.PageCount; i++ {
		d, r, inherited, err := s.ctx.PageDict(i, false)
		if err != nil || d == nil {
			return nil, fmt.Errorf("%w: page %d cannot be read", ErrDamaged, i)
		}
		p := page{dict: s.convertDict(d, 0)}
		if r != nil {
			p.ref = ref{r.ObjectNumber.Value(), r.GenerationNumber.Value()}
		}
		p.resources = s.dict(p.dict["Resources"])
		if inherited != nil {
			if p.resources == nil {
				p.resources = s.convertDict(inherited.Resources, 0)
			}
			if m := inherited.MediaBox; m != nil {
				p.box = Box{X0: m.LL.X, Y0: m.LL.Y, X1: m.UR.X, Y1: m.UR.Y}
			}
		}
		if m := s.array(p.dict["MediaBox"]); len(m) == 4 {
			p.box = Box{number(s.resolve(m[0])), number(s.resolve(m[1])), number(s.resolve(m[2])), number(s.resolve(m[3]))}
		}
		out = append(out, p)
	}
	return out, nil
}

// catalog returns the document's root dictionary.
func (s *source) catalog() dict {
	d, err := s.ctx.Catalog()
	if err != nil {
		s.fail(fmt.Errorf("%w: no catalog", ErrDamaged))
		return nil
	}
	return s.convertDict(d, 0)
}
