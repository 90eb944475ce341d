package refs

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pqcite/pqcite/citations/quote"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/lex"
)

// mention is a document or a numbered anchor that a text names, before it is
// known which belong together.
type mention struct {
	span     core.Span
	doc      string // canonical label, or foreign; "" for an anchor
	edition  string // of a document: "r3", "ipd"; "" if none is named
	page     int    // of a document: what the fragment of its address names
	kind     core.AnchorKind
	number   string
	part     string    // the letter of a part after the number
	numberAt core.Span // where the number alone is; empty for a range
	name     string    // of an algorithm that is named instead of numbered
	beside   string
	title    string    // after a colon, comma or dash: perhaps the title, perhaps not
	weak     bool      // counts only if a document is named with it
	after    int       // where its link ends; 0 if it has none
	line     int       // of an algorithm: the greatest line number that is named with it
	lineAt   core.Span // where the lines are named
	pdf      bool      // page is that of the PDF file, and not the printed one
	naming   naming    // what the text calls the algorithm
}

// phrase is a run of mentions that one word introduces: "FIPS 203 and 204",
// "Algorithms 16 and 17". All are documents or all are anchors.
type phrase struct {
	mentions []mention
	from     *mention // the document that the anchors belong to, nil if unknown
	attached bool     // a document: some anchor's reference spans it
	foreign  bool     // anchors: the text says that they are somebody else's
	// since and until are where the algorithm's name next to a number starts before it,
	// or ends after it; 0 where it is on the other side, or nowhere.
	since, until int
	near         bool // the document is the one of the sentence
	read         bool // it is a name that was read as that of a number
}

func (p *phrase) isDoc() bool  { return p.mentions[0].doc != "" }
func (p *phrase) isName() bool { return p.mentions[0].name != "" }
func (p *phrase) start() int   { return p.mentions[0].span.Start }

// end is where the text goes on after the phrase and its link.
func (p *phrase) end() int {
	last := &p.mentions[len(p.mentions)-1]
	return max(last.span.End, last.after)
}

// phrases scans a text once. Each word start is tried with a bounded look ahead,
// so that the work is linear in the length of the text. It stops as soon as the
// phrases cost more than is left.
func (g *grammar) phrases(p *pace, text string, left cost) (ps []phrase, spent cost) {
	if !mayRefer(text) {
		return nil, spent
	}
	counted := 0
	var all []mention
	if p != nil {
		all, ps = p.room.mentions[:0], p.room.phrases[:0]
		defer func() { p.room.mentions, p.room.phrases = all, ps }()
	}
	for at := 0; at < len(text); {
		before := at
		if cap(all)-len(all) < maxUsual {
			// Phrases keep theirs: a new stretch, since to copy all costs more than the scan.
			all = make([]mention, 0, min(max(2*cap(all), maxUsual), 32*maxUsual))
		}
		read, end := g.mentionsAt(all, text, at)
		if ms := read[len(all):len(read):len(read)]; len(ms) > 0 {
			all = read
			ps = append(ps, phrase{mentions: ms})
			spent.mentions += len(ms)
			if countsAlone(&ms[0]) {
				counted += len(ms)
				spent.references = counted / 2 // a document and an anchor may be one reference
			}
			at = max(at+1, end)
			if spent.exceeds(left) {
				return ps, spent
			}
		} else {
			at = skipWord(text, at)
		}
		if p.did(at - before) {
			return nil, spent
		}
	}
	return ps, spent
}

// maxUsual is how many mentions nearly all phrases have at most.
const maxUsual = 4

// countsAlone reports whether a mention is a reference whatever is next to it.
func countsAlone(m *mention) bool { return m.doc != foreign && !m.weak }

// mayRefer reports whether a text can have a reference at all: all but those to
// appendices have a digit in them.
func mayRefer(text string) bool {
	for i := range len(text) {
		switch b := text[i]; {
		case b <= '9' && b >= '0':
			return true
		case b == 'p' && i > 1 && text[i-1] == 'p' && text[i-2]|0x20 == 'a', b == 'x' && strings.HasSuffix(text[:i], "nne"):
			return true
		}
	}
	return false
}

// starts are the first two bytes that a reference can start with, of letters their number
// in the alphabet, of anything else 0.
var starts = func() (set [27][27]bool) {
	add := func(word string) {
		second := byte(0)
		if len(word) > 1 {
			second = inAlphabet(word[1])
		}
		set[inAlphabet(word[0])][second] = true
	}
	for word := range series {
		add(word)
	}
	for word := range anchorWords {
		add(word)
	}
	for _, word := range foreignWords {
		add(word)
	}
	return set
}()

// mayStart reports whether a word at an offset starts as one does that a reference can
// start with.
func mayStart(text string, at int) bool {
	first, second := inAlphabet(text[at]), byte(0)
	if at+1 < len(text) {
		second = inAlphabet(text[at+1])
	}
	return starts[first][second]
}

// inAlphabet is the number of a letter from 1 on, 0 for anything else.
func inAlphabet(b byte) byte {
	if !isASCIILetter(b) {
		return 0
	}
	return b | 0x20 - 'a' + 1
}

