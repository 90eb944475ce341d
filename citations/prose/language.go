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
	spaced  []string
	open    string // what starts a block comment; "" if there are none
	close   string
	nested  bool // block comments nest
	strings []quotes
	chars   bool // 'x' is a literal, and ' alone is something else
	prose   bool // the whole file is text
	heading func(line string) bool
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
)

// The languages.
var (
	Text     = Language{Name: "text", prose: true}
	Markdown = Language{Name: "markdown", prose: true, heading: func(l string) bool { return strings.HasPrefix(l, "#") }}
	LaTeX    = Language{Name: "latex", prose: true, line: []string{"%"}, heading: isLaTeXSection}
	Go       = Language{Name: "go", line: []string{"//"}, open: "/*", close: "*/", strings: goStrings}
	C        = Language{Name: "c", line: []string{"//"}, open: "/*", close: "*/", strings: cStrings}
	CPP      = Language{Name: "cpp", line: []string{"//"}, open: "/*", close: "*/", strings: cStrings}
	Java     = Language{Name: "java", line: []string{"//"}, open: "/*", close: "*/", strings: javaStrings}
	Rust     = Language{Name: "rust", line: []string{"//"}, open: "/*", close: "*/", nested: true, chars: true, strings: rustStrings}
	Script   = Language{Name: "javascript", line: []string{"//"}, open: "/*", close: "*/", strings: jsStrings}
	Typed    = Language{Name: "typescript", line: []string{"//"}, open: "/*", close: "*/", strings: jsStrings}
	Python   = Language{Name: "python", line: []string{"#"}, strings: pyStrings}
	Shell    = Language{Name: "shell", spaced: []string{"#"}, strings: shStrings}
	Assembly = Language{
		Name: "assembly", line: []string{"//"}, spaced: []string{"#", ";", "@"}, open: "/*", close: "*/",
		strings: []quotes{{mark: `"`, escapes: true}},
	}
)

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
	".mk": &Shell, ".cmake": &Shell, ".toml": &Shell, ".yaml": &Shell, ".yml": &Shell, ".rb": &Shell, ".pl": &Shell,
	".s": &Assembly, ".asm": &Assembly, ".md": &Markdown, ".markdown": &Markdown, ".mdx": &Markdown, ".tex": &LaTeX, ".sty": &LaTeX,
	".cls": &LaTeX, ".bib": &LaTeX, ".txt": &Text, ".rst": &Text, ".adoc": &Text, ".proto": &C, ".zig": &Go, ".v": &C, ".sv": &C,
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
	"python": &Python, "shellscript": &Shell, "shell": &Shell, "sh": &Shell, "makefile": &Shell, "dockerfile": &Shell, "yaml": &Shell, "toml": &Shell,
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
