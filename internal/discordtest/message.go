package discordtest

import (
	"maps"
	"slices"
	"strings"
)

// Flags of messages that the server knows.
const (
	SuppressEmbeds  = 1 << 2
	Ephemeral       = 1 << 6
	thinkingFlag    = 1 << 7
	suppressNotices = 1 << 12
)

// Message is a message as a user sees it.
type Message struct {
	ID          string       `json:"id"`
	Channel     string       `json:"channel_id"`
	Author      string       `json:"-"` // a user's id
	Content     string       `json:"content"`
	Embeds      []Embed      `json:"embeds"`
	Components  []Component  `json:"components"`
	Attachments []Attachment `json:"attachments"`
	Flags       int          `json:"flags"`
	// Snapshots are what a forwarded message has forwarded.
	Snapshots []Snapshot `json:"message_snapshots,omitempty"`
}

// Snapshot is a forwarded message.
type Snapshot struct {
	Message Forwarded `json:"message"`
}

// Forwarded is the content of a message when it was forwarded.
type Forwarded struct {
	Content string  `json:"content"`
	Embeds  []Embed `json:"embeds"`
}

// Embed is a box below a message's text.
type Embed struct {
	Type        string       `json:"type,omitempty"`
	Title       string       `json:"title,omitempty"`
	Description string       `json:"description,omitempty"`
	URL         string       `json:"url,omitempty"`
	Timestamp   string       `json:"timestamp,omitempty"`
	Color       int          `json:"color,omitempty"`
	Footer      *EmbedFooter `json:"footer,omitempty"`
	Author      *EmbedAuthor `json:"author,omitempty"`
	Image       *EmbedImage  `json:"image,omitempty"`
	Thumbnail   *EmbedImage  `json:"thumbnail,omitempty"`
	Fields      []EmbedField `json:"fields,omitempty"`
}

// EmbedFooter is the small print of an embed.
type EmbedFooter struct {
	Text    string `json:"text"`
	IconURL string `json:"icon_url,omitempty"`
}

// EmbedAuthor is above an embed's title.
type EmbedAuthor struct {
	Name    string `json:"name"`
	URL     string `json:"url,omitempty"`
	IconURL string `json:"icon_url,omitempty"`
}

// EmbedImage is a picture of an embed.
type EmbedImage struct {
	URL string `json:"url"`
}

// EmbedField is a name and a value of an embed.
type EmbedField struct {
	Name   string `json:"name"`
	Value  string `json:"value"`
	Inline bool   `json:"inline,omitempty"`
}

// Component is a button, a select, an input, or what contains them. Which fields are
// set depends on its Type; a type that Discord has not is allowed in messages that
// a scenario makes up.
type Component struct {
	Type        int         `json:"type"`
	CustomID    string      `json:"custom_id,omitempty"`
	Style       int         `json:"style,omitempty"`
	Label       string      `json:"label,omitempty"`
	Description string      `json:"description,omitempty"`
	Emoji       *Emoji      `json:"emoji,omitempty"`
	URL         string      `json:"url,omitempty"`
	Disabled    bool        `json:"disabled,omitempty"`
	Content     string      `json:"content,omitempty"`
	Placeholder string      `json:"placeholder,omitempty"`
	Value       string      `json:"value,omitempty"`
	Required    *bool       `json:"required,omitempty"`
	MinLength   *int        `json:"min_length,omitempty"`
	MaxLength   *int        `json:"max_length,omitempty"`
	Accessory   *Component  `json:"accessory,omitempty"`
	Components  []Component `json:"components,omitempty"`
}

// Emoji is a picture on a button.
type Emoji struct {
	ID   string `json:"id,omitempty"`
	Name string `json:"name,omitempty"`
}

// Attachment is a file of a message.
type Attachment struct {
	ID          string `json:"id"`
	Name        string `json:"filename"`
	ContentType string `json:"content_type,omitempty"`
	Description string `json:"description,omitempty"`
	Size        int    `json:"size"`
	URL         string `json:"url"`
	Data        []byte `json:"-"`
}

