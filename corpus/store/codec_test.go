package store

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
	"os"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/golden"
)

// fill gives every field below v a value of its own that is not zero. It fails
// on a kind of field that the format has no rule for.
func fill(t testing.TB, v reflect.Value, next *int) {
	t.Helper()
	*next++
	switch v.Kind() {
	case reflect.Int:
		v.SetInt(int64(*next * 1009))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.String:
		v.SetString(fmt.Sprint("text ", *next))
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range v.Len() {
			fill(t, v.Index(i), next)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			fill(t, v.Field(i), next)
		}
	default:
		t.Fatalf("field of kind %v: give the format a rule for it", v.Kind())
	}
}

func filled(t testing.TB) *core.Document {
	t.Helper()
	d, n := new(core.Document), 0
	fill(t, reflect.ValueOf(d).Elem(), &n)
	return d
}

// leaves calls f with every integer, string and slice below v, and where it is.
func leaves(path string, v reflect.Value, f func(path string, v reflect.Value)) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			leaves(path+"."+v.Type().Field(i).Name, v.Field(i), f)
		}
	case reflect.Slice:
		f(path, v)
		for i := range v.Len() {
			leaves(fmt.Sprintf("%s[%d]", path, i), v.Index(i), f)
		}
	default:
		f(path, v)
	}
}

func TestRoundTripKeepsEveryField(t *testing.T) {
	want := filled(t)
	got, err := Decode(Encode(want))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("a field is lost (-want +got):\n%s", diff)
	}
}

// extremes are values that a field may have without being valid.
func extremes(t reflect.Type) []reflect.Value {
	switch t.Kind() {
	case reflect.Slice:
		return []reflect.Value{reflect.Zero(t), reflect.MakeSlice(t, 0, 0)}
	case reflect.Bool:
		return []reflect.Value{reflect.ValueOf(false)} // the filled document has true
	}
	var out []reflect.Value
	if t.Kind() == reflect.Int {
		for _, n := range []int{0, -1, 63, 64, math.MaxInt, math.MinInt} {
			out = append(out, reflect.ValueOf(n))
		}
		return out
	}
	for _, s := range []string{"", "\x00", "\xff not UTF-8", "\u2028 é"} {
		out = append(out, reflect.ValueOf(s).Convert(t))
	}
	return out
}

func TestRoundTripKeepsExtremes(t *testing.T) {
	d := filled(t)
	before := Encode(d)
	fields := 0
	leaves("Document", reflect.ValueOf(d).Elem(), func(path string, v reflect.Value) {
		fields++
		was := reflect.ValueOf(v.Interface())
		for _, x := range extremes(v.Type()) {
			v.Set(x)
			file := Encode(d)
			if bytes.Equal(file, before) {
				t.Errorf("%s: %#v gives the same bytes as %#v", path, x, was)
			}
			got, err := Decode(file)
			if err != nil {
				t.Fatalf("%s = %#v: %v", path, x, err)
			}
			if diff := cmp.Diff(d, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", path, diff)
			}
		}
		v.Set(was)
	})
	if fields < 100 {
		t.Errorf("looked at %d fields, want all of a filled document", fields)
	}
}

func TestEncodeIsDeterministic(t *testing.T) {
	if a, b := Encode(filled(t)), Encode(filled(t)); !bytes.Equal(a, b) {
		t.Error("equal documents have different bytes")
	}
}

// TestFormat fails when the bytes of a document change. If that is meant, raise
// documentVersion, then run it with -update.
func TestFormat(t *testing.T) {
	golden.Check(t, "document_v3.hex", []byte(hex.Dump(Encode(filled(t)))))
}

// A document of an older version loses nothing but what that version did not have.
func TestDecodeReadsOlderVersions(t *testing.T) {
	for version, repaired := range map[int]bool{1: false, 2: true} {
		dump, err := os.ReadFile(fmt.Sprintf("testdata/document_v%d.hex", version))
		if err != nil {
			t.Fatal(err)
		}
		got, err := Decode(undump(t, dump))
		if err != nil {
			t.Fatal(err)
		}
		if got.ID != "text 2" || !strings.HasPrefix(got.Text, "text 1") || len(got.Tables) != 2 || (got.Identity != "") != repaired || got.Repaired != repaired {
			t.Errorf("document of version %d is %+v", version, got)
		}
		if got.Passages[0].Units != nil {
			t.Errorf("document of version %d has units", version)
		}
		again, err := Decode(Encode(got))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(got, again); diff != "" {
			t.Errorf("version %d, encoded anew (-before +after):\n%s", version, diff)
		}
	}
}

