package render

import (
	"github.com/bwmarrin/discordgo"

	"github.com/pqcite/pqcite/chatbot/words"
)

// Help says what the bot can do, with an example each, and which documents it knows.
func (v View) Help(library []string) Message {
	e := &discordgo.MessageEmbed{Title: v.Words.Text(words.HelpTitle, nil), Description: v.Words.Text(words.HelpIntro, nil), Color: colourSources}
	option := func(name words.Key, value string) string { return v.Words.Text(name, nil) + ": " + value }
	e.Fields = fields(
		v.field(words.HelpAsk, v.command(words.CommandAskName, option(words.CommandAskQuestionName, "How large is an ML-KEM-768 ciphertext?"))),
		v.field(words.HelpCompare, v.command(words.CommandCompareName, option(words.CommandCompareAName, "ML-KEM-768"), option(words.CommandCompareBName, "ML-KEM-1024"))),
		v.field(words.HelpCite, v.command(words.CommandCiteName, option(words.CommandCiteReferenceName, "FIPS 203, Algorithm 13"))),
		v.field(words.HelpTerm, v.command(words.CommandTermName, option(words.CommandTermTermName, "decapsulation"))),
		v.field(words.HelpCheck, v.Words.Text(words.HelpCheckText, words.Args{"Command": v.Words.Text(words.CommandCheckName, nil)})),
		v.field(words.HelpDocuments, v.labels(library)),
	)
	e.Description += "\n\n" + v.Words.Text(words.HelpMarks, words.Args{"Mark": marker(1)})
	return Message{Embeds: []*discordgo.MessageEmbed{e}}
}
