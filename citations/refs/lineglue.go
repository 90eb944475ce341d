package refs

import (
	"strings"
	"unicode/utf8"

	"github.com/pqcite/pqcite/internal/lex"
)

// lineWords say that a place is a line of an algorithm.
var lineWords = lex.Set("line lines step steps l ll")

// lined reports whether a line or step of the number's algorithm is named with it:
// "Algorithm 7, line 13", "step 3 of FIPS 203, Algorithm 13".
func (b *binder) lined(i int) bool {
	at := passLineGlue(b.text, b.phrases[i].mentions[0].span.End)
	if end := asciiWord(b.text, at); lex.Has(lineWords, b.text[at:end]) {
		if n := gap(b.text, min(len(b.text), end+prefixOf(b.text[end:], []string{".", "s "}))); n < len(b.text) && lex.IsDigit(rune(b.text[n])) {
			return true
		}
	}
	j := i
	for j > 0 && i-j < maxTitleWords && b.leadsTo(j-1) {
		j--
	}
	return linedBefore(b.text[max(0, b.phrases[j].start()-maxGlue):b.phrases[j].start()])
}

// pastLines returns where the lines end that are after a number, or 0.
func (b *binder) pastLines(at int) int {
	at = passLineGlue(b.text, at)
	end := asciiWord(b.text, at)
	if !lex.Has(lineWords, b.text[at:end]) {
		return 0
	}
	at = gap(b.text, min(len(b.text), end+prefixOf(b.text[end:], []string{"."})))
	start := at
	for at < len(b.text) && at-start < maxMargin && (lex.IsDigit(rune(b.text[at])) || strings.IndexByte("-.", b.text[at]) >= 0 || strings.HasPrefix(b.text[at:], "–")) {
		at++
		if at < len(b.text) && b.text[at-1] >= utf8.RuneSelf {
			at += len("–") - 1
		}
	}
	if at == start {
		return 0
	}
	return at
}

func passLineGlue(text string, at int) int {
	at = gap(text, at)
	for at < len(text) && strings.IndexByte(",:;(", text[at]) >= 0 {
		at = gap(text, at+1)
	}
	return at
}

// linedBefore reports whether a text ends with a line and "of".
func linedBefore(head string) bool {
	head = strings.TrimRight(head, " \t\n,([")
	for _, of := range []string{" of the", " of", " in", " from"} {
		if h, ok := strings.CutSuffix(head, of); ok {
			head = strings.TrimRight(h, " ")
			break
		}
	}
	rest := strings.TrimRight(head, "0123456789-–, and")
	if len(rest) == len(head) || !strings.ContainsFunc(head[len(rest):], lex.IsDigit) {
		return false
	}
	start := len(rest)
	for start > 0 && isASCIILetter(rest[start-1]) {
		start--
	}
	return lex.Has(lineWords, rest[start:])
}
