package prose

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
)

func texts(blocks []Block) []string {
	var out []string
	for _, b := range blocks {
		out = append(out, map[Kind]string{Comment: "c", String: "s", Paragraph: "p"}[b.Kind]+" "+b.Text)
	}
	return out
}

func TestBlocks(t *testing.T) {
	tests := []struct {
		name string
		lang *Language
		file string
		want []string
	}{
		{"line comments join", &Go, "// one\n// two\nx\n// three\n", []string{"c one\ntwo", "c three"}},
		{"an empty line parts them", &Go, "// one\n\n// two\n", []string{"c one", "c two"}},
		{"so does an empty line of CRLF", &Go, "// one\r\n\r\n// two\r\n", []string{"c one", "c two"}},
		{"CRLF joins", &Go, "// one\r\n// two\r\n", []string{"c one\ntwo"}},
		{"old Mac line ends", &Go, "// one\r// two\r", []string{"c one\ntwo"}},
		{"an empty comment line does not", &Go, "// one\n//\n// two\n", []string{"c one\n\ntwo"}},
		{"a comment behind code stands alone", &Go, "x // one\n// two\n", []string{"c one", "c two"}},
		{"marks of documentation", &Rust, "/// one\n//! two\n", []string{"c one\ntwo"}},
		{"marks of duvet", &Go, "//= url\n//# quote\n", []string{"c = url\n# quote"}},
		{"block comment", &C, "/* one\n * two\n */ x", []string{"c one\ntwo\n"}},
		{"block comment that never ends", &C, "/* one\ntwo", []string{"c one\ntwo"}},
		{"block comments nest in Rust", &Rust, "/* a /* b */ c */ d", []string{"c a /* b */ c "}},
		{"and not in C", &C, "/* a /* b */ \"c c c c */\"", []string{"c a /* b ", "s c c c c */"}},
		{"strings", &Go, "x(\"a // string\", `raw // \n string`)", []string{"s a // string", "s raw // \n string"}},
		{"escapes", &Go, `"a \" // string" // comment`, []string{`s a \" // string`, "c comment"}},
		{"string that never ends", &Go, "\"a string\nx // comment", []string{"s a string", "c comment"}},
		{"short strings hold nothing", &Go, `"// x" // comment`, []string{"c comment"}},
		{"characters of Rust", &Rust, `'"' '\'' '\u{1F600}' // c` + "\n" + `fn f<'a>(x: &'a str) // d`, []string{"c c", "c d"}},
		{"docstring", &Python, "def f():\n    \"\"\"Doc of\n    f.\"\"\"\n", []string{"s Doc of\n    f."}},
		{"hash in a word of shell", &shell, "echo $# a#b # comment\n#! c", []string{"c comment", "c c"}},
		{"assembly", &assembly, "mov r0, #1 ; one\n@ two\n// three\n", []string{"c 1 ; one", "c two\nthree"}},
		{"Markdown by headings", &Markdown, "# A\n\nx\n\ny\n## B\nz\n", []string{"p # A\n\nx\n\ny", "p ## B\nz"}},
		{"quoted Markdown", &Markdown, "> a\n> b\n", []string{"p a\nb"}},
		{"LaTeX", &LaTeX, "\\section{A}\nx\n% y\n\\section{B}\n", []string{"p \\section{A}\nx\ny", "p \\section{B}"}},
		{"text by empty lines", &Text, "a\nb\n\n\nc", []string{"p a\nb", "p c"}},
		{"text that was commented", &Text, "// a\n  * b\n# c\n--d", []string{"p a\nb\nc\nd"}},
		{"directives", &C, "#if X\n#  error \"See FIPS 203, it's said\"\n#warning can't // so\n#error\n# errors x\nx #error y\n",
			[]string{"s \"See FIPS 203, it's said\"", "s can't // so"}},
		{"YAML", &yaml, "# one\n# two\na: b # three\nc: |\n  d 'e'\n  f: g\n\n- h # 'i\n- \"j # k\"\nl: m#n\n",
			[]string{"c one\ntwo", "s a: b ", "c three", "s c: |\nd 'e'", "s f: g", "s - h ", "c 'i", "s - \"j # k\"", "s l: m#n"}},
		{"YAML of CRLF", &yaml, "a: b\r\n  c\r\n", []string{"s a: b\nc"}},
		{"JSON", &jsonData, `{"description": "FIPS 203, \"x\" y", "a": ["see FIPS 204"]}`, []string{"s description", `s FIPS 203, \"x\" y`, "s see FIPS 204"}},
		{"provers", &ml, "(* a (* b *) c *) x' \"a string\" text \\<open>d\\<close> ‹e›", []string{"c a (* b *) c ", "s a string", "c d", "c e"}},
		{"Verilog and Coq", &verilog, "always @(*) x = 8'hFF; // a\n(* b *) /* c */", []string{"c a", "c b ", "c c "}},
		{"Lean", &lean, "-- a\n/- b\n/- c -/ d -/", []string{"c a", "c b\n/- c -/ d "}},
		{"Haskell", &haskell, "{- a -} x' -- b\n--= c\n--# d\n", []string{"c a ", "c b", "c = c\n# d"}},
		{"VHDL", &dashed, "x <= '1'; -- a\n-- b\n", []string{"c a", "c b"}},
		{"Lua", &lua, "--[[ a\nb ]] x -- c\n", []string{"c a\nb ", "c c"}},
		{"Lisp", &lisp, ";; a\n#| b |# 'c", []string{"c a", "c b "}},
		{"quotes of specifications behind #", &Python, "#= a\n#= type=test\n## b\n## c\n## d\n\n## e\n#====\n## f\n",
			[]string{"c = a\n= type=test\n# b\n# c\n# d", "c e\n====\nf"}},
		{"AsciiDoc by titles", &asciiDoc, "= A\n\nx\n== B\n// y\n", []string{"p = A\n\nx", "p == B\ny"}},
		{"nothing", &Go, "", nil},
		{"code alone", &Go, "x := 1\n", nil},
		{"bytes that are no text", &Go, "\xff\xfe // \xff one\n", []string{"c \xff one"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, texts(slices.Collect(Blocks(tt.file, tt.lang)))); diff != "" {
				t.Errorf("blocks of %q (-want +got):\n%s", tt.file, diff)
			}
		})
	}
}

