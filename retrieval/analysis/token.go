package analysis

import "iter"

// Version changes whenever the same text gives other tokens, so that an index of the
// tokens can be recognised as stale.
const Version = 1

// MaxTokenBytes bounds the text of a token. A longer one is cut before the rune
// that would pass the bound, in documents and queries alike.
const MaxTokenBytes = 64

// Kind says how a token reads its text.
type Kind uint8

// The kinds of tokens. Word, Identifier and Number are the first reading of a
// stretch of text; Part is every further one: an element of a compound, the
// stem of an identifier, a prose compound that its words already cover.
const (
	Word Kind = iota
	Identifier
	Number
	Part
)

// String returns the kind in lower case.
func (k Kind) String() string {
	switch k {
	case Word:
		return "word"
	case Identifier:
		return "identifier"
	case Number:
		return "number"
	}
	return "part"
}

// Token is one reading of a stretch of text.
type Token struct {
	Text string // what is indexed: folded, stemmed if it is a word
	// Surface is the folded text before stemming, for people to read.
	Surface string
	// Position counts words and compounds from 0, dropped words included. All
	// readings of a compound share its position.
	Position int
	Kind     Kind
}

// Tokens returns the tokens of a document's text, in order. Text need not be
// valid UTF-8; tokens are. There are at most four tokens for each byte of text.
// Token texts are interned: a text of words seen lately costs no allocation.
func Tokens(text string) iter.Seq[Token] { return Standard.Tokens(text) }

// QueryTokens returns the tokens of a query: those of Tokens without the words
// that only make it a question, and without the compounds with their hyphens
// left out, which would count a compound twice.
func QueryTokens(text string) iter.Seq[Token] { return Standard.QueryTokens(text) }
