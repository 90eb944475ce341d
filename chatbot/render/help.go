package render

import (
	"github.com/bwmarrin/discordgo"

	"github.com/pqcite/pqcite/chatbot/words"
)

// Help says what the bot can do, with an example each, and which documents it knows.
func (v View) Help(library []string) Message {
	e := &discordgo.MessageEmbed{Title: v.Words.Text("help.title", nil), Description: v.Words.Text("help.intro", nil), Color: colourSources}
	option := func(name words.Key, value string) string { return v.Words.Text(name, nil) + ": " + value }
	e.Fields = fields(
		v.field("help.ask", v.command("command.ask.name", option("command.ask.question.name", "How large is an ML-KEM-768 ciphertext?"))),
		v.field("help.compare", v.command("command.compare.name", option("command.compare.a.name", "ML-KEM-768"), option("command.compare.b.name", "ML-KEM-1024"))),
		v.field("help.cite", v.command("command.cite.name", option("command.cite.reference.name", "FIPS 203, Algorithm 13"))),
		v.field("help.term", v.command("command.term.name", option("command.term.term.name", "decapsulation"))),
		v.field("help.check", v.Words.Text("help.check_text", words.Args{"Command": v.Words.Text("command.check.name", nil)})),
		v.field("help.documents", v.labels(library)),
	)
	e.Description += "\n\n" + v.Words.Text("help.marks", words.Args{"Mark": marker(1)})
	return Message{Embeds: []*discordgo.MessageEmbed{e}}
}
