package syntax

import (
	"errors"
	"fmt"
)

// Stream is a stream object. Its bytes are decoded on demand and not kept.
type Stream struct {
	Dict Dict

	raw                []byte // as it is in the file
	number, generation int
	searched           bool // its length was wrong
	file               *File
}

// Decode undoes encryption and all filters. Errors wrap ErrDamaged or ErrLimit and
// name the object.
func (s *Stream) Decode() ([]byte, error) {
	f := s.file
	if err := f.ctx.Err(); err != nil {
		return nil, err
	}
	steps, err := f.filters(s.Dict)
	if err != nil {
		return nil, fmt.Errorf("stream of object %d: %w", s.number, err)
	}
	b := s.raw
	if f.crypt != nil && !f.crypt.leaves(s.Dict, steps) {
		if b, err = f.crypt.stream(b, s.number, s.generation); err != nil {
			return nil, damaged("stream of object %d %w", s.number, err)
		}
	}
	for _, step := range steps {
		if b, err = step.apply(b, f.limits.StreamBytes); err != nil {
			return nil, s.decodeError(err)
		}
		if err := f.spend(len(b)); err != nil {
			return nil, err
		}
	}
	if len(steps) == 0 {
		err = f.spend(len(b))
	}
	return b, err
}

func (s *Stream) decodeError(err error) error {
	if errors.Is(err, errTooLarge) {
		return beyond("stream of object %d holds more than %d MiB", s.number, s.file.limits.StreamBytes>>20)
	}
	return damaged("stream of object %d %w", s.number, err)
}

// Checked reports whether the stream's data end in a checksum or an end mark, so that a
// missing or extra byte would be detected.
func (s *Stream) Checked() bool {
	steps, err := s.file.filters(s.Dict)
	return err == nil && len(steps) > 0
}

func (f *File) spend(bytes int) error {
	if f.decoded += int64(bytes); f.decoded > f.limits.TotalBytes {
		return beyond("streams hold more than %d MiB", f.limits.TotalBytes>>20)
	}
	return nil
}

// filters returns the filters of a stream in the order in which they are undone.
func (f *File) filters(d Dict) ([]filterStep, error) {
	names, err := f.list(firstOf(d, "Filter", "F"))
	if err != nil || len(names) == 0 {
		return nil, err
	}
	if len(names) > f.limits.Filters {
		return nil, beyond("more than %d filters", f.limits.Filters)
	}
	params, err := f.list(firstOf(d, "DecodeParms", "DP"))
	if err != nil {
		return nil, err
	}
	steps := make([]filterStep, len(names))
	for i, o := range names {
		n, is := o.(Name)
		if !is {
			return nil, damaged("%w", errFilter)
		}
		steps[i].name = n
		if i < len(params) {
			if steps[i].params, err = f.params(params[i]); err != nil {
				return nil, err
			}
		}
	}
	return steps, nil
}

func firstOf(d Dict, keys ...Name) any {
	for _, k := range keys {
		if v, has := d[k]; has {
			return v
		}
	}
	return nil
}

// list resolves an array and its elements; a single object is a list of one.
func (f *File) list(o any) ([]any, error) {
	o, err := f.Resolve(o)
	if err != nil || o == nil {
		return nil, err
	}
	a, is := o.(Array)
	if !is {
		return []any{o}, nil
	}
	out := make([]any, len(a))
	for i, x := range a {
		if out[i], err = f.Resolve(x); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// params resolves the values of a filter's parameters.
func (f *File) params(o any) (Dict, error) {
	if o == nil {
		return nil, nil
	}
	d, is := o.(Dict)
	if !is {
		return nil, damaged("%w", errFilter)
	}
	out := make(Dict, len(d))
	for k, v := range d {
		x, err := f.Resolve(v)
		if err != nil {
			return nil, err
		}
		out[k] = x
	}
	return out, nil
}
