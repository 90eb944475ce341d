package dense

import (
	"bytes"
	"context"
	"errors"
	"hash/crc32"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// letters is a model whose vectors count the letters a to d of a text, and a constant.
type letters struct {
	name  string
	extra int  // dimensions more
	other bool // another model under the name
	asked []int
	fail  int // the request that fails, from 1; 0 for none
}

var errDown = errors.New("down")

func (l *letters) Name() string { return l.name }

func (l *letters) Embed(_ context.Context, texts []string) ([][]float32, error) {
	l.asked = append(l.asked, len(texts))
	if len(l.asked) == l.fail {
		return nil, errDown
	}
	out := make([][]float32, len(texts))
	for i, t := range texts {
		out[i] = make([]float32, 5+l.extra)
		for n, c := range "abcd" {
			out[i][n] = float32(strings.Count(t, string(c)))
		}
		out[i][4] = 0.5
		if l.other {
			slices.Reverse(out[i])
		}
	}
	return out, nil
}

func quiet(int, int) {}

func TestMakeAndFind(t *testing.T) {
	dir, m := t.TempDir(), &letters{name: "m"}
	texts := []string{"aaa", "bbb", "ab", "aaa", "cd"}
	var seen [][2]int
	made, err := Make(t.Context(), dir, m, texts, false, func(done, total int) { seen = append(seen, [2]int{done, total}) })
	if err != nil || made != 4 {
		t.Fatalf("Make() = %d, %v", made, err)
	}
	if diff := cmp.Diff([][2]int{{1, 5}, {5, 5}}, seen); diff != "" {
		t.Errorf("progress (-want +got):\n%s", diff)
	}
	v, err := Read(dir, "m")
	if err != nil || v.Len() != 4 || v.Dimension() != 5 {
		t.Fatalf("Read() = %d of %d, %v", v.Len(), v.Dimension(), err)
	}
	if length := cosine(v.Of("ab"), v.Of("ab")); math.Abs(float64(length)-1) > 1e-6 || v.Of("x") != nil {
		t.Errorf("the length is %g", length)
	}
	x := NewIndex(m, v, append(texts, "unknown"))
	hits, err := x.Search(t.Context(), "aaaa", 3, func(e uint32) bool { return e != 0 })
	if err != nil {
		t.Fatal(err)
	}
	var order []uint32
	for _, h := range hits {
		order = append(order, h.Entry)
	}
	if diff := cmp.Diff([]uint32{3, 2, 4}, order); diff != "" || x.Covered() != 5 {
		t.Errorf("%d covered, order (-want +got):\n%s", x.Covered(), diff)
	}
	asked := len(m.asked)
	if _, err := x.Search(t.Context(), "aaaa", 3, func(uint32) bool { return true }); err != nil || len(m.asked) != asked {
		t.Errorf("the same query asked the model again, %v", err)
	}
}

// TestSearchIsExact compares the best of a search with those of a sort.
func TestSearchIsExact(t *testing.T) {
	var texts []string
	for i := range 400 {
		texts = append(texts, strings.Repeat("a", i%7+1)+strings.Repeat("b", i%11)+strings.Repeat("c", i%13))
	}
	m := &letters{name: "m"}
	dir := t.TempDir()
	if _, err := Make(t.Context(), dir, m, texts, false, quiet); err != nil {
		t.Fatal(err)
	}
	v, err := Read(dir, "m")
	if err != nil {
		t.Fatal(err)
	}
	x := NewIndex(m, v, texts)
	all, err := x.Search(t.Context(), "abcabc", len(texts), func(uint32) bool { return true })
	if err != nil || len(all) != len(texts) || !slices.IsSortedFunc(all, byRank) {
		t.Fatalf("%d hits, %v", len(all), err)
	}
	for _, k := range []int{1, 2, 17, 399} {
		got, err := x.Search(t.Context(), "abcabc", k, func(uint32) bool { return true })
		if diff := cmp.Diff(all[:k], got); diff != "" || err != nil {
			t.Errorf("best %d: %v (-want +got):\n%s", k, err, diff)
		}
	}
}

// TestMakeGoesOn lets a model fail in the middle: the next call makes only what is missing, and
// what no text has any more is dropped.
func TestMakeGoesOn(t *testing.T) {
	dir := t.TempDir()
	var texts []string
	for i := range 100 {
		texts = append(texts, strings.Repeat("a", i+1))
	}
	m := &letters{name: "m", fail: 3}
	made, err := Make(t.Context(), dir, m, texts, false, quiet)
	if !errors.Is(err, errDown) || made != 64 {
		t.Fatalf("Make() = %d, %v", made, err)
	}
	m = &letters{name: "m"}
	if made, err = Make(t.Context(), dir, m, texts, false, quiet); err != nil || made != 36 {
		t.Fatalf("Make() again = %d, %v", made, err)
	}
	if diff := cmp.Diff([]int{1, 32, 4}, m.asked); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
	}
	if made, err = Make(t.Context(), dir, m, texts[50:], false, quiet); err != nil || made != 0 {
		t.Fatalf("Make() of fewer = %d, %v", made, err)
	}
	if v, err := Read(dir, "m"); err != nil || v.Len() != 50 {
		t.Errorf("%d vectors are left, %v", v.Len(), err)
	}
}

