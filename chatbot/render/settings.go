package render

import (
	"cmp"
	"strings"

	"github.com/bwmarrin/discordgo"

	"github.com/pqcite/pqcite/chatbot/words"
)

// Settings are a server's effective settings.
type Settings struct {
	Private   bool     // answers are private by default
	Channels  []string // ids of the allowed ones; empty means all
	Documents []string // ids of those to search; empty means all
	Language  string   // one of words.Languages; "" for each user's own
	PerMinute int      // questions of one user; 0 for the default
	Votes     bool
	Questions bool // unanswered questions are kept
}

// settingOptions are the options that change a setting.
var settingOptions = []words.Key{
	"command.config.private.name", "command.config.allow.name", "command.config.remove.name", "command.config.documents.name",
	"command.config.language.name", "command.config.limit.name", "command.config.feedback.name", "command.config.questions.name",
}

// Settings shows the settings of a server, and how to change them.
func (v View) Settings(s *Settings) Message {
	text := func(k words.Key) string { return v.Words.Text(k, nil) }
	pick := func(on bool, yes, no words.Key) string {
		if on {
			return text(yes)
		}
		return text(no)
	}
	limit := text("config.limit_default")
	if s.PerMinute > 0 {
		limit = v.Words.Count("config.limit_minute", s.PerMinute, nil)
	}
	e := &discordgo.MessageEmbed{Title: text("config.title"), Color: colourSources, Description: v.howToChange()}
	e.Fields = fields(
		v.field("config.answers", pick(s.Private, "config.answers_private", "config.answers_public")),
		v.field("config.channels", cmp.Or(channelList(s.Channels), text("config.channels_all"))),
		v.field("config.documents", cmp.Or(v.labels(s.Documents), text("config.documents_all"))),
		inline(v.field("config.language", cmp.Or(Escape(languageNames[s.Language]), text("command.config.language.auto")))),
		inline(v.field("config.feedback", pick(s.Votes, "config.on", "config.off"))),
		v.field("config.limit", limit),
		v.field("config.questions", pick(s.Questions, "config.questions_kept", "config.questions_counted")),
	)
	return Message{Embeds: []*discordgo.MessageEmbed{e}}
}

// howToChange names the command and its options as in the reader's client.
func (v View) howToChange() string {
	var options []string
	for _, k := range settingOptions {
		options = append(options, code(v.Words.Text(k, nil)))
	}
	return v.Words.Text("config.how", words.Args{"Command": v.command("command.config.name"), "Options": strings.Join(options, ", ")})
}

// command is a command as it is typed.
func (v View) command(name words.Key, rest ...string) string {
	return code(strings.Join(append([]string{"/" + v.Words.Text(name, nil)}, rest...), " "))
}

// languageNames are the names of the languages in themselves, as a choice shows them.
var languageNames = map[string]string{"en": "English", "de": "Deutsch", "fr": "Français", "ja": "日本語", "zh-CN": "简体中文"}

// LanguageOfUser is the choice of a server that leaves the language to each user.
const LanguageOfUser = "auto"

// LanguageChoices are the choices of the language option; the value "auto" means each
// user's own.
func LanguageChoices() []*discordgo.ApplicationCommandOptionChoice {
	localised := words.Localisations("command.config.language.auto")
	out := []*discordgo.ApplicationCommandOptionChoice{{Name: words.Default("command.config.language.auto"), NameLocalizations: localised, Value: LanguageOfUser}}
	for _, l := range words.Languages() {
		out = append(out, &discordgo.ApplicationCommandOptionChoice{Name: languageNames[l], Value: l})
	}
	return out
}
