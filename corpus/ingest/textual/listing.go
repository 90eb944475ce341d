package textual

import (
	"regexp"
	"slices"
	"strings"
)

// Where nothing marks code, only its shape shows it. These match lines that prose does
// not have.
var (
	// The border of a box, a row between bars, an arrow, a ruler.
	drawnLine = regexp.MustCompile(`\+[-=+]{2,}|^\s*\|.*\|\s*$|--+>|<--+|^\s*[|+^v]\s*$|^\s*(?:\d\s+){4,}\d\s*$`)
	// Words in columns: a gap no sentence has.
	columnLine = regexp.MustCompile(`\S {3,}\S`)
	// The rule of a grammar: "name = …", "name ::= …", "name =/ …".
	grammarLine = regexp.MustCompile(`^\s*<?[A-Za-z][\w-]*>?\s*(?:::=|=/|:?=)(?:\s|$)`)
	// A statement, the head or end of a block, a call on its own, an operator of
	// programs.
	statement = regexp.MustCompile(`[{};]\s*$|^\s*[\w.$\[\]>-]+\s*(?:[-+*/|&^:]|<<|>>)?=\s|^\s*[\w.$]+\(.*\)\s*$|:=|==|!=|&&|\|\||=>|\w->\w|<-\s`)
	// A line of bytes in hexadecimal.
	hexLine = regexp.MustCompile(`^\s*(?:[0-9A-Fa-f]{4,}:?\s+)?(?:(?:0x)?[0-9A-Fa-f]{2}[ :,]*){8,}$`)
	// A remark in program code.
	remark = regexp.MustCompile(`^\s*(?://|/\*|\*/|#|;;?\s|--\s)`)
	// Consecutive words as in a sentence.
	sentenceLine = regexp.MustCompile(`(?:^|\s)(?:[A-Z]?[a-z]{2,}[,.;:]?\s+){4,}`)

	codeBegins, codeEnds = "<CODE BEGINS>", "<CODE ENDS>"
)

// listing returns how many of the first blocks are one listing or drawing, 0 if they
// start none. Body text is indented by body columns.
func listing(bs [][]string, body int) int {
	if strings.Contains(bs[0][0], codeBegins) {
		ends := func(b []string) bool { return strings.Contains(b[len(b)-1], codeEnds) }
		if at := slices.IndexFunc(bs, ends); at >= 0 {
			return at + 1
		}
	}
	n := 0
	for n < len(bs) && isListing(bs[n], body) {
		n++
	}
	return n
}

// isListing reports whether a block is code, a grammar or a drawing: at least half of
// its lines have the shape of one, and at most a quarter that of prose. A single line
// counts only as a grammar rule, or if it is indented.
func isListing(block []string, body int) bool {
	if isContents(block) || startsCaption(block) {
		return false
	}
	if _, ok := readCaption(block); ok {
		return false
	}
	shaped, prose := 0, 0
	for _, l := range block {
		switch {
		case remark.MatchString(l), drawnLine.MatchString(l):
			shaped++
		case sentenceLine.MatchString(l):
			prose++
		case grammarLine.MatchString(l), statement.MatchString(l), hexLine.MatchString(l), columnLine.MatchString(strings.TrimSpace(l)):
			shaped++
		}
	}
	if 2*shaped < len(block) || 4*prose > len(block) {
		return false
	}
	return len(block) > 1 || indent(block[0]) > body || grammarLine.MatchString(block[0])
}

// joined is the lines of blocks with the blank ones between them.
func joined(bs [][]string) []string {
	var out []string
	for i, b := range bs {
		if i > 0 {
			out = append(out, "")
		}
		out = append(out, b...)
	}
	return out
}
