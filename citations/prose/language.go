package prose

import (
	"path"
	"strings"
)

// Language says how a kind of file writes comments and strings.
type Language struct {
	Name string
	line []string // what starts a comment that ends with the line
	// spaced are such starts that count only at the start of a line or after a
	// blank, since they have other uses.
	spaced []string
	blocks []delimiters // of block comments
	// directives are the words behind a # at a line's start whose line is text: C's
	// #error.
	directives []string
	strings    []quotes
	chars      bool // 'x' is a literal, and ' alone is something else
	prose      bool // the whole file is text
	scalars    bool // the file is YAML
	heading    func(line string) bool
}

// delimiters are what a block comment stands between.
type delimiters struct {
	open, close string
	nested      bool // comments may stand in comments
}

// quotes is a kind of string literal.
type quotes struct {
	mark    string
	escapes bool // a backslash escapes the next byte
	lines   bool // it may run over lines
}

var (
	cStrings  = []quotes{{mark: `"`, escapes: true}, {mark: `'`, escapes: true}}
	goStrings = []quotes{{mark: "`", lines: true}, {mark: `"`, escapes: true}, {mark: `'`, escapes: true}}
	jsStrings = []quotes{{mark: "`", escapes: true, lines: true}, {mark: `"`, escapes: true}, {mark: `'`, escapes: true}}
	pyStrings = []quotes{
		{mark: `"""`, escapes: true, lines: true}, {mark: `'''`, escapes: true, lines: true},
		{mark: `"`, escapes: true}, {mark: `'`, escapes: true},
	}
	shStrings   = []quotes{{mark: `"`, escapes: true, lines: true}, {mark: `'`, lines: true}}
	javaStrings = []quotes{{mark: `"""`, escapes: true, lines: true}, {mark: `"`, escapes: true}, {mark: `'`, escapes: true}}
	rustStrings = []quotes{{mark: `"`, escapes: true, lines: true}} // a ' may be a lifetime
	onlyQuoted  = []quotes{{mark: `"`, escapes: true}}              // a ' is something else

	cBlocks      = []delimiters{{open: "/*", close: "*/"}}
	nestedBlocks = []delimiters{{open: "/*", close: "*/", nested: true}}
	mlBlocks     = []delimiters{{open: "(*", close: "*)", nested: true}}
	cDirectives  = []string{"error", "warning"}
)

