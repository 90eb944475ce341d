// Package render turns outcomes into Discord messages: answers with a source for each
// number, refusals, cards, reports, notices.
//
// Everything here is a pure function of its arguments: no I/O, no clock. Every message
// is within Discord's limits by construction, counted in UTF-16 units, which are never
// fewer than Discord's. Everything from documents, users and
// models is escaped for its place.
//
// Trade-off: Discord's newer components are not used. Every client shows embeds and
// buttons, and they have room for 6,000 characters.
package render

import (
	"github.com/bwmarrin/discordgo"

	"github.com/pqcite/pqcite/chatbot/words"
	"github.com/pqcite/pqcite/core"
)

// Discord's limits, from its documentation of messages, embeds, components and modals
// as of August 2026; those of text in characters.
const (
	maxTitle       = 256
	maxDescription = 4096
	maxFields      = 25
	maxFieldName   = 256
	maxFieldValue  = 1024
	maxButtons     = 5 // of a row
	maxLabel       = 80
	maxButtonURL   = 512
	maxModalTitle  = 45
	maxModalLabel  = 45
	maxPlaceholder = 100
)

// Message is a message to send. The sender adds flags and allowed mentions.
type Message struct {
	Content    string
	Embeds     []*discordgo.MessageEmbed
	Components []discordgo.MessageComponent
	Files      []File
}

// File is an attachment.
type File struct {
	Name        string // ASCII letters, digits, points, hyphens and underscores
	ContentType string
	Data        []byte
}

// Modal is a form, as in the response to a command or a button.
type Modal struct {
	CustomID   string
	Title      string
	Components []discordgo.MessageComponent
}

// Ids of the fields of modals.
const (
	FieldQuestion = "question"
	FieldReason   = "reason"
)

// View shows things in one language, linked to one library.
type View struct {
	Words *words.Words
	// Document returns a document of the library, or nil.
	Document func(id string) *core.Document
}

// Detail says how much of an answer is shown.
type Detail string

// The details. Any other value means DetailFull.
const (
	DetailShort Detail = "short" // the short answer and its sources
	DetailFull  Detail = "full"
)

// Reply is an outcome with what its message needs.
type Reply struct {
	// ID is that of the saved answer. Without it the message has no buttons.
	ID      string
	Outcome *core.Outcome
	Detail  Detail
	// Private offers to share the answer: only the asker sees it.
	Private bool
	// Votes offers 👍 and 👎.
	Votes bool
	// Follows is the question that this one follows, or "".
	Follows string
	// Scoped means that the asker or the server restricted the search to some
	// documents: a refusal offers to search all.
	Scoped bool
}
