package lsptest

import (
	"fmt"
	"slices"
	"strings"
)

// phase is how far the handshake of a session has come.
type phase int

const (
	unborn       phase = iota // nothing is known of initialize
	initializing              // it was asked
	answered                  // it was answered without an error
	ready                     // the client has sent initialized
)

// early may be sent by a server that has not answered initialize yet.
var early = []string{"window/showMessage", "window/logMessage", "telemetry/event", "window/showMessageRequest", "$/progress"}

// checkPhase makes sure that the server keeps to the handshake. A session that never saw
// initialize is not checked, so that single messages can be checked.
func (s *session) checkPhase(e envelope) []string {
	switch {
	case s.phase == initializing && !slices.Contains(early, e.method):
		return []string{"comes before the answer to initialize"}
	case s.phase == answered && strings.HasPrefix(e.method, "client/"):
		return []string{"comes before the client has sent initialized"}
	}
	return nil
}

// checkCapability refuses a request that the client can't be expected to answer.
// It, too, needs to have seen initialize. A showMessageRequest is older than the
// capability that describes it.
func (s *session) checkCapability(e envelope) []string {
	m := s.model.requests[e.method]
	if e.kind != request || s.phase == unborn || m == nil || m.ClientCapability == "" || e.method == "window/showMessageRequest" {
		return nil
	}
	name := m.ClientCapability
	if strings.HasSuffix(e.method, refresh) && !strings.HasSuffix(name, refreshes) {
		name += refreshes // the model is not exact about code lenses
	}
	switch at(s.capabilities, strings.Split(name, ".")...) {
	case nil, false:
		return []string{fmt.Sprintf("needs the client's capability %q", name)}
	}
	return nil
}

const refresh, refreshes = "/refresh", ".refreshSupport"

// checkEncoding asks for an encoding that the client offered; all know utf-16.
func (s *session) checkEncoding(result any) []string {
	chosen := at(result, "capabilities", "positionEncoding")
	offered, _ := at(s.capabilities, "general", "positionEncodings").([]any)
	if chosen == nil || chosen == "utf-16" || slices.Contains(offered, chosen) {
		return nil
	}
	return []string{fmt.Sprintf("result.capabilities.positionEncoding: %s was not offered", show(chosen))}
}
