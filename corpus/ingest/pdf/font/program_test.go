package font

import (
	"bytes"
	"encoding/binary"
	"errors"
	"testing"

	"github.com/pqcite/pqcite/internal/fonttest"
)

var glyphs = []fonttest.Glyph{
	{Name: "lessequal", Code: 3, Inked: true}, {Name: "infinity", Code: 49, Inked: true}, {Name: "blank", Code: 32}, {Name: "spare", Inked: true},
}

// TestProgramEncodings checks that each kind of program gives the names of its glyphs by code,
// and which of them are blank.
func TestProgramEncodings(t *testing.T) {
	pfb := fonttest.Type1(glyphs...)
	i := bytes.Index(pfb, []byte("eexec")) + 6
	segment := func(kind byte, part []byte) []byte {
		return append(binary.LittleEndian.AppendUint32([]byte{0x80, kind}, uint32(len(part))), part...)
	}
	pfb = append(append(segment(1, pfb[:i]), segment(2, pfb[i:])...), 0x80, 3)
	for name, read := range map[string]func() (*Program, error){
		"Type 1": func() (*Program, error) { return Type1(fonttest.Type1(glyphs...)) },
		"PFB":    func() (*Program, error) { return Type1(pfb) },
		"CFF":    func() (*Program, error) { return CFF(fonttest.CFF(glyphs[:3]...)) },
	} {
		p, err := read()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for code, want := range map[int]string{3: "lessequal", 49: "infinity", 32: "blank", 65: ""} {
			if p.Encoding == nil || p.Encoding[code] != want {
				t.Errorf("%s: code %d is %v, want %q", name, code, p.Encoding, want)
			}
		}
		for glyph, want := range map[string]Ink{"lessequal": Inked, "blank": Blank, ".notdef": Blank} {
			gid, ok := p.GID(glyph)
			if !ok || p.Ink(gid) != want || p.Name(gid) != glyph {
				t.Errorf("%s: %q is glyph %d (%v) with ink %d, want %d", name, glyph, gid, ok, p.Ink(gid), want)
			}
		}
		if p.Ink(99) != Unknown || p.Name(-1) != "" {
			t.Errorf("%s: something is known of a glyph that is not there", name)
		}
	}
}

func TestTrueType(t *testing.T) {
	for _, tt := range []struct {
		platform, encoding int
		named              bool
	}{{3, 1, false}, {3, 0, true}, {1, 0, true}} {
		gs := []fonttest.Glyph{{Name: "alpha", Code: 0x3B1, Inked: true}, {Name: "space", Code: 32}}
		if tt.platform == 1 || tt.encoding == 0 {
			gs[0].Code = 97
		}
		p, err := SFNT(fonttest.TrueType(tt.platform, tt.encoding, tt.named, gs...))
		if err != nil {
			t.Fatal(err)
		}
		if p.Glyphs() != 3 || p.Ink(1) != Inked || p.Ink(2) != Blank {
			t.Errorf("%v: %d glyphs with ink %d and %d", tt, p.Glyphs(), p.Ink(1), p.Ink(2))
		}
		if tt.named && p.Name(1) != "alpha" {
			t.Errorf("%v: glyph 1 is named %q", tt, p.Name(1))
		}
		if gid, ok := p.OfCode(97); (ok && gid == 1) != (tt.encoding == 0) {
			t.Errorf("%v: code 97 is glyph %d, %v", tt, gid, ok)
		}
		if got, want := p.Rune(1), map[bool]rune{true: 'α'}[tt.encoding == 1]; got != want {
			t.Errorf("%v: glyph 1 is %q, want %q", tt, got, want)
		}
	}
}

// TestSymbolCodes holds that codes moved into private use are found.
func TestSymbolCodes(t *testing.T) {
	p, err := SFNT(fonttest.TrueType(3, 0, false, fonttest.Glyph{Code: 0xF041, Inked: true}))
	if err != nil {
		t.Fatal(err)
	}
	if gid, ok := p.OfCode(0x41); !ok || gid != 1 {
		t.Errorf("code 0x41 is glyph %d, %v", gid, ok)
	}
}