// isWordByte reports whether a byte is an ASCII letter or digit or an underscore.
func isWordByte(b byte) bool {
	return isASCIILetter(b) || '0' <= b && b <= '9' || b == '_'
}

func isASCIILetter(b byte) bool { return 'a' <= b|0x20 && b|0x20 <= 'z' }

// skipWord returns the next offset at which a reference can start.
func skipWord(text string, at int) int {
	if !isWordByte(text[at]) {
		return at + 1
	}
	for at < len(text) && isWordByte(text[at]) {
		at++
	}
	return at
}

// mentionsAt appends the phrase that starts at the offset, if one does, and returns
// where to read on.
func (g *grammar) mentionsAt(ms []mention, text string, at int) (read []mention, end int) {
	switch b := text[at]; {
	case b == '[':
		m, ok := citationKey(text, at)
		return one(ms, m, ok)
	case (b == 0xC2 || b == '\\' || b == '&') && sectionSign(text, at) > 0:
	case !isWordByte(b) || !startsWord(text, at):
		return ms, 0
	case b|0x20 == 'h' && isAddress(text, at):
		m := address(text, at)
		return one(ms, m, true)
	case !mayStart(text, at):
		m, ok := g.named(text, at)
		return one(ms, m, ok)
	}
	if read = docMentions(ms, text, at); len(read) > len(ms) {
		last := &read[len(read)-1]
		if end = linkEnd(text, last.span.End); end > last.span.End {
			last.after = end
		}
		return read, end
	}
	if read, end = g.anchorMentions(ms, text, at); len(read) > len(ms) {
		return read, end
	}
	m, ok := g.named(text, at)
	if !ok {
		m, ok = foreignName(text, at)
	}
	return one(ms, m, ok)
}

func one(ms []mention, m mention, ok bool) ([]mention, int) {
	if !ok {
		return ms, 0
	}
	return append(ms, m), m.span.End
}

// startsWord reports whether a word starts at the offset and is no part of a
// path, a qualified name or another script's word.
func startsWord(text string, at int) bool {
	if at == 0 || text[at] >= utf8.RuneSelf {
		return true
	}
	r, _ := utf8.DecodeLastRuneInString(text[:at])
	switch r {
	case '/':
		return strings.HasPrefix(text[at:], "NIST.") || text[at] < 'a' && at > 1 && lex.IsDigit(rune(text[at-2]))
	case '\\', '.', '$':
		return false
	}
	return !lex.IsWordRune(r) && r != '_'
}

// asciiWord returns the end of the letters that start at the offset, or the
// offset if they are more than any word of the grammar has.
func asciiWord(text string, at int) int {
	end := at
	for end < len(text) && isASCIILetter(text[end]) {
		if end++; end-at > maxWord {
			return at
		}
	}
	return end
}

// Bounds of the look ahead, in bytes.
const (
	maxWord = 12 // longest word of the grammar: "publications"
	maxGap  = 16 // white space between two words of a reference
)

// gap returns the end of the white space at the offset: at most maxGap bytes,
// with at most one line break. Comment prefixes are not skipped.
func gap(text string, at int) int {
	end, lines := at, 0
	for end < len(text) && end-at < maxGap {
		r, size := utf8.DecodeRuneInString(text[end:])
		if !unicode.IsSpace(r) {
			return end
		}
		if r == '\n' {
			if lines++; lines > 1 {
				return at
			}
		}
		end += size
	}
	return end
}

// dash returns the length of the hyphen or dash at the offset, or 0.
func dash(text string, at int) int {
	r, size := utf8.DecodeRuneInString(text[at:])
	if at < len(text) && quote.IsDash(r) {
		return size
	}
	return 0
}

// digits returns the end of the digits at the offset, or the offset if there are
// fewer or more than allowed.
func digits(text string, at, least, most int) int {
	end := at
	for end < len(text) && end-at <= most && lex.IsDigit(rune(text[end])) {
		end++
	}
	if n := end - at; n < least || n > most {
		return at
	}
	return end
}

// endsToken reports whether no letter, digit or underscore follows.
func endsToken(text string, at int) bool {
	if at >= len(text) {
		return true
	}
	r, _ := utf8.DecodeRuneInString(text[at:])
	return !lex.IsWordRune(r) && r != '_'
}

// listGap returns the end of what is between two members of a list: a comma,
// "and", "or", "&", or a comma and one of these. It returns the offset if
// nothing of the kind does.
func listGap(text string, at int) int {
	i := gap(text, at)
	comma := i < len(text) && (text[i] == ',' || text[i] == ';')
	if comma {
		i = gap(text, i+1)
	}
	if i < len(text) && text[i] == '&' {
		return gap(text, i+1)
	}
	end := asciiWord(text, i)
	if w := strings.ToLower(text[i:end]); w == "and" || w == "or" {
		if after := gap(text, end); after > end {
			return after
		}
		return at
	}
	if comma {
		return i
	}
	return at
}

// maxList bounds the members of a list and the numbers of a range.
const maxList = 50
