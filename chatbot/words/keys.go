package words

import "github.com/pqcite/pqcite/core"

// Key names a text.
type Key string

// The names and descriptions of commands and their options.
const (
	CommandAskName                    Key = "command.ask.name"
	CommandAskDescription             Key = "command.ask.description"
	CommandAskQuestionName            Key = "command.ask.question.name"
	CommandAskQuestionDescription     Key = "command.ask.question.description"
	CommandAskPrivateName             Key = "command.ask.private.name"
	CommandAskPrivateDescription      Key = "command.ask.private.description"
	CommandAskDocumentName            Key = "command.ask.document.name"
	CommandAskDocumentDescription     Key = "command.ask.document.description"
	CommandAskDetailName              Key = "command.ask.detail.name"
	CommandAskDetailDescription       Key = "command.ask.detail.description"
	CommandAskDetailShort             Key = "command.ask.detail.short"
	CommandAskDetailFull              Key = "command.ask.detail.full"
	CommandCiteName                   Key = "command.cite.name"
	CommandCiteDescription            Key = "command.cite.description"
	CommandCiteReferenceName          Key = "command.cite.reference.name"
	CommandCiteReferenceDescription   Key = "command.cite.reference.description"
	CommandCompareName                Key = "command.compare.name"
	CommandCompareDescription         Key = "command.compare.description"
	CommandCompareAName               Key = "command.compare.a.name"
	CommandCompareADescription        Key = "command.compare.a.description"
	CommandCompareBName               Key = "command.compare.b.name"
	CommandCompareBDescription        Key = "command.compare.b.description"
	CommandTermName                   Key = "command.term.name"
	CommandTermDescription            Key = "command.term.description"
	CommandTermTermName               Key = "command.term.term.name"
	CommandTermTermDescription        Key = "command.term.term.description"
	CommandCheckName                  Key = "command.check.name"
	CommandConfigName                 Key = "command.config.name"
	CommandConfigDescription          Key = "command.config.description"
	CommandConfigPrivateName          Key = "command.config.private.name"
	CommandConfigPrivateDescription   Key = "command.config.private.description"
	CommandConfigAllowName            Key = "command.config.allow.name"
	CommandConfigAllowDescription     Key = "command.config.allow.description"
	CommandConfigRemoveName           Key = "command.config.remove.name"
	CommandConfigRemoveDescription    Key = "command.config.remove.description"
	CommandConfigDocumentsName        Key = "command.config.documents.name"
	CommandConfigDocumentsDescription Key = "command.config.documents.description"
	CommandConfigLanguageName         Key = "command.config.language.name"
	CommandConfigLanguageDescription  Key = "command.config.language.description"
	CommandConfigLanguageAuto         Key = "command.config.language.auto"
	CommandConfigLimitName            Key = "command.config.limit.name"
	CommandConfigLimitDescription     Key = "command.config.limit.description"
	CommandConfigFeedbackName         Key = "command.config.feedback.name"
	CommandConfigFeedbackDescription  Key = "command.config.feedback.description"
	CommandConfigQuestionsName        Key = "command.config.questions.name"
	CommandConfigQuestionsDescription Key = "command.config.questions.description"
	CommandStatsName                  Key = "command.stats.name"
	CommandStatsDescription           Key = "command.stats.description"
	CommandPrivacyName                Key = "command.privacy.name"
	CommandPrivacyDescription         Key = "command.privacy.description"
	CommandHelpName                   Key = "command.help.name"
	CommandHelpDescription            Key = "command.help.description"
)

// The labels of buttons.
const (
	ButtonEvidence Key = "button.evidence"
	ButtonWhy      Key = "button.why"
	ButtonFollow   Key = "button.follow"
	ButtonShare    Key = "button.share"
	ButtonFull     Key = "button.full"
	ButtonRetry    Key = "button.retry"
	ButtonForget   Key = "button.forget"
)

// Places.
const (
	PlacePdfPage         Key = "place.pdf_page"
	PlacePdfPagePrinted  Key = "place.pdf_page_printed"
	PlacePdfPages        Key = "place.pdf_pages"
	PlacePdfPagesPrinted Key = "place.pdf_pages_printed"
	PlacePage            Key = "place.page"
)

// An answer.
const (
	AnswerSources     Key = "answer.sources"
	AnswerPage        Key = "answer.page"
	AnswerProved      Key = "answer.proved"
	AnswerConfidence  Key = "answer.confidence"
	AnswerDraft       Key = "answer.draft"
	AnswerDeclared    Key = "answer.declared"
	AnswerDrafts      Key = "answer.drafts"
	AnswerSummary     Key = "answer.summary"
	AnswerSummaries   Key = "answer.summaries"
	AnswerFollows     Key = "answer.follows"
	AnswerUnclear     Key = "answer.unclear"
	AnswerMoreSources Key = "answer.more_sources"
)

