package syntax

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// contentOf reads the content of a file's first page, as whoever shows it would.
func contentOf(ctx context.Context, src []byte) (string, *File, error) {
	f, err := Open(ctx, src, DefaultLimits())
	if err != nil {
		return "", nil, err
	}
	pages, err := f.Pages()
	if err != nil {
		return "", nil, err
	}
	var out strings.Builder
	list, err := f.list(pages[0].Dict["Contents"])
	if err != nil {
		return "", nil, err
	}
	for _, o := range list {
		s, is := o.(*Stream)
		if !is {
			return "", nil, damaged("no content")
		}
		b, err := s.Decode()
		if err != nil {
			return "", nil, err
		}
		out.Write(b)
	}
	return out.String(), f, nil
}

// forms are files of all the ways to write the same page.
func forms() map[string][]byte {
	content := deflated("", "BT (20 bytes) Tj ET")
	all := map[string][]byte{
		"table":  onePage(content).table().Bytes(),
		"stream": newSample().objects(catalogBody, pagesBody, pageBody, content).stream(5, nil).Bytes(),
	}
	packed := newSample()
	packed.object(4, content)
	packed.object(5, objectStream(map[int]string{1: catalogBody, 2: pagesBody, 3: pageBody}))
	all["object stream"] = packed.stream(6, map[int][2]int{1: {5, 0}, 2: {5, 1}, 3: {5, 2}}).Bytes()

	updated := onePage(deflated("", "BT (10 bytes) Tj ET")).table()
	updated.object(4, content)
	all["update"] = updated.table().Bytes()

	updated = onePage(deflated("", "BT (10 bytes) Tj ET")).table()
	updated.object(4, content)
	all["update by stream"] = updated.stream(7, nil).Bytes()

	indirect := newSample()
	indirect.object(1, catalogBody)
	indirect.object(2, pagesBody)
	indirect.object(3, pageBody)
	indirect.object(4, strings.Replace(content, fmt.Sprint("/Length ", lengthIn(content)), "/Length 5 0 R", 1))
	indirect.object(5, fmt.Sprint(lengthIn(content)))
	all["indirect length"] = indirect.table().Bytes()

	junk := append([]byte("\x00junk before the header\n"), all["table"]...)
	all["offsets from the header"] = junk
	return all
}

func lengthIn(stream string) int {
	var n int
	fmt.Sscanf(stream[strings.Index(stream, "/Length"):], "/Length %d", &n)
	return n
}

func TestOpenReadsAllForms(t *testing.T) {
	for name, src := range forms() {
		t.Run(name, func(t *testing.T) {
			got, f, err := contentOf(t.Context(), src)
			if err != nil {
				t.Fatal(err)
			}
			if got != "BT (20 bytes) Tj ET" || f.Repaired {
				t.Errorf("content %q, repaired %v", got, f.Repaired)
			}
		})
	}
}

// TestEveryBitIsReadOrRefused flips each bit of small files of every form.
func TestEveryBitIsReadOrRefused(t *testing.T) {
	for name, src := range forms() {
		t.Run(name, func(t *testing.T) {
			want, _, err := contentOf(t.Context(), src)
			if err != nil {
				t.Fatal(err)
			}
			refused := 0
			step := 1
			if strings.Contains(name, " ") && name != "object stream" {
				step = 5 // what they have of their own, the others have too
			}
			for at := 0; at < len(src); at += step {
				for bit := range 8 {
					copied := bytes.Clone(src)
					copied[at] ^= 1 << bit
					switch got, _, err := contentOf(t.Context(), copied); {
					case err != nil:
						refused++
					case got != want:
						t.Errorf("byte %d, %q for %q in %q: reads %q", at, copied[at], src[at], src[max(0, at-20):min(len(src), at+20)], got)
					}
				}
			}
			if refused < len(src)/step {
				t.Errorf("only %d of %d copies refused", refused, 8*len(src))
			}
		})
	}
}

// TestCutFileIsRefused cuts a file of two revisions at every byte: what is left of the
// newest is refused, and never read as the one before. At the end of the first it is
// the first, and nothing can detect that.
func TestCutFileIsRefused(t *testing.T) {
	s := onePage(deflated("", "BT (10 bytes) Tj ET")).table()
	first := s.Len()
	s.object(4, deflated("", "BT (20 bytes) Tj ET"))
	src := s.table().Bytes()
	for n := range len(src) - 1 {
		got, _, err := contentOf(t.Context(), src[:n])
		if n == first || n == first-1 {
			continue
		}
		if err == nil {
			t.Errorf("cut at %d of %d: reads %q", n, len(src), got)
		}
	}
}

