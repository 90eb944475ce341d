package analysis

import (
	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
)

// maxLexiconWords bounds a lexicon: about 1.5 MB. It holds the vocabulary of a
// library of standards several times over.
const maxLexiconWords = 1 << 14

// lexicon remembers the strings and stems of the words seen lately, so that a
// word is allocated and stemmed once. It empties itself when it is full.
type lexicon struct {
	words          map[string]lexeme
	stop, question map[string]bool
}

type lexeme struct {
	surface  string
	stem     string // "" until it is asked for
	stop     bool
	question bool
}

func (l *lexicon) lexeme(folded []byte) lexeme {
	if e, ok := l.words[string(folded)]; ok {
		return e
	}
	s := string(folded)
	return l.remember(lexeme{surface: s, stop: l.stop[s], question: l.question[s]})
}

func (l *lexicon) remember(e lexeme) lexeme {
	if len(l.words) >= maxLexiconWords {
		clear(l.words)
	}
	l.words[e.surface] = e
	return e
}

// stemmed returns the lexeme with its stem. Words with letters beyond a to z
// are their own stem.
func (l *lexicon) stemmed(folded []byte) lexeme {
	e := l.lexeme(folded)
	if e.stem == "" {
		e.stem = stem(e.surface)
		e = l.remember(e)
	}
	return e
}

// stem is Porter's second algorithm, which distinguishes "generate" from "general"; on
// CACM and SciFact it ranks as well as his first.
func stem(word string) string {
	for i := range len(word) {
		if word[i] < 'a' || word[i] > 'z' {
			return word
		}
	}
	env := snowballstem.NewEnv(word)
	english.Stem(env)
	if s := env.Current(); s != "" {
		return s
	}
	return word
}
