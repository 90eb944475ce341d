package render

import (
	"github.com/bwmarrin/discordgo"

	"github.com/pqcite/pqcite/chatbot/words"
)

// The most characters that the inputs of modals take.
const (
	MaxQuestion = 1000
	MaxReason   = 1000
)

// FollowUp asks for a follow-up question to a saved answer.
func (v View) FollowUp(answer string) Modal {
	return v.modal(VerbFollowModal, answer, "modal.follow.title", discordgo.TextInput{
		CustomID: FieldQuestion, Label: v.label45("modal.follow.label"), Style: discordgo.TextInputParagraph,
		Placeholder: fitPlain(v.Words.Text("modal.follow.placeholder", nil), maxPlaceholder), Required: true, MinLength: 1, MaxLength: MaxQuestion,
	})
}

// Reason asks what was wrong with a saved answer, optionally.
func (v View) Reason(answer string) Modal {
	return v.modal(VerbReasonModal, answer, "modal.reason.title", discordgo.TextInput{
		CustomID: FieldReason, Label: v.label45("modal.reason.label"), Style: discordgo.TextInputParagraph,
		Placeholder: fitPlain(v.Words.Text("modal.reason.placeholder", nil), maxPlaceholder), MaxLength: MaxReason,
	})
}

func (v View) label45(k words.Key) string { return fitPlain(v.Words.Text(k, nil), maxModalLabel) }

func (v View) modal(verb Verb, answer string, title words.Key, input discordgo.TextInput) Modal {
	return Modal{
		CustomID: Action{Verb: verb, Answer: answer}.String(), Title: fitPlain(v.Words.Text(title, nil), maxModalTitle),
		Components: []discordgo.MessageComponent{discordgo.ActionsRow{Components: []discordgo.MessageComponent{input}}},
	}
}