// TestStops: a reader that has enough gets no more.
func TestStops(t *testing.T) {
	for _, l := range []*Language{&Go, &Text} {
		n := 0
		for range Blocks("// a\n\n// b\n\n/* c */ \"d d d d d\"", l) {
			n++
			break
		}
		if n != 1 {
			t.Errorf("%s: %d blocks after the end", l.Name, n)
		}
	}
}

func TestHeader(t *testing.T) {
	tests := []struct {
		lang *Language
		file string
		want []bool
	}{
		{&Go, "// licence\n\n// Package p.\npackage p\n\n// f\n", []bool{true, true, false}},
		{&Python, "#!/bin/python\n\"\"\"Module docs.\"\"\"\nimport x\n# c\n", []bool{true, true, false}},
		{&C, "/* a */\n#include <x>\n/* b */", []bool{true, false}},
	}
	for _, tt := range tests {
		var got []bool
		for b := range Blocks(tt.file, tt.lang) {
			got = append(got, b.Header)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("headers of %q (-want +got):\n%s", tt.file, diff)
		}
	}
}

// TestPreamble: comments on the file that stand behind imports and attributes.
func TestPreamble(t *testing.T) {
	tests := []struct {
		lang *Language
		file string
		want []bool
	}{
		{&Rust, "#![no_std]\n#![doc = \"x\"]\n//! a\n\nuse b;\n\n// c\n\nfn d() {}\n// e\n\n", []bool{true, true, false}},
		{&Rust, "use a::{\n    b,\n    c,\n};\n//! d\nfn e() {\n    //! f\n}\n", []bool{true, true}},
		{&Go, "package p\n\nimport (\n\t\"a\"\n)\n\n// b\n\n// c\nfunc d() {}\n\n// e\n\n", []bool{true, false, false}},
		{&C, "#ifndef A_H\n#define A_H\n#include <x.h>\n/* a */\n#include <y.h>\n/* b */\nint c;\n/* d */\n\n", []bool{true, false, false}},
		{&C, "#define N 256\n/* a */\n\n", []bool{false}},
		{&Java, "package a;\n\nimport b;\n\n/* c */\n\n/** d */\nclass E {}\n", []bool{true, false}},
		{&Python, "import a\nfrom b import (\n    c,\n)\n# d\n\n# e\nx = 1\n", []bool{true, false}},
		{&Script, "import a from 'b';\n/* c */\n\nconst d = 1; /* e */\n", []bool{true, false}},
	}
	for _, tt := range tests {
		var got []bool
		for b := range Blocks(tt.file, tt.lang) {
			if b.Kind == Comment {
				got = append(got, b.Preamble)
			}
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("preambles of %q (-want +got):\n%s", tt.file, diff)
		}
	}
}

