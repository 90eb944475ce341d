package render

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Verb is what a button or modal asks for.
type Verb string

// The verbs. N is a page, from 1, where mentioned, otherwise 0.
const (
	VerbEvidence    Verb = "evidence"     // show quote N of the answer
	VerbWhy         Verb = "why"          // show how the answer was found
	VerbFollow      Verb = "follow"       // open the modal for a follow-up question
	VerbFollowModal Verb = "follow-modal" // the follow-up question of that modal
	VerbShare       Verb = "share"        // post a private answer in its channel
	VerbFull        Verb = "full"         // show a short answer in full
	VerbUp          Verb = "up"           // vote for the answer
	VerbDown        Verb = "down"         // vote against it, which opens the modal for the reason
	VerbReasonModal Verb = "reason-modal" // the reason of that modal
	VerbRetry       Verb = "retry"        // ask again in all documents
	VerbPage        Verb = "page"         // show page N of the answer
	VerbCheck       Verb = "check"        // show page N of a report on a message; Answer is the report's id
	VerbForget      Verb = "forget"       // delete everything stored of the user who clicks; there is no Answer
)

var verbs = []Verb{VerbEvidence, VerbWhy, VerbFollow, VerbFollowModal, VerbShare, VerbFull, VerbUp, VerbDown, VerbReasonModal, VerbRetry, VerbPage, VerbCheck, VerbForget}

// Action is what a button or modal asks for. Everything that it needs to survive a restart is in its custom id or saved
// under its answer's id. The price: an id carries no text, so its subject must have been saved before the button is shown.
type Action struct {
	Verb   Verb
	Answer string // id of a saved answer: ActionIDLength characters of base32; "" for VerbForget
	N      int    // 0 to maxActionN
}

const (
	// actionVersion is the first part of every id. It changes with the meaning of the rest,
	// so that old buttons are recognised.
	actionVersion = "pq1"
	separator     = ":"
)

// Bounds of the parts of an id. The longest id has 39 of the 100 characters that
// Discord allows.
const (
	ActionIDLength = 12 // 60 bits
	maxActionN     = 99999
)

// alphabet is that of base32 (RFC 4648), in lower case.
const alphabet = "abcdefghijklmnopqrstuvwxyz234567"

// errAction is wrapped by the errors of ParseAction: the id is of another version, has an
// unknown verb, or is not one of ours.
var errAction = errors.New("unknown action")

// String is the custom id of the action.
func (a Action) String() string {
	return strings.Join([]string{actionVersion, string(a.Verb), a.Answer, strconv.Itoa(a.N)}, separator)
}

// ParseAction reads a custom id. It accepts exactly what String writes of a valid action.
func ParseAction(id string) (Action, error) {
	if len(id) > 100 { // an error must not repeat more than Discord allows
		return Action{}, fmt.Errorf("read custom id of %d bytes: %w", len(id), errAction)
	}
	fail := func(what string) (Action, error) {
		return Action{}, fmt.Errorf("read custom id %q: %s: %w", id, what, errAction)
	}
	parts := strings.Split(id, separator)
	if parts[0] != actionVersion || len(parts) != 4 {
		return fail("not of version " + actionVersion)
	}
	n, err := strconv.Atoi(parts[3])
	a := Action{Verb: Verb(parts[1]), Answer: parts[2], N: n}
	switch {
	case !slices.Contains(verbs, a.Verb):
		return fail("no such verb")
	case err != nil || n < 0 || n > maxActionN || strconv.Itoa(n) != parts[3]:
		return fail("bad number")
	case !validID(a.Answer) && (a.Verb != VerbForget || a.Answer != ""):
		return fail("bad id of an answer")
	}
	return a, nil
}

func validID(s string) bool { return len(s) == ActionIDLength && strings.Trim(s, alphabet) == "" }
