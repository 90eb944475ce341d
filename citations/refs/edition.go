package refs

import (
	"strings"
	"unicode/utf8"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/lex"
)

// Bounds of what is looked at around the name of an edition, in bytes.
const (
	maxAround = 160     // of its sentence, on either side
	maxRenew  = 4 << 10 // of a block in which a later edition is offered
)

// originWords say that something was taken from a document: it names what was used, and
// a later edition does not make that wrong.
var originWords = lex.Set("vector vectors testvector testvectors kat kats taken copied adapted borrowed excerpt excerpts quoted transcribed " +
	"sample samples example examples testcase testcases")

// takenFrom reports whether the sentence around a reference says that something comes from
// what is named: "Test vectors from RFC 5246".
func takenFrom(text string, s core.Span) bool {
	before, after := around(text, s)
	for word := range lowerWords(before) {
		if originWords[word] {
			return true
		}
	}
	n := 0
	for word := range lowerWords(after) {
		if originWords[word] {
			return true
		}
		if n++; n > 2 {
			break
		}
	}
	return false
}

// date says what the text around a reference to an edition that was replaced makes of it.
func (s *Scanner) date(text string, o *Occurrence) {
	o.Origin = takenFrom(text, o.Span)
	o.renew(text, s.publication(o.Reference))
}

// around returns what is before and after a span in its sentence, as far as it is
// looked at.
func around(text string, s core.Span) (before, after string) {
	before = text[max(0, s.Start-maxAround):s.Start]
	for _, end := range []string{". ", ".\n", "\n\n", "; "} {
		if i := strings.LastIndex(before, end); i >= 0 {
			before = before[i+len(end):]
		}
	}
	after = text[s.End:min(len(text), s.End+maxAround)]
	for _, end := range []string{". ", ".\n", "\n\n", "; "} {
		if i := strings.Index(after, end); i >= 0 {
			after = after[:i]
		}
	}
	return before, after
}

// lowerWords yields the words of a text in lower case, and its numbers.
func lowerWords(text string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !lex.IsWordRune(r) && r != '-' && r != '.' }) {
			if word = strings.Trim(word, "-."); word != "" && !yield(strings.ToLower(word)) {
				return
			}
		}
	}
}

// isRFC reports whether a file is the text of an RFC, which cites what was in force when
// it was written.
func isRFC(file string) bool {
	const mark = "Request for Comments:"
	head := file[:min(len(file), maxFrontMatter)]
	i := strings.Index(head, mark)
	if i < 0 || i > 0 && head[i-1] != '\n' {
		return false
	}
	number := strings.TrimLeft(head[i+len(mark):], " ")
	return number != "" && lex.IsDigit(rune(number[0]))
}

// maxFrontMatter bounds what is before the number of an RFC in its text, in bytes.
const maxFrontMatter = 1 << 10

// tiedWords tie what is said to the edition that is named, or compare editions.
var tiedWords = lex.Set("section sections sec appendix annex algorithm algorithms table figure page pages step steps clause chapter part " +
	"draft withdrawn superseded supersedes replaced replaces obsolete obsoleted obsoletes previous previously former formerly old older original " +
	"earlier since until before prior changed changes change errata version versions edition editions revision revisions validated validation " +
	"certified certificate certification approved dated published deprecated legacy historic removed compatible compatibility unlike not no " +
	"january february march april may june july august september october november december")

// renew offers the later edition that a document goes on in, where nothing but the edition
// is named: a section may have moved, a date is the edition's own, and who compares two
// means the older one.
func (o *Occurrence) renew(text string, known Publication) {
	digits := trailingDigits(o.Text)
	if !known.Continued || digits == 0 || o.Origin || o.Kind != "" || o.Reference.Page > 0 || o.Span != o.DocSpan || isAddress(o.Text, 0) || len(text) > maxRenew {
		return
	}
	before, after := around(text, o.Span)
	if bound(before, after) || tied(text[:o.Span.Start]) || tied(text[o.Span.End:]) || strings.Count(text, baseNumber(o.Doc)) != 1 {
		return
	}
	if saysAny(text, known.Moved) || known.Kept != nil && !saysAny(text, known.Kept) {
		return
	}
	to := known.Successor[len(known.Successor)-trailingDigits(known.Successor):]
	o.Fix = &Fix{core.Span{Start: o.Span.End - digits, End: o.Span.End}, to}
}

