package refs

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pqcite/pqcite/internal/lex"
)

// The texts that are between a name and its number.
var (
	// glueDefined: "K-PKE.KeyGen according to FIPS 203, Algorithm 13".
	glueDefined = glueSet("according to", "as defined in", "defined in", "as specified in", "specified in", "as per", "per", "following",
		"as described in", "described in", "as given in", "given in", "as defined by", "defined by", "as specified by", "specified by", "is defined in",
		"is specified in", "is described in", "is given in", "from", "(from", "is", "is the", "as", "aka", "i.e.", "(i.e.", "implements", "=", "based on",
		"corresponds to", "corresponding to", "follows", "as in the", "as listed in", "in accordance with", "is defined as", "is given by")
	// glueApart: "K-PKE.KeyGen (Algorithm 13)".
	glueApart = glueSet("", "(", "[", "@[", ":", ",", "-", "--", "---", "–", "—", "/", "//", "#", "@", "see", "(see", "[see", "(cf.", "cf.", "->", "=>", "→", "in the spec as", "{", "<", "([", "((", "|")
	// glueTitle: "Algorithm 13: K-PKE.KeyGen".
	glueTitle = glueSet(":", "(", "[", "-", "--", "---", "–", "—", "is", "i.e.", "(i.e.", "=", ".", "/", "is the", "(the", "the", "called", "named", "implements", "->", "=>", "→", ",i.e.", ":-", "|")
)

// nouns are after a name, or before it, and say what it is.
var nouns = lex.Set("function algorithm procedure routine subroutine operation method transform primitive")

// maxTitleWords is how many words are between a number and its name.
const maxTitleWords = 3

// pastGlue passes one word or sign between a number and its name; what is no part of any
// glue it does not pass.
func (b *binder) pastGlue(at int) int {
	if next := asciiWord(b.text, at); next > at {
		if word := b.text[at:next]; lex.Has(behindWords, word) {
			return next
		}
		return at
	}
	if strings.IndexByte(":(-=.,/>[*`|", b.text[at]) >= 0 {
		return at + 1
	}
	return at + dash(b.text, at)
}

// behindWords are the words of the glues after numbers.
var behindWords = glueWordsOf(glueTitle)

// glueWordsOf are the words of glues, and the nouns that may appear with each.
func glueWordsOf(all ...map[string]bool) map[string]bool {
	set := make(map[string]bool)
	for _, glues := range all {
		for glue := range glues {
			for w := range strings.FieldsFuncSeq(glue, func(r rune) bool { return !unicode.IsLetter(r) }) {
				set[w] = true
			}
		}
	}
	for w := range nouns {
		set[w] = true
	}
	return set
}

// words is the text between two offsets in lower case with single spaces, without
// emphasis; "?" where it is longer than any glue.
func (b *binder) words(start, end int) string {
	if end-start > maxGlue || end < start {
		return "?"
	}
	between := b.text[start:end]
	if plain := strings.Trim(between, " "); isGlue(plain) {
		return plain
	}
	return strings.ToLower(lex.OneLine(emphasis.Replace(between)))
}

// isGlue reports whether a text without blanks around it is as words returns it, as most
// that are between two parts of a reference are.
func isGlue(text string) bool {
	for i := range len(text) {
		switch b := text[i]; {
		case b < ' ', b >= utf8.RuneSelf, 'A' <= b && b <= 'Z', b == '*', b == '`':
			return false
		case b == ' ' && text[i+1] == ' ':
			return false
		}
	}
	return true
}

var emphasis = strings.NewReplacer("*", "", "`", "")

// titleGlue judges what is between the end of a number and the name after it.
func (b *binder) titleGlue(i, end int, w *written) (explanation, bool) {
	p := &b.phrases[i]
	broken := strings.Contains(b.text[end:w.span.Start], "\n")
	glue := withoutNoun(b.words(end, w.span.Start))
	verb := b.verbAt(w.span.End)
	switch {
	case broken && !(glue == "(" || glue == ","):
		return defined, false
	case glueTitle[glue] && !verb:
		return defined, !w.plain() || glue != "the" && glue != "is" && b.endsClause(w.span.End)
	case glueTitle[glue]:
		return mayRun, !w.plain()
	case glue == "" && w.plain():
		return defined, b.heads(p) && unicode.IsUpper([]rune(w.name)[0]) && b.endsClause(w.span.End)
	case glue == "" && !verb && (b.heads(p) || w.called || w.marked):
		return defined, true
	case glue == "":
		return mayRun, true
	case glue == "," && w.called && strings.HasSuffix(b.text[:w.span.End], "()") && b.endsClause(w.span.End):
		return defined, true
	case glue == ",":
		return mayRun, w.called || w.marked || b.endsName(w) && !w.plain()
	}
	return defined, false
}

