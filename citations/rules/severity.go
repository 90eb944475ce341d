package rules

import (
	"fmt"
	"slices"
)

// Severity is how loud a finding is.
type Severity string

// The severities, from what is not reported to what is certainly wrong.
const (
	SeverityOff         Severity = "off"
	SeverityHint        Severity = "hint"        // three dots in an editor; a note of a report
	SeverityInformation Severity = "information" // right, and worth knowing
	SeverityWarning     Severity = "warning"
	SeverityError       Severity = "error"
)

// severities are all of them, the quietest first.
var severities = []Severity{SeverityOff, SeverityHint, SeverityInformation, SeverityWarning, SeverityError}

// SeverityWords are the words for severities, the loudest first.
func SeverityWords() []Severity {
	loudest := slices.Clone(severities)
	slices.Reverse(loudest)
	return loudest
}

// Reaches reports whether a severity is at least another. SeverityOff reaches none.
func (s Severity) Reaches(least Severity) bool {
	return s != SeverityOff && slices.Index(severities, s) >= slices.Index(severities, least)
}

// RuleSeverities say how loud each rule is, in the order of Rules. They can be compared
// with ==.
type Severities [len(registry)]Severity

// DefaultSeverities are those of who sets none.
func DefaultSeverities() Severities {
	var s Severities
	for i := range registry {
		s[i] = registry[i].Severity
	}
	return s
}

// Of is the severity of a rule; SeverityOff of "" and of what is no rule.
func (s *Severities) Of(rule string) Severity {
	if i := ruleIndex(rule); i >= 0 {
		return s[i]
	}
	return SeverityOff
}

// Set sets the severity of a rule, of which there must be one that is not fixed.
func (s *Severities) Set(rule string, to Severity) error {
	i := ruleIndex(rule)
	if i < 0 || registry[i].Fixed {
		return fmt.Errorf("rule %q must be one of %q", rule, IDs())
	}
	s[i] = to
	return nil
}
