package render

import (
	"github.com/bwmarrin/discordgo"

	"github.com/pqcite/pqcite/chatbot/words"
	"github.com/pqcite/pqcite/core"
)

// Bounds of a refusal: lines of what is missing, and its sentence in UTF-16 units.
const (
	maxMissing = 8
	maxDetail  = 600
)

// refusal says that nothing is claimed, why, what was searched and what is nearest.
func (v View) refusal(r Reply) Message {
	o := r.Outcome
	title := words.Key("refusal.title")
	if o.RefusalKind == core.KindUncertain { // it may be answered: the passages are below
		title = "refusal.title.uncertain"
	}
	head := bold(v.Words.Text(title, nil))
	if o.RefusalKind != core.KindNone {
		head += " · " + v.said("refusal.kind", string(o.RefusalKind))
	}
	e := &discordgo.MessageEmbed{Color: colourRefusal, Description: v.refused(o), Footer: &discordgo.MessageEmbedFooter{Text: v.Words.Text("refusal.nothing", nil)}}
	e.Fields = v.refusalFields(o)
	return Message{Content: joined("\n", v.asked(r), head), Embeds: []*discordgo.MessageEmbed{e}, Components: v.refusalButtons(r)}
}

// refused is why there is no answer, and what to do about it. The core's own sentence
// is English and specific; readers of other languages get a general one, and the
// specifics below.
func (v View) refused(o *core.Outcome) string {
	why, _ := fit(plain(o.Detail), maxDetail, Escape)
	if !v.Words.English() || why == "" {
		why = v.said("refusal.reason", string(o.RefusalReason))
	}
	advice := words.Key("refusal.advice." + o.RefusalKind)
	if !v.Words.Known(advice) {
		return why
	}
	return joined("\n", why, v.Words.Text(advice, nil))
}

// maxWord bounds a word of the core without a translation, in UTF-16 units.
const maxWord = 60

// said is the translation of a word of the core, or the word itself. Words of a kind have
// keys that begin alike.
func (v View) said(kind words.Key, word string) string {
	if key := kind + "." + words.Key(word); v.Words.Known(key) {
		return v.Words.Text(key, nil)
	}
	set, _ := fit(plain(word), maxWord, Escape)
	return set
}

func (v View) refusalFields(o *core.Outcome) []*discordgo.MessageEmbedField {
	missing := ""
	for _, f := range o.Missing[:min(len(o.Missing), maxMissing)] {
		missing = joined("\n", missing, "• "+v.facet(f))
	}
	if len(o.Missing) > maxMissing {
		missing += "\n" + ellipsis
	}
	return fields(
		v.field("refusal.missing", missing),
		v.field("refusal.nearest", v.nearest(o.Nearest)),
		v.field("refusal.searched", v.labels(o.Searched)),
	)
}

// facet is a line of a checklist.
func (v View) facet(f core.Facet) string {
	text := f.Text
	if f.Kind == core.FacetKindOf { // it is the intent
		return v.said("intent", text)
	}
	set, _ := fit(plain(text), 100, Escape)
	return set
}

// field is a field of an embed; nil without a value. The value is markup of at most
// some thousand units: its parts are bounded where they are made.
func (v View) field(name words.Key, value string) *discordgo.MessageEmbedField {
	if value == "" {
		return nil
	}
	return &discordgo.MessageEmbedField{Name: v.Words.Text(name, nil), Value: value}
}

// fields are those with a value.
func fields(all ...*discordgo.MessageEmbedField) []*discordgo.MessageEmbedField {
	var out []*discordgo.MessageEmbedField
	for _, f := range all {
		if f != nil {
			out = append(out, f)
		}
	}
	return out
}

func inline(f *discordgo.MessageEmbedField) *discordgo.MessageEmbedField {
	if f != nil {
		f.Inline = true
	}
	return f
}

func (v View) refusalButtons(r Reply) []discordgo.MessageComponent {
	if r.ID == "" {
		return nil
	}
	var buttons []discordgo.MessageComponent
	if r.Scoped {
		buttons = append(buttons, v.button(VerbRetry, "button.retry", r.ID, discordgo.PrimaryButton))
	}
	buttons = append(buttons,
		v.button(VerbWhy, "button.why", r.ID, discordgo.SecondaryButton),
		v.button(VerbFollow, "button.follow", r.ID, discordgo.SecondaryButton), // "no, I meant …"
	)
	if r.Votes {
		buttons = append(buttons, votes(r.ID)...)
	}
	return rows(buttons)
}
