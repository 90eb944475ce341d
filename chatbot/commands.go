package chatbot

import (
	"github.com/bwmarrin/discordgo"

	"github.com/pqcite/pqcite/chatbot/render"
	"github.com/pqcite/pqcite/chatbot/words"
	"github.com/pqcite/pqcite/core/plan"
)

// Names of the commands, as in interactions of any language.
const (
	nameAsk     = "ask"
	nameCite    = "cite"
	nameCompare = "compare"
	nameTerm    = "term"
	nameConfig  = "config"
	nameStats   = "stats"
	namePrivacy = "privacy"
	nameHelp    = "help"
	nameCheck   = "Check citations"
)

// Names of the options.
const (
	optionQuestion  = "question"
	optionPrivate   = "private"
	optionDocument  = "document"
	optionDetail    = "detail"
	optionReference = "reference"
	optionTerm      = "term"
	optionA         = "a"
	optionB         = "b"
	optionAllow     = "allow-channel"
	optionRemove    = "remove-channel"
	optionDocuments = "documents"
	optionLanguage  = "language"
	optionLimit     = "limit"
	optionFeedback  = "feedback"
	optionQuestions = "keep-questions"
)

// maxName is the length of what is completed: a reference, a term (Discord, Application
// commands, choice value).
const maxName = 100

// maxQuestion is the length of a question in characters, of at most four bytes each.
const maxQuestion = plan.MaxQuestion / 4

// maxPerUser bounds the limit that a server can set for a user's questions per minute.
const maxPerUser = 60

// Commands are the app's commands, with their names and descriptions in all
// languages.
func Commands() []*discordgo.ApplicationCommand {
	everywhere := &[]discordgo.InteractionContextType{
		discordgo.InteractionContextGuild, discordgo.InteractionContextBotDM, discordgo.InteractionContextPrivateChannel,
	}
	inGuilds := &[]discordgo.InteractionContextType{discordgo.InteractionContextGuild}
	byAnyone := &[]discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationGuildInstall, discordgo.ApplicationIntegrationUserInstall}
	byGuild := &[]discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationGuildInstall}
	manager := int64(discordgo.PermissionManageGuild)

	public := func(key words.Key, options ...*discordgo.ApplicationCommandOption) *discordgo.ApplicationCommand {
		c := command(key, options...)
		c.Contexts, c.IntegrationTypes = everywhere, byAnyone
		return c
	}
	names := words.Localisations("command.check.name")
	check := &discordgo.ApplicationCommand{
		Type: discordgo.MessageApplicationCommand, Name: words.Default("command.check.name"), NameLocalizations: &names,
		Contexts: everywhere, IntegrationTypes: byAnyone,
	}
	config := command("command.config", configOptions()...)
	stats := command("command.stats")
	for _, c := range []*discordgo.ApplicationCommand{config, stats} { // of a server, for its managers
		c.Contexts, c.IntegrationTypes, c.DefaultMemberPermissions = inGuilds, byGuild, &manager
	}
	return []*discordgo.ApplicationCommand{
		public("command.ask", askOptions()...),
		public("command.cite", completed("command.cite.reference")),
		public("command.compare",
			completed("command.compare.a"),
			completed("command.compare.b")),
		public("command.term", completed("command.term.term")),
		public("command.privacy"),
		public("command.help"),
		check,
		config,
		stats,
	}
}

func askOptions() []*discordgo.ApplicationCommandOption {
	question := option(discordgo.ApplicationCommandOptionString, "command.ask.question")
	question.Required, question.MaxLength = true, maxQuestion
	document := option(discordgo.ApplicationCommandOptionString, "command.ask.document")
	document.Autocomplete, document.MaxLength = true, maxName
	detail := option(discordgo.ApplicationCommandOptionString, "command.ask.detail")
	detail.Choices = []*discordgo.ApplicationCommandOptionChoice{
		choice("command.ask.detail.short", string(render.DetailShort)), choice("command.ask.detail.full", string(render.DetailFull)),
	}
	return []*discordgo.ApplicationCommandOption{
		question, option(discordgo.ApplicationCommandOptionBoolean, "command.ask.private"), document, detail,
	}
}

func configOptions() []*discordgo.ApplicationCommandOption {
	documents := option(discordgo.ApplicationCommandOptionString, "command.config.documents")
	documents.MaxLength = 1000
	language := option(discordgo.ApplicationCommandOptionString, "command.config.language")
	language.Choices = render.LanguageChoices()
	limit := option(discordgo.ApplicationCommandOptionInteger, "command.config.limit")
	least := 0.0 // the bot's default
	limit.MinValue, limit.MaxValue = &least, maxPerUser
	channel := func(key words.Key) *discordgo.ApplicationCommandOption {
		o := option(discordgo.ApplicationCommandOptionChannel, key)
		o.ChannelTypes = []discordgo.ChannelType{discordgo.ChannelTypeGuildText, discordgo.ChannelTypeGuildNews, discordgo.ChannelTypeGuildForum}
		return o
	}
	flag := func(key words.Key) *discordgo.ApplicationCommandOption {
		return option(discordgo.ApplicationCommandOptionBoolean, key)
	}
	return []*discordgo.ApplicationCommandOption{
		flag("command.config.private"),
		channel("command.config.allow"),
		channel("command.config.remove"),
		documents, language, limit,
		flag("command.config.feedback"),
		flag("command.config.questions"),
	}
}

// command makes a command with its names and descriptions in all languages.
func command(key words.Key, options ...*discordgo.ApplicationCommandOption) *discordgo.ApplicationCommand {
	names, descriptions := words.Localisations(key+".name"), words.Localisations(key+".description")
	return &discordgo.ApplicationCommand{
		Type: discordgo.ChatApplicationCommand, Name: words.Default(key + ".name"), NameLocalizations: &names,
		Description: words.Default(key + ".description"), DescriptionLocalizations: &descriptions, Options: options,
	}
}

func option(kind discordgo.ApplicationCommandOptionType, key words.Key) *discordgo.ApplicationCommandOption {
	return &discordgo.ApplicationCommandOption{
		Type: kind, Name: words.Default(key + ".name"), NameLocalizations: words.Localisations(key + ".name"),
		Description: words.Default(key + ".description"), DescriptionLocalizations: words.Localisations(key + ".description"),
	}
}

// completed is a required text option with completion.
func completed(key words.Key) *discordgo.ApplicationCommandOption {
	o := option(discordgo.ApplicationCommandOptionString, key)
	o.Required, o.Autocomplete, o.MaxLength = true, true, maxName
	return o
}

func choice(name words.Key, value string) *discordgo.ApplicationCommandOptionChoice {
	return &discordgo.ApplicationCommandOptionChoice{Name: words.Default(name), NameLocalizations: words.Localisations(name), Value: value}
}
