// Package preview shows messages as a page of a dark chat, for documentation and
// reviews without a Discord server.
//
// The page is one file without scripts or external resources. It does not imitate
// Discord's client, only the layout of messages.
package preview

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"time"

	"github.com/bwmarrin/discordgo"

	"github.com/pqcite/pqcite/chatbot"
	"github.com/pqcite/pqcite/chatbot/render/markup"
)

//go:embed page.html
var source string

// HTML returns a transcript as one self-contained page.
func HTML(t chatbot.Transcript) ([]byte, error) {
	page, err := template.New("page").Funcs(template.FuncMap{
		"read": markup.Read, "colour": colour, "buttons": buttons, "style": style, "when": when, "size": size,
	}).Parse(source)
	if err != nil {
		return nil, fmt.Errorf("read the template: %w", err)
	}
	var b bytes.Buffer
	if err := page.Execute(&b, t); err != nil {
		return nil, fmt.Errorf("render preview: %w", err)
	}
	return b.Bytes(), nil
}

// colour is the colour of an embed's edge.
func colour(c int) template.CSS { return template.CSS(fmt.Sprintf("#%06x", c&0xFFFFFF)) }

// buttons are the buttons of a row.
func buttons(c discordgo.MessageComponent) []discordgo.Button {
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
