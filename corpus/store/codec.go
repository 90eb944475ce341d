package store

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"unsafe"

	"github.com/pqcite/pqcite/core"
)

// The head of a document file.
const (
	magic           = "pqcitdoc"
	documentVersion = 3          // 1 had neither Identity nor Repaired, 2 no units; both are still read
	sumAt           = len(magic) // CRC-32C, u32
	versionAt       = sumAt + 4  // u32
	headSize        = versionAt + 4
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Encode returns the document as the bytes of a document file. Equal documents
// give equal bytes.
func Encode(d *core.Document) []byte {
	c := coder{version: documentVersion, data: make([]byte, headSize, headSize+len(d.Text)+encodedFields(d))}
	copy(c.data, magic)
	binary.LittleEndian.PutUint32(c.data[versionAt:], documentVersion)
	c.document(d)
	binary.LittleEndian.PutUint32(c.data[sumAt:], crc32.Checksum(c.data[versionAt:], castagnoli))
	return c.data
}

// encodedFields estimates the bytes that a document takes besides its text.
func encodedFields(d *core.Document) int {
	return 4096 + 32*len(d.Pages) + 128*len(d.Passages) + 128*len(d.Anchors) + 512*len(d.Algorithms) + 512*len(d.Tables)
}

// Decode returns the document that Encode turned into the bytes, with
// ErrCorrupt or ErrVersion if there is none. The strings of the document are
// parts of data, which must not be changed afterwards.
//
// Decode never panics and takes at most about 50 times the memory of data. It
// checks the encoding only: whether the document makes sense is a matter of its
// Validate.
func Decode(data []byte) (*core.Document, error) {
	if len(data) < headSize || string(data[:sumAt]) != magic {
		return nil, corrupt("not a document file")
	}
	if got, want := crc32.Checksum(data[versionAt:], castagnoli), binary.LittleEndian.Uint32(data[sumAt:]); got != want {
		return nil, corrupt("checksum is %08x, want %08x", got, want)
	}
	v := binary.LittleEndian.Uint32(data[versionAt:])
	if v < 1 || v > documentVersion {
		return nil, wrongVersion(int(v), documentVersion)
	}
	c := coder{decoding: true, version: int(v), data: data[headSize:]}
	d := new(core.Document)
	c.document(d)
	if c.err == nil && len(c.data) > 0 {
		c.fail("%d bytes are left over", len(c.data))
	}
	if c.err != nil {
		return nil, c.err
	}
	return d, nil
}

// coder walks through the fields of a document in the order of the file. It
// either appends each to data or fills each from the front of data, so that one
// description of the format serves both ways and neither can drift.
type coder struct {
	decoding bool
	version  int    // of the format
	data     []byte // written so far, or left to read
	err      error  // the first of decoding; nothing is read after it
}

func (c *coder) fail(format string, args ...any) {
	if c.err == nil {
		c.err = corrupt("decode document: %w", fmt.Errorf(format, args...))
	}
	c.data = nil
}

func (c *coder) readUvarint() uint64 {
	if len(c.data) > 0 && c.data[0] < 0x80 {
		v := uint64(c.data[0])
		c.data = c.data[1:]
		return v
	}
	v, n := binary.Uvarint(c.data)
	if n <= 0 || c.data[n-1] == 0 { // ends early, exceeds 64 bits, or is padded
		c.fail("bad number")
		return 0
	}
	c.data = c.data[n:]
	return v
}

func (c *coder) readVarint() int64 {
	u := c.readUvarint()
	return int64(u>>1) ^ -int64(u&1)
}

// narrow turns a number of the file into an int, which on some platforms has
// 32 bits.
func (c *coder) narrow(v int64) int {
	if int64(int(v)) != v {
		c.fail("number %d does not fit", v)
		return 0
	}
	return int(v)
}

func (c *coder) number(v *int) {
	if c.decoding {
		*v = c.narrow(c.readVarint())
		return
	}
	c.data = binary.AppendVarint(c.data, int64(*v))
}

func (c *coder) flag(v *bool) {
	n := 0
	if *v {
		n = 1
	}
	c.number(&n)
	if *v = n == 1; n != 0 && n != 1 {
		c.fail("flag is %d", n)
	}
}

func (c *coder) span(s *core.Span) {
	if c.decoding {
		start := c.readVarint()
		s.Start, s.End = c.narrow(start), c.narrow(start+c.readVarint())
		return
	}
	c.data = binary.AppendVarint(c.data, int64(s.Start))
	c.data = binary.AppendVarint(c.data, int64(s.End)-int64(s.Start))
}

// text codes a string. When decoding it stays a part of data.
func text[S ~string](c *coder, s *S) {
	if !c.decoding {
		c.data = binary.AppendUvarint(c.data, uint64(len(*s)))
		c.data = append(c.data, *s...)
		return
	}
	n := c.readUvarint()
	if n > uint64(len(c.data)) {
		c.fail("string of %d bytes, %d are left", n, len(c.data))
		return
	}
	if n > 0 {
		*s = S(unsafe.String(&c.data[0], int(n)))
		c.data = c.data[n:]
	}
}

// list codes a slice. An item takes at least size bytes of the file, which
// bounds what a wrong length can make a reader allocate.
func list[T any](c *coder, items *[]T, size int, item func(*coder, *T)) {
	if c.decoding {
		*items = makeList[T](c, size)
	} else {
		c.listLength(len(*items), *items == nil)
	}
	for i := range *items {
		item(c, &(*items)[i])
		if c.err != nil {
			return
		}
	}
}

func (c *coder) listLength(n int, isNil bool) {
	if isNil {
		c.data = append(c.data, 0)
		return
	}
	c.data = binary.AppendUvarint(c.data, uint64(n)+1)
}

func makeList[T any](c *coder, size int) []T {
	n := c.readUvarint()
	if n == 0 {
		return nil
	}
	if n--; n > uint64(len(c.data)/size) {
		c.fail("list of %d items, %d bytes are left", n, len(c.data))
		return nil
	}
	return make([]T, n)
}
