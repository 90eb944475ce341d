package font

import (
	_ "embed"
	"math"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

//go:embed texwidths.txt
var texWidthsFile string

// texFonts are the names of TeX's fonts and their encodings.
var texFonts = []struct {
	name     *regexp.Regexp
	encoding string
}{
	{regexp.MustCompile(`^cm(c|t|b)csc\d+$`), "OT1sc"},
	{regexp.MustCompile(`^cmitt\d+$`), "OT1itt"},
	{regexp.MustCompile(`^cm(tt|sltt|vtt|tt[bl])\d+$`), "OT1tt"},
	{regexp.MustCompile(`^cm(ti|bxti|u)\d+$`), "OT1it"},
	{regexp.MustCompile(`^cmmi(b)?\d+$`), "OML"},
	{regexp.MustCompile(`^cmb?sy\d+$`), "OMS"},
	{regexp.MustCompile(`^cmexb?\d+$`), "OMX"},
	{regexp.MustCompile(`^cm(r|b|bx|ss|ssi|ssbx|ssq|ssqi|ssdc|sl|bxsl|dunh|ff|fi|fib)\d+$`), "OT1"},
	{regexp.MustCompile(`^msam\d+$`), "MSA"},
	{regexp.MustCompile(`^msbm\d+$`), "MSB"},
	{regexp.MustCompile(`^euf[bm]\d+$`), "Euler"},
	{regexp.MustCompile(`^eus[bm]\d+$`), "EulerScript"},
	{regexp.MustCompile(`^rsfs\d+$`), "RSFS"},
	{regexp.MustCompile(`^wncy[a-z]+\d+$`), "OT2"},
	{regexp.MustCompile(`^(ec|sf)[a-z]{2}\d{3,4}$`), "T1"},
	{regexp.MustCompile(`^tc[a-z]{2}\d{3,4}$`), "TS1"},
	{regexp.MustCompile(`^la[a-z]{2}\d{3,4}$`), "T2A"},
	{regexp.MustCompile(`^g[lrmst][a-z]{2}\d{3,4}$`), "LGR"},
}

// TeX returns the encoding of one of TeX's fonts by name, such as CMR10, or nil.
func TeX(font string) *Encoding {
	font = strings.ToLower(font)
	for _, f := range texFonts {
		if f.name.MatchString(font) {
			return Named(f.encoding)
		}
	}
	return nil
}

// misplaced matches the names of Computer Modern as TrueType fonts.
var misplaced = regexp.MustCompile(`^Cm[a-z]+\d+$`)

// Misplaced reports whether a font is one of Computer Modern's TrueType fonts, which
// have symbols at the codes of Latin letters: its glyph names are right, its character
// map is not.
func Misplaced(font string) bool { return misplaced.MatchString(font) }

// texWidths are the widths of one of TeX's fonts, as shares of its design size; 0
// for a code that is not used.
type texWidths struct {
	encoding *Encoding
	first    int
	widths   []float64
}

var texMetrics = sync.OnceValue(func() []texWidths {
	var all []texWidths
	for line := range strings.Lines(texWidthsFile) {
		fields := strings.Fields(line)
		if len(fields) != 4 || fields[0] == "#" {
			continue
		}
		f := texWidths{encoding: Named(fields[1])}
		f.first, _ = strconv.Atoi(fields[2])
		for digits := fields[3]; len(digits) >= 3; digits = digits[3:] {
			w, _ := strconv.ParseUint(digits[:3], 16, 16)
			f.widths = append(f.widths, float64(w)/1000)
		}
		all = append(all, f)
	}
	return all
})

// minFitted is how many codes a font must show to be recognised by its widths.
const minFitted = 3

// ByWidths returns the names that codes have in every one of TeX's fonts with all of
// the given widths, which are shares of the design size, within the tolerance. Bitmap
// fonts have no glyph names, but their widths identify them; where two encodings fit
// and differ, a code has no name.
func ByWidths(have map[int]float64, tolerance float64) *Encoding {
	if len(have) < minFitted {
		return nil
	}
	var common *Encoding
	for _, f := range texMetrics() {
		if f.encoding == nil || !f.fits(have, tolerance) {
			continue
		}
		if common == nil {
			e := *f.encoding
			common = &e
			continue
		}
		for code, n := range common {
			if Text(n) != Text(f.encoding[code]) {
				common[code] = ""
			}
		}
	}
	return common
}

func (f *texWidths) fits(have map[int]float64, tolerance float64) bool {
	for code, w := range have {
		i := code - f.first
		if i < 0 || i >= len(f.widths) || f.widths[i] == 0 || math.Abs(f.widths[i]-w) > tolerance {
			return false
		}
	}
	return true
}