// undump is the inverse of hex.Dump.
func undump(t *testing.T, dump []byte) []byte {
	t.Helper()
	var out []byte
	for line := range bytes.Lines(dump) {
		digits, _, _ := bytes.Cut(line, []byte("|"))
		for _, pair := range bytes.Fields(digits)[1:] {
			b, err := hex.DecodeString(string(pair))
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, b...)
		}
	}
	return out
}

func TestListItemSizesAreTheSmallest(t *testing.T) {
	zero := func(f func(*coder)) int {
		var c coder
		f(&c)
		return len(c.data)
	}
	for _, test := range []struct {
		name      string
		got, want int
	}{
		{"string", stringSize, zero(func(c *coder) { text(c, new(string)) })},
		{"page", pageSize, zero(func(c *coder) { c.page(&core.Page{}) })},
		{"furniture", furnitureSize, zero(func(c *coder) { c.furniture(&core.Furniture{}) })},
		{"anchor", anchorSize, zero(func(c *coder) { c.anchor(&core.Anchor{}) })},
		{"passage", passageSize, zero(func(c *coder) { c.passage(&core.Passage{}) })},
		{"unit", unitSize, zero(func(c *coder) { c.unit(&core.Unit{}) })},
		{"algorithm", algorithmSize, zero(func(c *coder) { c.algorithm(&core.Algorithm{}) })},
		{"line", lineSize, zero(func(c *coder) { c.line(&core.AlgorithmLine{}) })},
		{"table", tableSize, zero(func(c *coder) { c.table(&core.Table{}) })},
		{"row", rowSize, zero(func(c *coder) { c.row(&core.Row{}) })},
		{"cell", cellSize, zero(func(c *coder) { c.cell(&core.Cell{}) })},
	} {
		if test.got != test.want {
			t.Errorf("%s: size is %d, an empty one takes %d", test.name, test.got, test.want)
		}
	}
}

func TestDecodeFindsEveryDamagedByte(t *testing.T) {
	file := Encode(filled(t))
	for at := range file {
		for bit := range 8 {
			damaged := bytes.Clone(file)
			damaged[at] ^= 1 << bit
			if _, err := Decode(damaged); !errors.Is(err, ErrCorrupt) {
				t.Fatalf("byte %d, bit %d: error is %v, want ErrCorrupt", at, bit, err)
			}
		}
	}
}

func TestDecodeFindsEveryCut(t *testing.T) {
	file := Encode(filled(t))
	for n := range file {
		if _, err := Decode(file[:n:n]); !errors.Is(err, ErrCorrupt) {
			t.Fatalf("first %d bytes: error is %v, want ErrCorrupt", n, err)
		}
	}
	if _, err := Decode(append(bytes.Clone(file), 0)); !errors.Is(err, ErrCorrupt) {
		t.Errorf("one byte more: error is %v, want ErrCorrupt", err)
	}
}

// seal gives a file the head of a document file and its correct checksum, so that
// decoding gets past them.
func seal(file []byte, version uint32) []byte {
	file = append(file, make([]byte, max(0, headSize-len(file)))...)
	copy(file, magic)
	binary.LittleEndian.PutUint32(file[versionAt:], version)
	binary.LittleEndian.PutUint32(file[sumAt:], crc32.Checksum(file[versionAt:], castagnoli))
	return file
}

func TestDecodeNamesAnotherVersion(t *testing.T) {
	for _, version := range []uint32{0, documentVersion + 1, math.MaxUint32} {
		if _, err := Decode(seal(Encode(filled(t)), version)); !errors.Is(err, ErrVersion) {
			t.Errorf("version %d: error is %v, want ErrVersion", version, err)
		}
	}
}

