package pqcite

import (
	"context"
	"slices"

	"github.com/pqcite/pqcite/citations/prose"
	"github.com/pqcite/pqcite/citations/refs"
	"github.com/pqcite/pqcite/citations/rules"
	"github.com/pqcite/pqcite/core/card"
	"github.com/pqcite/pqcite/corpus"
)

// File is a text with the name of its file, which says what language it is in: comments and
// strings of code are read, and text as a whole. A name without a known ending is text.
type File struct{ Name, Text string }

func (f *File) language() *prose.Language { return prose.LanguageOf(f.Name) }

// Card says what words denote: a reference, such as "FIPS 203, Algorithm 13", an algorithm,
// term, identifier or object identifier; false where they denote nothing that the library
// knows.
func (l *Library) Card(words string) (card.Card, bool) { return l.corpus.Card(words) }

// CardAt says what is at an offset of a file, in bytes. The reading says what of the file was
// read.
func (l *Library) CardAt(ctx context.Context, f File, offset int) (card.Card, bool, refs.Reading, error) {
	r, err := l.References(ctx, f)
	if err != nil {
		return card.Card{}, false, r, err
	}
	around := corpus.NewSurroundings(f.Text, f.language(), slices.Values(r.Found))
	c, ok := l.corpus.Cards().In(around, f.Text, offset, corpus.CardReferences(r.Found))
	return c, ok, r, nil
}

// References returns the references of a file to documents and what is in them, in the order
// of the text, with what each denotes. Time is linear in the length of the file. A file beyond
// the bounds of package refs is read in part, and the reading says so; the error is the
// context's.
func (l *Library) References(ctx context.Context, f File) (refs.Reading, error) {
	return l.corpus.Scanner().Read(ctx, f.Text, f.language(), nil)
}

// Checked is a file that was checked.
type Checked struct {
	refs.Reading
	// Breaches are the references that break a rule (docs/rules.md), in the order of the
	// text. Those that a comment "pqcite:ignore" covers are among them, with the comment.
	Breaches []rules.Breach
}

// Check finds the references of a file, see [Library.References], that break a rule. The rules
// have the severities that are given, and none that is off is reported; nil means
// [rules.DefaultSeverities].
func (l *Library) Check(ctx context.Context, f File, severities *rules.Severities) (Checked, error) {
	r, err := l.References(ctx, f)
	if err != nil {
		return Checked{}, err
	}
	if severities == nil {
		defaults := rules.DefaultSeverities()
		severities = &defaults
	}
	return Checked{r, rules.Breaches(r.Found, rules.Ignores(f.Text, f.language()), r.Unread, severities)}, nil
}
