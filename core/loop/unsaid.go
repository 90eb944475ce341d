package loop

import (
	"fmt"
	"strings"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/answer"
)

// unsaid says what claims that were proved do not state of the question, "" if they
// may be said: what a document of others holds, why it is so where all that there is is
// a row of a table, what a cell does not mean, the date or the number that was asked for. Where known questions convince, the
// last two are not asked for.
func (r *run) unsaid(d answer.Draft, kept []core.Claim, sure float64) string {
	if !r.settings.Features.Slots {
		return ""
	}
	if doc := r.outside(); doc != "" {
		return fmt.Sprintf("%s is not in the library, and no passage that was found says of it what was asked.", doc)
	}
	if r.plan.Intent == core.IntentReason && strings.Contains(kept[0].Text, answer.CellSeparator) {
		return "A table states this, but no passage that was found says why it is so."
	}
	if r.convinced(sure) {
		return ""
	}
	if d.Exact && len(r.plan.References) == 0 && r.told(kept, d.Citations) < minCell {
		return "A table has a value of this, but not the one that was asked for."
	}
	if !r.states(kept, d.Citations, d.Exact) || !r.statesSerial(kept) {
		return r.notStated("none of the passages found states the " + r.wanted() + " that was asked for")
	}
	return ""
}

// minCell is the share of the content words of a question that its cells cover with
// the headings of their table: a cell for a name and a property says nothing of the
// laptop that is asked about beside them. Of the development questions that cells
// answer rightly none has less than 0.61.
const minCell = 0.6

// cellClaims is how many claims of an exact answer are its cells; what follows them
// completes it.
const cellClaims = 3

// told is the share of the content words of the question that the first claims cover
// with what they are read with.
func (r *run) told(claims []core.Claim, cs []core.Citation) float64 {
	var b strings.Builder
	for _, c := range claims[:min(len(claims), cellClaims)] {
		b.WriteString(r.context(c, cs))
	}
	return r.measure.Within(r.measure.Marks(b.String()), r.measure.Words().Content)
}

// wanted is the kind of thing that the question asks for.
func (r *run) wanted() string {
	if r.plan.Intent == core.IntentDate {
		return "date"
	}
	return "number"
}