// Text is everything in the message that can be read, a line each: content,
// embeds, text components, labels.
func (m Message) Text() string {
	lines := []string{m.Content}
	for _, e := range m.Embeds {
		if e.Author != nil {
			lines = append(lines, e.Author.Name)
		}
		lines = append(lines, e.Title, e.Description)
		for _, f := range e.Fields {
			lines = append(lines, f.Name, f.Value)
		}
		if e.Footer != nil {
			lines = append(lines, e.Footer.Text)
		}
	}
	for c := range m.each() {
		lines = append(lines, c.Content, c.Label, c.Placeholder)
	}
	return strings.Join(slices.DeleteFunc(lines, func(l string) bool { return l == "" }), "\n")
}

// Buttons are the buttons in the order in which they are shown, links too.
func (m Message) Buttons() []Component {
	var out []Component
	for c := range m.each() {
		if c.Type == button {
			out = append(out, c)
		}
	}
	return out
}

// Component returns the component of a custom id.
func (m Message) Component(customID string) (Component, bool) {
	for c := range m.each() {
		if c.CustomID == customID {
			return c, true
		}
	}
	return Component{}, false
}

// each goes through all components, outer ones before those inside them.
func (m Message) each() func(yield func(Component) bool) {
	return func(yield func(Component) bool) { walk(m.Components, yield) }
}

func walk(list []Component, yield func(Component) bool) bool {
	for _, c := range list {
		inner := c.Components
		if c.Accessory != nil {
			inner = append(slices.Clip(inner), *c.Accessory)
		}
		if !yield(c) || !walk(inner, yield) {
			return false
		}
	}
	return true
}

// posted is a message with its place.
type posted struct {
	Message
	seenBy   string         // the only user who sees it; "" for all
	thinking bool           // it still says that the bot is thinking
	makers   []*Interaction // whose watchers want to know when it changes
}

// patchLocked merges a body into a message: what it has is replaced, what it has not stays.
func (s *Server) patchLocked(p *posted, b body, v any) {
	if has(v, "content") {
		p.Content = str(get(v, "content"))
	}
	if has(v, "embeds") {
		p.Embeds = as[[]Embed](get(v, "embeds"))
	}
	if has(v, "components") {
		p.Components = as[[]Component](get(v, "components"))
	}
	if has(v, "flags") {
		p.Flags = p.Flags&^SuppressEmbeds | num(get(v, "flags"))&(SuppressEmbeds|suppressNotices)
	}
	p.thinking = false
	p.Flags &^= thinkingFlag
	s.attachLocked(p, b, v)
}

// attachLocked keeps the attachments that the body lists, all where it lists none,
// and adds its files.
func (s *Server) attachLocked(p *posted, b body, v any) {
	about := map[string]any{}
	for _, a := range list(get(v, "attachments")) {
		about[str(get(a, "id"))] = a
	}
	kept := []Attachment{}
	for _, a := range p.Attachments {
		if _, listed := about[a.ID]; listed || get(v, "attachments") == nil {
			kept = append(kept, a)
		}
	}
	for _, f := range b.files {
		a := Attachment{
			ID: s.idLocked(), Name: f.name, ContentType: f.contentType, Size: len(f.data), Data: f.data,
			Description: str(get(about[f.index], "description")),
		}
		a.URL = "https://cdn.discordapp.com/attachments/" + p.Channel + "/" + a.ID + "/" + a.Name
		kept = append(kept, a)
	}
	p.Attachments = kept
}

func (m Message) empty() bool {
	return strings.TrimSpace(m.Content) == "" && len(m.Embeds) == 0 && len(m.Components) == 0 && len(m.Attachments) == 0
}

// wire is a message as Discord sends it.
func (s *Server) wireLocked(p *posted) map[string]any {
	out := as[map[string]any](p.Message)
	for _, k := range []string{"embeds", "components", "attachments"} {
		if out[k] == nil {
			out[k] = []any{}
		}
	}
	maps.Copy(out, map[string]any{
		"type": 0, "tts": false, "pinned": false, "mention_everyone": false, "mentions": []any{}, "mention_roles": []any{},
		"edited_timestamp": nil, "timestamp": s.nowLocked().UTC().Format("2006-01-02T15:04:05.000000+00:00"),
		"author": s.authorLocked(p.Author),
	})
	return out
}

// Posted are the public messages of a channel, oldest first: the bot's own and what
// users wrote.
func (s *Server) Posted(channel string) []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []Message
	for _, p := range s.messages {
		if p.Channel == channel && p.seenBy == "" {
			out = append(out, p.Message)
		}
	}
	slices.SortFunc(out, func(a, b Message) int { return compareIDs(a.ID, b.ID) })
	return out
}
