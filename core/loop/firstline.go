package loop

import (
	"math"
	"strings"

	"github.com/pqcite/pqcite/core"
)

// lineModel is the chance that the first line of an answer answers its question: a logistic
// model of the support of what is said, of the chance of the fact that it states, both as
// log-odds, and of the share of the question that it covers.
type lineModel struct{ bias, support, chance, cover float64 }

// The models by what the first line is. They were fitted to 2,263 answers to the questions of dev
// to test5 in eval/questions, with the documents and with the pack alone. A first line was
// right if it has the words that the answer must have; of 50 without them that were read, more
// than a third of the statements were right, and counted so much. The expected calibration
// error on test6 is .09, and that of the support itself .18.
var (
	statedLine  = lineModel{bias: 1.35, support: 0.09, chance: 0.30, cover: 0.41}
	elementLine = lineModel{bias: -2.3, support: 0.05, cover: 5.4}
	quotedLine  = lineModel{bias: -0.69, support: 0.24}
)

// lineConfidence is the calibrated chance that the first line answers the question.
func (r *run) lineConfidence(sure float64) float64 {
	q, d, line := r.question, &r.draft, r.outcome.ShortAnswer
	if d.Typed {
		return typedConfidence
	}
	m, read := quotedLine, line
	switch {
	case isStated(d.kept):
		m = statedLine
	case d.Exact:
		m, read = elementLine, line+"\n"+r.elements(cited(d.Citations, d.kept[:1]))
	}
	p := logistic(m.bias + m.support*logOdds(sure) + m.chance*logOdds(chanceOf(q.match.Facts, line)) + m.cover*q.measure.Share(q.measure.Marks(read)))
	if isGraded(q, r.best) {
		return min(p, sure)
	}
	return p
}

// elements are the names of the elements that are cited, which a first line may leave out.
func (r *run) elements(cs []core.Citation) string {
	var b strings.Builder
	for _, c := range cs {
		if doc := r.ports.Library.Document(c.DocID); doc != nil && doc.Anchor(c.Anchor) != nil {
			b.WriteString(doc.Label + " " + doc.Anchor(c.Anchor).Name() + "\n")
		}
	}
	return b.String()
}

// chanceOf is the chance that one of the facts with a statement is asked for.
func chanceOf(facts []core.Fact, statement string) float64 {
	var sum float64
	for _, f := range facts {
		if f.Statement == statement {
			sum += f.Chance
		}
	}
	return sum
}

// logOdds are the natural log-odds of a chance, from -9.2 to 9.2.
func logOdds(chance float64) float64 {
	const least = 1e-4
	chance = min(max(chance, least), 1-least)
	return math.Log(chance / (1 - chance))
}

func logistic(z float64) float64 { return 1 / (1 + math.Exp(-z)) }
