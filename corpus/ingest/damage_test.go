package ingest

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/pqcite/pqcite/corpus/ingest/pdf"
	"github.com/pqcite/pqcite/corpus/store"
	"github.com/pqcite/pqcite/internal/race"
)

// The damage suite changes single bytes of the official files and cuts them, and
// holds that no copy is read as another text. A copy may be refused, and it may be
// read as what it was.
//
// By default it makes a few dozen copies. PQCITE_TEST_DAMAGE=2000 makes as many
// single-byte copies of each kind, PQCITE_TEST_SEED=7 others.
const (
	corpusEnv = "PQCITE_TEST_CORPUS"
	damageEnv = "PQCITE_TEST_DAMAGE"
	seedEnv   = "PQCITE_TEST_SEED"
)

// official is a file of the corpus and what is read from it undamaged.
type official struct {
	name  string
	data  []byte
	drawn [sha256.Size]byte // what is drawn on its pages
	whole []byte            // the document as it is stored
	plain [][]int           // the ranges of bytes that no stream holds
}

func officials(t testing.TB) []official {
	t.Helper()
	dir := os.Getenv(corpusEnv)
	if dir == "" {
		t.Skipf("set %s to the folder of the official PDF files", corpusEnv)
	}
	names, err := filepath.Glob(filepath.Join(dir, "*.pdf"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no PDF files in $%s: %v", corpusEnv, err)
	}
	var all []official
	for _, n := range names {
		data, err := os.ReadFile(n)
		if err != nil {
			t.Fatal(err)
		}
		o := official{name: filepath.Base(n), data: data, plain: outsideStreams(data)}
		if o.whole, err = stored(t.Context(), o.name, data); err != nil {
			t.Fatalf("%s: %v", o.name, err)
		}
		if o.drawn, err = drawn(t.Context(), data); err != nil {
			t.Fatalf("%s: %v", o.name, err)
		}
		all = append(all, o)
	}
	return all
}

// drawn is a checksum of all that a document is made of: equal drawings make equal
// documents, and a second layout is saved.
func drawn(ctx context.Context, data []byte) ([sha256.Size]byte, error) {
	f, err := pdf.Read(ctx, data, pdf.DefaultLimits())
	if err != nil {
		return [sha256.Size]byte{}, err
	}
	h := sha256.New()
	w := bufio.NewWriter(h)
	var b []byte
	for _, p := range f.Pages {
		fmt.Fprintf(w, "%d %q %v %v %d\n", p.Number, p.Label, p.Box, p.Rules, len(p.Glyphs))
		for _, g := range p.Glyphs {
			w.WriteString(g.Text)
			w.WriteString(g.Font.Name)
			b = b[:0]
			for _, v := range []float64{g.X, g.Y, g.Width, g.Size} {
				b = binary.BigEndian.AppendUint64(b, math.Float64bits(v))
			}
			for _, v := range []bool{g.Artifact, g.Upright, g.Hidden, g.Font.Bold, g.Font.Mono} {
				b = strconv.AppendBool(b, v)
			}
			w.Write(b)
		}
	}
	fmt.Fprintf(w, "%v", f.Outline)
	w.Flush()
	return [sha256.Size]byte(h.Sum(nil)), nil
}

// stored is all that a library keeps of a file, but for its name, its hash and
// that it was repaired.
func stored(ctx context.Context, name string, data []byte) ([]byte, error) {
	d, err := Document(ctx, File{Name: name, Data: data})
	if err != nil {
		return nil, err
	}
	d.ID, d.Title, d.Label, d.Status, d.Date, d.URL, d.SHA256, d.Repaired = "", "", "", "", "", "", "", false
	d.Identity = ""
	return store.Encode(d), nil
}

// outsideStreams returns the ranges of a file between its streams, with the lines
// around their data.
func outsideStreams(data []byte) [][]int {
	var out [][]int
	for at := 0; ; {
		n := bytes.Index(data[at:], []byte("stream\r\n"))
		if m := bytes.Index(data[at:], []byte("stream\n")); n < 0 || m >= 0 && m < n {
			n = m
		}
		if n < 0 {
			return append(out, []int{at, len(data)})
		}
		out = append(out, []int{at, at + n + len("stream\n")})
		end := bytes.Index(data[at+n:], []byte("endstream"))
		if end < 0 {
			return out
		}
		at += n + end
		at += len("endstream")
	}
}

// tally counts what became of damaged copies.
type tally struct{ refused, same, other int }

// read counts one copy, and reports one that is read as another text.
func (c *tally) read(t *testing.T, o official, copied []byte, what string) {
	t.Helper()
	seen, err := drawn(t.Context(), copied)
	if err != nil {
		c.refused++
		return
	}
	if seen == o.drawn {
		c.same++
		return
	}
	switch got, err := stored(t.Context(), o.name, copied); {
	case err != nil:
		c.refused++
	case bytes.Equal(got, o.whole):
		c.same++
	default:
		c.other++
		t.Errorf("%s, %s: accepted with another text", o.name, what)
	}
}

func envOr(t *testing.T, key string, fallback int) int {
	t.Helper()
	v := os.Getenv(key)
	if v == "" {
		return fallback
	}
	n, err := strconv.Atoi(v)
	if err != nil {
		t.Fatalf("$%s: %v", key, err)
	}
	return n
}

// flips are the ways in which a copy's byte is chosen and changed.
var flips = []struct {
	name  string
	place func(*rand.Rand, official) int
	value func(*rand.Rand, byte) byte
}{
	{"any byte", anywhere, anyOther},
	{"a byte outside of streams, any value", outside, anyOther},
	{"a byte outside of streams, one bit", outside, oneBit},
	{"a digit, another digit", digit, otherDigit},
}

func anywhere(r *rand.Rand, o official) int { return r.IntN(len(o.data)) }

func outside(r *rand.Rand, o official) int {
	total := 0
	for _, p := range o.plain {
		total += p[1] - p[0]
	}
	n := r.IntN(total)
	for _, p := range o.plain {
		if n < p[1]-p[0] {
			return p[0] + n
		}
		n -= p[1] - p[0]
	}
	return 0
}

// digit finds a digit outside of streams: a reference, an offset, a number.
func digit(r *rand.Rand, o official) int {
	for {
		if at := outside(r, o); o.data[at] >= '0' && o.data[at] <= '9' {
			return at
		}
	}
}

func anyOther(r *rand.Rand, b byte) byte { return b + byte(1+r.IntN(255)) }

func oneBit(r *rand.Rand, b byte) byte { return b ^ 1<<r.IntN(8) }

func otherDigit(r *rand.Rand, b byte) byte { return '0' + (b-'0'+byte(1+r.IntN(9)))%10 }

func TestChangedByteIsNeverReadAsAnotherText(t *testing.T) {
	files := officials(t)
	copies := envOr(t, damageEnv, race.Part(12))
	seed := uint64(envOr(t, seedEnv, 17))
	for k, flip := range flips {
		t.Run(flip.name, func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(seed, uint64(k)))
			var c tally
			for range copies {
				o := files[choose(r, files)]
				at := flip.place(r, o)
				copied := bytes.Clone(o.data)
				copied[at] = flip.value(r, copied[at])
				c.read(t, o, copied, fmt.Sprintf("byte %d %q for %q in %q", at, copied[at], o.data[at], o.data[max(0, at-40):min(len(o.data), at+20)]))
			}
			t.Logf("of %d: %d refused, %d accepted with the same text, %d with another", copies, c.refused, c.same, c.other)
		})
	}
}

