package corruption

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/standards"
)

// spelling is the number of an algorithm, and its name in the spellings in which readers
// know it.
type spelling struct {
	number  int
	pattern *regexp.Regexp
}

// numberedNames are the algorithms of the pack's documents.
func numberedNames() []spelling {
	var out []spelling
	for _, d := range standards.Documents() {
		for _, e := range standards.Structure(d.ID) {
			if n, err := strconv.Atoi(e.Number); err == nil && e.Kind == core.KindAlgorithm {
				out = append(out, newSpelling(n, e.Title))
			}
		}
	}
	return out
}

// newSpelling takes in what authors do to names: other case, hyphens, points and
// underscores between the words or none, a value as the subscript, the inverse in words
// or signs, the part after the scheme's name where it is called or internal.
func newSpelling(number int, name string) spelling {
	full := loosely(name)
	var ways []string
	if root, ok := strings.CutSuffix(name, "^-1"); ok {
		root = loosely(root)
		minus := `[-−–‑]`
		ways = []string{
			root + `[ _]?(\^?\{?` + minus + `1\}?|⁻¹|inverse|inv)`, `(inverse|inv|i)[ _]?` + root,
		}
	} else {
		ways = append(ways, full)
	}
	if i := strings.LastIndexByte(name, '_'); i > 0 && utf8.RuneCountInString(name[i+1:]) == 1 {
		ways = []string{loosely(name[:i]) + `([_<]?\{?([0-9]+|[₀-₉]+|[a-zηd]{1,3}|η[₀-₉0-9]?)[>}]?)?`}
	}
	if _, short, ok := strings.Cut(name, "."); ok {
		call := `\(`
		if strings.Contains(short, "internal") {
			call = ``
		}
		ways = append(ways, loosely(short)+call)
	}
	if ordinary(name) {
		ways = []string{"[`\"'*]" + full, full + `\(`}
	}
	return spelling{number, regexp.MustCompile(`(?i)(` + strings.Join(ways, "|") + `)`)} // the words are quoted
}

// ordinary reports whether a name is a word of the language.
func ordinary(name string) bool {
	return !strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsLower(r) })
}

// loosely is a pattern for the words of a name, however they are joined.
func loosely(name string) string {
	var words []string
	for _, part := range strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		start := 0
		for i := 1; i < len(part); i++ {
			if part[i-1] >= 'a' && part[i-1] <= 'z' && part[i] >= 'A' && part[i] <= 'Z' {
				words = append(words, regexp.QuoteMeta(part[start:i]))
				start = i
			}
		}
		words = append(words, regexp.QuoteMeta(part[start:]))
	}
	return strings.Join(words, `[-_. ^]?`)
}

// in returns where the name is in a text as a whole word.
func (n *spelling) in(text string) []core.Span {
	var out []core.Span
	for _, m := range n.pattern.FindAllStringIndex(text, -1) {
		before, _ := utf8.DecodeLastRuneInString(text[:m[0]])
		after, _ := utf8.DecodeRuneInString(text[m[1]:])
		if partOfWord(before) && m[0] > 0 || partOfWord(after) && m[1] < len(text) && text[m[1]-1] != '(' {
			continue
		}
		// A longer name of which this one is the start or the end.
		if before == '.' || before == '-' || after == '.' && m[1]+1 < len(text) && isASCIILetter(text[m[1]+1]) || strings.ContainsRune("^⁻−{", after) && m[1] < len(text) {
			continue
		}
		out = append(out, core.Span{Start: m[0], End: m[1]})
	}
	return out
}

func isASCIILetter(b byte) bool { return 'a' <= b|0x20 && b|0x20 <= 'z' }

func partOfWord(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// numbered is a right citation of an algorithm by number and name.
type numbered struct {
	span   core.Span // of the number
	number int
}

// algorithmNumber matches a single number after the word that says what it numbers.
var algorithmNumber = regexp.MustCompile(`(?i)\balg(?:orithm|o)?\.?[ \t~]{0,2}(?:#|no\. ?)?([0-9]{1,2})\b`)

// severalNumbers matches what makes a number one of a list or range, or the first part of another one.
var severalNumbers = regexp.MustCompile(`^(?:[a-z]\b|\.[0-9]|[ \t]*(?:-|–|,|/|and|or|to|&)[ \t]*[0-9])`)

// Bounds of what is beside a number, in bytes.
const (
	besideWindow = 160
	besideGap    = 60
)

// citations finds the numbers of a text that are next to the name of the algorithm that has
// them, in the same sentence, with no other algorithm between: a reader's measure.
func (s *Shifter) citations(text string) []numbered {
	var out []numbered
	for _, m := range algorithmNumber.FindAllStringSubmatchIndex(text, -1) {
		if severalNumbers.MatchString(text[m[3]:min(len(text), m[3]+12)]) {
			continue
		}
		n, err := strconv.Atoi(text[m[2]:m[3]])
		if err == nil && s.named(n, sentenceBefore(text, m[0]), sentenceAfter(text, m[3])) {
			out = append(out, numbered{core.Span{Start: m[2], End: m[3]}, n})
		}
	}
	return out
}

// named reports whether a name of the number's algorithm is nearest to it, before or
// after.
func (s *Shifter) named(number int, before, after string) bool {
	for i := range s.names {
		n := &s.names[i]
		if n.number != number {
			continue
		}
		for _, at := range n.in(after) {
			if at.Start <= besideGap && !s.other(after[:at.Start]) {
				return true
			}
		}
		for _, at := range n.in(before) {
			if len(before)-at.End <= besideGap && !s.other(before[at.End:]) {
				return true
			}
		}
	}
	return false
}

// other reports whether an algorithm is named or numbered in between.
func (s *Shifter) other(between string) bool {
	if algorithmNumber.MatchString(between) {
		return true
	}
	for i := range s.names {
		if len(s.names[i].in(between)) > 0 {
			return true
		}
	}
	return false
}

// sentenceEnd matches the end of a sentence, of a paragraph, or of a comment.
var sentenceEnd = regexp.MustCompile(`[.!?][)"'` + "`" + `]*\s+[^a-z0-9\s]|\n[ \t/*#;!]*\n|\*/|\n[ \t]*[^ \t/*#;!]`)

func sentenceBefore(text string, at int) string {
	before := text[max(0, at-besideWindow):at]
	for {
		m := sentenceEnd.FindStringIndex(before)
		if m == nil {
			return before
		}
		before = before[m[0]+1:]
	}
}

func sentenceAfter(text string, at int) string {
	after := text[at:min(len(text), at+besideWindow)]
	if m := sentenceEnd.FindStringIndex(after); m != nil && m[0] > 0 {
		after = after[:m[0]]
	}
	return after
}

// placeIn is the line of a file that holds an offset.
func placeIn(file, text string, at int) ShiftPlace {
	start := strings.LastIndexByte(text[:at], '\n') + 1
	line, _, _ := strings.Cut(text[start:], "\n")
	return ShiftPlace{File: file, Line: 1 + strings.Count(text[:start], "\n"), Text: strings.TrimSpace(line)}
}