// TestLinearizedFileKnowsItsLength cuts a file after its first revision, which
// says how long it must be.
func TestLinearizedFileKnowsItsLength(t *testing.T) {
	build := func(length int) []byte {
		s := newSample()
		s.object(9, fmt.Sprintf("<< /Linearized 1 /L %06d /O 3 /N 1 >>", length))
		return s.objects(catalogBody, pagesBody, pageBody, deflated("", "BT ET")).table().Bytes()
	}
	src := build(len(build(0)))
	if _, _, err := contentOf(t.Context(), src); err != nil {
		t.Errorf("whole file: %v", err)
	}
	for _, length := range []int{len(src) + 1, len(src) - 7, len(src) + 5000} {
		if _, _, err := contentOf(t.Context(), build(length)); !errors.Is(err, ErrDamaged) {
			t.Errorf("a file of %d bytes that says %d: %v", len(src), length, err)
		}
	}
}

func TestRepaired(t *testing.T) {
	content := deflated("", "BT (20 bytes) Tj ET")
	good := onePage(content).table().String()
	shift := func(s string) string { return strings.Replace(s, "%PDF-1.7\n", "%PDF-1.7\n\n", 1) }
	orphaned := newSample().objects(catalogBody, pagesBody, pageBody, content, deflated("", "BT (lost) Tj ET")).table()
	lost := newSample().objects(catalogBody, pagesBody, strings.Replace(pageBody, "<< >>", "9 0 R", 1), content).table()
	plain := onePage(plainStream("", "BT (20 bytes) Tj ET")).table().String()
	update := onePage(deflated("", "BT (10 bytes) Tj ET")).table()
	update.object(4, content)
	loop := onePage(content)
	loop.prev = loop.Len()
	tests := []struct {
		name, src string
		want      error // nil: read, and said to be repaired
	}{
		{"all offsets off by one", shift(good), nil},
		{"an update with all offsets off by one", shift(update.table().String()), nil},
		{"no startxref offset", strings.Replace(good, "startxref\n", "startxref\n-", 1), nil},
		{"wrong length of a checked stream", strings.Replace(good, fmt.Sprint("/Length ", lengthIn(content)), "/Length 7", 1), nil},
		{"a section before itself", loop.table().String(), nil},
		{"no endobj", strings.Replace(good, "endobj\n2 0 obj", "2 0 obj", 1), nil},
		{"wrong length of an unchecked stream", strings.Replace(plain, "/Length 19", "/Length 12", 1), ErrDamaged},
		{"content that nothing leads to", shift(orphaned.String()), ErrDamaged},
		{"a missing object", shift(lost.String()), ErrDamaged},
		{"a wrong number of pages", shift(strings.Replace(good, "/Count 1", "/Count 2", 1)), ErrDamaged},
		{"bytes that belong to no object", strings.Replace(good, "endobj\n3", "endobj\n?!\n3", 1), ErrDamaged},
		{"an object twice", shift(strings.Replace(good, "3 0 obj", "2 0 obj << >> endobj 3 0 obj", 1)), ErrDamaged},
		{"a size that is too small", shift(strings.Replace(good, "/Size 5", "/Size 4", 1)), ErrDamaged},
		{"no end", strings.TrimSuffix(shift(good), "%%EOF\n"), ErrDamaged},
		{"a beginning of an update", good + "4 0 obj\n<< /Length", ErrDamaged},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, f, err := contentOf(t.Context(), []byte(tt.src))
			switch {
			case tt.want != nil:
				if !errors.Is(err, tt.want) {
					t.Errorf("content %q, error %v; want %v", got, err, tt.want)
				}
			case err != nil:
				t.Error(err)
			case got != "BT (20 bytes) Tj ET" || !f.Repaired:
				t.Errorf("content %q, repaired %v", got, f.Repaired)
			}
		})
	}
}

