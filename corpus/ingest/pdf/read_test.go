package pdf

import (
	"bytes"
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestRead(t *testing.T) {
	f, err := Read(t.Context(), onePage(deflated("", helloContent), ""), DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	p := f.Pages[0]
	if got := text(p); got != "Hello, world" {
		t.Errorf("page reads %q", got)
	}
	g := p.Glyphs[0]
	if g.X != 72 || g.Y != 700 || g.Size != 12 || !g.Upright || !g.Font.Bold || g.Font.Name != "Helvetica-Bold" {
		t.Errorf("first glyph %+v in %+v", g, g.Font)
	}
	// Helvetica-Bold: H 722, e 556 thousandths (Adobe's core font metrics).
	if e, l := p.Glyphs[1].X-g.X, p.Glyphs[2].X-p.Glyphs[1].X; math.Abs(e-8.664) > 1e-6 || math.Abs(l-6.672) > 1e-6 {
		t.Errorf("H and e are %v and %v wide", e, l)
	}
	if len(p.Rules) != 1 || p.Label != "i" || p.Box != (Box{0, 0, 612, 792}) {
		t.Errorf("rules %v, label %q, box %v", p.Rules, p.Label, p.Box)
	}
	want := []OutlineItem{{Level: 1, Title: "First heading", Page: 1, Y: 700}}
	if diff := cmp.Diff(want, f.Outline); diff != "" {
		t.Errorf("outline (-want +got):\n%s", diff)
	}
}

func TestTextOperators(t *testing.T) {
	content := `q 2 0 0 2 0 0 cm BT /F1 10 Tf 10 TL 5 5 Td (a) Tj T* (b) ' 1 0 0 1 50 50 Tm [(c) -1000 (d)] TJ
		5 Ts (e) Tj 0 Ts 0 1 -1 0 9 9 Tm (f) Tj ET Q
		/Artifact BMC BT /F1 8 Tf 0 0 Td (g) Tj ET EMC
		/Span << /ActualText (h!) >> BDC BT /F1 8 Tf 0 0 Td (xyz) Tj ET EMC`
	f, err := Read(t.Context(), onePage(streamObject("", content), ""), DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	type glyph struct {
		Text              string
		X, Y, Size        float64
		Artifact, Upright bool
	}
	var got []glyph
	for _, g := range f.Pages[0].Glyphs {
		got = append(got, glyph{g.Text, math.Round(g.X), math.Round(g.Y), g.Size, g.Artifact, g.Upright})
	}
	want := []glyph{
		{"a", 10, 10, 20, false, true}, {"b", 10, -30, 20, false, true}, {"c", 100, 100, 20, false, true},
		{"d", 131, 100, 20, false, true}, {"e", 143, 110, 20, false, true}, {"f", 18, 18, 20, false, false},
		{"g", 0, 0, 8, true, true}, {"h!", 0, 0, 8, false, true},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("glyphs (-want +got):\n%s", diff)
	}
}

func TestForms(t *testing.T) {
	file := sampleFile(
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 612 792] >>",
		"<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /XObject << /X 5 0 R >> >> >>",
		streamObject("", "1 0 0 1 100 0 cm /X Do"),
		streamObject("/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Matrix [1 0 0 1 0 50] /Resources << /Font << /F1 6 0 R >> >>", "BT /F1 10 Tf 1 1 Td (in) Tj ET"),
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
	)
	f, err := Read(t.Context(), file, DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	if p := f.Pages[0]; text(p) != "in" || p.Glyphs[0].X != 101 || p.Glyphs[0].Y != 51 {
		t.Errorf("form draws %q at %v, %v", text(p), p.Glyphs[0].X, p.Glyphs[0].Y)
	}
}

// TestReadRefuses checks that nothing of a damaged file is returned, and which error
// is.
func TestReadRefuses(t *testing.T) {
	good := onePage(deflated("", helloContent), "")
	small := DefaultLimits()
	small.Operators, small.PageGlyphs, small.StreamBytes = 3, 5, 1<<20
	cyclic := sampleFile(
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 612 792] >>",
		"<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /XObject << /X 5 0 R >> >> >>",
		streamObject("", "/X Do"),
		streamObject("/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 5 0 R >> >>", "/X Do /X Do"),
	)
	foreign := sampleFile(
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 612 792] >>",
		"<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
		streamObject("", "BT /F1 9 Tf 72 700 Td (abcxyz) Tj ET"),
		"<< /Type /Font /Subtype /Type1 /BaseFont /ABCDEF+Roman /FirstChar 97 /LastChar 99 /Widths [500 500 500] /ToUnicode 6 0 R >>",
		streamObject("", "1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfrange <61> <63> <0061> endbfrange"),
	)
	tests := []struct {
		name   string
		file   []byte
		limits Limits
		want   error
	}{
		{"characters that a partial font does not have", foreign, DefaultLimits(), ErrDamaged},
		{"empty", nil, DefaultLimits(), ErrNotPDF},
		{"text", []byte("not a PDF at all"), DefaultLimits(), ErrNotPDF},
		{"header only", []byte("%PDF-1.7\n"), DefaultLimits(), ErrDamaged},
		{"no cross-reference table", bytes.Replace(good, []byte("xref\n0"), []byte("xxxx\n0"), 1), DefaultLimits(), ErrDamaged},
		{"cut in the middle", good[:len(good)/2], DefaultLimits(), ErrDamaged},
		{"content cut", onePage(streamObject("", "BT /F1 12 Tf (never closed"), ""), DefaultLimits(), ErrDamaged},
		{"content not deflated", onePage(streamObject("/Filter /FlateDecode", "BT ET"), ""), DefaultLimits(), ErrDamaged},
		{"no font", onePage(streamObject("", "BT (x) Tj ET"), ""), DefaultLimits(), ErrDamaged},
		{"unknown font", onePage(streamObject("", "BT /F9 1 Tf (x) Tj ET"), ""), DefaultLimits(), ErrDamaged},
		{"unmapped glyphs", onePage(streamObject("", "BT /F1 1 Tf (\\001\\002) Tj ET"), ""), DefaultLimits(), ErrUnreadable},
		{"too many operators", good, small, ErrLimit},
		{"too many glyphs", onePage(streamObject("", "BT /F1 1 Tf (too many) Tj"), ""), Limits{FileBytes: 1 << 20, StreamBytes: 1 << 20, TotalBytes: 1 << 20, Pages: 9, Operators: 99, Glyphs: 99, PageGlyphs: 5, FormDepth: 3, Fonts: 9, OutlineItems: 9}, ErrLimit},
		{"large file", good, Limits{FileBytes: 10}, ErrLimit},
		{"bomb", onePage(deflated("", strings.Repeat(" ", 8<<20)), ""), small, ErrLimit},
		{"too many fonts", good, Limits{FileBytes: 1 << 20, StreamBytes: 1 << 20, TotalBytes: 1 << 20, Pages: 9, Operators: 99, Glyphs: 99, PageGlyphs: 50, FormDepth: 3, OutlineItems: 9}, ErrLimit},
		{"form cycle", cyclic, DefaultLimits(), ErrLimit},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f, err := Read(t.Context(), tt.file, tt.limits)
			if f != nil || !errors.Is(err, tt.want) {
				t.Errorf("Read() = %v, %v; want error %v", f, err, tt.want)
			}
		})
	}
}

func TestReadStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := Read(ctx, onePage(deflated("", strings.Repeat("q Q ", 5000)), ""), DefaultLimits())
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error = %v, want %v", err, context.Canceled)
	}
}

// FuzzRead reads damaged files: whatever they contain, Read returns.
func FuzzRead(f *testing.F) {
	good := onePage(streamObject("", helloContent), "")
	f.Add(good)
	f.Add(good[:len(good)-40])
	limits := DefaultLimits()
	limits.StreamBytes, limits.TotalBytes, limits.Operators = 1<<20, 4<<20, 100_000
	f.Fuzz(func(t *testing.T, file []byte) {
		if len(file) > 64<<10 {
			return
		}
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		got, err := Read(ctx, file, limits)
		if (got == nil) == (err == nil) {
			t.Fatalf("Read() = %v, %v", got, err)
		}
	})
}
