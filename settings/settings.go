package settings

import (
	"errors"

	"github.com/pqcite/pqcite/citations/rules"
	"github.com/pqcite/pqcite/internal/walk"
)

// Settings are all settings. They are read-only once loaded.
type Settings struct {
	Check  Check
	Engine string // EngineEmbedded or EngineMeili
	Meili  Meili
}

// The engines that find passages.
const (
	EngineEmbedded = "embedded"
	EngineMeili    = "meili"
)

// Meili is where a team's library is. Its keys are no settings.
type Meili struct {
	URLs        []string // of servers
	Collections []string // nil for the default
}

// Check are the settings of a check of citations.
type Check struct {
	Rules  rules.Severities
	Select []string // ids of the rules to report; nil for all that are not off
	Ignore []string // ids of rules not to report
	// Exclude are patterns, as in .gitignore, of files that are not checked, relative
	// to the absolute folder ExcludeIn.
	Exclude   []string
	ExcludeIn string
	Baseline  string // file of known findings, absolute; "" for none
	FailOn    rules.Severity
	MaxBytes  int64 // of a file; larger ones are left out
	Vendored  bool  // read third-party code as well
	Ignored   bool  // read what git ignores as well
}

// ErrInvalid is wrapped by all errors about configured values.
var ErrInvalid = errors.New("invalid settings")

// Default are the settings without any configuration.
func Default() Settings {
	return Settings{
		Check:  Check{Rules: rules.DefaultSeverities(), FailOn: rules.SeverityWarning, MaxBytes: walk.DefaultMaxBytes},
		Engine: EngineEmbedded,
	}
}

// Severities are those of a check with its selection. A rule that is off but selected
// by name gets the severity that the registry has for it. Ignored rules are off.
func (c *Check) Severities() rules.Severities {
	out := c.Rules
	if c.Select != nil {
		for _, id := range rules.IDs() {
			_ = out.Set(id, rules.SeverityOff) // every severity can be off
		}
		for _, id := range c.Select {
			_ = out.Set(id, asked(id, c.Rules.Of(id)))
		}
	}
	for _, id := range c.Ignore {
		_ = out.Set(id, rules.SeverityOff)
	}
	return out
}

// asked is the severity of a rule that is selected by name.
func asked(id string, set rules.Severity) rules.Severity {
	r, _ := rules.ByID(id)
	switch {
	case set != rules.SeverityOff:
		return set
	case r.Severity != rules.SeverityOff:
		return r.Severity
	}
	return r.Asked
}
