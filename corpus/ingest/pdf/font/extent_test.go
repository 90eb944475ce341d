package font

import (
	"bytes"
	"testing"

	"github.com/pqcite/pqcite/internal/fonttest"
)

// TestExtent holds how far glyphs reach, by the outlines of a CFF program and by the
// boxes of a TrueType one.
func TestExtent(t *testing.T) {
	drawn := []fonttest.Glyph{
		{Name: "four", Code: '4', Inked: true, Top: 660},
		{Name: "four.sups", Code: 3, Inked: true, Bottom: 320, Top: 710},
		{Name: "four.subs", Code: 4, Inked: true, Bottom: -140, Top: 250},
		{Name: "space", Code: 32},
	}
	for name, read := range map[string]func() (*Program, error){
		"CFF":      func() (*Program, error) { return CFF(fonttest.CFF(drawn...)) },
		"TrueType": func() (*Program, error) { return SFNT(fonttest.TrueType(3, 1, true, drawn...)) },
	} {
		p, err := read()
		if err != nil {
			t.Fatal(err)
		}
		for glyph, want := range map[string][2]float64{"four": {0, 0.66}, "four.sups": {0.32, 0.71}, "four.subs": {-0.14, 0.25}, "space": {}} {
			gid, _ := p.GID(glyph)
			bottom, top, ok := p.Extent(gid)
			if ok != (want != [2]float64{}) || ok && !(near(bottom, want[0]) && near(top, want[1])) {
				t.Errorf("%s: %q reaches from %v to %v (%v), want %v", name, glyph, bottom, top, ok, want)
			}
		}
		for _, gid := range []int{-1, 99} {
			if _, _, ok := p.Extent(gid); ok {
				t.Errorf("%s: glyph %d reaches somewhere", name, gid)
			}
		}
	}
}

func near(a, b float64) bool { return a-b < 1e-9 && b-a < 1e-9 }

// charstring writes numbers as operands, and strings as they are.
func charstring(parts ...any) []byte {
	var s []byte
	for _, p := range parts {
		switch p := p.(type) {
		case int:
			s = append(s, 28, byte(uint16(p)>>8), byte(p))
		case string:
			s = append(s, p...)
		}
	}
	return s
}