// The quotes of an answer.
const (
	EvidenceTitle       Key = "evidence.title"
	EvidenceProves      Key = "evidence.proves"
	EvidenceFingerprint Key = "evidence.fingerprint"
	EvidenceAttached    Key = "evidence.attached"
	EvidenceNone        Key = "evidence.none"
)

// How an answer came about.
const (
	WhyTitle          Key = "why.title"
	WhyUnderstood     Key = "why.understood"
	WhyChecklist      Key = "why.checklist"
	WhyFound          Key = "why.found"
	WhyMissing        Key = "why.missing"
	WhyNothingListed  Key = "why.nothing_listed"
	WhyConfidence     Key = "why.confidence"
	WhyConfidenceText Key = "why.confidence_text"
	WhyStopped        Key = "why.stopped"
	WhyEffort         Key = "why.effort"
	WhyVerdicts       Key = "why.verdicts"
	WhyDocuments      Key = "why.documents"
	WhyNoEvidence     Key = "why.no_evidence"
	WhyRounds         Key = "why.rounds"
	WhyPassages       Key = "why.passages"
	WhySteps          Key = "why.steps"
)

// A refusal.
const (
	RefusalTitle    Key = "refusal.title"
	RefusalNothing  Key = "refusal.nothing"
	RefusalSearched Key = "refusal.searched"
	RefusalMissing  Key = "refusal.missing"
	RefusalNearest  Key = "refusal.nearest"
)

// What a run is doing.
const (
	ProgressReading   Key = "progress.reading"
	ProgressAssessing Key = "progress.assessing"
	ProgressModel     Key = "progress.model"
	ProgressRepairing Key = "progress.repairing"
	ProgressSearching Key = "progress.searching"
	StepsLeftOut      Key = "steps.left_out"
	ProgressChecking  Key = "progress.checking"
	ProgressQueued    Key = "progress.queued"
)

// Single messages.
const (
	NoticeOutage         Key = "notice.outage"
	NoticeStopped        Key = "notice.stopped"
	NoticeTooBusy        Key = "notice.too_busy"
	NoticeTimeout        Key = "notice.timeout"
	NoticeOutageCheck    Key = "notice.outage_check"
	NoticeOutageConfig   Key = "notice.outage_config"
	NoticeOutageOther    Key = "notice.outage_other"
	NoticeStoppedOther   Key = "notice.stopped_other"
	NoticeTooBusyOther   Key = "notice.too_busy_other"
	NoticeTimeoutOther   Key = "notice.timeout_other"
	NoticeOldCommand     Key = "notice.old_command"
	NoticeOldButton      Key = "notice.old_button"
	NoticeExpired        Key = "notice.expired"
	NoticeVotedUp        Key = "notice.voted_up"
	NoticeVotedDown      Key = "notice.voted_down"
	NoticeReasonKept     Key = "notice.reason_kept"
	NoticeForgotten      Key = "notice.forgotten"
	NoticeNothingToCheck Key = "notice.nothing_to_check"
	NoticeNoText         Key = "notice.no_text"
)

// Exceeded limits.
const (
	LimitedUser     Key = "limited.user"
	LimitedGuild    Key = "limited.guild"
	LimitedEveryone Key = "limited.everyone"
)

// Denials.
const (
	DeniedChannel    Key = "denied.channel"
	DeniedChannels   Key = "denied.channels"
	DeniedPermission Key = "denied.permission"
	DeniedServerOnly Key = "denied.server_only"
	DeniedAskerOnly  Key = "denied.asker_only"
)

// Invalid input.
const (
	InvalidEmpty     Key = "invalid.empty"
	InvalidSide      Key = "invalid.side"
	InvalidTooLong   Key = "invalid.too_long"
	InvalidDocument  Key = "invalid.document"
	InvalidReference Key = "invalid.reference"
	InvalidTerm      Key = "invalid.term"
	InvalidNumber    Key = "invalid.number"
	InvalidChannels  Key = "invalid.channels"
	InvalidSame      Key = "invalid.same"
	InvalidOther     Key = "invalid.other"
	InvalidNearest   Key = "invalid.nearest"
)

// Cards.
const (
	CardVerbatim    Key = "card.verbatim"
	CardUnread      Key = "card.unread"
	CardSummary     Key = "card.summary"
	CardKnown       Key = "card.known"
	CardNearest     Key = "card.nearest"
	CardGoesOn      Key = "card.goes_on"
	CardGoesOnThere Key = "card.goes_on_there"
	CardValue       Key = "card.value"
)

// The report on a message.
const (
	CheckTitle      Key = "check.title"
	CheckReferences Key = "check.references"
	CheckClaims     Key = "check.claims"
	CheckNothing    Key = "check.nothing"
	CheckUnchecked  Key = "check.unchecked"
	CheckDocument   Key = "check.document"
	CheckDocuments  Key = "check.documents"
	CheckSuperseded Key = "check.superseded"
	CheckNotThere   Key = "check.not_there"
	CheckShouldBe   Key = "check.should_be"
	CheckNearest    Key = "check.nearest"
	CheckSays       Key = "check.says"
	CheckMessage    Key = "check.message"
	CheckDraft      Key = "check.draft"
	CheckOverall    Key = "check.overall"
)

