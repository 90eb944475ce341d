package standards

import (
	"fmt"
	"strings"
)

// node is a place in the trie of all spellings. An edge is a token: a folded
// word, " " for a separator (a blank or a hyphen; people write "key
// encapsulation" and "key-encapsulation"), or a punctuation mark.
type node struct {
	next map[string]*node
	end  *spelling // of the spelling that ends here, or nil
}

// spelling is one way to write a term.
type spelling struct {
	term  *Term
	text  string
	exact bool // its case must be met
}

// Bounds of a spelling. They make the search linear: what starts at a word is
// decided within maxTokens tokens, and no word beyond maxWord bytes can match.
const (
	maxTokens = 24
	maxWord   = 32
)

const separator = " "

func (n *node) add(text string, t *Term) error {
	if !printable(text) {
		return fmt.Errorf("spelling %q is empty or not plain text", text)
	}
	tokens := tokenize(text)
	if tokens[0].kind != tokenWord {
		return fmt.Errorf("spelling %q does not start with a letter or digit", text)
	}
	if len(tokens) > maxTokens {
		return fmt.Errorf("spelling %q has more than %d tokens", text, maxTokens)
	}
	for _, tok := range tokens {
		if tok.end-tok.start > maxWord {
			return fmt.Errorf("spelling %q has a word of more than %d bytes", text, maxWord)
		}
		n = n.grow(edge(text, tok, new([maxWord]byte)))
	}
	if n.end != nil {
		return fmt.Errorf("spelling %q is that of %q too", text, n.end.term.Name)
	}
	n.end = &spelling{term: t, text: text, exact: isShortAcronym(text)}
	return nil
}

func (n *node) grow(key []byte) *node {
	if n.next == nil {
		n.next = make(map[string]*node)
	}
	child := n.next[string(key)]
	if child == nil {
		child = &node{}
		n.next[string(key)] = child
	}
	return child
}

// edge writes the edge of a token into the buffer: nothing for a token that no
// spelling can have.
func edge(text string, t token, buf *[maxWord]byte) []byte {
	switch t.kind {
	case tokenSpace, tokenDash:
		return append(buf[:0], separator...)
	case tokenBreak:
		return nil
	}
	if t.end-t.start > maxWord {
		return nil
	}
	word := buf[:copy(buf[:], text[t.start:t.end])]
	for i, b := range word {
		if 'A' <= b && b <= 'Z' {
			word[i] = b + 'a' - 'A'
		}
	}
	return word
}

// isShortAcronym reports whether the case of a spelling must be met, because in
// another case it may be a common word: "BIKE", "PoP", "SIS". That is one word,
// apart from marks such as the + of "WOTS+", of fewer than four letters, or of up
// to five capitals. One with a hyphen or a digit is distinctive in any case.
func isShortAcronym(s string) bool {
	letters, lower := 0, false
	for i := range len(s) {
		switch b := s[i]; {
		case b == '-' || b == ' ' || isDigit(b):
			return false
		case isLetter(b):
			letters++
			lower = lower || b >= 'a'
		}
	}
	return letters < 4 || letters <= 5 && !lower
}

// sameCase reports whether the tokens of a text are written like the spelling.
func (s *spelling) sameCase(text string) bool {
	return strings.HasPrefix(text, s.text)
}
