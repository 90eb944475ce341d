package render

import (
	"fmt"
	"strings"
	"time"

	"github.com/pqcite/pqcite/chatbot/words"
	"github.com/pqcite/pqcite/citations/refs"
)

// Notice is a message with a single statement.
type Notice string

// The notices. An error is Outage, never a refusal.
const (
	Outage         = Notice(words.NoticeOutage)         // something of ours is broken
	Stopped        = Notice(words.NoticeStopped)        // the bot is being shut down
	TooBusy        = Notice(words.NoticeTooBusy)        // the queue is full
	TimedOut       = Notice(words.NoticeTimeout)        // the answer took too long
	OldButton      = Notice(words.NoticeOldButton)      // its action or its answer is unknown
	OldCommand     = Notice(words.NoticeOldCommand)     // not one of ours any more
	Expired        = Notice(words.NoticeExpired)        // the conversation can no longer be continued
	VotedUp        = Notice(words.NoticeVotedUp)        //
	VotedDown      = Notice(words.NoticeVotedDown)      //
	ReasonKept     = Notice(words.NoticeReasonKept)     //
	Forgotten      = Notice(words.NoticeForgotten)      // everything stored of a user
	NothingToCheck = Notice(words.NoticeNothingToCheck) // no reference and no sentence in a message
	NoText         = Notice(words.NoticeNoText)         // a message without text, such as an image
)

// Matter is what somebody wanted when something failed: not everything is a question.
type Matter int

// The matters.
const (
	OfQuestion Matter = iota
	OfCheck           // of somebody's message
	OfSettings        // of a server
	OfAnything        // anything else, such as a vote
)

// ofMatter are the notices worded for what was wanted.
var ofMatter = map[Matter]map[Notice]words.Key{
	OfCheck: {
		Outage: words.NoticeOutageCheck, Stopped: words.NoticeStoppedOther, TooBusy: words.NoticeTooBusyOther, TimedOut: words.NoticeTimeoutOther,
	},
	OfSettings: {
		Outage: words.NoticeOutageConfig, Stopped: words.NoticeStoppedOther, TooBusy: words.NoticeTooBusyOther, TimedOut: words.NoticeTimeoutOther,
	},
	OfAnything: {
		Outage: words.NoticeOutageOther, Stopped: words.NoticeStoppedOther, TooBusy: words.NoticeTooBusyOther, TimedOut: words.NoticeTimeoutOther,
	},
}

// Bound says whose limit was reached.
type Bound string

// The bounds.
const (
	OfUser     = Bound(words.LimitedUser)
	OfGuild    = Bound(words.LimitedGuild)
	OfEveryone = Bound(words.LimitedEveryone)
)

// Denial says why somebody may not do something.
type Denial string

// The denials.
const (
	WrongChannel   = Denial(words.DeniedChannel) // not on the list of allowed ones
	NoPermission   = Denial(words.DeniedPermission)
	OutsideServer  = Denial(words.DeniedServerOnly)
	NotTheirAnswer = Denial(words.DeniedAskerOnly)
)

// Fault says what is wrong with an input.
type Fault string

// The faults, with the fields of Invalid that they use.
const (
	Empty            = Fault(words.InvalidEmpty)
	EmptySide        = Fault(words.InvalidSide)
	TooLong          = Fault(words.InvalidTooLong)   // Length, Most
	UnknownDocument  = Fault(words.InvalidDocument)  // Value, Nearest
	UnknownReference = Fault(words.InvalidReference) // Value, Nearest
	UnknownTerm      = Fault(words.InvalidTerm)      // Value, Nearest
	OutOfRange       = Fault(words.InvalidNumber)    // Value, Least, Most
	TooManyChannels  = Fault(words.InvalidChannels)  // Most
	SameTwice        = Fault(words.InvalidSame)      // Value
	Unreadable       = Fault(words.InvalidOther)     // Value
)

// Invalid is an unusable input.
type Invalid struct {
	Fault       Fault
	Value       string
	Length      int
	Least, Most int
	Nearest     []string // suggestions, best first
}

// warnings are the notices of failures, with their signs.
var warnings = map[Notice]string{Outage: "⚠️", Stopped: "⏻", TooBusy: "⏳", TimedOut: "⏳"}

// Notice shows a notice.
func (v View) Notice(n Notice) Message {
	return Message{Content: joined(" ", warnings[n], v.Words.Text(words.Key(n), nil))}
}

// Failure says that something failed, worded for what was wanted.
func (v View) Failure(n Notice, of Matter) Message {
	key, ok := ofMatter[of][n]
	if !ok {
		key = words.Key(n)
	}
	return Message{Content: joined(" ", warnings[n], v.Words.Text(key, nil))}
}

// Limited says that somebody has to wait, and until when: each reader sees it in their
// own time zone.
func (v View) Limited(by Bound, until time.Time) Message {
	return Message{Content: "⏳ " + v.Words.Text(words.Key(by), words.Args{"When": fmt.Sprintf("<t:%d:R>", until.Unix())})}
}

// maxChannels is how many channels are listed.
const maxChannels = 10

// Denied says that somebody may not do something. For WrongChannel, channels are the
// ids of the allowed ones.
func (v View) Denied(d Denial, channels []string) Message {
	out := v.Words.Text(words.Key(d), nil)
	if list := channelList(channels); list != "" && d == WrongChannel {
		out += " " + v.Words.Text(words.DeniedChannels, words.Args{"Channels": list})
	}
	return Message{Content: out}
}

// channelList lists channels by Discord's own links. Invalid ids are omitted.
func channelList(ids []string) string {
	var out []string
	for _, id := range ids {
		if id == "" || len(id) > 20 || strings.Trim(id, "0123456789") != "" {
			continue
		}
		if len(out) == maxChannels {
			out = append(out, ellipsis)
			break
		}
		out = append(out, "<#"+id+">")
	}
	return strings.Join(out, ", ")
}

// maxValue bounds an input that is repeated, in UTF-16 units.
const maxValue = 120

// Invalid says what is wrong with an input, with suggestions.
func (v View) Invalid(in Invalid) Message {
	value, _ := fit(plain(in.Value), maxValue, Escape)
	out := v.Words.Text(words.Key(in.Fault), words.Args{"Value": value, "Length": in.Length, "Least": in.Least, "Most": in.Most})
	var near []string
	for _, n := range in.Nearest[:min(len(in.Nearest), refs.MaxNearest)] {
		set, _ := fit(plain(n), maxLinkText, Escape)
		near = append(near, set)
	}
	if len(near) > 0 {
		out += "\n" + v.Words.Text(words.InvalidNearest, nil) + ": " + strings.Join(near, "; ")
	}
	return Message{Content: out}
}
