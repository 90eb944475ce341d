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

	public := func(name, description words.Key, options ...*discordgo.ApplicationCommandOption) *discordgo.ApplicationCommand {
		c := command(name, description, options...)
		c.Contexts, c.IntegrationTypes = everywhere, byAnyone
		return c
	}
	check := command(words.CommandCheckName, "")
	check.Type, check.Contexts, check.IntegrationTypes = discordgo.MessageApplicationCommand, everywhere, byAnyone
	config := command(words.CommandConfigName, words.CommandConfigDescription, configOptions()...)
	stats := command(words.CommandStatsName, words.CommandStatsDescription)
	for _, c := range []*discordgo.ApplicationCommand{config, stats} { // of a server, for its managers
		c.Contexts, c.IntegrationTypes, c.DefaultMemberPermissions = inGuilds, byGuild, &manager
	}
	return []*discordgo.ApplicationCommand{
		public(words.CommandAskName, words.CommandAskDescription, askOptions()...),
		public(words.CommandCiteName, words.CommandCiteDescription, completed(words.CommandCiteReferenceName, words.CommandCiteReferenceDescription)),
		public(words.CommandCompareName, words.CommandCompareDescription,
			completed(words.CommandCompareAName, words.CommandCompareADescription),
			completed(words.CommandCompareBName, words.CommandCompareBDescription)),
		public(words.CommandTermName, words.CommandTermDescription, completed(words.CommandTermTermName, words.CommandTermTermDescription)),
		public(words.CommandPrivacyName, words.CommandPrivacyDescription),
		public(words.CommandHelpName, words.CommandHelpDescription),
		check,
		config,
		stats,
	}
}

func askOptions() []*discordgo.ApplicationCommandOption {
	question := option(discordgo.ApplicationCommandOptionString, words.CommandAskQuestionName, words.CommandAskQuestionDescription)
	question.Required, question.MaxLength = true, maxQuestion
	document := option(discordgo.ApplicationCommandOptionString, words.CommandAskDocumentName, words.CommandAskDocumentDescription)
	document.Autocomplete, document.MaxLength = true, maxName
	detail := option(discordgo.ApplicationCommandOptionString, words.CommandAskDetailName, words.CommandAskDetailDescription)
	detail.Choices = []*discordgo.ApplicationCommandOptionChoice{
		choice(words.CommandAskDetailShort, string(render.DetailShort)), choice(words.CommandAskDetailFull, string(render.DetailFull)),
	}
	return []*discordgo.ApplicationCommandOption{
		question, option(discordgo.ApplicationCommandOptionBoolean, words.CommandAskPrivateName, words.CommandAskPrivateDescription), document, detail,
	}
}

func configOptions() []*discordgo.ApplicationCommandOption {
	documents := option(discordgo.ApplicationCommandOptionString, words.CommandConfigDocumentsName, words.CommandConfigDocumentsDescription)
	documents.MaxLength = 1000
	language := option(discordgo.ApplicationCommandOptionString, words.CommandConfigLanguageName, words.CommandConfigLanguageDescription)
	language.Choices = render.LanguageChoices()
	limit := option(discordgo.ApplicationCommandOptionInteger, words.CommandConfigLimitName, words.CommandConfigLimitDescription)
	least := 0.0 // the bot's default
	limit.MinValue, limit.MaxValue = &least, maxPerUser
	channel := func(name, description words.Key) *discordgo.ApplicationCommandOption {
		o := option(discordgo.ApplicationCommandOptionChannel, name, description)
		o.ChannelTypes = []discordgo.ChannelType{discordgo.ChannelTypeGuildText, discordgo.ChannelTypeGuildNews, discordgo.ChannelTypeGuildForum}
		return o
	}
	flag := func(name, description words.Key) *discordgo.ApplicationCommandOption {
		return option(discordgo.ApplicationCommandOptionBoolean, name, description)
	}
	return []*discordgo.ApplicationCommandOption{
		flag(words.CommandConfigPrivateName, words.CommandConfigPrivateDescription),
		channel(words.CommandConfigAllowName, words.CommandConfigAllowDescription),
		channel(words.CommandConfigRemoveName, words.CommandConfigRemoveDescription),
		documents, language, limit,
		flag(words.CommandConfigFeedbackName, words.CommandConfigFeedbackDescription),
		flag(words.CommandConfigQuestionsName, words.CommandConfigQuestionsDescription),
	}
}

// command makes a command with its names in all languages; without a description for
// one that is used on a message.
func command(name, description words.Key, options ...*discordgo.ApplicationCommandOption) *discordgo.ApplicationCommand {
	names := words.Localisations(name)
	c := &discordgo.ApplicationCommand{
		Type: discordgo.ChatApplicationCommand, Name: words.Default(name), NameLocalizations: &names, Options: options,
	}
	if description != "" {
		descriptions := words.Localisations(description)
		c.Description, c.DescriptionLocalizations = words.Default(description), &descriptions
	}
	return c
}

func option(kind discordgo.ApplicationCommandOptionType, name, description words.Key) *discordgo.ApplicationCommandOption {
	return &discordgo.ApplicationCommandOption{
		Type: kind, Name: words.Default(name), NameLocalizations: words.Localisations(name),
		Description: words.Default(description), DescriptionLocalizations: words.Localisations(description),
	}
}

// completed is a required text option with completion.
func completed(name, description words.Key) *discordgo.ApplicationCommandOption {
	o := option(discordgo.ApplicationCommandOptionString, name, description)
	o.Required, o.Autocomplete, o.MaxLength = true, true, maxName
	return o
}

func choice(name words.Key, value string) *discordgo.ApplicationCommandOptionChoice {
	return &discordgo.ApplicationCommandOptionChoice{Name: words.Default(name), NameLocalizations: words.Localisations(name), Value: value}
}
