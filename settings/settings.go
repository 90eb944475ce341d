package settings

import (
	"errors"

	"github.com/pqcite/pqcite/citations"
	"github.com/pqcite/pqcite/internal/walk"
)

// Settings are all settings. They are read-only once they are loaded.
type Settings struct {
	Check Check
}

// Check are the settings of a check of citations.
type Check struct {
	Rules  citations.RuleSeverities
	Select []string // ids of the rules that are reported; nil for all that are not off
	Ignore []string // ids of rules that are not reported
	// Exclude are patterns as in .gitignore of files that are not checked, relative to
	// the folder ExcludeIn, which is absolute.
	Exclude   []string
	ExcludeIn string
	Baseline  string // file of known findings, absolute; "" for none
	FailOn    citations.Severity
	MaxBytes  int64 // of a file; larger ones are left out
	Vendored  bool  // read other people's code as well
	Ignored   bool  // read what git ignores as well
}

// ErrInvalid is wrapped by all errors about what somebody has set.
var ErrInvalid = errors.New("invalid settings")

// Default are the settings of who sets none.
func Default() Settings {
	return Settings{Check{Rules: citations.DefaultSeverities(), FailOn: citations.SeverityWarning, MaxBytes: walk.DefaultMaxBytes}}
}

// Severities are those of a check with its selection. A rule that is off and selected by
// its name is as loud as the registry has it for who asks. What Ignore names is off.
func (c *Check) Severities() citations.RuleSeverities {
	out := c.Rules
	if c.Select != nil {
		for _, id := range citations.RuleIDs() {
			_ = out.Set(id, citations.SeverityOff) // which each of them takes
		}
		for _, id := range c.Select {
			_ = out.Set(id, asked(id, c.Rules.Of(id)))
		}
	}
	for _, id := range c.Ignore {
		_ = out.Set(id, citations.SeverityOff)
	}
	return out
}

// asked is how loud a rule is that somebody asks for by its name.
func asked(id string, set citations.Severity) citations.Severity {
	r, _ := citations.RuleOf(id)
	switch {
	case set != citations.SeverityOff:
		return set
	case r.Severity != citations.SeverityOff:
		return r.Severity
	}
	return r.Asked
}
