package quote

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pqcite/pqcite/internal/lex"
)

// token is a word, a number, an identifier or a sign of a folded text. A hyphen
// between two words is none, so that words broken over lines agree with whole
// ones.
type token struct {
	start, end int32
	id         int32 // of its spelling in a tokenIndex; -1 if unknown there
	glued      bool  // only a hyphen, or a hyphen at a line's end, is before it
}

func (t token) len() int { return int(t.end - t.start) }

// tokens splits a folded text.
func tokens(text string) []token {
	var ts []token
	glued := false
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == ' ' || r == '\n':
			glued = glued && r == '\n'
			i += size
			continue
		case r == '-' && betweenWords(text, i):
			glued = true
			i += size
			continue
		}
		end := i + size
		if lex.IsWordRune(r) || r == '_' {
			end = wordEnd(text, end)
		}
		ts = append(ts, token{start: int32(i), end: int32(end), id: -1, glued: glued})
		glued = false
		i = end
	}
	return ts
}

// wordEnd returns the end of the word that is under way at the offset: letters,
// digits and subscripts, points and commas between digits, apostrophes between
// letters.
func wordEnd(text string, at int) int {
	for at < len(text) {
		r, size := utf8.DecodeRuneInString(text[at:])
		switch {
		case lex.IsWordRune(r), r == '_', r == '′':
		case r == '.' || r == ',':
			if !lex.IsDigit(before(text, at)) || !lex.IsDigit(after(text, at+size)) {
				return at
			}
		case r == '\'':
			if !isLetter(before(text, at)) || !isLetter(after(text, at+size)) {
				return at
			}
		default:
			return at
		}
		at += size
	}
	return at
}

// before and after return the rune on one side of an offset, or U+FFFD.
func before(text string, at int) rune {
	r, _ := utf8.DecodeLastRuneInString(text[:at])
	return r
}

func after(text string, at int) rune {
	r, _ := utf8.DecodeRuneInString(text[at:])
	return r
}

// betweenWords reports whether the hyphen or dash at the offset joins or parts
// two words of at least two letters, or a number and its unit as in 256-bit, and
// so is no minus sign.
func betweenWords(text string, at int) bool {
	left := strings.TrimRight(text[:at], " ")
	if len(left) == at && lex.IsDigit(before(text, at)) && isLetter(after(text, at+1)) {
		left = "xx"
	}
	right := strings.TrimLeft(text[at+1:], " \n")
	for range 2 {
		r, size := utf8.DecodeLastRuneInString(left)
		if !isLetter(r) {
			return false
		}
		left = left[:len(left)-size]
		r, size = utf8.DecodeRuneInString(right)
		if !isLetter(r) {
			return false
		}
		right = right[size:]
	}
	return true
}

// tokenIndex is the tokens of a document and where each spelling is.
type tokenIndex struct {
	text   string
	tokens []token
	ids    map[string]int32
	// Token numbers of spelling i are places[first[i]:first[i+1]], in order.
	first  []int32
	places []int32
}

func newTokenIndex(text string) *tokenIndex {
	x := &tokenIndex{text: text, tokens: tokens(text), ids: make(map[string]int32)}
	var counts []int32
	for i := range x.tokens {
		t := &x.tokens[i]
		word := text[t.start:t.end]
		id, ok := x.ids[word]
		if !ok {
			id = int32(len(counts))
			x.ids[word] = id
			counts = append(counts, 0)
		}
		t.id = id
		counts[id]++
	}
	x.first = make([]int32, len(counts)+1)
	for i, n := range counts {
		x.first[i+1] = x.first[i] + n
	}
	x.places = make([]int32, len(x.tokens))
	next := append([]int32(nil), x.first...)
	for i, t := range x.tokens {
		x.places[next[t.id]] = int32(i)
		next[t.id]++
	}
	return x
}

// of returns the token numbers at which a spelling is.
func (x *tokenIndex) of(id int32) []int32 { return x.places[x.first[id]:x.first[id+1]] }

// know gives the tokens of another text the ids of this index.
func (x *tokenIndex) know(text string, ts []token) {
	for i := range ts {
		if id, ok := x.ids[text[ts[i].start:ts[i].end]]; ok {
			ts[i].id = id
		}
	}
}

// EditClass says what kind of thing an edit touches.
type EditClass string

// The classes of edits, from harmless to decisive. All from EditIdentifier on
// contradict a quote.
const (
	EditSpelling   EditClass = "spelling" // punctuation, spaces, case, an article, a slip in a word
	EditWord       EditClass = "word"     // an ordinary word or a bracket
	EditIdentifier EditClass = "identifier"
	EditComparator EditClass = "comparator"
	EditUnit       EditClass = "unit"
	EditModality   EditClass = "modality"
	EditNegator    EditClass = "negator"
	EditOperator   EditClass = "operator"
	EditNumber     EditClass = "number"
)

// editRank orders the classes by how decisive they are.
var editRank = map[EditClass]int{
	EditSpelling: 0, EditWord: 1, EditIdentifier: 2, EditComparator: 3, EditUnit: 4,
	EditModality: 5, EditNegator: 6, EditOperator: 7, EditNumber: 8,
}

// wordClasses are the words whose change changes what a standard says.
var wordClasses = func() map[string]EditClass {
	m := make(map[string]EditClass)
	for class, words := range map[EditClass]string{
		EditNegator: "not no never none nor neither nothing without only unless except excepting " +
			"excluding excluded cannot non un anti",
		EditModality: "shall should may might must can could will would ought need required require " +
			"requires requirement recommended recommend recommends optional optionally mandatory " +
			"permitted prohibited forbidden allowed disallowed deprecated approved acceptable",
		EditUnit: "bit bits byte bytes octet octets kb mb gb kib mib gib ms seconds minute minutes " +
			"hour hours day days month months year years hz khz mhz ghz percent",
		EditComparator: "least most less more greater fewer larger smaller higher lower above below " +
			"before after minimum maximum exceed exceeds equal equals than",
	} {
		for _, w := range strings.Fields(words) {
			m[w] = class
		}
	}
	return m
}()

// WordClass returns the class of an edit of a word in lower case whose change changes
// what a standard says, "" for any other word.
func WordClass(lower string) EditClass { return wordClasses[lower] }

// softSigns are the signs whose change leaves a sentence what it is.
const softSigns = `.,;:!?"'` + "`•·"

// wordSigns are the signs that count like an ordinary word.
const wordSigns = "()[]"

// classOf returns the class of an edit that inserts or removes the token.
func classOf(word string) EditClass {
	r, size := utf8.DecodeRuneInString(word)
	if !lex.IsWordRune(r) && r != '_' {
		switch {
		case strings.ContainsRune(softSigns, r):
			return EditSpelling
		case strings.ContainsRune(wordSigns, r):
			return EditWord
		case r == '%':
			return EditUnit
		}
		return EditOperator
	}
	lower := strings.ToLower(word)
	if class, ok := wordClasses[lower]; ok {
		return class
	}
	switch {
	case strings.HasSuffix(lower, "n't"):
		return EditNegator
	case strings.ContainsFunc(word, unicode.IsDigit):
		return EditNumber
	case word == "a" || lower == "an" || lower == "the":
		return EditSpelling // a capital A is more likely a matrix
	case size == len(word) && word != "I", strings.ContainsAny(word, "_′"), lex.HasInnerCapital(word):
		return EditIdentifier
	}
	return EditWord
}
