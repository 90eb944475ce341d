package citations

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pqcite/pqcite/core"
)

// Naming says what a text calls the algorithm that it numbers.
type Naming struct {
	Name string // as it is written, without markup and arguments
	Key  nameKey
	// Plain is set where the name could be an ordinary word, told from one only by
	// where it stands.
	Plain bool
	// May is what explains a number that is not the name's.
	May Explanation
}

// Explanation is what else may stand between a name and a number that are side by
// side than that the number is the name's.
type Explanation string

// The explanations.
const (
	// None: the text says that the number is the name's: "Algorithm 13: K-PKE.KeyGen".
	None Explanation = ""
	// Runs: the number's algorithm may be said to run the name's: "Algorithm 7,
	// HighBits(w)".
	Runs Explanation = "runs"
	// Related: either may run the other: "K-PKE.Encrypt (see Algorithm 18)".
	Related Explanation = "related"
)

// The texts that stand between a name and its number.
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

// nouns stand behind a name, or before it, and say what it is.
var nouns = wordSet("function algorithm procedure routine subroutine operation method transform primitive")

// nameNumbers reads the names beside numbers of algorithms. What is read as one is no
// phrase of its own.
func (b *binder) nameNumbers(g *Grammar) {
	if g.books == nil {
		return
	}
	for i := range b.phrases {
		p := &b.phrases[i]
		if !p.isNumber() || p.mentions[0].kind != core.KindAlgorithm || p.mentions[0].doc != "" {
			continue
		}
		w, n, behind := b.nameOf(g, i)
		if n.Name == "" || b.several(g, p, &w) {
			continue
		}
		p.mentions[0].naming = n
		if p.mentions[0].beside == "" {
			p.mentions[0].beside = n.Name
		}
		switch {
		case behind && w.span.Start < p.end():
			p.until = p.end() // a line number follows the name: "Algorithm 2 (ML-DSA.Sign), line 5"
		case behind:
			p.until = w.span.End
			if b.closes(p.until) && strings.ContainsAny(b.text[p.end():w.span.Start], "([") {
				p.until++
			}
		default:
			p.since = w.span.Start
		}
	}
	b.dropNamed()
}

// several reports whether the number or the name is one of several, so that which belong
// together is not certain: "byte_encode / byte_decode per Algorithm 4 / 5".
func (b *binder) several(g *Grammar, p *phrase, w *written) bool {
	if at := pastListSign(b.text, p.end()); at > p.end() && at < len(b.text) && isDigit(rune(b.text[at])) {
		return true
	}
	if at := pastListSign(b.text, w.span.End); at > w.span.End && w.span.End != p.start() {
		if next, ok := g.writtenAt(b.text, at); ok && !next.plain() && !b.numberAt(g, next.span.End) {
			return true
		}
	}
	end := beforeListSign(b.text, w.span.Start)
	if end == w.span.Start {
		return false
	}
	_, ok := g.writtenBefore(b.text, end)
	return ok
}

// numberAt reports whether a name that ends at an offset has a number of its own.
func (b *binder) numberAt(g *Grammar, end int) bool {
	rest := b.text[end:min(len(b.text), end+maxGlue)]
	if i := strings.IndexAny(rest, ".;\n"); i >= 0 {
		rest = rest[:i]
	}
	return strings.Contains(strings.ToLower(rest), "alg")
}

// listSigns stand between the members of lists.
var listSigns = []string{"/", "&", "+", "and ", "or ", ", and ", ", "}

func pastListSign(text string, at int) int {
	i := gap(text, at)
	if n := prefixOf(text[i:], listSigns); n > 0 {
		return gap(text, i+n)
	}
	return at
}

func beforeListSign(text string, at int) int {
	head := strings.TrimRight(text[max(0, at-maxMargin):at], " ")
	for _, sign := range listSigns {
		if h, ok := strings.CutSuffix(head, strings.TrimRight(sign, " ")); ok && (sign != "and " && sign != "or " || strings.HasSuffix(h, " ")) {
			return at - (len(text[max(0, at-maxMargin):at]) - len(strings.TrimRight(h, " ,")))
		}
	}
	return at
}