// TestTracer follows each operator of TN 5177.
func TestTracer(t *testing.T) {
	local := [][]byte{charstring(0, 50, "\x05\x0B")} // number -107: rlineto, return
	global := [][]byte{charstring(-107, "\x0A\x0B"), charstring(-106, "\x1D")}
	for _, tt := range []struct {
		name      string
		s         []byte
		low, high float64
		ok        bool
	}{
		{"rmoveto with a width, rlineto", charstring(500, 10, 300, "\x15", 5, 400, 5, -20, "\x05\x0E"), 300, 700, true},
		{"hmoveto and vmoveto", charstring(10, "\x16", 320, "\x04", 9, "\x06\x0E"), 320, 320, true},
		{"hlineto", charstring(9, 300, 9, -350, "\x06\x0E"), -50, 300, true},
		{"vlineto", charstring(300, 9, -350, "\x07\x0E"), -50, 300, true},
		{"rrcurveto", charstring(1, 10, 1, 20, 1, -50, "\x08\x0E"), -20, 30, true},
		{"rcurveline", charstring(1, 10, 1, 20, 1, 5, 1, 7, "\x18\x0E"), 0, 42, true},
		{"rlinecurve", charstring(1, -7, 1, 10, 1, 20, 1, 5, "\x19\x0E"), -7, 28, true},
		{"vvcurveto", charstring(99, 10, 99, 20, 30, "\x1A\x0E"), 0, 60, true},
		{"hhcurveto", charstring(10, 99, 99, 20, 99, 99, 99, 5, 99, "\x1B\x0E"), 0, 35, true},
		{"vhcurveto", charstring(10, 99, 20, 99, 7, "\x1E\x0E"), 0, 37, true},
		{"hvcurveto", charstring(99, 99, 20, 30, 99, "\x1F\x0E"), 0, 50, true},
		{"hvcurveto twice", charstring(99, 99, 20, 30, 5, 99, 6, 99, 8, "\x1F\x0E"), 0, 69, true},
		{"hflex", charstring(1, 2, 40, 3, 4, 5, 6, "\x0C\x22\x0E"), 0, 40, true},
		{"flex", charstring(1, 10, 1, 10, 1, 10, 1, -5, 1, -5, 1, -60, 50, "\x0C\x23\x0E"), -40, 30, true},
		{"hflex1", charstring(1, 10, 1, 10, 1, 1, 1, -15, 1, "\x0C\x24\x0E"), 0, 20, true},
		{"flex1 level", charstring(9, 10, 9, 10, 9, 1, 9, 1, 9, 1, 5, "\x0C\x25", 9, "\x07\x0E"), 0, 23, true},
		{"flex1 upright", charstring(0, 10, 0, 10, 0, 1, 0, 1, 0, 1, 50, "\x0C\x25\x0E"), 0, 73, true},
		{"hints and a mask of operators", charstring(1, 2, "\x12", 3, 4, "\x13\x0E", 9, "\x07\x0E"), 0, 9, true},
		{"mask of two bytes", charstring(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, "\x12\x14\x0E\x0E", 9, "\x07\x0E"), 0, 9, true},
		{"subroutine", charstring(-107, "\x0A\x0E"), 0, 50, true},
		{"subroutine of a subroutine", charstring(-107, "\x1D\x0E"), 0, 50, true},
		{"fraction", []byte{255, 0, 9, 0x80, 0, 7, 14}, 0, 9.5, true},
		{"unknown subroutine", charstring(5, "\x0A\x0E"), 0, 0, false},
		{"subroutine without number", charstring("\x0A\x0E"), 0, 0, false},
		{"endless subroutine", charstring(-106, "\x1D\x0E"), 0, 0, false},
		{"accented letter", charstring(9, "\x07", 1, 2, 65, 66, "\x0E"), 0, 0, false},
		{"arithmetic", charstring(9, 9, "\x0C\x0A\x0E"), 0, 0, false},
		{"cut number", []byte{149, 7, 28, 1}, 0, 0, false},
		{"no end", charstring(9, "\x07"), 0, 0, false},
		{"nothing drawn", charstring(9, "\x04\x0E"), 0, 0, false},
		{"too many operands", append(bytes.Repeat([]byte{149}, 60), 7, 14), 0, 0, false},
	} {
		budget := 100
		r := tracer{local: local, global: global, budget: &budget}
		ok := r.run(tt.s, 0) && r.ended && r.drawn
		if ok != tt.ok || ok && !(near(r.low, tt.low) && near(r.high, tt.high)) {
			t.Errorf("%s: from %v to %v (%v), want %v to %v (%v)", tt.name, r.low, r.high, ok, tt.low, tt.high, tt.ok)
		}
	}
}

func TestRealNumber(t *testing.T) {
	for src, want := range map[string]float64{"\xE2\xA2\x5F": -2.25, "\x0A\x14\x05\x41\xC3\xFF": 0.140541e-3, "\xDD\xFF": 0, "\x12": 0, "\x9B\x99\x9F": 0} {
		if v, _ := realNumber(&table{data: []byte(src)}, 0); v != want {
			t.Errorf("%x is %v, want %v", src, v, want)
		}
	}
}

// FuzzTracer holds that no charstring takes more steps than it may or reaches
// nowhere.
func FuzzTracer(f *testing.F) {
	f.Add(charstring(-107, "\x0A\x0E"), charstring(0, 50, "\x05\x0B"))
	f.Add(charstring(1, 2, "\x12", 3, 4, "\x13\x0E", 9, "\x07\x0E"), charstring(-107, "\x1D"))
	f.Fuzz(func(t *testing.T, s, subr []byte) {
		budget := 1000
		r := tracer{local: [][]byte{subr}, global: [][]byte{subr, s}, budget: &budget}
		if r.run(s, 0) && r.drawn && !(r.low <= r.high) || budget < -maxCalls-1 {
			t.Fatalf("from %v to %v with %d steps left", r.low, r.high, budget)
		}
	})
}