// TestLeadingAstray holds that a reference with a wrong digit, and a key with a
// wrong letter, are found by what is then missing.
func TestLeadingAstray(t *testing.T) {
	two := func(first, second string) []byte {
		page := func(entries string) string { return "<< /Type /Page /Parent 2 0 R /Resources << >> " + entries + " >>" }
		return newSample().objects(catalogBody,
			"<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 /MediaBox [0 0 612 792] >>",
			page(first), page(second), deflated("", "BT (one) Tj ET"), deflated("", "BT (two) Tj ET"),
			objectStream(map[int]string{}), "<< /Type /XObject >>").table().Bytes()
	}
	tests := []struct {
		name string
		src  []byte
		ok   bool
	}{
		{"as it should be", two("/Contents 5 0 R", "/Contents 6 0 R"), true},
		{"one content twice and one never", two("/Contents 5 0 R", "/Contents 5 0 R"), false},
		{"an object stream as content", two("/Contents 5 0 R", "/Contents 7 0 R"), false},
		{"a missing content", two("/Contents 5 0 R", "/Contents 9 0 R"), false},
		{"a generation that is not", two("/Contents 5 0 R", "/Contents 6 1 R"), false},
		{"a misspelt key", two("/Contents 5 0 R", "/Kontents 6 0 R"), false},
		{"a misspelt resource", two("/Contents 5 0 R", "/Contents 6 0 R /Resources << /XObjekt << >> >>"), false},
		{"a key twice", two("/Contents 5 0 R", "/Contents 6 0 R /Contents 5 0 R"), false},
		{"boxes a digit apart", two("/Contents 5 0 R", "/Contents 6 0 R /CropBox [0 0 612 292]"), false},
		{"a smaller box", two("/Contents 5 0 R", "/Contents 6 0 R /CropBox [20 20 592 772]"), true},
		{"an own key", two("/Contents 5 0 R", "/Contents 6 0 R /Mine 1"), true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if _, _, err := contentOf(t.Context(), tt.src); (err == nil) != tt.ok || err != nil && !errors.Is(err, ErrDamaged) {
				t.Errorf("error %v", err)
			}
		})
	}
}

func TestOpenRefuses(t *testing.T) {
	cycle := newSample().objects(catalogBody, "<< /Type /Pages /Kids [2 0 R] /Count 1 >>").table().Bytes()
	shared := newSample().objects(catalogBody, "<< /Type /Pages /Kids [3 0 R 3 0 R] /Count 2 >>", pageBody, deflated("", "")).table().Bytes()
	self := newSample().objects(catalogBody, pagesBody, pageBody, strings.Replace(deflated("", ""), "/Length 8", "/Length 4 0 R", 1)).table().Bytes()
	tests := []struct {
		name string
		src  []byte
		want error
	}{
		{"nothing", nil, ErrNotPDF},
		{"no header", []byte("%!PS"), ErrNotPDF},
		{"a header", []byte("%PDF-1.4\n"), ErrDamaged},
		{"a page tree in itself", cycle, ErrDamaged},
		{"a page twice", shared, ErrDamaged},
		{"a length in its own stream", self, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, _, err := contentOf(t.Context(), tt.src)
			if tt.want != nil && !errors.Is(err, tt.want) {
				t.Errorf("error %v, want %v", err, tt.want)
			}
		})
	}
}

func TestOpenStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Open(ctx, forms()["table"], DefaultLimits()); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// TestErrorsAreForPeople damages files at random and reads what is said of them.
func TestErrorsAreForPeople(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, src := range forms() {
		for range 500 {
			copied := bytes.Clone(src)
			copied[r.IntN(len(copied))] = byte(r.IntN(256))
			_, _, err := contentOf(t.Context(), copied)
			if err == nil {
				continue
			}
			for _, word := range []string{"zlib", "flate", "strconv", "EOF:", "unexpected EOF", "runtime", "index out of range", "invalid checksum"} {
				if strings.Contains(err.Error(), word) {
					t.Errorf("error %q has the words of a library", err)
				}
			}
		}
	}
}

func FuzzOpen(f *testing.F) {
	for _, src := range forms() {
		f.Add(src)
	}
	limits := DefaultLimits()
	limits.StreamBytes, limits.TotalBytes = 1<<20, 4<<20
	f.Fuzz(func(t *testing.T, src []byte) {
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		file, err := Open(ctx, src, limits)
		if (file == nil) == (err == nil) {
			t.Fatalf("Open() = %v, %v", file, err)
		}
		if file != nil {
			file.Pages()
		}
	})
}

func FuzzSection(f *testing.F) {
	f.Add([]byte("xref\n0 2\n0000000000 65535 f \n0000000010 00000 n \ntrailer\n<< /Size 2 >>"))
	f.Add([]byte("xref\n1 4294967295\n"))
	f.Fuzz(func(t *testing.T, src []byte) {
		file := &File{src: src, ctx: t.Context(), limits: DefaultLimits()}
		if s, err := file.sectionAt(0); err == nil && len(s.entries) > len(src) {
			t.Fatalf("%d entries of %d bytes", len(s.entries), len(src))
		}
	})
}
