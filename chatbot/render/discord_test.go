package render

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"github.com/pqcite/pqcite/internal/discordtest"
)

// accepted reports whether Discord would take a message as the first answer to a command.
func accepted(m Message) error {
	data := map[string]any{"content": m.Content, "embeds": m.Embeds, "components": m.Components}
	attachments := []map[string]any{}
	var files []*discordgo.File
	for i, f := range m.Files {
		attachments = append(attachments, map[string]any{"id": fmt.Sprint(i), "filename": f.Name})
		files = append(files, &discordgo.File{Name: f.Name, ContentType: f.ContentType, Reader: strings.NewReader(string(f.Data))})
	}
	data["attachments"] = attachments
	return taken(discordtest.CallbackMessage, data, files)
}

// acceptedModal reports whether Discord would take a modal, and whether we would know it again.
func acceptedModal(m Modal) error {
	if _, err := ParseAction(m.CustomID); err != nil {
		return err
	}
	return taken(discordtest.CallbackModal, map[string]any{"custom_id": m.CustomID, "title": m.Title, "components": m.Components}, nil)
}

func taken(kind int, data map[string]any, files []*discordgo.File) error {
	if kind == discordtest.CallbackMessage {
		data["allowed_mentions"] = map[string]any{"parse": []any{}}
	}
	contentType, body, err := discordgo.MultipartBodyWithJSON(map[string]any{"type": kind, "data": data}, files)
	if err != nil {
		return err
	}
	for _, v := range discordtest.Check(discordtest.PostCallback, contentType, body) {
		return fmt.Errorf("discord would not take it: %s", v)
	}
	return nil
}

// TestAccepted shows that the check of all other tests can fail.
func TestAccepted(t *testing.T) {
	for name, m := range map[string]Message{
		"content": {Content: strings.Repeat("𝑑", 1001)},
		"empty":   {},
		"file":    {Content: "x", Files: []File{{Name: "a b.txt", ContentType: "text/plain"}}},
		"title":   {Embeds: []*discordgo.MessageEmbed{{Title: strings.Repeat("x", 257)}}},
		"button":  {Content: "x", Components: []discordgo.MessageComponent{discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.Button{Label: "x"}}}}},
	} {
		if accepted(m) == nil {
			t.Errorf("%s: a message that breaks a rule is accepted", name)
		}
	}
	if err := accepted(Message{Content: "x", Files: []File{{"a.txt", "text/plain", []byte("x")}}}); err != nil {
		t.Error(err)
	}
	if acceptedModal(Modal{CustomID: "other", Title: "x"}) == nil || acceptedModal(Modal{CustomID: Action{Verb: VerbForget}.String()}) == nil {
		t.Error("a modal that breaks a rule is accepted")
	}
}