func trailingDigits(s string) int { return len(s) - len(strings.TrimRight(s, "0123456789")) }

// baseNumber is the number of a label without its edition: "180-", "800-56A".
func baseNumber(label string) string {
	_, number, _ := strings.Cut(label, " ")
	if head, _, ok := strings.Cut(number, "-"); ok && strings.HasPrefix(label, "FIPS ") {
		return head + "-"
	}
	return number
}

// bound reports whether the name is a part of something else: a key in brackets, an
// identifier, an address, something quoted.
func bound(before, after string) bool {
	r, _ := utf8.DecodeLastRuneInString(before)
	next, _ := utf8.DecodeRuneInString(after)
	return before != "" && strings.ContainsRune("[\"'`/#_-+=<", r) || after != "" && strings.ContainsRune("]\"'`/_-+=>", next)
}

// tied reports whether a text has a number of its own, or a word that ties it to an
// edition.
func tied(text string) bool {
	for word := range lowerWords(text) {
		if tiedWords[word] || lex.IsDigit(rune(word[0])) {
			return true
		}
	}
	return false
}

// saysAny reports whether a text has one of the words, at the start of a word of its own
// and in any case.
func saysAny(text string, words []string) bool {
	if len(words) == 0 {
		return false
	}
	low := strings.ToLower(text)
	for _, w := range words {
		w = strings.ToLower(w)
		for at := 0; ; {
			i := strings.Index(low[at:], w)
			if i < 0 {
				break
			}
			if at += i; at == 0 || !isASCIILetter(low[at-1]) {
				return true
			}
			at += len(w)
		}
	}
	return false
}

// ages is what a file as a whole says of the editions that it names.
type ages struct {
	scanner *Scanner
	file    string
	rfc     bool
	says    map[edition]bool // whether the file has words of what has moved
}

// edition is one of a document.
type edition struct{ doc, name string }

// age is what a file makes of the editions that a part of it names.
type age uint8

const (
	ageOrigin    age = 1 << iota // they are what the file was made from
	ageUncertain                 // no later edition can take their place
)

// of is what a block alone can't know of the editions that a part of it names. A string
// may be compared with others somewhere, so that nothing in it is certain.
func (a *ages) of(part *judgedBlock, literal bool) age {
	var out age
	for i := range part.found {
		o := &part.found[i]
		switch {
		case o.Status != Superseded:
		case a.rfc:
			out |= ageOrigin | ageUncertain
		case o.Fix != nil && (literal || a.speaksOf(edition{o.Doc, o.Edition})):
			out |= ageUncertain
		}
	}
	return out
}

func (a age) apply(o *Occurrence) {
	if a == 0 || o.Status != Superseded {
		return
	}
	o.Origin = o.Origin || a&ageOrigin != 0
	if a&ageUncertain != 0 {
		o.Fix = nil
	}
}

// speaksOf reports whether the file speaks of what a later edition says no more, or has
// the edition in a name of its own: FIPS_186_4.
func (a *ages) speaksOf(e edition) bool {
	says, known := a.says[e]
	if !known {
		if a.says == nil {
			a.says = make(map[edition]bool)
		}
		_, number, _ := strings.Cut(e.doc, " ")
		moved := a.scanner.publication(Reference{Doc: e.doc, Edition: e.name}).Moved
		says = saysAny(a.file, moved) || strings.Contains(a.file, strings.ReplaceAll(number, "-", "_"))
		a.says[e] = says
	}
	return says
}

// agree reports whether two files say the same of the editions that the second one was
// asked for.
func (a *ages) agree(with *ages) bool {
	for e, says := range with.says {
		if a.speaksOf(e) != says {
			return false
		}
	}
	return a.rfc == with.rfc
}