// TestSpan maps a reference that is wrapped over a comment's lines back.
func TestSpan(t *testing.T) {
	const file = "x\n\t// see FIPS 203,\r\n\t// Algorithm 13.\n"
	b := slices.Collect(Blocks(file, &Go))[0]
	at := strings.Index(b.Text, "FIPS")
	s := b.Span(core.Span{Start: at, End: len(b.Text) - 1})
	if got, want := file[s.Start:s.End], "FIPS 203,\r\n\t// Algorithm 13"; got != want {
		t.Errorf("span reads %q, want %q", got, want)
	}
}

func TestLanguageOf(t *testing.T) {
	tests := map[string]*Language{
		"a.go": &Go, "A.GO": &Go, "dir/x.S": &assembly, "x.h": &C, "Makefile": &shell, `dir\Dockerfile`: &shell, "README.md": &Markdown,
		"x.unknown": &Text, "LICENSE": &Text, "": &Text,
	}
	for name, want := range tests {
		if got := LanguageOf(name); got != want {
			t.Errorf("%q is %s, want %s", name, got.Name, want.Name)
		}
	}
	for id, l := range identifiers {
		if LanguageNamed(strings.ToUpper(id)) != l {
			t.Errorf("language %q is not found in capitals", id)
		}
	}
}

// FuzzBlocks checks that blocks are in order, do not overlap, that each byte of their
// text is the byte of the file at its offset, and that from every cut on the blocks are
// those of the whole file.
func FuzzBlocks(f *testing.F) {
	for _, seed := range []string{
		"// a\n// b\r\n\n/* c\n * d */ \"e e e e e\" `f\n`", "'\\'' '\"' r#\"x\"#", "# a\n> b\n\n% c", "a: b # c\n# d\n- 'e\n  f", "#error x\n(*) (* a (* b *) \\<open>\n--[[ x", "\xff\xe2\x82 // \x00", "\"\"\"a\n'''b",
	} {
		for kind := range byte(18) {
			f.Add(seed, kind)
		}
	}
	langs := []*Language{&Go, &C, &Rust, &Python, &shell, &assembly, &Markdown, &LaTeX, &Text, &Java, &Script, &yaml, &jsonData, &ml, &verilog, &lean, &lua, &asciiDoc}
	f.Fuzz(func(t *testing.T, file string, kind byte) {
		last := 0
		for b := range Blocks(file, langs[int(kind)%len(langs)]) {
			if b.Text == "" {
				continue
			}
			start, end := b.Offset(0), b.Offset(len(b.Text)-1)+1
			if start < last || end > len(file)+1 {
				t.Fatalf("block %q is at %d to %d, behind %d", b.Text, start, end, last)
			}
			last = start
			for i := range len(b.Text) {
				at := b.Offset(i)
				if b.Text[i] == '\n' && (at >= len(file) || file[at] != '\n') {
					continue // a line break that stands for another one
				}
				if file[at] != b.Text[i] {
					t.Fatalf("byte %d of %q is %q in the text and %q in the file", i, b.Text, b.Text[i], file[at])
				}
			}
		}
		checkCuts(t, file, langs[int(kind)%len(langs)])
	})
}

