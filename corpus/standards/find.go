package standards

import "github.com/pqcite/pqcite/core"

// FindTerms returns the places in a text that denote a term, in order and
// without overlap. Where several terms start at a word the longest wins:
// "ML-KEM-768" is not "ML-KEM".
//
// A name matches in any case, a short acronym only in its own; hyphens of every
// family, blanks and a line's end are the same separator; a plural s is taken
// in. A name that a hyphen and a digit continue is another, unknown name and
// does not match ("ML-KEM-999"), nor does a member of something else ("x.KEM")
// or a part of a sub- or superscript. "ML-KEM.KeyGen" and "ML-KEM-based" do.
//
// The text need not be valid UTF-8. Time and memory are linear in its length.
func FindTerms(text string) []TermMatch {
	return words().find(text)
}

func (p *lexicon) find(text string) []TermMatch {
	var out []TermMatch
	tokens := tokenize(text)
	for i := 0; i < len(tokens); {
		n, s, end := p.longest(text, tokens, i)
		if n == 0 {
			i++
			continue
		}
		out = append(out, TermMatch{Term: s.term.clone(), Span: core.Span{Start: tokens[i].start, End: end}})
		i += n
	}
	return out
}

// longest returns the longest spelling that starts at a token: the number of
// its tokens, 0 if there is none, and where it ends.
func (p *lexicon) longest(text string, tokens []token, at int) (n int, best *spelling, end int) {
	if tokens[at].kind != tokenWord || !startsName(text, tokens, at) {
		return 0, nil, 0
	}
	var buf [maxWord]byte
	place := p.spellings
	for i := at; i < len(tokens) && place != nil; i++ {
		word := edge(text, tokens[i], &buf)
		if s := place.plural(text, tokens[i], word); s.fits(text, tokens, at, i) {
			n, best, end = i+1-at, s, tokens[i].end
		}
		place = place.next[string(word)]
		if place != nil && place.end.fits(text, tokens, at, i) {
			n, best, end = i+1-at, place.end, tokens[i].end
		}
	}
	return n, best, end
}

// plural returns the spelling that ends with the word when it loses an s, or
// nil. Only a letter takes a plural: the s of "SHA2-128s" is a part of a name.
func (n *node) plural(text string, t token, word []byte) *spelling {
	last := len(word) - 1
	if t.kind != tokenWord || last < 1 || text[t.end-1] != 's' || !isLetter(word[last-1]) {
		return nil
	}
	if place := n.next[string(word[:last])]; place != nil {
		return place.end
	}
	return nil
}

// fits reports whether a spelling may be read at the tokens from first to last.
func (s *spelling) fits(text string, tokens []token, first, last int) bool {
	return s != nil && endsName(text, tokens, last) && (!s.exact || s.sameCase(text[tokens[first].start:]))
}

// startsName reports whether a name can start at a word: not as a member
// ("x.KEM") and not as a sub- or superscript ("ek_{PKE}", "R^KEM").
func startsName(text string, tokens []token, at int) bool {
	switch mark(text, tokens, at-1) {
	case '^':
		return false
	case '.':
		return !isWord(tokens, at-2)
	case '{':
		before := tokens[at-1].start
		return before == 0 || text[before-1] != '^' && text[before-1] != '_'
	}
	return true
}

// endsName reports whether a name can end with a token. A hyphen and a digit
// continue it, and so does a plus sign or a superscript ("SPHINCS+", "XMSS^MT"),
// unless that is the number of a footnote.
func endsName(text string, tokens []token, at int) bool {
	switch mark(text, tokens, at+1) {
	case '^':
		return isWord(tokens, at+2) && isDigit(text[tokens[at+2].start])
	case '+':
		return isWord(tokens, at+2)
	case '-':
		return !isWord(tokens, at+2) || !isDigit(text[tokens[at+2].start])
	}
	return tokens[at].kind == tokenWord || !isWord(tokens, at+1)
}

// mark returns the punctuation mark at a token, '-' for a dash of any family,
// and 0 for anything else.
func mark(text string, tokens []token, at int) byte {
	if at < 0 || at >= len(tokens) {
		return 0
	}
	switch tokens[at].kind {
	case tokenDash:
		return '-'
	case tokenPunct:
		return text[tokens[at].start]
	}
	return 0
}

func isWord(tokens []token, at int) bool {
	return at >= 0 && at < len(tokens) && tokens[at].kind == tokenWord
}
