package lexical

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"slices"
	"strings"
	"testing"
)

var (
	testDigest  = [32]byte{7}
	testEntries = []Entry{
		{Heading: "FIPS 203 > 7 The ML-KEM scheme", Names: "Algorithm 19 ML-KEM.KeyGen", Body: "generates a key pair " + strings.Repeat("seed ", 20)},
		{Heading: "FIPS 203 > 8 Parameter sets", Names: "Table 2 Table 2 Table 2 Table 2", Body: "key sizes in bytes"},
		{Body: "a key"},
	}
	testQuery = Terms("ML-KEM key pair seed table absent")
)

func testFile(t testing.TB) []byte {
	t.Helper()
	file, err := Encode(testDigest, DefaultParams(), slices.Values(testEntries))
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func TestEveryDamagedByteIsFound(t *testing.T) {
	file := testFile(t)
	for at := range file {
		for _, bits := range []byte{0x01, 0x80, 0xFF} {
			damaged := bytes.Clone(file)
			damaged[at] ^= bits
			if _, err := Load(damaged, testDigest); !errors.Is(err, ErrCorrupt) && !errors.Is(err, ErrStale) {
				t.Fatalf("byte %d ^ %#x: error is %v, want ErrCorrupt or ErrStale", at, bits, err)
			}
		}
	}
}

func TestEveryCutIsFound(t *testing.T) {
	file := testFile(t)
	for n := range file {
		if _, err := Load(file[:n:n], testDigest); !errors.Is(err, ErrCorrupt) {
			t.Fatalf("first %d bytes: error is %v, want ErrCorrupt", n, err)
		}
	}
	if _, err := Load(append(bytes.Clone(file), 0), testDigest); !errors.Is(err, ErrCorrupt) {
		t.Errorf("one byte more: error is %v, want ErrCorrupt", err)
	}
}

// seal gives the file correct checksums, so that decoding gets past them.
func seal(file []byte) {
	if len(file) < headerSize {
		return
	}
	le := binary.LittleEndian
	table := file[headerSize-4-int(sectionCount)*sectionSize:]
	for i := range int(sectionCount) {
		s := table[i*sectionSize:]
		offset, length := le.Uint64(s), le.Uint64(s[8:])
		if size := uint64(len(file)); offset <= size && length <= size-offset {
			le.PutUint32(s[16:], crc32.Checksum(file[offset:offset+length], castagnoli))
		}
	}
	le.PutUint32(file[headerSize-4:], crc32.Checksum(file[:headerSize-4], castagnoli))
}

// exercise opens a file and calls everything that reads it. It fails the test
// on an error that is not one of a damaged file.
func exercise(t *testing.T, file []byte) {
	t.Helper()
	x, err := Load(file, testDigest)
	if err != nil {
		if !errors.Is(err, ErrCorrupt) && !errors.Is(err, ErrStale) {
			t.Fatalf("Load: error is %v, want ErrCorrupt or ErrStale", err)
		}
		return
	}
	hits, err := x.Search(context.Background(), testQuery, 10, nil)
	if err != nil && !errors.Is(err, ErrCorrupt) {
		t.Fatalf("Search: error is %v, want ErrCorrupt", err)
	}
	for _, h := range hits {
		if e, err := x.Explain(testQuery, h.Entry); err == nil && e.Value != h.Score {
			t.Fatalf("entry %d: Explain gives %v, Search %v", h.Entry, e.Value, h.Score)
		}
	}
	for _, q := range testQuery {
		x.DocFreq(q.Text)
	}
	for _, s := range x.norms {
		s.of(1 << 20)
	}
}

func TestSealedDamageDoesNotPanic(t *testing.T) {
	file := testFile(t)
	for at := range file {
		for _, bits := range []byte{0x01, 0x02, 0x10, 0x80, 0xFF} {
			damaged := bytes.Clone(file)
			damaged[at] ^= bits
			seal(damaged)
			exercise(t, damaged)
		}
	}
}

func TestAnotherVersionIsStale(t *testing.T) {
	file := testFile(t)
	binary.LittleEndian.PutUint32(file[8:], formatVersion+1)
	if _, err := Load(file, testDigest); !errors.Is(err, ErrStale) {
		t.Errorf("error is %v, want ErrStale", err)
	}
}

func TestPostingsThatEndEarlyAreCorrupt(t *testing.T) {
	file := testFile(t)
	x, err := Load(file, testDigest)
	if err != nil {
		t.Fatal(err)
	}
	postings := x.sections[sectionPostings]
	clear(file[postings.offset : postings.offset+postings.length]) // differences of 0
	seal(file)
	if x, err = Load(file, testDigest); err != nil {
		t.Fatal(err)
	}
	if _, err := x.Search(context.Background(), testQuery, 10, nil); !errors.Is(err, ErrCorrupt) {
		t.Errorf("Search: error is %v, want ErrCorrupt", err)
	}
	if _, err := x.Explain(testQuery, 0); !errors.Is(err, ErrCorrupt) {
		t.Errorf("Explain: error is %v, want ErrCorrupt", err)
	}
}

func FuzzLoad(f *testing.F) {
	file := testFile(f)
	f.Add(file, uint32(0), byte(0))
	f.Add(file[:headerSize], uint32(12), byte(4))
	f.Add(file, uint32(headerSize), byte(0xFF))
	f.Fuzz(func(t *testing.T, file []byte, at uint32, b byte) {
		file = bytes.Clone(file)
		if len(file) > 0 {
			file[int(at)%len(file)] = b
		}
		exercise(t, file)
		if len(file) >= headerSize {
			// The magic, version, section count and digest are no news: give the
			// rest a chance.
			copy(file, magic)
			binary.LittleEndian.PutUint32(file[8:], formatVersion)
			binary.LittleEndian.PutUint32(file[12:], uint32(sectionCount))
			copy(file[16:], testDigest[:])
			seal(file)
			exercise(t, file)
		}
	})
}