// The languages.
var (
	Text     = Language{Name: "text", prose: true}
	Markdown = Language{Name: "markdown", prose: true, heading: func(l string) bool { return strings.HasPrefix(l, "#") }}
	LaTeX    = Language{Name: "latex", prose: true, line: []string{"%"}, heading: isLaTeXSection}
	Go       = Language{Name: "go", line: []string{"//"}, blocks: cBlocks, strings: goStrings}
	C        = Language{Name: "c", line: []string{"//"}, blocks: cBlocks, strings: cStrings, directives: cDirectives}
	CPP      = Language{Name: "cpp", line: []string{"//"}, blocks: cBlocks, strings: cStrings, directives: cDirectives}
	Java     = Language{Name: "java", line: []string{"//"}, blocks: cBlocks, strings: javaStrings}
	Rust     = Language{Name: "rust", line: []string{"//"}, blocks: nestedBlocks, chars: true, strings: rustStrings}
	Script   = Language{Name: "javascript", line: []string{"//"}, blocks: cBlocks, strings: jsStrings}
	Typed    = Language{Name: "typescript", line: []string{"//"}, blocks: cBlocks, strings: jsStrings}
	Python   = Language{Name: "python", line: []string{"#"}, strings: pyStrings}
	Shell    = Language{Name: "shell", spaced: []string{"#"}, strings: shStrings}
	Assembly = Language{
		Name: "assembly", line: []string{"//"}, spaced: []string{"#", ";", "@"}, blocks: cBlocks,
		strings: onlyQuoted,
	}
	YAML = Language{Name: "yaml", line: []string{"#"}, scalars: true}
	JSON = Language{Name: "json", strings: onlyQuoted}
	// ML is the language of provers with comments as in ML: Coq, EasyCrypt, Isabelle,
	// HOL, F*. Isabelle's text stands between cartouches.
	ML = Language{Name: "ml", strings: onlyQuoted, blocks: append([]delimiters{
		{open: "\\<open>", close: "\\<close>", nested: true}, {open: "‹", close: "›", nested: true},
	}, mlBlocks...)}
	// Verilog has the same ending as Coq, whose comments are attributes in Verilog.
	Verilog = Language{Name: "verilog", line: []string{"//"}, blocks: append(cBlocks[:1:1], mlBlocks...), strings: onlyQuoted}
	Haskell = Language{Name: "haskell", line: []string{"--"}, blocks: []delimiters{{open: "{-", close: "-}", nested: true}}, strings: onlyQuoted}
	Lean    = Language{Name: "lean", line: []string{"--"}, blocks: []delimiters{{open: "/-", close: "-/", nested: true}}, strings: onlyQuoted}
	// Dashed are languages whose comments start with two dashes: VHDL, Ada, SQL.
	Dashed = Language{Name: "dashed", line: []string{"--"}, blocks: cBlocks, strings: onlyQuoted}
	Lua    = Language{Name: "lua", line: []string{"--"}, blocks: []delimiters{{open: "--[[", close: "]]"}}, strings: cStrings}
	Lisp   = Language{Name: "lisp", line: []string{";"}, blocks: []delimiters{{open: "#|", close: "|#", nested: true}}, strings: rustStrings}
	Julia  = Language{Name: "julia", line: []string{"#"}, blocks: []delimiters{{open: "#=", close: "=#", nested: true}}, strings: javaStrings}
	// AsciiDoc is cut at its headings as Markdown is.
	AsciiDoc = Language{Name: "asciidoc", prose: true, line: []string{"//"}, heading: isAsciiDocTitle}
)

// isAsciiDocTitle reports whether a line is a title: "== Sizes".
func isAsciiDocTitle(l string) bool {
	rest := strings.TrimLeft(l, "=")
	return len(rest) < len(l) && strings.HasPrefix(rest, " ")
}

func isLaTeXSection(l string) bool {
	for _, word := range []string{`\section`, `\subsection`, `\subsubsection`, `\chapter`, `\paragraph`} {
		if strings.HasPrefix(l, word) {
			return true
		}
	}
	return false
}

// byExtension maps the ends of file names in lower case to languages.
var byExtension = map[string]*Language{
	".go": &Go, ".c": &C, ".h": &C, ".cc": &CPP, ".cpp": &CPP, ".cxx": &CPP, ".hh": &CPP, ".hpp": &CPP, ".hxx": &CPP, ".ino": &CPP,
	".inc": &C, ".m": &C, ".cu": &CPP, ".java": &Java, ".kt": &Java, ".kts": &Java, ".scala": &Java, ".swift": &Java, ".cs": &CPP,
	".rs": &Rust, ".js": &Script, ".mjs": &Script, ".cjs": &Script, ".jsx": &Script, ".ts": &Typed, ".mts": &Typed, ".cts": &Typed,
	".tsx": &Typed, ".py": &Python, ".pyi": &Python, ".pyx": &Python, ".sage": &Python, ".sh": &Shell, ".bash": &Shell, ".zsh": &Shell,
	".mk": &Shell, ".cmake": &Shell, ".toml": &Shell, ".yaml": &YAML, ".yml": &YAML, ".rb": &Shell, ".pl": &Shell,
	".s": &Assembly, ".asm": &Assembly, ".md": &Markdown, ".markdown": &Markdown, ".mdx": &Markdown, ".tex": &LaTeX, ".sty": &LaTeX,
	".cls": &LaTeX, ".bib": &LaTeX, ".txt": &Text, ".rst": &Text, ".adoc": &AsciiDoc, ".asciidoc": &AsciiDoc, ".proto": &C, ".zig": &Go,
	".v": &Verilog, ".sv": &Verilog, ".svh": &Verilog, ".vh": &Verilog, ".vhd": &Dashed, ".vhdl": &Dashed, ".adb": &Dashed, ".ads": &Dashed, ".sql": &Dashed,
	".json": &JSON, ".jsonl": &JSON, ".ipynb": &JSON, ".ml": &ML, ".mli": &ML, ".sml": &ML, ".ec": &ML, ".eca": &ML, ".thy": &ML, ".fst": &ML, ".fsti": &ML,
	".hs": &Haskell, ".lean": &Lean, ".lua": &Lua, ".lisp": &Lisp, ".scm": &Lisp, ".el": &Lisp, ".clj": &Lisp, ".jl": &Julia, ".r": &Shell, ".nix": &Shell,
	".sol": &C, ".dart": &Java, ".nr": &C, ".circom": &C, ".php": &C, ".cl": &C, ".metal": &CPP, ".dockerfile": &Shell,
	".jazz": &C, ".jinc": &C, ".cry": &C,
}