// choose picks a file by its size, so that every byte of all is as likely.
func choose(r *rand.Rand, files []official) int {
	total := 0
	for _, o := range files {
		total += len(o.data)
	}
	n := r.IntN(total)
	for i, o := range files {
		if n < len(o.data) {
			return i
		}
		n -= len(o.data)
	}
	return 0
}

// TestCutFileIsNeverReadAsAnotherText cuts at random, after objects and after
// the ends of revisions.
func TestCutFileIsNeverReadAsAnotherText(t *testing.T) {
	files := officials(t)
	cuts := race.Part(8)
	if os.Getenv(damageEnv) != "" {
		cuts = 40
	}
	r := rand.New(rand.NewPCG(uint64(envOr(t, seedEnv, 17)), 99))
	var c tally
	for _, o := range files {
		for range cuts {
			at := r.IntN(len(o.data))
			c.read(t, o, o.data[:at], fmt.Sprintf("cut at %d", at))
			if n := bytes.Index(o.data[at:], []byte("endobj")); n >= 0 {
				at += n + len("endobj")
				c.read(t, o, o.data[:at], fmt.Sprintf("cut behind the object that ends at %d", at))
			}
		}
		for at := 0; ; {
			n := bytes.Index(o.data[at:], []byte("%%EOF"))
			if n < 0 {
				break
			}
			at += n + len("%%EOF")
			for _, more := range []int{0, 1, 2, 3, 20} {
				if end := at + more; end < len(o.data)-2 {
					c.read(t, o, o.data[:end], fmt.Sprintf("cut %d bytes behind the revision that ends at %d", more, at))
				}
			}
		}
	}
	t.Logf("%d refused, %d accepted with the same text, %d with another", c.refused, c.same, c.other)
}
