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
	// directives are the words after a # at a line's start whose line is text: C's
	// #error.
	directives []string
	strings    []quotes
	chars      bool // 'x' is a literal, and ' alone is something else
	prose      bool // the whole file is text
	scalars    bool // the file is YAML
	heading    func(line string) bool
}

// delimiters are what a block comment is between.
type delimiters struct {
	open, close string
	nested      bool // comments may appear in comments
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
	shell    = Language{Name: "shell", spaced: []string{"#"}, strings: shStrings}
	assembly = Language{
		Name: "assembly", line: []string{"//"}, spaced: []string{"#", ";", "@"}, blocks: cBlocks,
		strings: onlyQuoted,
	}
	yaml     = Language{Name: "yaml", line: []string{"#"}, scalars: true}
	jsonData = Language{Name: "json", strings: onlyQuoted}
	// ml is the language of provers with comments as in ML: Coq, EasyCrypt, Isabelle,
	// HOL, F*. Isabelle's text is between cartouches.
	ml = Language{Name: "ml", strings: onlyQuoted, blocks: append([]delimiters{
		{open: "\\<open>", close: "\\<close>", nested: true}, {open: "‹", close: "›", nested: true},
	}, mlBlocks...)}
	// verilog has the same ending as Coq, whose comments are attributes in Verilog.
	verilog = Language{Name: "verilog", line: []string{"//"}, blocks: append(cBlocks[:1:1], mlBlocks...), strings: onlyQuoted}
	haskell = Language{Name: "haskell", line: []string{"--"}, blocks: []delimiters{{open: "{-", close: "-}", nested: true}}, strings: onlyQuoted}
	lean    = Language{Name: "lean", line: []string{"--"}, blocks: []delimiters{{open: "/-", close: "-/", nested: true}}, strings: onlyQuoted}
	// dashed are languages whose comments start with two dashes: VHDL, Ada, SQL.
	dashed = Language{Name: "dashed", line: []string{"--"}, blocks: cBlocks, strings: onlyQuoted}
	lua    = Language{Name: "lua", line: []string{"--"}, blocks: []delimiters{{open: "--[[", close: "]]"}}, strings: cStrings}
	lisp   = Language{Name: "lisp", line: []string{";"}, blocks: []delimiters{{open: "#|", close: "|#", nested: true}}, strings: rustStrings}
	julia  = Language{Name: "julia", line: []string{"#"}, blocks: []delimiters{{open: "#=", close: "=#", nested: true}}, strings: javaStrings}
	// asciiDoc is cut at its headings as Markdown is.
	asciiDoc = Language{Name: "asciidoc", prose: true, line: []string{"//"}, heading: isAsciiDocTitle}
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
	".tsx": &Typed, ".py": &Python, ".pyi": &Python, ".pyx": &Python, ".sage": &Python, ".sh": &shell, ".bash": &shell, ".zsh": &shell,
	".mk": &shell, ".cmake": &shell, ".toml": &shell, ".yaml": &yaml, ".yml": &yaml, ".rb": &shell, ".pl": &shell,
	".s": &assembly, ".asm": &assembly, ".md": &Markdown, ".markdown": &Markdown, ".mdx": &Markdown, ".tex": &LaTeX, ".sty": &LaTeX,
	".cls": &LaTeX, ".bib": &LaTeX, ".txt": &Text, ".rst": &Text, ".adoc": &asciiDoc, ".asciidoc": &asciiDoc, ".proto": &C, ".zig": &Go,
	".v": &verilog, ".sv": &verilog, ".svh": &verilog, ".vh": &verilog, ".vhd": &dashed, ".vhdl": &dashed, ".adb": &dashed, ".ads": &dashed, ".sql": &dashed,
	".json": &jsonData, ".jsonl": &jsonData, ".ipynb": &jsonData, ".ml": &ml, ".mli": &ml, ".sml": &ml, ".ec": &ml, ".eca": &ml, ".thy": &ml, ".fst": &ml, ".fsti": &ml,
	".hs": &haskell, ".lean": &lean, ".lua": &lua, ".lisp": &lisp, ".scm": &lisp, ".el": &lisp, ".clj": &lisp, ".jl": &julia, ".r": &shell, ".nix": &shell,
	".sol": &C, ".dart": &Java, ".nr": &C, ".circom": &C, ".php": &C, ".cl": &C, ".metal": &CPP, ".dockerfile": &shell,
	".jazz": &C, ".jinc": &C, ".cry": &C,
}

// byName maps whole names of files in lower case.
var byName = map[string]*Language{
	"makefile": &shell, "dockerfile": &shell, "cmakelists.txt": &shell, ".gitignore": &shell, "justfile": &shell,
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
	"python": &Python, "shellscript": &shell, "shell": &shell, "sh": &shell, "makefile": &shell, "dockerfile": &shell, "yaml": &yaml, "toml": &shell,
	"json": &jsonData, "jsonc": &Script, "ocaml": &ml, "coq": &ml, "fstar": &ml, "isabelle": &ml, "easycrypt": &ml, "sml": &ml, "haskell": &haskell, "lean": &lean, "lean4": &lean,
	"verilog": &verilog, "systemverilog": &verilog, "vhdl": &dashed, "ada": &dashed, "sql": &dashed, "lua": &lua, "lisp": &lisp, "scheme": &lisp, "julia": &julia,
	"asciidoc": &asciiDoc, "cmake": &shell,
	"asm": &assembly, "assembly": &assembly, "markdown": &Markdown, "latex": &LaTeX, "tex": &LaTeX, "plaintext": &Text, "text": &Text,
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
