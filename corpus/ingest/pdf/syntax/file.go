package syntax

import (
	"context"
	"fmt"
)

// File is an open file. It is not safe for concurrent use: looking an object up
// fills a cache.
type File struct {
	// Repaired means that the cross-reference table was rebuilt, or that an object is
	// malformed, but that nothing is missing.
	Repaired bool

	src     []byte
	base    int // of all offsets: where the header is
	ctx     context.Context
	limits  Limits
	table   map[int]entry // objects in use, by number
	trailer Dict
	crypt   *decrypter // nil if the file is not encrypted

	graph   graph
	decoded int64 // bytes, so far
	read    int64 // of objects, by estimate

	lookups   int // in progress
	cache     map[int]any
	cacheCost int
	open      map[int]*container
	openBytes int
}

// entry says where an object is: at an offset, or in an object stream. A file has
// fewer than 2³¹ bytes.
type entry struct {
	at         int32 // the offset, or the number of the object stream
	index      int32 // in the object stream
	generation int32
	packed     bool // in an object stream
	free       bool
}

// Trailer returns the newest revision's trailer.
func (f *File) Trailer() Dict { return f.trailer }

// Resolve follows references to an object. A reference to an object that is in no table
// is null, as the specification says (ISO 32000-1, 7.3.10).
func (f *File) Resolve(o any) (any, error) {
	for range 32 {
		r, is := o.(Ref)
		if !is {
			return o, nil
		}
		var err error
		if o, err = f.lookup(r); err != nil {
			return nil, err
		}
	}
	return nil, damaged("references form a cycle")
}

// Has reports whether a reference leads to an object of the file.
func (f *File) Has(r Ref) bool {
	e, has := f.table[r.Number]
	return has && int(e.generation) == r.Generation
}

func (f *File) lookup(r Ref) (any, error) {
	if e, has := f.table[r.Number]; has && int(e.generation) != r.Generation {
		return nil, damaged("object %d is meant in a generation that it does not have", r.Number)
	} else if !has {
		return nil, nil
	}
	if o, has := f.cache[r.Number]; has {
		return o, nil
	}
	o, cost, err := f.load(r, f.table[r.Number])
	if err != nil {
		return nil, err
	}
	if f.cacheCost += cost; f.cacheCost > f.limits.CacheBytes || f.cache == nil {
		f.cache, f.cacheCost = map[int]any{}, cost
	}
	f.cache[r.Number] = o
	return o, nil
}

// maxLookups bounds look-ups that need others: an object stream whose length is in
// an object stream.
const maxLookups = 16

// load reads an object and its estimated memory.
func (f *File) load(r Ref, e entry) (any, int, error) {
	if f.lookups++; f.lookups > maxLookups {
		return nil, 0, damaged("object %d is needed to read itself", r.Number)
	}
	defer func() { f.lookups-- }()
	if e.packed {
		c, err := f.container(int(e.at))
		if err != nil {
			return nil, 0, err
		}
		return f.unpack(c, r, e)
	}
	x, err := f.objectAt(int(e.at), nil)
	if err != nil {
		return nil, 0, fmt.Errorf("object %d: %w", r.Number, err)
	}
	if x.number != r.Number || x.generation != r.Generation {
		return nil, 0, damaged("object %d is not where the cross-reference table says", r.Number)
	}
	o, err := f.decryptObject(x)
	return o, x.cost, err
}

// dict resolves a dictionary, or a stream's; nil for anything else.
func (f *File) dict(o any) (Dict, error) {
	o, err := f.Resolve(o)
	switch v := o.(type) {
	case Dict:
		return v, err
	case *Stream:
		return v.Dict, err
	}
	return nil, err
}
