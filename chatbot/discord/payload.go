package discord

import (
	"bytes"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"github.com/pqcite/pqcite/chatbot/render"
)

// response is the first answer to an interaction.
type response struct {
	Type discordgo.InteractionResponseType `json:"type"`
	Data any                               `json:"data,omitempty"`

	files []render.File
}

// message is a message as Discord takes it. All fields are always sent: an edit keeps
// what it does not name.
type message struct {
	Content     string                       `json:"content"`
	Embeds      []*discordgo.MessageEmbed    `json:"embeds"`
	Components  []discordgo.MessageComponent `json:"components"`
	Mentions    mentions                     `json:"allowed_mentions"`
	Flags       discordgo.MessageFlags       `json:"flags,omitempty"`
	Attachments []attachment                 `json:"attachments"`
}

// mentions notify nobody, whatever the text says. Without this field Discord notifies
// everybody whom a text names, again with each edit.
type mentions struct {
	Parse []string `json:"parse"`
}

// attachment announces the file with a number; an edit removes attachments that it does
// not announce.
type attachment struct {
	ID   string `json:"id"`
	Name string `json:"filename"`
}

type flags struct {
	Flags discordgo.MessageFlags `json:"flags"`
}

type form struct {
	ID         string                       `json:"custom_id"`
	Title      string                       `json:"title"`
	Components []discordgo.MessageComponent `json:"components"`
}

type offer struct {
	Choices []Choice `json:"choices"`
}

// Choice is a completion: what is shown and its value, at most 100 characters each.
type Choice struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

func payloadOf(m render.Message, private bool) *message {
	p := &message{
		Content: m.Content, Embeds: m.Embeds, Components: m.Components, Mentions: mentions{[]string{}}, Attachments: []attachment{},
	}
	if p.Embeds == nil {
		p.Embeds = []*discordgo.MessageEmbed{}
	}
	if p.Components == nil {
		p.Components = []discordgo.MessageComponent{}
	}
	if private {
		p.Flags = discordgo.MessageFlagsEphemeral
	}
	for i, f := range m.Files {
		p.Attachments = append(p.Attachments, attachment{strconv.Itoa(i), f.Name})
	}
	return p
}

// readable are files to be read once.
func readable(files []render.File) []*discordgo.File {
	var out []*discordgo.File
	for _, f := range files {
		out = append(out, &discordgo.File{Name: f.Name, ContentType: f.ContentType, Reader: bytes.NewReader(f.Data)})
	}
	return out
}
