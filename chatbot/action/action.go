// Package action reads and writes the custom ids of buttons and modals: what to do,
// with which saved answer, and a number.
//
// Everything that a button needs to survive a restart is in its id or saved under its
// answer's id. The price: an id carries no text, so its subject must have been saved
// before the button is shown.
package action

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
	Evidence    Verb = "evidence"     // show quote N of the answer
	Why         Verb = "why"          // show how the answer was found
	Follow      Verb = "follow"       // open the modal for a follow-up question
	FollowModal Verb = "follow-modal" // the follow-up question of that modal
	Share       Verb = "share"        // post a private answer in its channel
	Full        Verb = "full"         // show a short answer in full
	Up          Verb = "up"           // vote for the answer
	Down        Verb = "down"         // vote against it, which opens the modal for the reason
	ReasonModal Verb = "reason-modal" // the reason of that modal
	Retry       Verb = "retry"        // ask again in all documents
	Page        Verb = "page"         // show page N of the answer
	Check       Verb = "check"        // show page N of a report on a message; Answer is the report's id
	Forget      Verb = "forget"       // delete everything stored of the user who clicks; there is no Answer
)

var verbs = []Verb{Evidence, Why, Follow, FollowModal, Share, Full, Up, Down, ReasonModal, Retry, Page, Check, Forget}

// Action is one thing to do.
type Action struct {
	Verb   Verb
	Answer string // id of a saved answer: IDLength characters of base32; "" for Forget
	N      int    // 0 to MaxN
}

const (
	// version is the first part of every id. It changes with the meaning of the rest,
	// so that old buttons are recognised.
	version   = "pq1"
	separator = ":"
)

// Bounds of the parts of an id. The longest id has 39 of the 100 characters that
// Discord allows.
const (
	IDLength = 12 // 60 bits
	MaxN     = 99999
)

// alphabet is that of base32 (RFC 4648), in lower case.
const alphabet = "abcdefghijklmnopqrstuvwxyz234567"

// ErrUnknown is wrapped by the errors of Parse: the id is of another version, has an
// unknown verb, or is not one of ours.
var ErrUnknown = errors.New("unknown action")

// String is the custom id of the action.
func (a Action) String() string {
	return strings.Join([]string{version, string(a.Verb), a.Answer, strconv.Itoa(a.N)}, separator)
}

// Parse reads a custom id. It accepts exactly what String writes of a valid action.
func Parse(id string) (Action, error) {
	if len(id) > 100 { // an error must not repeat more than Discord allows
		return Action{}, fmt.Errorf("read custom id of %d bytes: %w", len(id), ErrUnknown)
	}
	fail := func(what string) (Action, error) {
		return Action{}, fmt.Errorf("read custom id %q: %s: %w", id, what, ErrUnknown)
	}
	parts := strings.Split(id, separator)
	if parts[0] != version || len(parts) != 4 {
		return fail("not of version " + version)
	}
	n, err := strconv.Atoi(parts[3])
	a := Action{Verb: Verb(parts[1]), Answer: parts[2], N: n}
	switch {
	case !slices.Contains(verbs, a.Verb):
		return fail("no such verb")
	case err != nil || n < 0 || n > MaxN || strconv.Itoa(n) != parts[3]:
		return fail("bad number")
	case !validID(a.Answer) && (a.Verb != Forget || a.Answer != ""):
		return fail("bad id of an answer")
	}
	return a, nil
}

func validID(s string) bool { return len(s) == IDLength && strings.Trim(s, alphabet) == "" }
