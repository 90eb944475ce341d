package faq

import (
	"cmp"
	"slices"

	"github.com/pqcite/pqcite/retrieval/analysis"
)

const (
	// MaxTextBytes is how much of a text is read.
	MaxTextBytes = 1 << 12
	// maxRead bounds the tokens from which the heaviest are taken.
	maxRead = 256
	// headingShare is what a token of a heading weighs in the choice of evidence,
	// where one of the text weighs 1.
	headingShare = 0.6
)

// Question reads a question or a wording: its heaviest tokens and its kinds. A
// token that comes twice counts once, as a part only if it is one every time.
func (m *Model) Question(text string) Tokens {
	text = text[:min(len(text), MaxTextBytes)]
	var list [64]Token
	tokens := Tokens(list[:0])
	var foreign []string
	for t := range analysis.QueryTokens(text) {
		if m.row(t.Text) == m.Foreign() {
			if slices.Contains(foreign, t.Text) {
				continue
			}
			foreign = append(foreign, t.Text)
		}
		tokens = m.add(tokens, t)
		if len(tokens) == maxRead {
			break
		}
	}
	tokens = appendKinds(tokens, text)
	slices.SortStableFunc(tokens, func(a, b Token) int {
		return cmp.Compare(b.share()*m.rarity[b.Row()], a.share()*m.rarity[a.Row()])
	})
	return slices.Clone(tokens[:min(len(tokens), MaxTokens)])
}

func (m *Model) add(tokens Tokens, t analysis.Token) Tokens {
	token := Token(m.row(t.Text))
	for i := range tokens {
		if tokens[i].Row() == token.Row() && token.Row() != m.Foreign() {
			if t.Kind != analysis.Part {
				tokens[i] = token
			}
			return tokens
		}
	}
	if t.Kind == analysis.Part {
		token |= part
	}
	return append(tokens, token)
}

// row finds the row of a token's text.
func (m *Model) row(text string) int {
	if i, ok := slices.BinarySearch(m.Names, text); ok {
		return kindCount + i
	}
	return m.Foreign()
}

// EvidenceOf reads the texts of pieces and the headings that they stand under:
// the heaviest names, in the order of their rows. What they weigh is not kept.
func (m *Model) EvidenceOf(pieces, headings []string) Tokens {
	share := map[Token]float32{}
	note := func(texts []string, most float32) {
		for _, text := range texts {
			for t := range analysis.Tokens(text) {
				s := most
				if t.Kind == analysis.Part {
					s *= partShare
				}
				if token := Token(m.row(t.Text)); token.Row() != m.Foreign() {
					share[token] = max(share[token], s)
				}
			}
		}
	}
	note(headings, headingShare)
	note(pieces, 1)
	tokens := make(Tokens, 0, len(share))
	for t := range share {
		tokens = append(tokens, t)
	}
	slices.SortFunc(tokens, func(a, b Token) int {
		return cmp.Or(cmp.Compare(share[b]*m.rarity[b.Row()], share[a]*m.rarity[a.Row()]), cmp.Compare(a, b))
	})
	tokens = tokens[:min(len(tokens), MaxEvidence)]
	slices.Sort(tokens)
	return tokens
}