// endsName reports whether a clause ends with a name: by its sign, a bracket around the
// name, or one that opens.
func (b *binder) endsName(w *written) bool {
	end := w.span.End
	if last := b.text[end-1]; last == ']' || last == '|' || last == '}' {
		return true
	}
	return b.endsClause(end) || strings.HasPrefix(b.text[end:], " (")
}

// withoutNoun cuts "function" and the like off the end of a glue.
func withoutNoun(glue string) string {
	i := strings.LastIndexByte(glue, ' ') + 1
	if nouns[strings.TrimLeft(glue[i:], "(")] {
		return strings.TrimSpace(glue[:i])
	}
	return glue
}

// verbs follow a name that is the subject of a sentence.
var verbs = lex.Set("is are was were will may can has have had would should shall must takes returns gets calls uses runs does computes applies " +
	"then which that again here inside")

func (b *binder) verbAt(at int) bool {
	at = passClose(b.text, at)
	i := gap(b.text, at)
	return lex.Has(verbs, b.text[i:asciiWord(b.text, i)]) && i > at
}

// glueAhead walks back from an offset over what may glue a name to what is there,
// and returns where the name ends.
func (b *binder) glueAhead(at int) int {
	end := at
	for least := max(0, at-maxGlue); ; {
		for end > least && strings.IndexByte(" \t\n([:,;@/#-{<>=|*", b.text[end-1]) >= 0 {
			end--
		}
		for end > least && (strings.HasSuffix(b.text[:end], "–") || strings.HasSuffix(b.text[:end], "—") || strings.HasSuffix(b.text[:end], "→")) {
			end -= len("–")
			for end > least && b.text[end-1] == ' ' {
				end--
			}
		}
		start := end
		for start > least && (isASCIILetter(b.text[start-1]) || b.text[start-1] == '.' && start > least+1 && isASCIILetter(b.text[start-2]) && start == end) {
			start--
		}
		if start == end || !lex.Has(aheadWords, b.text[start:end]) || start > 0 && isNameByte(b.text[start-1]) {
			break
		}
		end = start
	}
	return end
}

// aheadWords are the words of the glues before numbers.
var aheadWords = glueWordsOf(glueDefined, glueApart)

// glueOfAhead judges what is between a name and the number after it, which ends at
// an offset.
func (b *binder) glueOfAhead(glue string, number int, broken bool, w *written) (explanation, bool) {
	if w.plain() && (w.name == strings.ToLower(w.name) || glue == "") {
		return defined, false
	}
	first, rest, _ := strings.Cut(glue, " ")
	if nouns[first] || nouns[strings.TrimRight(first, ",:(")] {
		glue = strings.TrimSpace(strings.TrimLeft(first, "abcdefghijklmnopqrstuvwxyz") + " " + rest)
	}
	rest = strings.TrimSpace(strings.TrimPrefix(glue, ","))
	switch {
	case glueDefined[rest]:
		if b.runsAt(w.span.Start) {
			return mayRelate, true
		}
		return defined, true
	case broken && !strings.HasPrefix(glue, "(") && !strings.HasPrefix(glue, "["):
		return defined, false
	case len(glue) > 1 && strings.Trim(glue, " :([{@#-–—/|>=→") == "":
		return mayRelate, true
	case glue == "," && !b.endsClause(number):
		return defined, false // a list may go on
	case glueApart[rest], glueApart[glue]:
		return mayRelate, true
	}
	return defined, false
}

// runners are before a name that something else runs.
var runners = lex.Set("runs run reruns calls call calling uses use using invokes invoke via with by through applies apply executes and then of to in on")

// runsAt reports whether the word or sign before an offset says that the name there is
// run rather than defined.
func (b *binder) runsAt(at int) bool {
	head := strings.TrimRight(b.text[max(0, at-maxGlue):at], " \t")
	if strings.HasSuffix(head, "=") || strings.HasSuffix(head, "←") || strings.HasSuffix(head, "<-") || strings.HasSuffix(head, "(") {
		return true
	}
	start := len(head)
	for start > 0 && isASCIILetter(head[start-1]) {
		start--
	}
	return lex.Has(runners, head[start:])
}
