package text

import (
	"strings"
	"testing"

	"github.com/pqcite/pqcite/core"
)

// sizes are a source file of 10,000 lines and a text of 5 MB, each with a line in
// ten that is not ASCII.
func sizes() map[string]string {
	lines := strings.Repeat("// as FIPS 203, Algorithm 16, step 2 has it, before the loop\n", 9) + "// as FIPS 203, \u00a77.2, has it\n"
	return map[string]string{
		"10000 lines": strings.Repeat(lines, 1000),
		"5 MB":        strings.Repeat(lines, 5<<20/len(lines)),
		"5 MB line":   strings.Repeat("a", 5<<20),
	}
}

func BenchmarkNew(b *testing.B) {
	for name, content := range sizes() {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(content)))
			for b.Loop() {
				New(content)
			}
		})
	}
}

func BenchmarkReplace(b *testing.B) {
	for name, content := range sizes() {
		b.Run(name, func(b *testing.B) {
			text := New(content)
			middle := core.Span{Start: len(content) / 2, End: len(content)/2 + 1}
			b.ReportAllocs()
			for b.Loop() {
				text.Replace(middle, "x")
			}
		})
	}
}

// places are positions in the middle of source files, and of lines of 100 kB whose
// runes are one byte, mostly so, or of all lengths.
func places() map[string]struct {
	text   *Text
	offset int
} {
	ascii := strings.Repeat(strings.Repeat("a", 60)+"\n", 10000)
	long := strings.Repeat("a \u00e9\u20ac\U0001F600 b", 100_000/13)
	return map[string]struct {
		text   *Text
		offset int
	}{
		"ascii":             {New(ascii), len(ascii)/2 + 30},
		"long line":         {New(long), len(long) / 2},
		"long mostly ascii": {New(strings.Repeat(strings.Repeat("a", 98)+"\u00e9", 1000)), 50_000},
		"long ascii line":   {New(strings.Repeat("a", 100_000)), 50_000},
		"short wide lines":  {New(strings.Repeat("// as FIPS 203, \u00a77.2, has it\n", 10000)), 150_020},
	}
}

func BenchmarkPosition(b *testing.B) {
	for name, p := range places() {
		for _, e := range encodings {
			b.Run(name+"/"+string(e), func(b *testing.B) {
				for b.Loop() {
					p.text.Position(p.offset, e)
				}
			})
		}
	}
}

func BenchmarkOffset(b *testing.B) {
	for name, p := range places() {
		for _, e := range encodings {
			b.Run(name+"/"+string(e), func(b *testing.B) {
				at := p.text.Position(p.offset, e)
				for b.Loop() {
					p.text.Offset(at, e)
				}
			})
		}
	}
}
