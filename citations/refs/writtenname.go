package refs

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/lex"
)

// written is the name of an algorithm at its place in a text.
type written struct {
	name   string // without markup and arguments
	key    nameKey
	span   core.Span // with its markup and arguments
	marked bool      // in quotation marks, in emphasis or as code
	called bool      // with arguments, or with empty parentheses
}

// plain reports whether it could be an ordinary word.
func (w *written) plain() bool { return !w.marked && !w.called && isPlain(w.name) }

// Bounds of a name, in bytes.
const (
	maxName      = 40
	maxArguments = 120
	maxMarks     = 8 // markup on one side of a name
)

// openMarks are before a name as markup, longest first; closeMarks after it.
var (
	openMarks  = []string{"{@code ", "{@link #", "{@link ", "<code>", "<tt>", "<b>", "<i>", "\\texttt{", "\\textsf{", "\\mathsf{", "\\textbf{", "\\emph{", "``", "**", "__", "`", "\"", "'", "“", "‘", "*", "[", "|", "$", "\\", "@p ", "@c ", "&quot;"}
	closeMarks = []string{"</code>", "</tt>", "</b>", "</i>", "``", "**", "__", "`", "\"", "'", "”", "’", "*", "]", "}", "|", "$", "&quot;"}
)

// loneMarks are marks that are no markup by themselves.
const loneMarks = "[]|*"

// The marks by the byte with which they start, or end, longest first still.
var (
	startsOpen  = marksBy(openMarks, func(m string) byte { return m[0] })
	startsClose = marksBy(closeMarks, func(m string) byte { return m[0] })
	endsOpen    = marksBy(openMarks, func(m string) byte { return m[len(m)-1] })
	endsClose   = marksBy(closeMarks, func(m string) byte { return m[len(m)-1] })
)

func marksBy(marks []string, which func(string) byte) (by [256][]string) {
	for _, m := range marks {
		by[which(m)] = append(by[which(m)], m)
	}
	return by
}

// passOpen passes the markup before a name.
func passOpen(text string, at int) (end int, marked bool) {
	for range maxMarks {
		if at >= len(text) {
			break
		}
		n := prefixOf(text[at:], startsOpen[text[at]])
		if n == 0 {
			break
		}
		marked = marked || !strings.Contains(loneMarks, text[at:at+n])
		at += n
	}
	return at, marked
}

// passClose passes the markup after a name.
func passClose(text string, at int) int {
	for range maxMarks {
		if at >= len(text) {
			break
		}
		n := prefixOf(text[at:], startsClose[text[at]])
		if n == 0 {
			break
		}
		at += n
	}
	return at
}

func prefixOf(text string, of []string) int {
	for _, p := range of {
		if strings.HasPrefix(text, p) {
			return len(p)
		}
	}
	return 0
}

// writtenAt reads a name with its markup and arguments, from where either starts.
func (g *grammar) writtenAt(text string, at int) (written, bool) {
	start := at
	at, marked := passOpen(text, at)
	at, inverse := passInverse(text, at)
	if inverse {
		var more bool
		at, more = passOpen(text, at)
		marked = marked || more
	}
	if !g.mayName(text, at) {
		return written{}, false
	}
	end := nameEnd(text, at)
	if end == at {
		return written{}, false
	}
	w := written{name: text[at:end], marked: marked}
	if !g.reads(&w, text, at, end, inverse) {
		return written{}, false
	}
	w.span = core.Span{Start: start, End: w.span.End}
	return w, true
}

// mayName reports whether the first letters at an offset are those of some name, or the
// word for an inverse.
func (g *grammar) mayName(text string, at int) bool {
	first, n := [2]byte{}, 0
	for i := at; i < len(text) && n < 2 && i-at < maxMarks; i++ {
		switch b := text[i]; {
		case isASCIILetter(b):
			first[n] = b | 0x20
			n++
		case '0' <= b && b <= '9':
			first[n] = b
			n++
		case b >= utf8.RuneSelf:
			return true // a letter that folds to another one
		case i == at || b != '_' && b != '-' && b != '.':
			return false
		}
	}
	return n == 2 && g.starts[first[0]][first[1]]
}

// reads completes a name whose letters are between two offsets.
func (g *grammar) reads(w *written, text string, at, end int, inverse bool) bool {
	w.key = keyOf(text[at:end])
	if n := inverseMark(text[end:]); n > 0 {
		end += n
		inverse = true
	}
	w.name = text[at:end]
	if inverse && !strings.HasSuffix(string(w.key), inverseKey) {
		w.key += inverseKey
	}
	if !endsToken(text, end) {
		return false
	}
	if !g.called(w.key) {
		// A variable of the code's own is in the subscript: ByteEncode_X.
		head, sub, _ := cutLast(w.name, '_')
		if w.key = keyOf(head); len(sub) != 1 || !g.family(w.key) {
			return false
		}
	}
	end = passClose(text, end)
	if after := passArguments(text, end); after > end {
		w.called, end = true, passClose(text, after)
	} else if i := gap(text, end); i < len(text) && text[i] == '(' && !strings.Contains(text[end:i], "\n") {
		// Arguments after a blank are like words in parentheses, unless they read so.
		if after := passArguments(text, i); after > i && argumentsAlone(text[i:after]) {
			w.called, end = true, passClose(text, after)
		}
	}
	if next := passInverseBehind(text, end); next > end && !inverse {
		if key := w.key + inverseKey; g.called(key) {
			w.key, end = key, next
		}
	}
	w.span = core.Span{Start: at, End: end}
	return true
}

