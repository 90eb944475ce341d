package refs

import (
	"github.com/pqcite/pqcite/citations/prose"
	"github.com/pqcite/pqcite/core"
)

// Size is what a table says of something that identifiers of program code name.
type Size struct {
	Doc    string // label of the document: "FIPS 203"
	Anchor string // id of the table
	Page   int    // PDF page of the row
	Says   string // in a sentence: "the ciphertext of ML-KEM-768 has 1088 bytes"
	Value  int64
}

// sizes knows the sizes and parameters that identifiers name. A Register that also
// knows sizes makes a scanner find constants that say otherwise.
type sizes interface {
	// Denied returns what a table says of the size that an identifier names, where
	// the identifier names one beyond doubt and the value is neither that nor one
	// that some other form of the same thing has.
	Denied(identifier string, value int64) (Size, bool)
}

// constants returns the constants of a file whose value a table denies, in order.
// Comments and strings are read like code: see scan.code.
//
// A constant is an identifier that is set to one plain integer where it is declared:
// "#define X 1088", "const X = 1088", "X: usize = 1088;", "X = 1088," of an
// enumeration. What a program may change is none.
func (s *Scanner) constants(file string, lang *prose.Language) []Occurrence {
	sizes, ok := s.register.(sizes)
	if !ok || !declares[lang.Name] {
		return nil
	}
	var out []Occurrence
	for at := 0; len(out) < s.bounds.References; {
		name, found := nextScheme(file, at)
		if !found {
			break
		}
		at = name.End
		d := declaration{file: file, name: name, lang: lang.Name}
		value, ok := d.value()
		if !ok || value.value == 0 || !d.constant(value) {
			continue
		}
		if size, denied := sizes.Denied(file[name.Start:name.End], value.value); denied {
			out = s.deny(out, d, value, size)
		}
	}
	return out
}

// deny adds a constant that a table of the library denies.
func (s *Scanner) deny(out []Occurrence, d declaration, value literal, size Size) []Occurrence {
	docs := s.resolver.Documents(size.Doc)
	if len(docs) == 0 || Rivals(docs) != nil || docs[0].NamesItself() {
		return out
	}
	table := docs[0].Anchor(size.Anchor)
	if table == nil {
		return out
	}
	span := core.Span{Start: d.name.Start, End: value.end}
	o := Occurrence{
		Reference: Reference{Span: span, Text: d.file[span.Start:span.End], Doc: size.Doc, Kind: table.Kind, Number: table.Number},
		Status:    WrongValue, Target: Target{docs[0], table}, Page: size.Page, URL: docs[0].PageURL(size.Page),
		Fix: &Fix{value.digits, value.like(d.file[value.digits.Start:value.digits.End], size.Value)},
	}
	o.Note = size.Says + " (" + size.Doc + ", " + table.Name()
	if p := docs[0].Page(size.Page); p != nil {
		o.Note += ", page " + p.Label
	}
	o.Note += ")"
	return append(out, o)
}

// declares are the languages whose declarations are read.
var declares = map[string]bool{
	prose.Go.Name: true, prose.C.Name: true, prose.CPP.Name: true, prose.Java.Name: true, prose.Rust.Name: true, prose.Script.Name: true,
	prose.Typed.Name: true, prose.Python.Name: true,
}

// maxIdentifier bounds an identifier in bytes.
const maxIdentifier = 80

// nextScheme returns the next identifier from an offset on that may have the name of
// a scheme in it: a KEM or a DSA. Every third byte is looked at.
func nextScheme(file string, at int) (core.Span, bool) {
	for i := at + 2; i < len(file); i += 3 {
		back := inScheme[file[i]]
		if back == 0 {
			continue
		}
		start := i + 1 - back
		if start < at || start+3 > len(file) || !isScheme(file[start], file[start+1], file[start+2]) {
			continue
		}
		if name := wordAround(file, start); name.Start >= at && name.Len() <= maxIdentifier {
			return name, true
		}
	}
	return core.Span{}, false
}

// inScheme is which letter of "kem" or "dsa" a byte is, from 1; 0 where it is none.
var inScheme = [256]int{
	'k': 1, 'e': 2, 'm': 3, 'K': 1, 'E': 2, 'M': 3,
	'd': 1, 's': 2, 'a': 3, 'D': 1, 'S': 2, 'A': 3,
}

// isScheme reports whether three letters are "kem" or "dsa" in any case.
func isScheme(x, y, z byte) bool {
	x, y, z = x|0x20, y|0x20, z|0x20
	return x == 'k' && y == 'e' && z == 'm' || x == 'd' && y == 's' && z == 'a'
}

// wordAround returns the word that an offset is in, up to a byte more than an
// identifier may have on either side.
func wordAround(file string, at int) core.Span {
	start, end := at, at
	for start > 0 && at-start <= maxIdentifier && isWordByte(file[start-1]) {
		start--
	}
	for end < len(file) && end-at <= maxIdentifier && isWordByte(file[end]) {
		end++
	}
	return core.Span{Start: start, End: end}
}