func TestInk(t *testing.T) {
	for _, tt := range []struct {
		kind int
		s    []byte
		want Ink
	}{
		{2, []byte{14}, Blank},
		{2, []byte{139, 139, 21, 14}, Blank}, // rmoveto
		{2, []byte{139, 139, 21, 140, 140, 5, 14}, Inked},
		{2, []byte{139, 139, 139, 139, 14}, Inked}, // an accented letter
		{2, []byte{139, 10, 14}, Unknown},          // a subroutine
		{2, []byte{28, 5, 5, 14}, Blank},           // 5 is a part of a number
		{2, []byte{12, 35}, Inked},
		{1, []byte{139, 239, 13, 14}, Blank},
		{1, []byte{139, 239, 13, 139, 6, 14}, Inked},
		{1, []byte{139, 139, 139, 139, 139, 12, 6}, Inked},
		{1, []byte{255, 0, 0, 5, 5, 239, 13, 14}, Blank},
		{2, nil, Unknown},
	} {
		if got := inkOf(tt.s, tt.kind); got != tt.want {
			t.Errorf("type %d %v has ink %d, want %d", tt.kind, tt.s, got, tt.want)
		}
	}
}

func TestType1Encoding(t *testing.T) {
	for clear, want := range map[string]string{
		"/Encoding 256 array dup 8#101 /A put readonly def":         "A",
		"/Encoding [" + "/x /y " + "] def":                          "",
		"/Encoding StandardEncoding def":                            "",
		"/Encoding 256 array dup 65/alpha put % dup 65 /B put\ndef": "alpha",
		"/Encoding 256 array dup 999 /A put def":                    "",
	} {
		own, standard := type1Encoding([]byte(clear))
		if own == nil {
			if standard != "StandardEncoding" {
				t.Errorf("%q: no encoding", clear)
			}
		} else if own[65] != want {
			t.Errorf("%q: code 65 is %q, want %q", clear, own[65], want)
		}
	}
}

// TestMalformed holds that a program which claims more than it holds is refused, by
// what it holds.
func TestMalformed(t *testing.T) {
	cff := fonttest.CFF(glyphs[:3]...)
	many := bytes.Clone(cff)
	many[4], many[5] = 0xFF, 0xFF // names of 65,535 fonts
	for name, err := range map[string]error{
		"cut CFF":         errOf(CFF(cff[:len(cff)/2])),
		"many names":      errOf(CFF(many)),
		"empty CFF":       errOf(CFF(nil)),
		"empty sfnt":      errOf(SFNT(nil)),
		"no glyphs":       errOf(SFNT(fonttest.TrueType(3, 1, false)[:12])),
		"no Type 1":       errOf(Type1([]byte("plain text"))),
		"CFF version two": errOf(CFF([]byte{2, 0, 4, 1, 0, 0})),
	} {
		if !errors.Is(err, errMalformed) {
			t.Errorf("%s: error is %v", name, err)
		}
	}
}

func errOf(_ *Program, err error) error { return err }

// exercise asks a program everything.
func exercise(t *testing.T, p *Program, err error) {
	if (p == nil) == (err == nil) {
		t.Fatalf("got %v and %v", p, err)
	}
	if p == nil {
		return
	}
	if p.Glyphs() > maxGlyphs {
		t.Fatalf("%d glyphs", p.Glyphs())
	}
	for i := -1; i < 300; i++ {
		p.Name(i)
		p.Ink(i)
		if bottom, top, ok := p.Extent(i); ok && !(top > bottom) {
			t.Fatalf("glyph %d reaches from %v to %v", i, bottom, top)
		}
		p.Rune(i)
		p.OfCID(i)
		p.OfCode(i)
		p.OfRune(rune(i))
	}
}

func FuzzCFF(f *testing.F) {
	f.Add(fonttest.CFF(glyphs[:3]...))
	f.Fuzz(func(t *testing.T, b []byte) { p, err := CFF(b); exercise(t, p, err) })
}

func FuzzType1(f *testing.F) {
	f.Add(fonttest.Type1(glyphs...))
	f.Fuzz(func(t *testing.T, b []byte) { p, err := Type1(b); exercise(t, p, err) })
}

func FuzzSFNT(f *testing.F) {
	f.Add(fonttest.TrueType(3, 1, true, glyphs...))
	f.Fuzz(func(t *testing.T, b []byte) { p, err := SFNT(b); exercise(t, p, err) })
}

// FuzzInk reads charstrings.
func FuzzInk(f *testing.F) {
	f.Add([]byte{139, 239, 13, 14}, true)
	f.Fuzz(func(t *testing.T, s []byte, one bool) {
		kind := 2
		if one {
			kind = 1
		}
		if ink := inkOf(s, kind); ink < Unknown || ink > Inked {
			t.Fatalf("ink is %d", ink)
		}
	})
}