// led reports whether the algorithm's name stands before the number.
func (p *phrase) led() bool { return p.mentions[0].naming.Name != "" && p.until == 0 }

// dropNamed removes the phrases that lie in the names that were read.
func (b *binder) dropNamed() {
	inside := func(i int, q *phrase) bool {
		if i < 0 || i >= len(b.phrases) || b.phrases[i].mentions[0].naming.Name == "" {
			return false
		}
		p := &b.phrases[i]
		if p.until > 0 {
			return p.end() <= q.start() && q.start() < p.until
		}
		return p.since <= q.start() && q.end() <= p.start()
	}
	gone := false
	for i := range b.phrases {
		q := &b.phrases[i]
		if !q.isName() {
			continue
		}
		for k := max(0, i-2); k <= i+2; k++ {
			if k != i && inside(k, q) {
				q.read, gone = true, true
			}
		}
	}
	if gone {
		b.phrases = slices.DeleteFunc(b.phrases, func(p phrase) bool { return p.read })
	}
}

// nameOf returns the name that stands beside the number at i: behind it, else before it.
func (b *binder) nameOf(g *Grammar, i int) (written, Naming, bool) {
	lined := b.lined(i)
	behind, title, ok := b.nameBehind(g, i)
	if ok && !b.inCell(b.phrases[i].end(), behind.span.Start) {
		return behind, title, true
	}
	if lined {
		return behind, title, ok // a name before it is what that line says
	}
	ahead, n, found := b.nameAhead(g, i)
	switch {
	case !found:
		return behind, title, ok
	case ok && b.inCell(ahead.span.End, b.phrases[i].start()):
		return written{}, Naming{}, false // a row of several, and no telling which column is whose
	}
	return ahead, n, false
}

// inCell reports whether the border of a table's cell stands between two offsets.
func (b *binder) inCell(start, end int) bool {
	return strings.Contains(b.text[start:max(start, end)], "|")
}

// nameBehind reads the name behind a number, or behind the document that the number is of.
func (b *binder) nameBehind(g *Grammar, i int) (written, Naming, bool) {
	at := b.phrases[i].mentions[0].span.End
	if w, n, ok := b.titleAt(g, i, at); ok {
		return w, n, true
	}
	if end := b.pastLines(at); end > 0 {
		w, n, ok := b.titleAt(g, i, end)
		n.May = Runs // or what those lines run
		return w, n, ok && strings.HasPrefix(b.words(end, w.span.Start), "(")
	}
	if i+1 < len(b.phrases) && b.phrases[i+1].isDoc() {
		if glue := strings.TrimSpace(strings.TrimRight(b.between(i), "([")); glueOf[glue] || glueLoose[glue] || ofOwner(glue) {
			end := b.phrases[i+1].end()
			if b.closes(end) {
				end++
			}
			return b.titleAt(g, i, end)
		}
	}
	return written{}, Naming{}, false
}

// titleAt reads a name that stands behind an offset as what the number at i is called.
func (b *binder) titleAt(g *Grammar, i, end int) (written, Naming, bool) {
	at, limit := end, min(len(b.text), end+maxGlue/2)
	for range 2 * maxTitleWords {
		if at = gap(b.text, at); at >= limit {
			break
		}
		if w, ok := g.writtenAt(b.text, at); ok {
			may, ok := b.titleGlue(i, end, &w)
			if !ok {
				break
			}
			return w, Naming{Name: w.name, Key: w.key, Plain: isPlain(w.name), May: may}, true
		}
		next := b.pastGlue(at)
		if next == at {
			break
		}
		at = next
	}
	return written{}, Naming{}, false
}

// maxTitleWords is how many words stand between a number and its name.
const maxTitleWords = 3