// byName maps whole names of files in lower case.
var byName = map[string]*Language{
	"makefile": &Shell, "dockerfile": &Shell, "cmakelists.txt": &Shell, ".gitignore": &Shell, "justfile": &Shell,
}

// LanguageOf returns the language of a file by its name; files that no rule knows
// are text.
func LanguageOf(name string) *Language {
	base := strings.ToLower(path.Base(strings.ReplaceAll(name, `\`, "/")))
	if l := byName[base]; l != nil {
		return l
	}
	if l := byExtension[path.Ext(base)]; l != nil {
		return l
	}
	return &Text
}

// identifiers maps the names that editors give to languages.
var identifiers = map[string]*Language{
	"go": &Go, "c": &C, "cpp": &CPP, "objective-c": &C, "cuda-cpp": &CPP, "java": &Java, "kotlin": &Java, "scala": &Java, "swift": &Java,
	"csharp": &CPP, "rust": &Rust, "javascript": &Script, "javascriptreact": &Script, "typescript": &Typed, "typescriptreact": &Typed,
	"python": &Python, "shellscript": &Shell, "shell": &Shell, "sh": &Shell, "makefile": &Shell, "dockerfile": &Shell, "yaml": &YAML, "toml": &Shell,
	"json": &JSON, "jsonc": &Script, "ocaml": &ML, "coq": &ML, "fstar": &ML, "isabelle": &ML, "easycrypt": &ML, "sml": &ML, "haskell": &Haskell, "lean": &Lean, "lean4": &Lean,
	"verilog": &Verilog, "systemverilog": &Verilog, "vhdl": &Dashed, "ada": &Dashed, "sql": &Dashed, "lua": &Lua, "lisp": &Lisp, "scheme": &Lisp, "julia": &Julia,
	"asciidoc": &AsciiDoc, "cmake": &Shell,
	"asm": &Assembly, "assembly": &Assembly, "markdown": &Markdown, "latex": &LaTeX, "tex": &LaTeX, "plaintext": &Text, "text": &Text,
}

// LanguageNamed returns the language that an editor calls by an identifier, or
// nil.
func LanguageNamed(id string) *Language { return identifiers[strings.ToLower(id)] }

// IsText reports whether a file of the language is text as a whole, with paragraphs in
// the place of comments.
func (l *Language) IsText() bool { return l.prose }

// Comment returns what starts a line comment in the language, or "" where a file
// is text as a whole.
func (l *Language) Comment() string {
	switch {
	case len(l.line) > 0:
		return l.line[0]
	case len(l.spaced) > 0:
		return l.spaced[0]
	}
	return ""
}
