package loop

import "github.com/pqcite/pqcite/core"

// Settings are what a run depends on beside the question and the ports.
type Settings struct {
	Budget   core.Budget
	Features core.Features
	// Scope holds the ids of the documents to keep to where the question names none;
	// empty means all.
	Scope []string
	// Confined keeps to the scope whatever the question names.
	Confined bool
	Observer core.Observer // told every event; may be nil
}

// DefaultSettings are those of a run that nobody configured.
func DefaultSettings() Settings {
	return Settings{Budget: core.DefaultBudget(), Features: core.DefaultFeatures()}
}
