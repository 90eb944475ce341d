package faq

import "math"

const (
	// dim is the length of token vectors and of sentence embeddings: a sign for each
	// component fills a word.
	dim = 64
	// maxTokens is how many tokens a question or wording has at most: its heaviest.
	maxTokens = 24
	// maxEvidence is how many tokens the evidence of a fact has at most.
	maxEvidence = 56
	// maxVocabulary leaves room for the other rows in the 15 bits of a token.
	maxVocabulary = int(part) - oovRows - questionTypes
)

// Bounds on what is learned keep every score finite.
const (
	maxWeight = 64 // of a weight, either sign
	maxGain   = 3  // of a gain, either sign
)

// model is what questions are matched with. Its arrays are flat, so that they can be the
// sections of a mapped file: see [model.arrays]. Once prepare has run and until a field
// changes, it may be read by many goroutines at once.
type model struct {
	weights    weights
	documents  []string // ids, in byte order
	anchors    []string // ids; anchors[0] is "", for a unit that has none
	vocabulary []string // in byte order

	df      []uint32  // by word of the vocabulary: how many facts are asked with it
	vectors []float32 // by row, dim each, of length 1; nil in a model that only matches
	rounded []byte    // by row, dim each: the same as int8, in proportion
	gains   []float32 // by row: natural logarithm of what it weighs beyond its idf
	idf     []float32 // by row
	mass    []float32 // by row: idf · e^gain
	encoder encoder

	facts     []fact
	units     []unit
	evidence  lists  // each of one or more facts; distinct rows, at most maxEvidence
	wordings  corpus // and the statement of each fact, as its last
	negatives corpus // its groups are the questions themselves
	stated    texts  // the statement of each fact
	// circumstances is a bit for each word of the vocabulary: see [Matcher.Circumstance].
	circumstances []uint64

	evidenceShare float32          // logistic of weights.evidence
	rowByWord     map[string]token // of the vocabulary; nil in a model that is mapped
}

// fact is what some units state together.
type fact struct {
	units    span // in model.units
	wordings span // in model.wordings; not empty
	evidence uint32
}

// span is from, from+1, … to−1.
type span struct{ from, to uint32 }

func (s span) len() int { return int(s.to - s.from) }

// unit denotes a unit of a document.
type unit struct {
	document, anchor uint16 // indices in model.documents and model.anchors
	page             uint16
	_                uint16
	sum              uint32
}

// corpus is a list of questions, read for both ways of comparing.
type corpus struct {
	texts      texts
	lists      lists
	index      index
	embeddings embeddings
}

// lists are lists of tokens, one after the other.
type lists struct {
	starts []uint32 // of each, and the end of the last
	tokens tokens
}

func (l *lists) len() int { return max(0, len(l.starts)-1) }

func (l *lists) at(i int) tokens { return l.tokens[l.starts[i]:l.starts[i+1]] }

func (l *lists) add(t tokens) {
	if len(l.starts) == 0 {
		l.starts = append(l.starts, 0)
	}
	l.tokens = append(l.tokens, t...)
	l.starts = append(l.starts, uint32(len(l.tokens)))
}

// texts are strings, one after the other.
type texts struct {
	starts []uint32 // of each, and the end of the last
	bytes  []byte
}

func (t *texts) at(i int) string { return string(t.bytes[t.starts[i]:t.starts[i+1]]) }

func (t *texts) is(i int, text string) bool {
	return string(t.bytes[t.starts[i]:t.starts[i+1]]) == text
}

func textsOf(list []string) texts {
	t := texts{starts: make([]uint32, 1, len(list)+1)}
	for _, s := range list {
		t.bytes = append(t.bytes, s...)
		t.starts = append(t.starts, uint32(len(t.bytes)))
	}
	return t
}

// weights are the learned numbers of the two kinds of logits.
type weights struct {
	// fact weighs the share of the question that is aligned, the share of the wording,
	// 1, and how much of the question is left open.
	fact [4]float32
	// evidence is how much a word of the evidence counts as aligned, as log-odds.
	evidence float32
	// negative weighs the share of the question that is aligned, that of the hard
	// negative, and 1.
	negative [3]float32
}

// initialWeights are sensible before any training.
func initialWeights() weights {
	return weights{fact: [4]float32{6, 4, -6, -1}, negative: [3]float32{4, 4, -6}}
}

// list is all weights in the order of the file.
func (w *weights) list() []*float32 {
	f, n := &w.fact, &w.negative
	return []*float32{&f[0], &f[1], &f[2], &f[3], &w.evidence, &n[0], &n[1], &n[2]}
}

// rows is the number of token vectors: those of the question types, of the vocabulary
// and, the last, that of all out-of-vocabulary tokens.
func (m *model) rows() int { return questionTypes + len(m.vocabulary) + oovRows }

const oovRows = 1

// oov is the row of the out-of-vocabulary tokens. They are similar to no other, nor to one
// another.
func (m *model) oov() int { return questionTypes + len(m.vocabulary) }

// vector is the vector of a row. Where it has to be worked out it is put into the buffer.
func (m *model) vector(row int, buffer *[dim]float32) []float32 {
	if m.vectors != nil {
		return m.vectors[row*dim : row*dim+dim : row*dim+dim]
	}
	b := (*[dim]byte)(m.rounded[row*dim:])
	var square int32
	for _, x := range b {
		square += int32(int8(x)) * int32(int8(x))
	}
	scale := float32(1 / math.Sqrt(float64(max(square, 1))))
	for i, x := range b {
		buffer[i] = float32(int8(x)) * scale
	}
	return buffer[:]
}

// prepare works out what scoring needs of the gains and weights. It must run after every
// change of them.
func (m *model) prepare(facts int) {
	if m.idf == nil {
		m.idf = inverseFrequencies(facts, m.df)
		m.mass = make([]float32, len(m.idf))
	}
	for row, gain := range m.gains {
		m.mass[row] = m.idf[row]
		if gain != 0 {
			m.mass[row] *= float32(math.Exp(float64(gain)))
		}
	}
	m.prepareWeights()
}

func (m *model) prepareWeights() {
	m.evidenceShare = float32(1 / (1 + math.Exp(-float64(m.weights.evidence))))
}

// massOf is what a token weighs.
func (m *model) massOf(t token) float32 { return t.share() * m.mass[t.row()] }

// inverseFrequencies are the weights of all rows before training: the inverse document
// frequency of a word over the facts, the most for an out-of-vocabulary one, and for a
// question type that of a fairly common word.
func inverseFrequencies(facts int, df []uint32) []float32 {
	idf := func(df float64) float32 { return float32(math.Log(1 + (float64(facts)-df+0.5)/(df+0.5))) }
	r := make([]float32, questionTypes+len(df)+oovRows)
	for i := range r {
		r[i] = idf(0)
	}
	for i := range questionTypes {
		r[i] = questionTypeMass
	}
	for i, n := range df {
		r[questionTypes+i] = idf(float64(n))
	}
	return r
}

// questionTypeMass is what the type of a question weighs: as much as a word of two facts
// in a hundred.
const questionTypeMass = 4
