package loop

import "github.com/pqcite/pqcite/core"

// account is what a run may spend, and what it has spent.
type account struct {
	budget core.Budget
	spent  core.Spent
}

// What is left of the steps after a decision to search again or to answer: an
// action, a retrieval, an assessment; a draft, its verification.
const (
	stepsOfSearch = 3
	stepsOfAnswer = 2
)

// affords reports whether so many steps are left.
func (a *account) affords(steps int) bool { return a.spent.Steps+steps <= a.budget.Steps }

// exhausted names the budget that does not allow another search and an answer after it,
// or "".
func (a *account) exhausted() core.StopReason {
	switch {
	case a.spent.Rounds >= a.budget.Rounds:
		return core.StopRounds
	case a.spent.ToolCalls >= a.budget.ToolCalls:
		return core.StopToolCalls
	case !a.affords(stepsOfSearch + stepsOfAnswer):
		return core.StopSteps
	}
	return ""
}

// affordsRepair reports whether a search and two steps are left: for the repair, and to
// verify it.
func (a *account) affordsRepair() bool { return a.affords(2) && a.spent.ToolCalls < a.budget.ToolCalls }

// minHits is the budget's minimum, or all that there is to find if that is less.
func minHits(l Library, b core.Budget) int {
	n := 0
	for _, d := range l.Documents() {
		if n += len(d.Passages); n >= b.MinHits {
			return b.MinHits
		}
	}
	return n
}