// argumentsAlone reports whether what is in parentheses after a blank is a list of
// variables: "gen_len2 (n, lgw)".
func argumentsAlone(s string) bool {
	s = strings.Trim(s, "()")
	for f := range strings.SplitSeq(s, ",") {
		if f = strings.TrimSpace(f); utf8.RuneCountInString(f) > 8 || strings.ContainsAny(f, " §") || strings.ContainsFunc(f, unicode.IsDigit) {
			return false
		}
	}
	return strings.Contains(s, ",")
}

// nameEnd returns the end of the letters of a name: of what joins them only what a
// letter or digit follows.
func nameEnd(text string, at int) int {
	end := at
	for i := at; i < len(text) && i-at <= maxName; {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case unicode.IsLetter(r), lex.IsDigit(r), r >= '₀' && r <= '₉', r == 'ᵇ':
			i += size
			end = i
		case r == '_' && strings.HasPrefix(text[i:], "_{"):
			n := strings.IndexByte(text[i:min(len(text), i+12)], '}')
			if n < 0 {
				return end
			}
			i += n + 1
			end = i
		case r == '_' || r == '-' || r == '.' || r == '^' && !isInverse(text[i:]):
			i += size
		case r == '\\' && strings.HasPrefix(text[i:], `\_`):
			i++
		default:
			return end
		}
		if r == '-' && i < len(text) && (text[i] == '1' || text[i] == '-') {
			return end // NTT-1, or a dash
		}
	}
	return end
}

// inverses are the ways to write that an algorithm is the inverse of another; the
// first is that of folded names.
var inverses = []string{"^-1", "^{-1}", "^−1", "^{−1}", "⁻¹", "−1", "-1", "^(-1)", "^(−1)", "–1", "\\textsuperscript{-1}", "$^{-1}$"}

// startsInverse are those ways by the byte with which they start.
var startsInverse = marksBy(inverses, func(m string) byte { return m[0] })

func inverseMark(text string) int {
	if text == "" {
		return 0
	}
	return prefixOf(text, startsInverse[text[0]])
}

func isInverse(text string) bool { return inverseMark(text) > 0 }

// inverseWords are before or after a name instead.
var inverseWords = lex.Set("inverse inv")

// passInverse passes the word that makes an inverse of the name after it.
func passInverse(text string, at int) (int, bool) {
	end := asciiWord(text, at)
	if end < len(text) && (text[end] == ' ' || text[end] == '-') && lex.Has(inverseWords, text[at:end]) {
		return end + 1, true
	}
	return at, false
}

// passInverseBehind passes the word that makes an inverse of the name before it.
func passInverseBehind(text string, at int) int {
	if at >= len(text) || text[at] != ' ' {
		return at
	}
	if end := asciiWord(text, at+1); strings.EqualFold(text[at+1:end], inverseKey) {
		return end
	}
	return at
}

// passArguments passes arguments in parentheses, over at most one line's end.
func passArguments(text string, at int) int {
	if at >= len(text) || text[at] != '(' {
		return at
	}
	depth, lines := 0, 0
	for i := at; i < len(text) && i-at < maxArguments; i++ {
		switch text[i] {
		case '(':
			depth++
		case '\n':
			if lines++; lines > 1 {
				return at
			}
		case ')':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return at
}

// writtenBefore reads the name that ends at an offset, with its markup and arguments.
func (g *grammar) writtenBefore(text string, end int) (written, bool) {
	at := backOver(text, end, &endsClose)
	if at > 0 && text[at-1] == ')' {
		if open := backOverArguments(text, at); open < at {
			at = backOver(text, open, &endsClose)
		}
	}
	if word := inverseKey; at > len(word) && strings.EqualFold(text[at-len(word):at], word) && text[at-len(word)-1] == ' ' {
		at -= len(word) + 1 // "NTT inverse"
		at = backOver(text, at, &endsClose)
	}
	last, _ := utf8.DecodeLastRuneInString(text[:at])
	if at == 0 || !unicode.IsLetter(last) && strings.IndexByte("0123456789}", text[at-1]) < 0 && text[at-1] < utf8.RuneSelf {
		return written{}, false
	}
	start := at
	for start > 0 && at-start <= maxName {
		r, size := utf8.DecodeLastRuneInString(text[:start])
		if !unicode.IsLetter(r) && !lex.IsDigit(r) && !strings.ContainsRune("_-.^{}−⁻¹₀₁₂₃₄₅₆₇₈₉ᵇ", r) {
			break
		}
		start -= size
	}
	start += len(text[start:at]) - len(strings.TrimLeft(text[start:at], "_-.^{}−"))
	start = backOver(text, start, &endsOpen)
	for _, word := range []string{"inverse ", "Inverse ", "inv ", "inverse-", "INVERSE "} {
		if strings.HasSuffix(text[:start], word) {
			start -= len(word)
			break
		}
	}
	w, ok := g.writtenAt(text, start)
	return w, ok && w.span.End == end
}

// backOver passes markup to the left.
func backOver(text string, at int, ends *[256][]string) int {
	for range maxMarks {
		if at == 0 {
			break
		}
		n := 0
		for _, m := range ends[text[at-1]] {
			if strings.HasSuffix(text[:at], m) {
				n = len(m)
				break
			}
		}
		if n == 0 {
			break
		}
		at -= n
	}
	return at
}

// backOverArguments returns where the parentheses open that close before an offset.
func backOverArguments(text string, end int) int {
	depth := 0
	for i := end - 1; i >= 0 && end-i < maxArguments; i-- {
		switch text[i] {
		case ')':
			depth++
		case '(':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return end
}
