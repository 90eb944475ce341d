package faq

// Token is a row of the vectors, and whether it stands for a part of a compound.
type Token uint16

const (
	part Token = 1 << 15
	// partShare is what a part weighs, where a token of its own weighs 1.
	partShare = 0.4
)

// Tokens are the tokens of a text, the heaviest first; no row twice, but for the
// foreign.
type Tokens []Token

// Row is the row of the token's vector.
func (t Token) Row() int { return int(t &^ part) }

func (t Token) share() float32 {
	if t&part != 0 {
		return partShare
	}
	return 1
}
