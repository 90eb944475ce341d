package render

import (
	"github.com/bwmarrin/discordgo"

	"github.com/pqcite/pqcite/chatbot/words"
)

// button is one that does something with a saved answer.
func (v View) button(verb Verb, label words.Key, answer string, style discordgo.ButtonStyle) discordgo.Button {
	n := 0
	if verb == VerbFull {
		n = 1
	}
	text, _ := fit(v.Words.Text(label, nil), maxLabel, plain)
	return discordgo.Button{Label: text, Style: style, CustomID: Action{Verb: verb, Answer: answer, N: n}.String()}
}

// sign is a button with an emoji as its label: Discord rejects an empty label, which
// the library would send next to an emoji.
func sign(verb Verb, answer, emoji string) discordgo.Button {
	return discordgo.Button{Label: emoji, Style: discordgo.SecondaryButton, CustomID: Action{Verb: verb, Answer: answer}.String()}
}

// The signs of votes and pages: single characters that every client has.
const (
	thumbsUp   = "👍"
	thumbsDown = "👎"
	previous   = "◀"
	next       = "▶"
)

// pager is a row that turns pages; nil for a single page.
func (v View) pager(verb Verb, answer string, page, pages int) []discordgo.MessageComponent {
	return rows(v.turns(verb, answer, page, pages))
}

// turns are the buttons of a pager.
func (v View) turns(verb Verb, answer string, page, pages int) []discordgo.MessageComponent {
	if pages < 2 || answer == "" {
		return nil
	}
	turn := func(to int, label string) discordgo.Button {
		return discordgo.Button{
			Label: label, Style: discordgo.SecondaryButton, Disabled: to < 1 || to > pages, CustomID: Action{Verb: verb, Answer: answer, N: to}.String(),
		}
	}
	here := turn(page, fitPlain(v.Words.Text("answer.page", words.Args{"N": page, "Of": pages}), maxLabel))
	here.Disabled = true
	return []discordgo.MessageComponent{turn(page-1, previous), here, turn(page+1, next)}
}

// votes are the buttons for and against an answer.
func votes(answer string) []discordgo.MessageComponent {
	return []discordgo.MessageComponent{sign(VerbUp, answer, thumbsUp), sign(VerbDown, answer, thumbsDown)}
}

// rows arranges buttons in rows of five.
func rows(buttons []discordgo.MessageComponent) []discordgo.MessageComponent {
	var out []discordgo.MessageComponent
	for len(buttons) > 0 {
		n := min(len(buttons), maxButtons)
		out = append(out, discordgo.ActionsRow{Components: buttons[:n]})
		buttons = buttons[n:]
	}
	return out
}

// clamp keeps a page within the existing ones.
func clamp(page, pages int) int { return max(1, min(page, pages)) }
