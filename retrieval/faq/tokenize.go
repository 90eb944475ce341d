package faq

import (
	"cmp"
	"slices"

	"github.com/pqcite/pqcite/retrieval/analysis"
)

// token is a row of the vectors, and whether it is only a part of a compound.
type token uint16

const (
	part token = 1 << 15
	// partShare is what a part weighs, where a token of its own weighs 1.
	partShare = 0.4
)

// tokens are the tokens of a text, the heaviest first; no row twice but the
// out-of-vocabulary one.
type tokens []token

// row is the row of the token's vector.
func (t token) row() int { return int(t &^ part) }

func (t token) share() float32 {
	if t&part != 0 {
		return partShare
	}
	return 1
}

const (
	// maxTextBytes is how much of a text is read.
	maxTextBytes = 1 << 12
	// maxRead bounds the tokens from which the heaviest are taken.
	maxRead = 256
	// headingShare is what a token of a heading weighs in the choice of evidence,
	// where one of the text weighs 1.
	headingShare = 0.6
)

// tokenize reads a question or a wording: its heaviest tokens and its types. A token that
// comes twice counts once, as a part only if it is one every time.
func (m *model) tokenize(text string) tokens {
	text = text[:min(len(text), maxTextBytes)]
	var list [64]token
	found := tokens(list[:0])
	var unknown []string
	for t := range analysis.QueryTokens(text) {
		row := m.rowOf(t.Text)
		if row == m.oov() {
			if slices.Contains(unknown, t.Text) {
				continue
			}
			unknown = append(unknown, t.Text)
		}
		found = m.add(found, row, t.Kind == analysis.Part)
		if len(found) == maxRead {
			break
		}
	}
	found = appendTypes(found, text)
	slices.SortStableFunc(found, func(a, b token) int {
		return cmp.Compare(b.share()*m.idf[b.row()], a.share()*m.idf[a.row()])
	})
	return slices.Clone(found[:min(len(found), maxTokens)])
}

func (m *model) add(found tokens, row int, isPart bool) tokens {
	t := token(row)
	for i := range found {
		if found[i].row() == row && row != m.oov() {
			if !isPart {
				found[i] = t
			}
			return found
		}
	}
	if isPart {
		t |= part
	}
	return append(found, t)
}

// rowOf finds the row of a token's text.
func (m *model) rowOf(text string) int {
	if m.rowByWord != nil {
		if t, ok := m.rowByWord[text]; ok {
			return t.row()
		}
		return m.oov()
	}
	if i, ok := slices.BinarySearch(m.vocabulary, text); ok {
		return questionTypes + i
	}
	return m.oov()
}

// indexVocabulary makes rowOf faster, where all texts are to be read.
func (m *model) indexVocabulary() {
	m.rowByWord = make(map[string]token, len(m.vocabulary))
	for i, word := range m.vocabulary {
		m.rowByWord[word] = token(questionTypes + i)
	}
}

// tokenizeEvidence reads the texts of units and their headings: the heaviest words of the
// vocabulary, in the order of their rows. What they weigh is not kept.
func (m *model) tokenizeEvidence(units, headings []string) tokens {
	share := map[token]float32{}
	note := func(texts []string, most float32) {
		for _, text := range texts {
			for t := range analysis.Tokens(text) {
				s := most
				if t.Kind == analysis.Part {
					s *= partShare
				}
				if row := m.rowOf(t.Text); row != m.oov() {
					share[token(row)] = max(share[token(row)], s)
				}
			}
		}
	}
	note(headings, headingShare)
	note(units, 1)
	found := make(tokens, 0, len(share))
	for t := range share {
		found = append(found, t)
	}
	slices.SortFunc(found, func(a, b token) int {
		return cmp.Or(cmp.Compare(share[b]*m.idf[b.row()], share[a]*m.idf[a.row()]), cmp.Compare(a, b))
	})
	found = found[:min(len(found), maxEvidence)]
	slices.Sort(found)
	return found
}
