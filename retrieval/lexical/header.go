package lexical

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
)

var (
	// ErrStale says that an index was made from other entries, for other
	// parameters or by another version: build it again.
	ErrStale = errors.New("stale index")
	// ErrCorrupt says that an index is damaged: build it again.
	ErrCorrupt = errors.New("corrupt index")
)

const (
	magic         = "pqcbm25f"
	formatVersion = 1

	sectionSize = 24
	headerSize  = 8 + 4 + 4 + 32 + 4 + 4 + 8 + int(fieldCount)*24 + int(sectionCount)*sectionSize + 4
)

// sectionID names a section of the file, in order.
type sectionID int

const (
	sectionLengths sectionID = iota
	sectionTerms
	sectionNames
	sectionPostings
	sectionCount
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// header precedes the sections.
type header struct {
	digest   [32]byte
	entries  uint32
	terms    uint32
	params   Params
	totals   [fieldCount]uint64 // length of all entries
	sections [sectionCount]section
}

type section struct {
	offset, length uint64
	checksum       uint32
}

func (h *header) encode() []byte {
	le := binary.LittleEndian
	b := make([]byte, 0, headerSize)
	b = append(b, magic...)
	b = le.AppendUint32(b, formatVersion)
	b = le.AppendUint32(b, uint32(sectionCount))
	b = append(b, h.digest[:]...)
	b = le.AppendUint32(b, h.entries)
	b = le.AppendUint32(b, h.terms)
	b = le.AppendUint64(b, math.Float64bits(h.params.K1))
	for f, fp := range h.params.fields() {
		b = le.AppendUint64(b, math.Float64bits(fp.Weight))
		b = le.AppendUint64(b, math.Float64bits(fp.B))
		b = le.AppendUint64(b, h.totals[f])
	}
	for _, s := range h.sections {
		b = le.AppendUint64(b, s.offset)
		b = le.AppendUint64(b, s.length)
		b = le.AppendUint32(b, s.checksum)
		b = le.AppendUint32(b, 0)
	}
	return le.AppendUint32(b, crc32.Checksum(b, castagnoli))
}

// decodeHeader reads the header of a file. The version is looked at before the
// checksum, for another version may have another header.
func decodeHeader(file []byte) (*header, error) {
	le := binary.LittleEndian
	if len(file) < 16 || string(file[:8]) != magic {
		return nil, fmt.Errorf("%w: no index header", ErrCorrupt)
	}
	if v := le.Uint32(file[8:]); v != formatVersion {
		return nil, fmt.Errorf("%w: format version %d, want %d", ErrStale, v, formatVersion)
	}
	if len(file) < headerSize {
		return nil, fmt.Errorf("%w: header ends after %d of %d bytes", ErrCorrupt, len(file), headerSize)
	}
	b := file[:headerSize]
	if crc32.Checksum(b[:headerSize-4], castagnoli) != le.Uint32(b[headerSize-4:]) {
		return nil, fmt.Errorf("%w: header has a wrong checksum", ErrCorrupt)
	}
	if n := le.Uint32(b[12:]); n != uint32(sectionCount) {
		return nil, fmt.Errorf("%w: %d sections, want %d", ErrCorrupt, n, sectionCount)
	}
	return decodeFields(b[16:]), nil
}

// decodeFields reads what follows the section count; b has been checked to hold
// it all.
func decodeFields(b []byte) *header {
	le := binary.LittleEndian
	u32 := func() (v uint32) { v, b = le.Uint32(b), b[4:]; return v }
	u64 := func() (v uint64) { v, b = le.Uint64(b), b[8:]; return v }
	h := &header{}
	b = b[copy(h.digest[:], b):]
	h.entries, h.terms = u32(), u32()
	k1 := math.Float64frombits(u64())
	var fields [fieldCount]FieldParams
	for f := range fields {
		fields[f].Weight = math.Float64frombits(u64())
		fields[f].B = math.Float64frombits(u64())
		h.totals[f] = u64()
	}
	h.params = paramsOf(k1, fields)
	for i := range h.sections {
		h.sections[i] = section{offset: u64(), length: u64(), checksum: u32()}
		u32()
	}
	return h
}
