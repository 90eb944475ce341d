package refs

import (
	"iter"

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

// constants yields the constants of a stretch of a file whose value a table denies, in
// order. No identifier may go on beyond the stretch.
//
// A constant is an identifier that is set to one plain integer where it is declared:
// "#define X 1088", "const X = 1088", "X: usize = 1088;", "X = 1088," of an
// enumeration. What a program may change is none.
func (s *Scanner) constants(file string, lang *prose.Language, code core.Span) iter.Seq[Occurrence] {
	return func(yield func(Occurrence) bool) {
		for {
			name, found := nextScheme(file[:code.End], code.Start)
			if !found {
				return
			}
			code.Start = name.End
			d := declaration{file: file, name: name, lang: lang.Name}
			value, ok := d.value()
			if !ok || value.value == 0 || value.end > code.End || !d.constant(value) {
				continue
			}
			size, denied := s.sizes.Denied(file[name.Start:name.End], value.value)
			if !denied {
				continue
			}
			if o, ok := s.deny(d, value, size); ok && !yield(o) {
				return
			}
		}
	}
}

// deny judges a constant whose value a table denies; false if the library lacks the table.
func (s *Scanner) deny(d declaration, value literal, size Size) (Occurrence, bool) {
	docs := s.resolver.Documents(size.Doc)
	if len(docs) == 0 || Rivals(docs) != nil || docs[0].NamesItself() {
		return Occurrence{}, false
	}
	table := docs[0].Anchor(size.Anchor)
	if table == nil {
		return Occurrence{}, false
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
	return o, true
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
