package refs

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/lex"
)

// foreign stands for a document that the grammar does not resolve: a paper, a
// standard of another body. Anchors that belong to it are nobody's here.
const foreign = "?"

// foreignWords are the beginnings of the names of such documents.
var foreignWords = []string{"sec", "ansi", "iso", "ieee", "x9.", "x.", "pkcs", "draft-", "bsi", "cryptrec", "itu", "hac", "cfrg", "w3c", "bip"}

// foreignName reads the name of a document of another body: "SEC 1, Version 2.0",
// "ANSI X9.62", "ISO/IEC 18033-2", "PKCS #1", "draft-ietf-tls-mlkem".
func foreignName(text string, at int) (mention, bool) {
	for _, word := range foreignWords {
		if text[at]|0x20 != word[0] || at+len(word) > len(text) || !strings.EqualFold(text[at:at+len(word)], word) {
			continue
		}
		if end := foreignEnd(text, at, at+len(word), word); end > 0 {
			return mention{span: core.Span{Start: at, End: end}, doc: foreign}, true
		}
	}
	return mention{}, false
}

// maxForeign bounds the name of such a document in bytes.
const maxForeign = 64

// foreignEnd returns the end of a name that has a number after its first word,
// or 0.
func foreignEnd(text string, start, at int, word string) int {
	if word == "hac" || word == "cfrg" {
		if text[start] < 'a' && endsToken(text, at) {
			return at
		}
		return 0
	}
	if last := word[len(word)-1]; last != '-' && last != '.' && at < len(text) && isASCIILetter(text[at]) {
		return 0 // a longer word: "section", "isolate"
	}
	if word != "draft-" && text[start] >= 'a' {
		return 0
	}
	end, digits := at, false
	for end < len(text) && end-start < maxForeign && (isWordByte(text[end]) || strings.IndexByte(" .-/#:", text[end]) >= 0) {
		if text[end] == ' ' && (digits || end > at && text[end-1] == ' ') {
			break
		}
		digits = digits || lex.IsDigit(rune(text[end]))
		end++
	}
	if !digits && word != "draft-" {
		return 0
	}
	return len(strings.TrimRight(text[:end], " .-/#:"))
}

// maxKey bounds the key of a bibliography in bytes.
const maxKey = 16

// citationKey reads the key of a bibliography in brackets: [BCD+16], [Lyu12],
// [42]. Those that name a known document are not for here.
func citationKey(text string, at int) (mention, bool) {
	end := at + 1
	letters, digits := 0, 0
	for end < len(text) && end-at <= maxKey && (isWordByte(text[end]) || strings.IndexByte("+-.", text[end]) >= 0) {
		if lex.IsDigit(rune(text[end])) {
			digits++
		} else {
			letters++
		}
		end++
	}
	if end >= len(text) || digits == 0 || digits > 4 || letters > 8 || strings.IndexByte("],", text[end]) < 0 {
		return mention{}, false
	}
	if _, ok := docName(text, at+1); ok || text[end] == ',' && (letters == 0 || digits < 2) {
		return mention{}, false
	}
	if at > 0 && (isWordByte(text[at-1]) || strings.IndexByte(")]", text[at-1]) >= 0) {
		return mention{}, false // an index: a[1]
	}
	return mention{span: core.Span{Start: at, End: end}, doc: foreign}, true
}

// markForeign finds the anchors of which the text says whose they are, where that
// is no document of the grammar: "Section 3 of the paper", "Knuth, Section 4.3".
func (b *binder) markForeign() {
	for i := range b.phrases {
		p := &b.phrases[i]
		if !p.isDoc() && p.from == nil {
			named := p.mentions[0].naming.Name != ""
			p.foreign = ownedBehind(b.text, max(p.end(), p.until), named) || !named && (ownedBefore(b.text, p.start()) || ofOtherSpec(b.text, p.start()))
		}
	}
}

// ownedBehind reports whether "of", "from" or "in" and an owner follow. What has the name
// of one of our algorithms is of "the specification" that the text is about.
func ownedBehind(text string, at int, named bool) bool {
	_, at = beside(text, at)
	i := gap(text, at)
	end := asciiWord(text, i)
	word := strings.ToLower(text[i:end])
	next := gap(text, end)
	if next >= len(text) || next == end {
		return false
	}
	rest := text[next:]
	if named && ownerWords[strings.ToLower(text[next:asciiWord(text, next)])] && ownerAlone(text, next) {
		return false
	}
	switch word {
	case "of", "from":
		return !strings.HasPrefix(rest, "this ")
	case "in":
		r, _ := utf8.DecodeRuneInString(rest)
		return strings.ContainsRune("[\"“‘", r) || unicode.IsUpper(r) || strings.HasPrefix(rest, "the ")
	}
	return false
}

// ownerWords name a document without saying which, or by what it is about.
var ownerWords = lex.Set("the this nist final official published standard specification spec document publication page pages ml kem dsa slh k pke mlkem mldsa slhdsa of")

// ownerAlone reports whether an owner is named by ownerWords alone, up to the end of the
// clause or a verb.
func ownerAlone(text string, at int) bool {
	for range 6 {
		end := asciiWord(text, at)
		if end == at {
			return at >= len(text) || strings.IndexByte(".,;:)]\n0123456789", text[at]) >= 0
		}
		if !ownerWords[strings.ToLower(text[at:end])] {
			return verbs[strings.ToLower(text[at:end])]
		}
		if at = end; at < len(text) && text[at] == '-' {
			at++
		}
		at = gap(text, at)
	}
	return false
}

// ownedBefore reports whether an author or a title precedes the anchor, with a comma
// between them or none: "Knuth, Section 4.3".
func ownedBefore(text string, at int) bool {
	head := strings.TrimRight(text[max(0, at-maxGlue):at], " ")
	head, comma := strings.CutSuffix(head, ",")
	if strings.HasSuffix(head, "]") {
		return true
	}
	start := strings.LastIndexFunc(head, func(r rune) bool { return !unicode.IsLetter(r) && r != '-' && r != '\'' }) + 1
	word := head[start:]
	r, size := utf8.DecodeRuneInString(word)
	if len(word) <= size || !unicode.IsUpper(r) || commonStart[strings.ToLower(word)] {
		return false
	}
	allCaps := strings.ToUpper(word) == word
	return comma || allCaps && len(word) <= 5
}

// commonStart are words that a sentence can begin with before a reference.
var commonStart = lex.Set("see in the from per as and or with using use uses by for implements implement implementing following follow follows " +
	"compare cf also this that note if when where since while note todo fixme bug xxx nb figure section table algorithm appendix " +
	"equation definition step steps line lines algorithms tables sections under both i e g ie eg ntt kem dsa")