func checkCuts(t *testing.T, file string, lang *Language) {
	t.Helper()
	never := func() bool { return false }
	var blocks []Block
	var cuts []Cut
	for b, cut := range BlocksFrom(Cut{}, never, file, lang) {
		blocks, cuts = append(blocks, b), append(cuts, cut)
	}
	for i, cut := range cuts {
		if cut.At == 0 {
			continue
		}
		rest := blocks[i+1:]
		for b, after := range BlocksFrom(cut, never, file, lang) {
			if len(rest) == 0 || !reflect.DeepEqual(b, rest[0]) || after != cuts[len(cuts)-len(rest)] {
				t.Fatalf("from a cut at %d of %q there is the block %q, want %v", cut.At, file, b.Text, rest)
			}
			rest = rest[1:]
		}
		if len(rest) > 0 {
			t.Fatalf("from a cut at %d of %q the block %q is missing", cut.At, file, rest[0].Text)
		}
	}
}

// TestCuts: program code can be cut after each block, text at each heading or empty line.
func TestCuts(t *testing.T) {
	for _, tt := range []struct {
		lang *Language
		file string
		want []int
	}{
		{&Go, "// a\n// b\nx := \"string literal\" // c\n\n/* d */\n", []int{10, 31, 36, 45}},
		{&Text, "a\nb\n\nc\n", []int{4, 7}},
		{&Markdown, "a\n# b\n\nc\n# d\n", []int{2, 9, 13}},
		{&yaml, "a: b # c\nd: e\n# f\n", []int{0, 0, 14, 0}},
	} {
		var got []int
		for _, cut := range BlocksFrom(Cut{}, func() bool { return false }, tt.file, tt.lang) {
			got = append(got, cut.At)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q is cut at %d, want %d", tt.lang.Name, tt.file, got, tt.want)
		}
	}
}

func BenchmarkBlocks(b *testing.B) {
	unit := "// a comment of one line\nfor i := range x { y(\"a string literal\") } /* c */\n"
	file := strings.Repeat(unit, 5000)
	if !utf8.ValidString(file) {
		b.Fatal("not text")
	}
	b.SetBytes(int64(len(file)))
	for b.Loop() {
		for range Blocks(file, &Go) {
		}
	}
}

// TestLineEnds finds the ends of all lines, and looks at no byte twice for a break of
// one kind, whichever breaks a file has.
func TestLineEnds(t *testing.T) {
	for _, unit := range []string{"a", "ab\n", "a\r", "a\r\n", "\r", "\n", "a\r\rb\n"} {
		file := strings.Repeat(unit, 1000)
		l := lineEnds{file: file, lf: -1, cr: -1}
		searched := 0
		for at := 0; at < len(file); {
			lf, cr := l.lf, l.cr
			end := l.end(at, len(file))
			if l.lf != lf {
				searched += l.lf - at
			}
			if l.cr != cr {
				searched += l.cr - at
			}
			if want := at + strings.IndexAny(file[at:]+"\n", "\r\n"); end != want {
				t.Fatalf("the line of %q at %d ends at %d, want %d", unit, at, end, want)
			}
			at = end + 1
		}
		if searched > 2*len(file) {
			t.Errorf("%d bytes of %d are looked at for lines of %q", searched, len(file), unit)
		}
	}
}

// TestBlocksStop ends early, also in code without any block.
func TestBlocksStop(t *testing.T) {
	for _, l := range []*Language{&Go, &Text} {
		for _, unit := range []string{"// a\n\n", "x := 1\n", "\n"} {
			asked, blocks := 0, 0
			file := strings.Repeat(unit, 4*pollBytes/len(unit))
			for range BlocksFrom(Cut{}, func() bool { asked++; return asked == 2 }, file, l) {
				blocks++
			}
			if asked != 2 || blocks > 2*pollBytes/4 {
				t.Errorf("%s: asked %d times in lines of %q, and %d blocks", l.Name, asked, unit, blocks)
			}
		}
	}
}
