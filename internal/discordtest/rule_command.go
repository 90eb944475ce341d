package discordtest

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// The bounds on commands.
const (
	maxCommandName        = 32
	maxCommandDescription = 100
	maxCommandText        = 8000 // names, descriptions and values of a command together
	maxStringOption       = 6000
	maxRegistered         = 130
)

// commandName is Discord's own form. The two scripts are named for their vowel
// signs, which are no letters.
var commandName = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`)

var locales = []string{
	"id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl", "no", "pl", "pt-BR", "ro", "fi",
	"sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th", "zh-CN", "ja", "zh-TW", "ko", "ar", "he",
}

// localised is a map from Discord's languages to texts.
func localised(each check) check {
	return func(r *report, at string, v any) {
		m, is := v.(map[string]any)
		if !is {
			r.refuse(at, "want an object of languages, got %s", show(v))
			return
		}
		for locale, text := range m {
			if !slices.Contains(locales, locale) {
				r.refuse(at, "Discord has no language %q", locale)
				continue
			}
			each(r, at+"."+locale, text)
		}
	}
}

// chatName is a name that is typed: it has a form, and no capital letters where
// there are small ones.
func chatName(r *report, at string, v any) {
	matching(commandName)(r, at, v)
	if s := str(v); strings.ToLower(s) != s {
		r.refuse(at, "want small letters, got %q", s)
	}
}

func permissions(r *report, at string, v any) {
	s, isString := v.(string)
	if _, err := strconv.ParseUint(s, 10, 63); isString && err == nil {
		return
	}
	r.refuse(at, "want a number as a string, got %s", show(v))
}

// menuName is the name of an entry in a menu.
var menuName = text(1, maxCommandName)

// inMenu reports whether a type of command is an entry in a menu, of users or of
// messages.
func inMenu(kind int) bool { return kind == 2 || kind == messageCommand }

// commandFields are the keys of a command.
func commandFields(kind int) fields {
	name := check(chatName)
	known := fields{}
	if !inMenu(kind) {
		known["description"] = text(1, maxCommandDescription)
		known["description_localizations"] = localised(text(1, maxCommandDescription))
		known["options"] = checkCommandOptions
	} else {
		name = menuName
	}
	known["name"], known["name_localizations"] = name, localised(name)
	known["type"] = exactly(1, 2, 3)
	known["default_member_permissions"] = permissions
	known["dm_permission"], known["nsfw"], known["default_permission"] = boolean, boolean, boolean
	known["contexts"] = listOf(1, 3, integer(contextGuild, contextPrivate))
	known["integration_types"] = listOf(1, 2, integer(0, 1))
	for _, k := range []string{"id", "application_id", "guild_id", "version"} {
		known[k] = snowflake
	}
	return known
}

func checkCommand(r *report, at string, v any) {
	kind := chatCommand
	if get(v, "type") != nil {
		kind = num(get(v, "type"))
	}
	required := []string{"name"}
	if !inMenu(kind) {
		required = append(required, "description")
	}
	checkObject(r, at, v, commandFields(kind), isCommandKey, required)
	if n := commandText(v); n > maxCommandText {
		r.refuse(at, "want at most %d characters in the whole command, got %d", maxCommandText, n)
	}
	private := slices.ContainsFunc(list(get(v, "contexts")), func(c any) bool { return num(c) == contextPrivate })
	byUser := slices.ContainsFunc(list(get(v, "integration_types")), func(c any) bool { return num(c) == 1 })
	if private && !byUser {
		r.refuse(at+".contexts", "private channels need the installation for users")
	}
	if get(v, "dm_permission") != nil && get(v, "contexts") != nil {
		r.object(ruleForm, at+".dm_permission", "contexts say it, and replace it")
	}
}

func isCommandKey(name string) bool {
	return name == "options" || name == "description" || name == "description_localizations"
}

// commandText is how many characters Discord counts of a command: its name, its
// description and those of its options and choices, with the longest translation
// of each, and the values of choices.
func commandText(v any) int {
	n := longest(v, "name") + longest(v, "description")
	if value, is := get(v, "value").(string); is {
		n += utf16Length(value)
	}
	for _, key := range []string{"options", "choices"} {
		for _, o := range list(get(v, key)) {
			n += commandText(o)
		}
	}
	return n
}

func longest(v any, key string) int {
	n := utf16Length(str(get(v, key)))
	if all, is := get(v, key+"_localizations").(map[string]any); is {
		for _, t := range all {
			n = max(n, utf16Length(str(t)))
		}
	}
	return n
}

// checkCommandOptions wants names once, and what is required first.
func checkCommandOptions(r *report, at string, v any) {
	listOf(0, maxOptions, checkOption)(r, at, v)
	seen := map[string]bool{}
	optional := false
	subs, values := 0, 0
	for i, o := range list(v) {
		name := str(get(o, "name"))
		if seen[name] {
			r.refuse(at, "the option %q is there twice", name)
		}
		seen[name] = true
		if t := num(get(o, "type")); t == optionSub || t == optionGroup {
			subs++
			continue
		}
		values++
		required := get(o, "required") == true
		if required && optional {
			r.refuse(sprintf("%s[%d]", at, i), "required options come before others")
		}
		optional = optional || !required
	}
	if subs > 0 && values > 0 {
		r.refuse(at, "subcommands and values can't stand side by side")
	}
}

// optionKeys are all keys that any option may have.
var optionKeys = []string{
	"required", "choices", "options", "channel_types", "min_value", "max_value", "min_length", "max_length", "autocomplete",
}

func isOptionKey(name string) bool { return slices.Contains(optionKeys, name) }

func checkOption(r *report, at string, v any) {
	known := fields{
		"type": integer(1, 11), "name": chatName, "name_localizations": localised(chatName),
		"description": text(1, maxCommandDescription), "description_localizations": localised(text(1, maxCommandDescription)),
	}
	t := num(get(v, "type"))
	if t > optionGroup {
		known["required"] = boolean
	}
	switch t {
	case optionSub, optionGroup:
		known["options"] = checkCommandOptions
	case optionString:
		known["min_length"], known["max_length"] = integer(0, maxStringOption), integer(1, maxStringOption)
	case optionInteger, optionNumber:
		known["min_value"], known["max_value"] = number, number
	case 7:
		known["channel_types"] = listOf(0, 20, integer(0, 20))
	}
	if t == optionString || t == optionInteger || t == optionNumber {
		known["choices"] = listOf(0, maxChoices, choice)
		known["autocomplete"] = boolean
	}
	checkObject(r, at, v, known, isOptionKey, []string{"type", "name", "description"})
	if get(v, "autocomplete") == true && len(list(get(v, "choices"))) > 0 {
		r.refuse(at, "choices and autocomplete exclude each other")
	}
	if low, high := num(get(v, "min_length")), num(get(v, "max_length")); high != 0 && low > high {
		r.refuse(at+".min_length", "is more than max_length")
	}
	if t == optionGroup {
		checkGroup(r, at, get(v, "options"))
	}
}

// checkGroup wants subcommands alone in a group.
func checkGroup(r *report, at string, v any) {
	for i, o := range list(v) {
		if num(get(o, "type")) != optionSub {
			r.refuse(sprintf("%s.options[%d].type", at, i), "a group holds subcommands alone")
		}
	}
}

var checkCommands = listOf(0, maxRegistered, checkCommand)

// identifyShape is what op 2 says.
var identifyShape = object(fields{
	"token": text(1, 200), "intents": integer(0, math.MaxInt32), "compress": boolean, "large_threshold": integer(50, 250),
	"shard": listOf(2, 2, integer(0, 1<<16)), "presence": nil,
	"properties": checkProperties,
}, "token", "intents", "properties")

// checkProperties also takes the names that these had before, with a dollar.
func checkProperties(r *report, at string, v any) {
	known := fields{}
	for _, name := range []string{"os", "browser", "device", "referer", "referring_domain"} {
		known[name], known["$"+name] = text(0, 100), text(0, 100)
	}
	object(known)(r, at, v)
	for _, name := range []string{"os", "browser", "device"} {
		if !has(v, name) && !has(v, "$"+name) {
			r.refuse(at+"."+name, "is missing")
		}
	}
}

// resumeShape is what op 6 says.
var resumeShape = object(fields{"token": text(1, 200), "session_id": text(1, 100), "seq": integer(0, math.MaxInt64)}, "token", "session_id", "seq")
