package chatbot

import (
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"github.com/pqcite/pqcite/chatbot/render"
	"github.com/pqcite/pqcite/internal/golden"
)

func examples() transcript {
	m := render.Message{
		Content: "> How large?\n**1088 bytes** `[1]`\n-# small <@1> <t:1800000000:R>",
		Embeds: []*discordgo.MessageEmbed{{
			Title: "Sources", Description: "`[1]` [FIPS 203](https://example.org/a.pdf#page=48) · *draft*\n```text\na  <b>\n```\n- item ||s|| ~~x~~ __u__ \\*plain\\*\n# h", Color: 0x3BA55D,
			Fields: []*discordgo.MessageEmbedField{{Name: "n", Value: "v", Inline: true}, {Name: "m", Value: "w"}}, Footer: &discordgo.MessageEmbedFooter{Text: "<i>footer</i>"}, Author: &discordgo.MessageEmbedAuthor{Name: "author"},
		}},
		Components: []discordgo.MessageComponent{discordgo.ActionsRow{Components: []discordgo.MessageComponent{
			discordgo.Button{Label: "Evidence", Style: discordgo.PrimaryButton, CustomID: "1"}, discordgo.Button{Emoji: &discordgo.ComponentEmoji{Name: "👍"}, Style: discordgo.SecondaryButton, CustomID: "2"},
			discordgo.Button{Label: "Delete", Style: discordgo.DangerButton, Disabled: true, CustomID: "3"}, discordgo.Button{Label: "PDF", Style: discordgo.LinkButton, URL: "https://example.org"},
		}}},
		Files: []render.File{{Name: "answer.txt", ContentType: "text/plain", Data: make([]byte, 1234)}},
	}
	return transcript{Language: "en", Title: "A <title>", Turns: []turn{{Command: "used /ask <script>", Message: m, Private: true}, {Said: "see **FIPS 203** <script>", Message: render.Message{Content: "ok"}}}}
}

func Test(t *testing.T) {
	got, err := page(examples())
	if err != nil {
		t.Fatal(err)
	}
	_, body, ok := strings.Cut(string(got), "</style>") // the style is in page.html
	if !ok {
		t.Fatal("the page has no style of its own")
	}
	golden.Check(t, "preview.html", []byte(body))
	for _, bad := range []string{"<script", "<b>\n", "<i>footer", "src=", "@import"} {
		if strings.Contains(body, bad) {
			t.Errorf("the page has %q", bad)
		}
	}
}

// FuzzPreview puts any text everywhere: the page must stay within its own elements.
func FuzzPreview(f *testing.F) {
	for _, s := range []string{"", "<script>", "[x](javascript:alert)", "</style>", "\"><img src=x onerror=y>", "**<b>**", "```\n</pre><script>", "<t:9:R>", "<t:99999999999999999999:R>", "{{.}}"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 1000 {
			return // the reader's work is quadratic
		}
		m := render.Message{Content: s, Embeds: []*discordgo.MessageEmbed{{Title: s, Description: s, Fields: []*discordgo.MessageEmbedField{{Name: s, Value: s}}}}, Files: []render.File{{Name: s}}}
		got, err := page(transcript{Language: s, Title: s, Turns: []turn{{Command: s, Said: s, Message: m}}})
		if err != nil {
			t.Fatalf("page of %q: %v", s, err)
		}
		page := strings.ToLower(string(got))
		for _, bad := range []string{"<script", "<img", "href=\"javascript:", "onerror=y>"} {
			if strings.Contains(page, bad) {
				t.Errorf("the page of %q has %q", s, bad)
			}
		}
	})
}
