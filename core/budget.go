package core

import (
	"errors"
	"fmt"
)

// Budget bounds a run. The defaults are those of the design, section 7.
type Budget struct {
	Steps     int `json:"steps"`      // states entered
	ToolCalls int `json:"tool_calls"` // calls to an engine
	Rounds    int `json:"rounds"`     // retrieval rounds; the search for a repair is none
	MinHits   int `json:"min_hits"`   // hits below which evidence is never sufficient
}

// DefaultBudget returns the budget of a run that nobody configured.
func DefaultBudget() Budget { return Budget{Steps: 8, ToolCalls: 3, Rounds: 2, MinHits: 2} }

// ErrBudget is wrapped by the errors of Validate.
var ErrBudget = errors.New("invalid budget")

// Validate refuses a bound that is not positive.
func (b Budget) Validate() error {
	for _, f := range []struct {
		name  string
		value int
	}{{"steps", b.Steps}, {"tool calls", b.ToolCalls}, {"rounds", b.Rounds}, {"minimum hits", b.MinHits}} {
		if f.value < 1 {
			return fmt.Errorf("%w: %s is %d, must be at least 1", ErrBudget, f.name, f.value)
		}
	}
	return nil
}

// Spent is what a run used of its budget.
type Spent struct {
	Steps     int `json:"steps"`
	ToolCalls int `json:"tool_calls"`
	Rounds    int `json:"rounds"`
}
