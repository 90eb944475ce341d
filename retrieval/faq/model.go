package faq

import (
	"errors"
	"math"
)

const (
	// Dim is the length of a vector.
	Dim = 64
	// MaxTokens is how many tokens a question or wording has at most: its heaviest.
	MaxTokens = 24
	// MaxEvidence is how many tokens the evidence of a fact has at most.
	MaxEvidence = 56
	// MaxNames is how many names a model has at most, for a token is 15 bits.
	MaxNames = int(part) - foreignRows - kindCount
)

// Bounds on what is learned keep every score finite.
const (
	MaxWeight = 64 // of a weight, either sign
	MaxGain   = 3  // of a gain, either sign
)

// ErrTooLarge is wrapped by the error of a model that a file can't hold.
var ErrTooLarge = errors.New("model too large")

// Model is a bank of known questions. Once Prepare has run and until a field
// changes, it may be read by many goroutines at once.
type Model struct {
	Source    [32]byte // digest of what it was made from
	Documents []string // ids
	Anchors   []string // ids; Anchors[0] is "", for a place that has none

	Facts      []Fact
	Wordings   []Tokens // one fact's after the other's
	Unanswered []Tokens
	Evidence   []Tokens // each of one or more facts; distinct rows, at most MaxEvidence

	Names   []string  // the vocabulary, in byte order
	Spread  []uint32  // by name: how many facts ask with it, 0 to len(Facts)
	Vectors []float32 // Rows() × Dim, each row of length 1
	Gains   []float32 // by row: natural logarithm of what the row weighs beyond its rarity
	Weights Weights
	Gist    Gist

	rarity   []float32 // by row
	mass     []float32 // by row: rarity · e^gain
	evidence float32   // logistic of Weights.Evidence
}

// Fact is something that the documents say.
type Fact struct {
	Units    []Place
	Wordings Range // in Model.Wordings; not empty
	Evidence int   // index in Model.Evidence
}

// Range is From, From+1, … To−1.
type Range struct{ From, To int }

// Place is where a fact stands.
type Place struct {
	Document, Anchor uint16 // indices in Model.Documents and Model.Anchors
	Page             uint16
	Sum              uint32
}

// Weights are the learned numbers of the two kinds of logits.
type Weights struct {
	// Answer weighs a fact: the share of the question that is covered, the share of
	// the wording, 1, and how much of the question is left open.
	Answer [4]float32
	// Evidence is what a word of the evidence covers of the question, as log-odds.
	Evidence float32
	// Unanswered weighs an unanswered question: the share of the question that is
	// covered, that of the unanswered one, and 1.
	Unanswered [3]float32
}

// StartWeights are sensible before any training.
func StartWeights() Weights {
	return Weights{Answer: [4]float32{6, 4, -6, -1}, Unanswered: [3]float32{4, 4, -6}}
}

// Rows is the number of vectors.
func (m *Model) Rows() int { return kindCount + len(m.Names) + foreignRows }

// foreignRows is the last row: that of all tokens that are no names.
const foreignRows = 1

// Named is the row of the i-th name.
func (m *Model) Named(i int) int { return kindCount + i }

// Foreign is the row of the tokens that are no names. They are like no other, nor like
// one another.
func (m *Model) Foreign() int { return kindCount + len(m.Names) }

// Vector is the vector of a row.
func (m *Model) Vector(row int) []float32 { return m.Vectors[row*Dim : row*Dim+Dim : row*Dim+Dim] }

// Prepare works out what scoring needs of the gains and weights. It must run
// after every change of them.
func (m *Model) Prepare() {
	if m.rarity == nil {
		m.rarity = rarities(len(m.Facts), m.Spread)
		m.mass = make([]float32, len(m.rarity))
	}
	for row, gain := range m.Gains {
		m.mass[row] = m.rarity[row]
		if gain != 0 {
			m.mass[row] *= float32(math.Exp(float64(gain)))
		}
	}
	m.evidence = float32(1 / (1 + math.Exp(-float64(m.Weights.Evidence))))
}

// EvidenceShare is what a word of the evidence covers of the question, 0 to 1.
func (m *Model) EvidenceShare() float32 { return m.evidence }

// Mass is what a token weighs.
func (m *Model) Mass(t Token) float32 { return t.share() * m.mass[t.Row()] }

// rarities are the weights of all rows before training: how rare a name is among
// the facts, the most for a foreign one, and for a kind of question what a fairly
// common word has.
func rarities(facts int, spread []uint32) []float32 {
	idf := func(df float64) float32 { return float32(math.Log(1 + (float64(facts)-df+0.5)/(df+0.5))) }
	r := make([]float32, kindCount+len(spread)+foreignRows)
	for i := range r {
		r[i] = idf(0)
	}
	for i := range kindCount {
		r[i] = kindMass
	}
	for i, df := range spread {
		r[kindCount+i] = idf(float64(df))
	}
	return r
}

// kindMass is what the kind of a question weighs: as much as a word of two facts in
// a hundred.
const kindMass = 4