// The settings of a server.
const (
	ConfigTitle            Key = "config.title"
	ConfigAnswers          Key = "config.answers"
	ConfigAnswersPrivate   Key = "config.answers_private"
	ConfigAnswersPublic    Key = "config.answers_public"
	ConfigChannels         Key = "config.channels"
	ConfigChannelsAll      Key = "config.channels_all"
	ConfigDocuments        Key = "config.documents"
	ConfigDocumentsAll     Key = "config.documents_all"
	ConfigLanguage         Key = "config.language"
	ConfigLimit            Key = "config.limit"
	ConfigLimitDefault     Key = "config.limit_default"
	ConfigFeedback         Key = "config.feedback"
	ConfigQuestions        Key = "config.questions"
	ConfigQuestionsKept    Key = "config.questions_kept"
	ConfigQuestionsCounted Key = "config.questions_counted"
	ConfigOn               Key = "config.on"
	ConfigOff              Key = "config.off"
	ConfigHow              Key = "config.how"
	ConfigLimitMinute      Key = "config.limit_minute"
)

// Statistics.
const (
	StatsTitle     Key = "stats.title"
	StatsSince     Key = "stats.since"
	StatsAsked     Key = "stats.asked"
	StatsAnswered  Key = "stats.answered"
	StatsRefused   Key = "stats.refused"
	StatsFailed    Key = "stats.failed"
	StatsPrivate   Key = "stats.private"
	StatsVotes     Key = "stats.votes"
	StatsTime      Key = "stats.time"
	StatsTimeText  Key = "stats.time_text"
	StatsDocuments Key = "stats.documents"
	StatsLibrary   Key = "stats.library"
	StatsNone      Key = "stats.none"
)

// What is stored.
const (
	PrivacyTitle          Key = "privacy.title"
	PrivacyUser           Key = "privacy.user"
	PrivacyAnswers        Key = "privacy.answers"
	PrivacyQuestions      Key = "privacy.questions"
	PrivacyMessages       Key = "privacy.messages"
	PrivacyYours          Key = "privacy.yours"
	PrivacyNothing        Key = "privacy.nothing"
	PrivacyCountAnswers   Key = "privacy.count_answers"
	PrivacyCountVotes     Key = "privacy.count_votes"
	PrivacyCountReasons   Key = "privacy.count_reasons"
	PrivacyCountQuestions Key = "privacy.count_questions"
)

// Help.
const (
	HelpTitle     Key = "help.title"
	HelpIntro     Key = "help.intro"
	HelpAsk       Key = "help.ask"
	HelpCompare   Key = "help.compare"
	HelpCite      Key = "help.cite"
	HelpTerm      Key = "help.term"
	HelpCheck     Key = "help.check"
	HelpCheckText Key = "help.check_text"
	HelpDocuments Key = "help.documents"
	HelpMarks     Key = "help.marks"
)

// Modals.
const (
	ModalFollowTitle       Key = "modal.follow.title"
	ModalFollowLabel       Key = "modal.follow.label"
	ModalFollowPlaceholder Key = "modal.follow.placeholder"
	ModalReasonTitle       Key = "modal.reason.title"
	ModalReasonLabel       Key = "modal.reason.label"
	ModalReasonPlaceholder Key = "modal.reason.placeholder"
)

// The keys of words that the core defines.

// Verdict is the key of a verdict in words.
func Verdict(v core.Verdict) Key { return "verdict." + Key(v) }

// Rule is the key of what a rule found, in words. Rules are an open set: see Known.
func Rule(name string) Key { return "rule." + Key(name) }

// Reference is the key of the verdict on a reference, in words.
func Reference(status string) Key { return "reference." + Key(status) }

// Stop is the key of why a run ended, in words.
func Stop(r core.StopReason) Key { return "stop." + Key(r) }

// Reason is the key of why nothing is claimed, in words.
func Reason(r core.RefusalReason) Key { return "refusal.reason." + Key(r) }

// Kind is the key of a kind of refusals, in words.
func Kind(k core.RefusalKind) Key { return "refusal.kind." + Key(k) }

// Advice is the key of what the reader of a refusal can do.
func Advice(k core.RefusalKind) Key { return "refusal.advice." + Key(k) }

// Intent is the key of the kind of answer that a question wants, in words.
func Intent(i core.Intent) Key { return "intent." + Key(i) }

// Facet is the key of a kind of checklist item, in words.
func Facet(k core.FacetKind) Key { return "facet." + Key(k) }

// Status is the key of how binding a document is, in words.
func Status(s core.Status) Key { return "status." + Key(s) }
