package chatbot

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"time"

	"github.com/bwmarrin/discordgo"

	"github.com/pqcite/pqcite/chatbot/render"
)

//go:embed preview.html
var previewSource string

// page returns a transcript as a page of a dark chat: one file without scripts or external resources. It
// does not imitate Discord's client, only the layout of messages.
func page(t transcript) ([]byte, error) {
	layout, err := template.New("page").Funcs(template.FuncMap{
		"read": render.ReadMarkdown, "colour": colour, "buttons": buttonsOf, "style": style, "when": when, "size": size,
	}).Parse(previewSource)
	if err != nil {
		return nil, fmt.Errorf("read the template: %w", err)
	}
	var b bytes.Buffer
	if err := layout.Execute(&b, t); err != nil {
		return nil, fmt.Errorf("render the page: %w", err)
	}
	return b.Bytes(), nil
}

// colour is the colour of an embed's edge.
func colour(c int) template.CSS { return template.CSS(fmt.Sprintf("#%06x", c&0xFFFFFF)) }

// buttonsOf are the buttons of a row.
func buttonsOf(c discordgo.MessageComponent) []discordgo.Button {
	var out []discordgo.Button
	if row, ok := c.(discordgo.ActionsRow); ok {
		for _, c := range row.Components {
			if b, ok := c.(discordgo.Button); ok {
				out = append(out, b)
			}
		}
	}
	return out
}

// style is the class of a button.
func style(b discordgo.Button) string {
	switch {
	case b.Style == discordgo.PrimaryButton:
		return "primary"
	case b.Style == discordgo.DangerButton:
		return "danger"
	case b.Style == discordgo.LinkButton:
		return "link"
	}
	return "secondary"
}

// when is a time in UTC, since the page has no clock.
func when(source string) string {
	var unix int64
	if _, err := fmt.Sscanf(source, "<t:%d", &unix); err != nil {
		return source
	}
	return time.Unix(unix, 0).UTC().Format("2006-01-02 15:04 UTC")
}

// size is the size of an attachment.
func size(data []byte) string { return fmt.Sprintf("%.1f kB", float64(len(data))/1000) }