// pastGlue passes one word or sign between a number and its name; what is no part of any
// glue it does not pass.
func (b *binder) pastGlue(at int) int {
	if next := asciiWord(b.text, at); next > at {
		if word := b.text[at:next]; behindWords[strings.ToLower(word)] {
			return next
		}
		return at
	}
	if strings.IndexByte(":(-=.,/>[*`|", b.text[at]) >= 0 {
		return at + 1
	}
	return at + dash(b.text, at)
}

// behindWords are the words of the glues behind numbers.
var behindWords = glueWordsOf(glueTitle)

// glueWordsOf are the words of glues, and the nouns that may stand with each.
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
	return strings.ToLower(strings.Join(strings.Fields(emphasis.Replace(b.text[start:end])), " "))
}

var emphasis = strings.NewReplacer("*", "", "`", "")

// titleGlue judges what stands between the end of a number and the name after it.
func (b *binder) titleGlue(i, end int, w *written) (Explanation, bool) {
	p := &b.phrases[i]
	broken := strings.Contains(b.text[end:w.span.Start], "\n")
	glue := withoutNoun(b.words(end, w.span.Start))
	verb := b.verbAt(w.span.End)
	switch {
	case broken && !(glue == "(" || glue == ","):
		return None, false
	case glueTitle[glue] && !verb:
		return None, !w.plain() || glue != "the" && glue != "is" && b.endsClause(w.span.End)
	case glueTitle[glue]:
		return Runs, !w.plain()
	case glue == "" && w.plain():
		return None, b.heads(p) && unicode.IsUpper([]rune(w.name)[0]) && b.endsClause(w.span.End)
	case glue == "" && !verb && (b.heads(p) || w.called || w.marked):
		return None, true
	case glue == "":
		return Runs, true
	case glue == "," && w.called && strings.HasSuffix(b.text[:w.span.End], "()") && b.endsClause(w.span.End):
		return None, true
	case glue == ",":
		return Runs, w.called || w.marked || b.endsName(w) && !w.plain()
	}
	return None, false
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

// heads reports whether a number stands at the start of its line, as titles do.
func (b *binder) heads(p *phrase) bool {
	head := b.text[max(0, p.start()-maxMargin):p.start()]
	i := strings.LastIndexByte(head, '\n')
	if i < 0 && len(head) < p.start() {
		return false
	}
	return strings.Trim(head[i+1:], " \t/*#-!.>•`[(") == ""
}

// maxMargin bounds the blanks and marks at the start of a line, in bytes.
const maxMargin = 32

// verbs follow a name that is the subject of a sentence.
var verbs = wordSet("is are was were will may can has have had would should shall must takes returns gets calls uses runs does computes applies " +
	"then which that again here inside")

func (b *binder) verbAt(at int) bool {
	at = passClose(b.text, at)
	i := gap(b.text, at)
	return verbs[strings.ToLower(b.text[i:asciiWord(b.text, i)])] && i > at
}

// nameAhead reads the name before a number, or before the document and the section
// that the number stands with.
func (b *binder) nameAhead(g *Grammar, i int) (written, Naming, bool) {
	j := i
	for j > 0 && i-j < maxTitleWords && b.leadsTo(j-1) {
		j--
	}
	for ; j <= i; j++ {
		end := b.glueAhead(b.phrases[j].start())
		w, ok := g.writtenBefore(b.text, end)
		if !ok {
			continue
		}
		glue := b.words(end, b.phrases[j].start())
		if may, ok := b.glueOfAhead(glue, b.phrases[i].end(), strings.Contains(b.text[end:b.phrases[j].start()], "\n"), &w); ok {
			return w, Naming{Name: w.name, Key: w.key, Plain: isPlain(w.name), May: may}, true
		}
		return written{}, Naming{}, false
	}
	return written{}, Naming{}, false
}

// leadsTo reports whether the phrase at i says where the number behind it stands: its
// document or its section.
func (b *binder) leadsTo(i int) bool {
	p := &b.phrases[i]
	if p.isName() || !p.isDoc() && (!p.isNumber() || p.mentions[0].kind == core.KindAlgorithm) {
		return false
	}
	return gluePrefix[withoutParenthesis(b.between(i))]
}

// glueAhead walks back from an offset over what may glue a name to what stands there,
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
		if start == end || !aheadWords[strings.ToLower(b.text[start:end])] || start > 0 && isNameByte(b.text[start-1]) {
			break
		}
		end = start
	}
	return end
}