func TestMakeRefusesAnotherModel(t *testing.T) {
	texts := []string{"aaa", "bbb"}
	for name, tt := range map[string]struct {
		now  *letters
		want error
	}{
		"the same":          {&letters{name: "m"}, nil},
		"another dimension": {&letters{name: "m", extra: 2}, ErrDimension},
		"other vectors":     {&letters{name: "m", other: true}, ErrModel},
		"another name":      {&letters{name: "n", extra: 2}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			if _, err := Make(t.Context(), dir, &letters{name: "m"}, texts, false, quiet); err != nil {
				t.Fatal(err)
			}
			before, err := os.ReadFile(Path(dir, "m"))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := Make(t.Context(), dir, tt.now, append(texts, "ccc"), false, quiet); !errors.Is(err, tt.want) {
				t.Fatalf("Make() = %v, want %v", err, tt.want)
			}
			if tt.want == nil {
				return
			}
			if after, err := os.ReadFile(Path(dir, "m")); err != nil || !bytes.Equal(before, after) {
				t.Errorf("the file has changed, %v", err)
			}
			if made, err := Make(t.Context(), dir, tt.now, texts, true, quiet); err != nil || made != 2 {
				t.Errorf("Make() anew = %d, %v", made, err)
			}
		})
	}
}

func TestSearchRefusesAnotherDimension(t *testing.T) {
	dir := t.TempDir()
	if _, err := Make(t.Context(), dir, &letters{name: "m"}, []string{"a"}, false, quiet); err != nil {
		t.Fatal(err)
	}
	v, err := Read(dir, "m")
	if err != nil {
		t.Fatal(err)
	}
	x := NewIndex(&letters{name: "m", extra: 1}, v, []string{"a"})
	if _, err := x.Search(t.Context(), "b", 1, func(uint32) bool { return true }); !errors.Is(err, ErrDimension) {
		t.Errorf("Search() = %v, want ErrDimension", err)
	}
}

// TestReadDamaged flips every byte of a file and cuts it everywhere: none of that may be read.
func TestReadDamaged(t *testing.T) {
	dir := t.TempDir()
	if v, err := Read(dir, "m"); err != nil || v.Len() != 0 || v.Of("a") != nil {
		t.Fatalf("without a file: %d, %v", v.Len(), err)
	}
	if _, err := Make(t.Context(), dir, &letters{name: "m"}, []string{"aaa", "bbb"}, false, quiet); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(Path(dir, "m"))
	if err != nil {
		t.Fatal(err)
	}
	read := func(b []byte) error {
		if err := os.WriteFile(Path(dir, "m"), b, 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := Read(dir, "m")
		return err
	}
	for i := range data {
		flipped := bytes.Clone(data)
		flipped[i] ^= 0x10
		if err := read(flipped); !errors.Is(err, ErrCorrupt) {
			t.Fatalf("byte %d flipped: %v", i, err)
		}
		if err := read(data[:i]); !errors.Is(err, ErrCorrupt) {
			t.Fatalf("cut at %d: %v", i, err)
		}
	}
	if err := read(append(bytes.Clone(data), 0)); !errors.Is(err, ErrCorrupt) {
		t.Errorf("with a byte more: %v", err)
	}
	if _, err := Make(t.Context(), dir, &letters{name: "m"}, []string{"aaa"}, true, quiet); err != nil || read(data) != nil {
		t.Errorf("made anew: %v", err)
	}
}

// FuzzDecode takes files with a right checksum: their sizes may say anything.
func FuzzDecode(f *testing.F) {
	v := &Vectors{model: "m"}
	if err := v.add(hashOf("a"), []float32{1, 2}); err != nil {
		f.Fatal(err)
	}
	var b bytes.Buffer
	if err := v.encode(&b); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Fuzz(func(t *testing.T, body []byte) {
		if len(body) < headerSize {
			return
		}
		got, err := decode(append(body[:len(body):len(body)], checksum(crc32.Checksum(body, castagnoli))...), "m")
		if (got == nil) != (err != nil) || err != nil && !errors.Is(err, ErrCorrupt) {
			t.Fatalf("decode() = %v, %v", got, err)
		}
		if err == nil && got.Len() > 0 && len(got.row(got.Len()-1)) != got.Dimension() {
			t.Errorf("the last vector has %d numbers", len(got.row(got.Len()-1)))
		}
	})
}

func BenchmarkSearch(b *testing.B) {
	const n, dimension = 100_000, 384
	x := &Index{rows: make([][]float32, n), covered: n, queries: map[string][]float32{"q": make([]float32, dimension)}}
	numbers := make([]float32, n*dimension)
	for i := range numbers {
		numbers[i] = float32(i%97) / 97
	}
	for i := range x.rows {
		x.rows[i] = numbers[i*dimension : (i+1)*dimension]
	}
	copy(x.queries["q"], numbers[1000:])
	for b.Loop() {
		if hits, err := x.Search(b.Context(), "q", 64, func(uint32) bool { return true }); err != nil || len(hits) != 64 {
			b.Fatal(err)
		}
	}
}
