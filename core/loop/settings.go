package loop

import (
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/plan"
)

// Settings are what a run depends on besides the question and the ports.
type Settings struct {
	Budget   core.Budget
	Features core.Features
	plan.Context
	Detail   bool          // say all that was proved, not only what answers
	Observer core.Observer // receives every event; may be nil
}

// DefaultSettings are those of a run that nobody configured.
func DefaultSettings() Settings {
	return Settings{Budget: core.DefaultBudget(), Features: core.DefaultFeatures()}
}
