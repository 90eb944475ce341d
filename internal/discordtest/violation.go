package discordtest

import "fmt"

// Rule is what a violation breaks.
type Rule string

const (
	ruleRoute        Rule = "route"
	ruleHeader       Rule = "header"
	ruleAuth         Rule = "authorization"
	ruleJSON         Rule = "json"
	ruleUnknownKey   Rule = "unknown key"
	ruleForm         Rule = "form"
	ruleOpenAPI      Rule = "openapi"
	ruleMentions     Rule = "allowed mentions"
	ruleEmpty        Rule = "empty message"
	ruleCallbackType Rule = "callback type"
	ruleSecond       Rule = "second callback"
	ruleLate         Rule = "late callback"
	ruleExpired      Rule = "expired token"
	ruleWebhook      Rule = "unknown webhook"
	ruleUnknown      Rule = "unknown object"
	ruleUnanswered   Rule = "before the callback"
	ruleEphemeral    Rule = "ephemeral"
	ruleRetryAfter   Rule = "retry after"
	ruleGateway      Rule = "gateway"
	ruleHeartbeat    Rule = "heartbeat"
	ruleEndpoint     Rule = "endpoint"
	ruleHost         Rule = "host"
)

// Violation is one breach by the bot of what Discord asks of it.
type Violation struct {
	Rule Rule
	Call string // the route, or the part of the gateway
	Says string
}

func (v Violation) String() string { return fmt.Sprintf("%s: %s: %s", v.Call, v.Rule, v.Says) }

// maxViolations bounds what one broken bot can make the server keep.
const maxViolations = 1000

// violate records a breach and fails the test with it. The lock must not be held.
func (s *Server) violate(rule Rule, call, format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.violateLocked(rule, call, format, args...)
}

func (s *Server) violateLocked(rule Rule, call, format string, args ...any) {
	v := Violation{rule, call, fmt.Sprintf(format, args...)}
	if s.silent {
		return
	}
	if len(s.violations) < maxViolations {
		s.violations = append(s.violations, v)
	}
	if !s.o.Quiet {
		s.tb.Errorf("Discord: %s", v)
	}
}

// Violations are the breaches so far, at most 1,000.
func (s *Server) Violations() []Violation {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Violation(nil), s.violations...)
}

// misuse fails the test for what the scenario does that no user could do.
func (s *Server) misuse(format string, args ...any) {
	s.tb.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.silent {
		s.tb.Errorf("scenario: "+format, args...)
	}
}
