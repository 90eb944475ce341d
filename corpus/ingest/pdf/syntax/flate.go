package syntax

import (
	"bytes"
	"compress/zlib"
	"errors"
	"io"
	"sync"
)

// inflater is a zlib reader with the two buffers that it needs, kept for the next
// stream.
type inflater struct {
	in  bytes.Reader
	zip io.ReadCloser
	out bytes.Buffer
}

var inflaters = sync.Pool{New: func() any { return new(inflater) }}

// inflate undoes zlib compression (RFC 1950) and checks the checksum and the end of the
// data: one byte too few or too many is an error.
func inflate(src []byte, limit int64) ([]byte, error) {
	f := inflaters.Get().(*inflater)
	defer inflaters.Put(f)
	f.in.Reset(src)
	defer f.in.Reset(nil)
	if err := f.open(); err != nil {
		return nil, flateError(err)
	}
	f.out.Reset()
	n, err := f.out.ReadFrom(io.LimitReader(f.zip, limit+1))
	if f.out.Cap() > 4<<20 {
		defer func() { f.out = bytes.Buffer{} }() // one large stream must not keep its buffer forever
	}
	switch {
	case err != nil:
		return nil, flateError(err)
	case n > limit:
		return nil, errTooLarge
	case !onlySpace(src[len(src)-f.in.Len():]):
		return nil, errTrailing
	}
	return bytes.Clone(f.out.Bytes()), nil
}

func (f *inflater) open() (err error) {
	if f.zip == nil {
		f.zip, err = zlib.NewReader(&f.in)
		return err
	}
	return f.zip.(zlib.Resetter).Reset(&f.in, nil)
}

func flateError(err error) error {
	switch {
	case errors.Is(err, zlib.ErrChecksum):
		return errChecksum
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return errShort
	}
	return errCorrupt
}