func TestDecodeRefusesBadNumbers(t *testing.T) {
	for name, fields := range map[string][]byte{
		"nothing":              {},
		"padded number":        {0x80, 0x00},
		"more than 64 bits":    bytes.Repeat([]byte{0xff}, 11),
		"string too long":      {0x05, 'a'},
		"string of 2^64 − 1":   binary.AppendUvarint(nil, math.MaxUint64),
		"list too long":        append(make([]byte, 11), 0x04, 0, 0),
		"list of 2^64 − 1":     binary.AppendUvarint(make([]byte, 11), math.MaxUint64),
		"left over":            make([]byte, 17),
		"nested list too long": append(make([]byte, 11), 0x02, 0, 0, 0, 0, 0x09, 0, 0),
	} {
		if d, err := Decode(seal(append(make([]byte, headSize), fields...), documentVersion)); !errors.Is(err, ErrCorrupt) {
			t.Errorf("%s: got %+v and error %v, want ErrCorrupt", name, d, err)
		}
	}
	if _, err := Decode(seal(make([]byte, headSize+16), documentVersion)); err != nil {
		t.Errorf("an empty document: %v", err)
	}
}

// exercise decodes and checks what Decode promises of any bytes.
func exercise(t *testing.T, file []byte) {
	t.Helper()
	d, err := Decode(file)
	if err != nil {
		if !errors.Is(err, ErrCorrupt) && !errors.Is(err, ErrVersion) {
			t.Fatalf("error is %v, want ErrCorrupt or ErrVersion", err)
		}
		return
	}
	if again := Encode(d); !bytes.Equal(again, file) {
		t.Fatalf("encoding is not canonical:\n%s\nbecomes\n%s", hex.Dump(file), hex.Dump(again))
	}
	_ = d.Validate()
}

func TestSealedDamageDoesNotPanic(t *testing.T) {
	for _, file := range [][]byte{Encode(filled(t)), Encode(smallSample(t, "a", "").doc)} {
		for at := headSize; at < len(file); at++ {
			for _, bits := range []byte{0x01, 0x02, 0x40, 0x80, 0xFF} {
				damaged := bytes.Clone(file)
				damaged[at] ^= bits
				exercise(t, seal(damaged, documentVersion))
			}
		}
	}
}

// allocated returns the bytes that f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

func TestDecodeBoundsMemory(t *testing.T) {
	const size = 1 << 20
	// The first three files claim the longest lists that their bytes allow, the
	// third at every depth. The others claim more.
	for name, fields := range map[string][]byte{
		"pages":   binary.AppendUvarint(nil, size/pageSize-9),
		"anchors": append([]byte{0}, binary.AppendUvarint(nil, size/anchorSize-9)...),
		"tables": bytes.Join([][]byte{
			{0, 0, 0, 0}, binary.AppendUvarint(nil, size/tableSize-9), // tables
			{0, 0, 0, 0}, binary.AppendUvarint(nil, size/rowSize-19), // rows of the first
			{0, 0}, binary.AppendUvarint(nil, size/cellSize-29), // cells of its first
		}, nil),
		"too many pages":    binary.AppendUvarint(nil, size/2),
		"too many passages": append([]byte{0, 0}, binary.AppendUvarint(nil, 2*size)...),
		"far too many":      binary.AppendUvarint(nil, 1<<62),
	} {
		file := append(make([]byte, headSize+11), fields...) // ten empty strings and a flag
		file = seal(append(file, make([]byte, headSize+size-len(file))...), documentVersion)
		least, most := uint64(size), uint64(50*size)
		if strings.Contains(name, "many") {
			least, most = 0, size
		}
		used := allocated(func() {
			if _, err := Decode(file); !errors.Is(err, ErrCorrupt) {
				t.Errorf("%s: error is %v, want ErrCorrupt", name, err)
			}
		})
		if used < least || used > most {
			t.Errorf("%s: took %d bytes for a file of %d, want %d to %d", name, used, len(file), least, most)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(Encode(filled(f)), uint32(20), byte(0))
	f.Add(Encode(smallSample(f, "a", "").doc), uint32(100), byte(0xFF))
	f.Add(Encode(new(core.Document)), uint32(headSize+9), byte(4))
	f.Add([]byte(magic), uint32(0), byte('p'))
	f.Fuzz(func(t *testing.T, file []byte, at uint32, b byte) {
		file = bytes.Clone(file)
		if len(file) > 0 {
			file[int(at)%len(file)] = b
		}
		exercise(t, file)
		exercise(t, seal(file, documentVersion))
	})
}
