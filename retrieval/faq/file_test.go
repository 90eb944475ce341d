package faq

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func smallFile(t testing.TB) []byte {
	t.Helper()
	file, err := small().Encode()
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func TestRoundTrip(t *testing.T) {
	file := smallFile(t)
	got, err := Decode(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(small(), got, cmpopts.IgnoreUnexported(Model{}, Gists{}), cmpopts.EquateApprox(0, 0.005), cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("decoded model differs (-want +got):\n%s", diff)
	}
	again, err := got.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(again, file) {
		t.Error("a decoded model encodes to other bytes")
	}
	for row := range got.Rows() {
		if n := dot(got.Vector(row), got.Vector(row)); math.Abs(float64(n)-1) > 1e-5 {
			t.Fatalf("vector %d has length² %v, want 1", row, n)
		}
	}
}

func TestEncodeRefusesWhatTheFileCantHold(t *testing.T) {
	m := small()
	m.Names = make([]string, MaxNames+1)
	if _, err := m.Encode(); !errors.Is(err, ErrTooLarge) {
		t.Errorf("error is %v, want ErrTooLarge", err)
	}
}

func TestEveryDamagedByteIsFound(t *testing.T) {
	file := smallFile(t)
	for at := range file {
		damaged := bytes.Clone(file)
		damaged[at] ^= 0x41
		if _, err := Decode(damaged); !errors.Is(err, ErrFormat) {
			t.Fatalf("byte %d: error is %v, want ErrFormat", at, err)
		}
	}
}

func TestEveryCutIsFound(t *testing.T) {
	file := smallFile(t)
	for n := 0; n < len(file); n += 1 + n/100 {
		if _, err := Decode(file[:n:n]); !errors.Is(err, ErrFormat) {
			t.Fatalf("first %d bytes: error is %v, want ErrFormat", n, err)
		}
		cut := bytes.Clone(file[:n])
		if seal(cut); n < len(file) {
			if _, err := Decode(cut); !errors.Is(err, ErrFormat) {
				t.Fatalf("first %d bytes, sealed: error is %v, want ErrFormat", n, err)
			}
		}
	}
	if _, err := Decode(seal(append(bytes.Clone(file), 0))); !errors.Is(err, ErrFormat) {
		t.Errorf("one byte more: error is %v, want ErrFormat", err)
	}
}

func TestOtherVersionsAreRefused(t *testing.T) {
	for _, at := range []int{len(magic), len(magic) + 4} {
		file := smallFile(t)
		file[at]++
		if _, err := Decode(seal(file)); !errors.Is(err, ErrFormat) {
			t.Errorf("byte %d: error is %v, want ErrFormat", at, err)
		}
	}
}

// seal gives a file the checksum that its bytes have, so that what is behind it
// is reached.
func seal(file []byte) []byte {
	if n := len(file) - sumSize; n >= 0 {
		binary.LittleEndian.PutUint32(file[n:], crc32.Checksum(file[:n], castagnoli))
	}
	return file
}

// exercise opens a file and asks it something. Whatever it is, scores are numbers.
func exercise(t *testing.T, file []byte) {
	t.Helper()
	m, err := Decode(file)
	if err != nil {
		if !errors.Is(err, ErrFormat) {
			t.Fatalf("error is %v, want ErrFormat", err)
		}
		return
	}
	tokens := m.Question("why is the ml-kem key length blue")
	q := NewQuery(m)
	q.Ask(tokens)
	for _, fact := range NewSearch(IndexFacts(m)).Nearest(nil, tokens, None, 5) {
		f := m.Facts[fact]
		shadow := q.Shadow(m.Evidence[f.Evidence])
		for w := f.Wordings.From; w < f.Wordings.To; w++ {
			if logit, _ := q.Answer(m.Wordings[w], &shadow); math.IsNaN(float64(logit)) {
				t.Fatalf("wording %d: logit is not a number", w)
			}
		}
		for _, p := range f.Units {
			_, _ = m.Documents[p.Document], m.Anchors[p.Anchor]
		}
	}
	for _, u := range NewSearch(IndexUnanswered(m)).Nearest(nil, tokens, None, 5) {
		if logit, _ := q.Unanswered(m.Unanswered[u]); math.IsNaN(float64(logit)) {
			t.Fatalf("unanswered %d: logit is not a number", u)
		}
	}
}

func TestSealedDamageDoesNotPanic(t *testing.T) {
	file := smallFile(t)
	m := small()
	gists := 1 + len(m.Gist.Scales)*(GistDim+4) + len(m.Gist.Wordings.Bytes) + len(m.Gist.Unanswered.Bytes)
	vectors := len(file) - sumSize - m.Rows()*(Dim+4) - gists
	for at := headSize; at < vectors+200; at++ {
		for _, bits := range []byte{0x01, 0x02, 0x10, 0x80, 0xFF} {
			damaged := bytes.Clone(file)
			damaged[at] ^= bits
			exercise(t, seal(damaged))
		}
	}
}

func FuzzDecode(f *testing.F) {
	file := smallFile(f)
	f.Add(file, uint32(headSize), byte(0xFF))
	f.Add(file[:headSize+sumSize], uint32(0), byte(4))
	f.Fuzz(func(t *testing.T, file []byte, at uint32, b byte) {
		file = bytes.Clone(file)
		if len(file) > 0 {
			file[int(at)%len(file)] = b
		}
		exercise(t, file)
		if len(file) >= headSize+sumSize {
			copy(file, smallFile(t)[:headSize])
			exercise(t, seal(file))
		}
	})
}
