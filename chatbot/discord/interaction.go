package discord

import (
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/bwmarrin/discordgo"
)

// Interaction is something that a user did with the app. Only what the bot reads is
// decoded: messages that come with it may have parts of any kind.
type Interaction struct {
	ID      string                    `json:"id"`
	App     string                    `json:"application_id"`
	Type    discordgo.InteractionType `json:"type"`
	Token   string                    `json:"token"`
	Guild   string                    `json:"guild_id"` // "" outside of guilds
	Channel string                    `json:"channel_id"`
	// Place is the channel, if it came with the interaction.
	Place struct {
		Parent string `json:"parent_id"` // of a thread
	} `json:"channel"`
	Locale  string `json:"locale"`
	Data    Input  `json:"data"`
	Message struct {
		Flags int `json:"flags"`
	} `json:"message"` // whose button was pressed

	Member struct {
		User        User   `json:"user"`
		Permissions string `json:"permissions"`
	} `json:"member"` // in guilds
	Someone User `json:"user"` // outside of guilds
}

// User is the acting user.
type User struct {
	ID string `json:"id"`
}

// Input is what a user chose and typed.
type Input struct {
	// Of a command, and of its completion.
	Name     string   `json:"name"`
	Options  []Option `json:"options"`
	Target   string   `json:"target_id"`
	Resolved struct {
		Messages map[string]Message `json:"messages"`
	} `json:"resolved"`
	// Of a button and of a form.
	CustomID string `json:"custom_id"`
	Rows     []row  `json:"components"`
}

// Option is a value that a user gave to a command.
type Option struct {
	Name    string          `json:"name"`
	Value   json.RawMessage `json:"value"`
	Focused bool            `json:"focused"` // the one being typed
}

// Message is a message that a command was used on.
type Message struct {
	Content string `json:"content"`
	Embeds  []struct {
		Title       string `json:"title"`
		Description string `json:"description"`
		Fields      []struct {
			Name  string `json:"name"`
			Value string `json:"value"`
		} `json:"fields"`
	} `json:"embeds"`
	// Snapshots are the forwarded parts of a message.
	Snapshots []struct {
		Message struct {
			Content string `json:"content"`
		} `json:"message"`
	} `json:"message_snapshots"`
}

// row is a row of a form; a label, its newer kind, has one component.
type row struct {
	Components []field `json:"components"`
	Component  field   `json:"component"`
}

type field struct {
	CustomID string          `json:"custom_id"`
	Value    json.RawMessage `json:"value"`
}

// decode reads an interaction. Unknown fields are ignored.
func decode(data []byte) (*Interaction, error) {
	var i Interaction
	if err := json.Unmarshal(data, &i); err != nil {
		return nil, fmt.Errorf("decode the interaction: %w", err)
	}
	if i.ID == "" || i.Token == "" && i.Type != discordgo.InteractionPing {
		return nil, fmt.Errorf("decode the interaction: it has no id or token")
	}
	return &i, nil
}

// User is the id of the acting user.
func (i *Interaction) User() string {
	if i.Member.User.ID != "" {
		return i.Member.User.ID
	}
	return i.Someone.ID
}

// May reports whether the user has a permission in the channel, such as
// discordgo.PermissionManageGuild. Outside guilds nobody has any.
func (i *Interaction) May(permission int64) bool {
	has, err := strconv.ParseInt(i.Member.Permissions, 10, 64)
	const administrator = discordgo.PermissionAdministrator
	return err == nil && (has&permission == permission || has&administrator == administrator)
}

// Ephemeral reports whether the message whose button was pressed is private.
func (i *Interaction) Ephemeral() bool {
	return i.Message.Flags&int(discordgo.MessageFlagsEphemeral) != 0
}

// Text is the text of an option; "" if it was not given or is not text.
func (in *Input) Text(name string) string {
	var s string
	in.value(name, &s)
	return s
}

// Bool is the value of an option, and whether it was given.
func (in *Input) Bool(name string) (value, given bool) {
	given = in.value(name, &value)
	return value, given
}

// Int is the value of an option, and whether it was given.
func (in *Input) Int(name string) (value int, given bool) {
	given = in.value(name, &value)
	return value, given
}

func (in *Input) value(name string, to any) bool {
	for _, o := range in.Options {
		if o.Name == name {
			return json.Unmarshal(o.Value, to) == nil
		}
	}
	return false
}

// Focused is the option being typed, and its text so far.
func (in *Input) Focused() (name, text string) {
	for _, o := range in.Options {
		if o.Focused {
			_ = json.Unmarshal(o.Value, &text) // a number being typed is not text
			return o.Name, text
		}
	}
	return "", ""
}

// Field is what a user typed into a field of a form.
func (in *Input) Field(customID string) string {
	for _, r := range in.Rows {
		for _, f := range append(r.Components, r.Component) {
			var s string
			if f.CustomID == customID && json.Unmarshal(f.Value, &s) == nil {
				return s
			}
		}
	}
	return ""
}
