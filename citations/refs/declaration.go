package refs

import (
	"slices"
	"strings"

	"github.com/pqcite/pqcite/citations/prose"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/lex"
)

// declaration is an identifier in program code, where it may be declared.
type declaration struct {
	file string
	name core.Span
	lang string // the name of a prose.Language
}

// before is the code that is before the identifier on its line, without blanks
// at its ends.
func (d *declaration) before() string {
	start := strings.LastIndexAny(d.file[:d.name.Start], "\n\r") + 1
	return strings.Trim(d.file[start:d.name.Start], " \t")
}

// value reads the integer that the identifier is set to; false if it is set to none,
// or to more than one integer.
func (d *declaration) value() (literal, bool) {
	if d.defined() {
		at := blanks(d.file, d.name.End)
		n, ok := integer(d.file, at)
		return n, ok && at > d.name.End && d.endsAt(n.end, "")
	}
	before := d.before()
	if before != "" && !isWordByte(before[len(before)-1]) && strings.IndexByte("{,(", before[len(before)-1]) < 0 || d.tuple(before) {
		return literal{}, false
	}
	at, ends := d.assigned(), ";,}"
	if at < 0 {
		if at = d.member(); at < 0 {
			return literal{}, false
		}
		ends = ",}"
	} else if d.lang == prose.Go.Name || d.lang == prose.Python.Name {
		ends = ";" // what a comma follows is a tuple, or an argument
	}
	n, ok := integer(d.file, at)
	return n, ok && d.endsAt(n.end, ends)
}

// defined reports whether the preprocessor of C defines the identifier.
func (d *declaration) defined() bool {
	rest, ok := strings.CutPrefix(d.before(), "#")
	return ok && strings.TrimLeft(rest, " \t") == "define" && (d.lang == prose.C.Name || d.lang == prose.CPP.Name)
}

// tuple reports whether the identifier is one of several that are set at once, in a
// language that has that.
func (d *declaration) tuple(before string) bool {
	return strings.HasSuffix(before, ",") && (d.lang == prose.Go.Name || d.lang == prose.Python.Name)
}

// assigned returns the offset after the sign that sets the identifier, perhaps
// after its type: " = ", ": usize = ", " uint16 = ", " := "; -1 if there is none.
func (d *declaration) assigned() int {
	at := blanks(d.file, d.name.End)
	rest := d.line(at)
	if typed, ok := strings.CutPrefix(rest, ":"); ok && !strings.HasPrefix(typed, ":") && !strings.HasPrefix(typed, "=") {
		end := typeEnd(typed)
		at, rest = at+1+end, typed[end:]
	} else if d.lang == prose.Go.Name {
		end := typeEnd(rest)
		at, rest = at+end, rest[end:]
		if strings.HasPrefix(rest, ":=") {
			return blanks(d.file, at+2)
		}
	}
	if !strings.HasPrefix(rest, "=") || strings.HasPrefix(rest, "==") || strings.HasPrefix(rest, "=>") {
		return -1
	}
	return blanks(d.file, at+1)
}

// maxType bounds the type of a constant in bytes.
const maxType = 40

// typeEnd returns the end of a type at the start of a text, with the blanks around it.
func typeEnd(s string) int {
	end := 0
	for end < len(s) && end < maxType && (isWordByte(s[end]) || strings.IndexByte(" \t.<>[]", s[end]) >= 0) {
		end++
	}
	return end
}

// member returns the offset after the colon that sets the identifier as the member
// of a literal; -1 if there is none.
func (d *declaration) member() int {
	switch d.lang {
	case prose.Go.Name, prose.Script.Name, prose.Typed.Name, prose.Rust.Name:
		at := blanks(d.file, d.name.End)
		if rest := d.line(at); strings.HasPrefix(rest, ":") && !strings.HasPrefix(rest, "::") && !strings.HasPrefix(rest, ":=") {
			return blanks(d.file, at+1)
		}
	}
	return -1
}

// line is the rest of a line.
func (d *declaration) line(at int) string {
	rest := d.file[at:]
	if end := strings.IndexAny(rest, "\n\r"); end >= 0 {
		rest = rest[:end]
	}
	return rest
}

// endsAt reports whether a value ends at an offset: with the line, a comment, or one
// of the marks. Without a mark the next line must not go on with an operator.
func (d *declaration) endsAt(at int, marks string) bool {
	for {
		at = blanks(d.file, at)
		rest := d.line(at)
		switch {
		case strings.HasPrefix(rest, "/*"):
			end := strings.Index(rest, "*/")
			if end < 0 {
				return true // of a comment over lines
			}
			at += end + 2
			continue
		case rest == "", strings.HasPrefix(rest, "//"), d.lang == prose.Python.Name && rest[0] == '#':
			return marks == "" || d.lang == prose.Go.Name || d.lang == prose.Python.Name || !d.continued(at+len(rest))
		}
		return strings.IndexByte(marks, rest[0]) >= 0
	}
}

// continued reports whether an expression goes on after the end of its line.
func (d *declaration) continued(lineEnd int) bool {
	rest := strings.TrimLeft(d.file[lineEnd:], " \t\r\n")
	return rest != "" && strings.IndexByte("+-*/%&|^<>?.:", rest[0]) >= 0 && !strings.HasPrefix(rest, "//") && !strings.HasPrefix(rest, "/*")
}

// keeps are the words by which languages say that a name keeps its value.
var keeps = lex.Set("const constexpr consteval static final Final val readonly enum constant")

// constant reports whether the program can't change the value: it says so, or the
// name is written as constants are.
func (d *declaration) constant(n literal) bool {
	name, before := d.file[d.name.Start:d.name.End], d.before()
	switch {
	case d.defined(), strings.ToUpper(name) == name:
		return true
	case d.lang == prose.Go.Name && before == "":
		return d.inConstants()
	case before == "" && 'A' <= name[0] && name[0] <= 'Z':
		return strings.HasPrefix(d.line(blanks(d.file, n.end)), ",") // of an enumeration
	}
	words := strings.FieldsFunc(before, func(r rune) bool { return r >= 0x80 || !isWordByte(byte(r)) })
	if slices.ContainsFunc(words, func(w string) bool { return keeps[w] }) {
		return true
	}
	if len(words) == 1 && words[0] == "let" {
		return d.lang == prose.Rust.Name || d.lang == prose.Java.Name // and not in JavaScript; Swift is read as Java
	}
	typed := strings.TrimLeft(d.line(d.name.End), " \t")
	return strings.HasPrefix(typed, ":") && strings.HasPrefix(strings.TrimLeft(typed[1:], " \t"), "Final")
}

// maxConstants bounds how far back the start of a group of constants is looked for,
// in bytes.
const maxConstants = 16 << 10

// inConstants reports whether a line of Go belongs to a group of constants.
func (d *declaration) inConstants() bool {
	above := d.file[max(0, d.name.Start-maxConstants):d.name.Start]
	return strings.LastIndex(above, "\nconst (") > strings.LastIndex(above, "\n)")
}