// aheadWords are the words of the glues before numbers.
var aheadWords = glueWordsOf(glueDefined, glueApart)

// glueOfAhead judges what stands between a name and the number behind it, which ends at
// an offset.
func (b *binder) glueOfAhead(glue string, number int, broken bool, w *written) (Explanation, bool) {
	if w.plain() && (w.name == strings.ToLower(w.name) || glue == "") {
		return None, false
	}
	first, rest, _ := strings.Cut(glue, " ")
	if nouns[first] || nouns[strings.TrimRight(first, ",:(")] {
		glue = strings.TrimSpace(strings.TrimLeft(first, "abcdefghijklmnopqrstuvwxyz") + " " + rest)
	}
	defined := strings.TrimSpace(strings.TrimPrefix(glue, ","))
	switch {
	case glueDefined[defined]:
		if b.runsAt(w.span.Start) {
			return Related, true
		}
		return None, true
	case broken && !strings.HasPrefix(glue, "(") && !strings.HasPrefix(glue, "["):
		return None, false
	case len(glue) > 1 && strings.Trim(glue, " :([{@#-–—/|>=→") == "":
		return Related, true
	case glue == "," && !b.endsClause(number):
		return None, false // a list may go on
	case glueApart[defined], glueApart[glue]:
		return Related, true
	}
	return None, false
}

// runners stand before a name that something else runs.
var runners = wordSet("runs run reruns calls call calling uses use using invokes invoke via with by through applies apply executes and then of to in on")

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
	return runners[strings.ToLower(head[start:])]
}

// lineWords say that a place is a line of an algorithm.
var lineWords = wordSet("line lines step steps l ll")

// lined reports whether a line or step of the number's algorithm is named with it:
// "Algorithm 7, line 13", "step 3 of FIPS 203, Algorithm 13".
func (b *binder) lined(i int) bool {
	at := passLineGlue(b.text, b.phrases[i].mentions[0].span.End)
	if end := asciiWord(b.text, at); lineWords[strings.ToLower(b.text[at:end])] {
		if n := gap(b.text, min(len(b.text), end+prefixOf(b.text[end:], []string{".", "s "}))); n < len(b.text) && isDigit(rune(b.text[n])) {
			return true
		}
	}
	j := i
	for j > 0 && i-j < maxTitleWords && b.leadsTo(j-1) {
		j--
	}
	return linedBefore(b.text[max(0, b.phrases[j].start()-maxGlue):b.phrases[j].start()])
}

// pastLines returns where the lines end that stand behind a number, or 0.
func (b *binder) pastLines(at int) int {
	at = passLineGlue(b.text, at)
	end := asciiWord(b.text, at)
	if !lineWords[strings.ToLower(b.text[at:end])] {
		return 0
	}
	at = gap(b.text, min(len(b.text), end+prefixOf(b.text[end:], []string{"."})))
	start := at
	for at < len(b.text) && at-start < maxMargin && (isDigit(rune(b.text[at])) || strings.IndexByte("-.", b.text[at]) >= 0 || strings.HasPrefix(b.text[at:], "–")) {
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
	if len(rest) == len(head) || !strings.ContainsFunc(head[len(rest):], isDigit) {
		return false
	}
	start := len(rest)
	for start > 0 && isASCIILetter(rest[start-1]) {
		start--
	}
	return lineWords[strings.ToLower(rest[start:])]
}
