package prose

import "strings"

// preamble follows what is at the start of a file of program code before the code
// itself: imports, attributes, guards against a second inclusion.
type preamble struct {
	over  bool // code was met
	inner bool // a list in braces or parentheses is open
}

// preambleWords start the lines of a preamble.
var preambleWords = []string{
	"use ", "pub use ", "extern crate ", "#!", "#[", "#include", "#pragma", "#ifndef ", "#ifdef ", "#endif", "#if ",
	"import ", "import(", "import{", "from ", "package ", "using ", "export * ", "require", "library ", "\"use strict",
	"'use strict", "@file", "__all__",
}

// scopeWords start the lines that name a part of the program.
var scopeWords = []string{"pub mod ", "mod ", "module ", "namespace "}

// line looks at code from the start of a line on.
func (p *preamble) line(code string) {
	if p.over {
		return
	}
	if i := strings.IndexByte(code, '\n'); i >= 0 {
		code = code[:i]
	}
	code = strings.TrimSpace(code)
	switch {
	case p.inner:
		p.inner = !strings.HasPrefix(code, "}") && !strings.HasPrefix(code, ")")
	case startsPreamble(code):
		p.inner = opens(code)
	default:
		p.over = true
	}
}

// startsPreamble reports whether a line of code is one of a preamble.
func startsPreamble(code string) bool {
	for _, word := range preambleWords {
		if strings.HasPrefix(code, word) {
			return true
		}
	}
	for _, word := range scopeWords {
		if strings.HasPrefix(code, word) {
			return !strings.HasSuffix(code, "{") // else the code is in it
		}
	}
	// A guard defines a name and no value.
	return strings.HasPrefix(code, "#define ") && len(strings.Fields(code)) == 2
}

// opens reports whether a list goes on in the lines that follow.
func opens(code string) bool {
	return strings.HasSuffix(code, "{") || strings.HasSuffix(code, "(") || strings.HasSuffix(code, ",") && strings.ContainsAny(code, "{(") && !strings.ContainsAny(code, "})")
}

// detached reports whether a comment that ends at the start of the rest of a file is one
// in the preamble, and not one on the code that follows it at once.
func (p *preamble) detached(rest string) bool {
	if p.over || p.inner {
		return false
	}
	line, rest, ok := strings.Cut(rest, "\n")
	if strings.TrimSpace(line) != "" {
		return false
	}
	next, _, _ := strings.Cut(rest, "\n")
	next = strings.TrimSpace(next)
	return !ok || next == "" || startsPreamble(next)
}
