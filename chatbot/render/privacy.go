package render

import (
	"fmt"

	"github.com/bwmarrin/discordgo"

	"github.com/pqcite/pqcite/chatbot/words"
)

// Stored is what is stored of a user.
type Stored struct {
	Answers, Votes, Reasons, Questions int
	Days                               int // how long an answer is kept
}

// Privacy says what is stored, and what of the reader, with a button that deletes it.
func (v View) Privacy(s *Stored) Message {
	e := &discordgo.MessageEmbed{Title: v.Words.Text("privacy.title", nil), Color: colourSources}
	for _, k := range []words.Key{"privacy.user", "privacy.answers", "privacy.questions", "privacy.messages"} {
		e.Description = joined("\n", e.Description, "• "+v.Words.Text(k, words.Args{"Days": s.Days}))
	}
	counts := ""
	for _, c := range []struct {
		key words.Key
		n   int
	}{{"privacy.count_answers", s.Answers}, {"privacy.count_votes", s.Votes}, {"privacy.count_reasons", s.Reasons}, {"privacy.count_questions", s.Questions}} {
		if c.n > 0 {
			counts = joined("\n", counts, fmt.Sprintf("%s: %d", v.Words.Text(c.key, nil), c.n))
		}
	}
	m := Message{Embeds: []*discordgo.MessageEmbed{e}}
	if counts == "" {
		e.Fields = fields(v.field("privacy.yours", v.Words.Text("privacy.nothing", nil)))
		return m
	}
	e.Fields = fields(v.field("privacy.yours", counts))
	m.Components = rows([]discordgo.MessageComponent{v.button(VerbForget, "button.forget", "", discordgo.DangerButton)})
	return m
}
