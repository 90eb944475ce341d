package render

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/bwmarrin/discordgo"

	"github.com/pqcite/pqcite/chatbot/action"
)

// Discord's limits, from its documentation of messages, embeds, components and modals
// as of August 2026; those of text in characters.
const (
	maxContent     = 2000
	maxEmbeds      = 10
	maxEmbedSum    = 6000 // of all embeds of a message
	maxTitle       = 256
	maxDescription = 4096
	maxFields      = 25
	maxFieldName   = 256
	maxFieldValue  = 1024
	maxFooter      = 2048
	maxAuthor      = 256
	maxRows        = 5
	maxButtons     = 5 // of a row
	maxLabel       = 80
	maxCustomID    = 100
	maxButtonURL   = 512
	maxModalTitle  = 45
	maxModalLabel  = 45
	maxModalRows   = 5
	maxPlaceholder = 100
	maxInput       = 4000
	maxFiles       = 10
	maxFileBytes   = 8 << 20 // of all files; Discord takes more, but not from every server
	maxFileName    = 100
)

// ErrLimit is wrapped by the errors of Validate: the message breaks one of Discord's
// rules and would be rejected.
var ErrLimit = errors.New("message breaks a rule of Discord")

// Validate reports whether Discord accepts a message.
func Validate(m Message) error {
	v := validator{ids: map[string]bool{}}
	v.text("content", m.Content, 0, maxContent)
	v.count("embeds", len(m.Embeds), maxEmbeds)
	if strings.TrimSpace(m.Content) == "" && len(m.Embeds) == 0 && len(m.Files) == 0 {
		v.fail("message is empty")
	}
	urls := map[string]bool{}
	for i, e := range m.Embeds {
		v.embed(fmt.Sprintf("embed %d", i+1), e)
		if e.URL != "" && urls[e.URL] {
			v.fail("embed %d has the address of another, and would be merged with it", i+1)
		}
		urls[e.URL] = true
	}
	if v.sum > maxEmbedSum {
		v.fail("embeds have %d characters together, at most %d", v.sum, maxEmbedSum)
	}
	v.rows(m.Components)
	v.files(m.Files)
	return v.result()
}

// ValidateModal reports whether Discord accepts a modal.
func ValidateModal(m Modal) error {
	v := validator{ids: map[string]bool{}}
	v.text("title", m.Title, 1, maxModalTitle)
	v.customID("modal", m.CustomID)
	if _, err := action.Parse(m.CustomID); err != nil {
		v.fail("modal: %v", err)
	}
	if len(m.Components) == 0 {
		v.fail("modal has no components")
	}
	v.count("components of a modal", len(m.Components), maxModalRows)
	for _, c := range m.Components {
		row, ok := c.(discordgo.ActionsRow)
		if !ok || len(row.Components) != 1 {
			v.fail("component of a modal is %T, want a row with one input", c)
			continue
		}
		in, ok := row.Components[0].(discordgo.TextInput)
		if !ok {
			v.fail("input of a modal is %T", row.Components[0])
			continue
		}
		v.customID("input", in.CustomID)
		v.text("label", in.Label, 1, maxModalLabel)
		v.text("placeholder", in.Placeholder, 0, maxPlaceholder)
		if in.MinLength < 0 || in.MaxLength < in.MinLength || in.MaxLength > maxInput || units(in.Value) > maxInput {
			v.fail("input takes %d to %d characters, at most %d", in.MinLength, in.MaxLength, maxInput)
		}
	}
	return v.result()
}

type validator struct {
	sum  int             // characters of embeds
	ids  map[string]bool // custom ids so far
	errs []error
}

func (v *validator) fail(format string, args ...any) {
	v.errs = append(v.errs, fmt.Errorf(format, args...))
}

func (v *validator) result() error {
	if len(v.errs) == 0 {
		return nil
	}
	return fmt.Errorf("%w: %w", ErrLimit, errors.Join(v.errs...))
}

func (v *validator) count(what string, n, most int) {
	if n > most {
		v.fail("%d %s, at most %d", n, what, most)
	}
}

// text checks the length of a text without the white space at its ends, which Discord
// drops.
func (v *validator) text(what, s string, least, most int) {
	if n := units(s); n > most {
		v.fail("%s has %d characters, at most %d", what, n, most)
	}
	if units(strings.TrimSpace(s)) < least {
		v.fail("%s is empty", what)
	}
}

// part is text for an embed, which counts towards the sum.
func (v *validator) part(what, s string, least, most int) {
	v.text(what, s, least, most)
	v.sum += units(s)
}

func (v *validator) embed(what string, e *discordgo.MessageEmbed) {
	before := v.sum
	v.part(what+": title", e.Title, 0, maxTitle)
	v.part(what+": description", e.Description, 0, maxDescription)
	if e.Footer != nil {
		v.part(what+": footer", e.Footer.Text, 1, maxFooter)
	}
	if e.Author != nil {
		v.part(what+": author", e.Author.Name, 1, maxAuthor)
	}
	v.count("fields of "+what, len(e.Fields), maxFields)
	for i, f := range e.Fields {
		v.part(fmt.Sprintf("%s: name of field %d", what, i+1), f.Name, 1, maxFieldName)
		v.part(fmt.Sprintf("%s: value of field %d", what, i+1), f.Value, 1, maxFieldValue)
	}
	if v.sum == before {
		v.fail("%s is empty", what)
	}
}

func (v *validator) rows(rows []discordgo.MessageComponent) {
	v.count("rows of components", len(rows), maxRows)
	for i, c := range rows {
		row, ok := c.(discordgo.ActionsRow)
		if !ok {
			v.fail("component %d is %T, want a row", i+1, c)
			continue
		}
		if len(row.Components) == 0 {
			v.fail("row %d is empty", i+1)
		}
		v.count(fmt.Sprintf("buttons in row %d", i+1), len(row.Components), maxButtons)
		for _, c := range row.Components {
			v.button(c)
		}
	}
}

func (v *validator) button(c discordgo.MessageComponent) {
	b, ok := c.(discordgo.Button)
	if !ok {
		v.fail("component of a row is %T, want a button", c)
		return
	}
	v.text("label of a button", b.Label, 0, maxLabel)
	if strings.TrimSpace(b.Label) == "" && b.Emoji == nil {
		v.fail("button has neither a label nor an emoji")
	}
	if b.Style == discordgo.LinkButton {
		if _, ok := webAddress(b.URL, maxButtonURL); !ok || b.CustomID != "" {
			v.fail("button leads to %q with the id %q", b.URL, b.CustomID)
		}
		return
	}
	v.customID("button", b.CustomID)
	if b.URL != "" {
		v.fail("button %q has an address, and is none that leads to one", b.CustomID)
	}
}

func (v *validator) customID(what, id string) {
	v.text("custom id of a "+what, id, 1, maxCustomID)
	if v.ids[id] {
		v.fail("custom id %q is there twice", id)
	}
	v.ids[id] = true
}

var fileName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]*$`)

func (v *validator) files(files []File) {
	v.count("files", len(files), maxFiles)
	size := 0
	names := map[string]bool{}
	for _, f := range files {
		v.text("name of a file", f.Name, 1, maxFileName)
		if !fileName.MatchString(f.Name) || names[f.Name] || f.ContentType == "" {
			v.fail("file %q of type %q: bad name or type, or twice", f.Name, f.ContentType)
		}
		names[f.Name] = true
		size += len(f.Data)
	}
	if size > maxFileBytes {
		v.fail("files have %d bytes together, at most %d", size, maxFileBytes)
	}
}
