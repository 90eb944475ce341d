package discordtest

import (
	"fmt"
	"strings"
	"testing"
)

// bodies of one call each, by the call that carries them.
const (
	onCallback = "callback"
	onPress    = "callback of a press"
	onType     = "callback of autocomplete"
	onEdit     = "edit"
	onAnswer   = "answer"
	onCommands = "commands"
	onCommand  = "command"
)

// carry sends a body in a call of a kind, as a bot would that does all else right.
func carry(t *testing.T, d *Server, b *bot, call, body string) answer {
	t.Helper()
	u := d.User("reader")
	listening(d)
	switch call {
	case onCallback:
		return b.call("POST", callbackPath(d.Slash(u, "ask")), body)
	case onPress:
		ask := d.Slash(u, "ask")
		b.want(204, "POST", callbackPath(ask), `{"type":4,"data":{"content":"a","components":[`+rowOf(press)+`],`+safe+`}}`)
		m, _ := ask.Original()
		return b.call("POST", callbackPath(d.Press(u, m, "p")), body)
	case onType:
		return b.call("POST", callbackPath(d.Autocomplete(u, "cite", "reference", "F")), body)
	case onEdit:
		ask := d.Slash(u, "ask")
		b.want(204, "POST", callbackPath(ask), deferred)
		return b.call("PATCH", b.original(ask), body)
	case onAnswer:
		return b.call("POST", callbackPath(d.Slash(u, "ask")), `{"type":4,"data":`+body+`}`)
	case onCommands:
		return b.call("PUT", "/applications/"+d.Application+"/commands", body)
	case onCommand:
		return b.call("PUT", "/applications/"+d.Application+"/commands", "["+body+"]")
	}
	t.Fatalf("no call %q", call)
	return answer{}
}

// press is a button as it should be.
const press = `{"type":2,"style":1,"label":"P","custom_id":"p"}`

func rowOf(parts ...string) string {
	return `{"type":1,"components":[` + strings.Join(parts, ",") + `]}`
}

func repeat(s string, n int) string { return strings.Repeat(s, n) }

// times joins n texts, with their number in place of %d.
func times(n int, format string) string {
	var out []string
	for i := range n {
		out = append(out, strings.ReplaceAll(format, "%d", fmt.Sprint(i)))
	}
	return strings.Join(out, ",")
}

// message is the data of a message with one more key.
func message(part string) string { return `{"content":"a",` + part + `,` + safe + `}` }

func components(rows ...string) string { return `"components":[` + strings.Join(rows, ",") + `]` }

func embeds(list ...string) string { return `"embeds":[` + strings.Join(list, ",") + `]` }

func buttonWith(part string) string { return message(components(rowOf(`{"type":2,` + part + `}`))) }

func modalOf(title, id string, rows ...string) string {
	return `{"type":9,"data":{"custom_id":"` + id + `","title":"` + title + `","components":[` + strings.Join(rows, ",") + `]}}`
}

func inputWith(part string) string {
	return rowOf(`{"type":4,"custom_id":"i","style":1,"label":"L"` + part + `}`)
}

func commandWith(part string) string { return `{"name":"ask","description":"d"` + part + `}` }

func optionsOf(list ...string) string {
	return commandWith(`,"options":[` + strings.Join(list, ",") + `]`)
}

func optionWith(name, part string) string {
	return `{"type":3,"name":"` + name + `","description":"d"` + part + `}`
}

// badBodies are what Discord refuses or pqcite must not send, each with one thing
// wrong.
var badBodies = []struct {
	name, call, body string
	rule             Rule
	says             string
}{
	{"no JSON", onEdit, `{"content":`, ruleJSON, "parse JSON"},
	{"a key twice", onEdit, `{"content":"a","content":"b",` + safe + `}`, ruleJSON, "duplicate"},
	{"text that is not UTF-8", onEdit, "{\"content\":\"\xff\"," + safe + `}`, ruleJSON, "UTF-8"},
	{"text after the value", onEdit, edit + `{}`, ruleJSON, "follows"},
	{"no object", onEdit, `[]`, ruleForm, "want object"},

	{"mentions left out of a callback", onCallback, `{"type":4,"data":{"content":"a"}}`, ruleMentions, "parse"},
	{"mentions left out of an update", onPress, `{"type":7,"data":{"content":"a"}}`, ruleMentions, "parse"},
	{"mentions left out of an edit", onEdit, `{"content":"a"}`, ruleMentions, "parse"},
	{"parse is null", onEdit, `{"content":"a","allowed_mentions":{"parse":null}}`, ruleMentions, "parse"},
	{"parse has users", onEdit, `{"content":"a","allowed_mentions":{"parse":["users"]}}`, ruleMentions, "parse"},
	{"mentions of one user", onEdit, `{"content":"a","allowed_mentions":{"parse":[],"users":["1573950948982652931"]}}`, ruleMentions, "parse"},

	{"a key of no message", onEdit, message(`"context":"a"`), ruleUnknownKey, "body/context"},
	{"a key of no embed", onEdit, message(embeds(`{"title":"a","text":"b"}`)), ruleUnknownKey, "embeds/0"},
	{"a key of no button", onEdit, message(components(rowOf(`{"type":2,"style":1,"label":"L","custom_id":"c","name":"n"}`))), ruleUnknownKey, "name"},
	{"a key of no callback", onCallback, `{"type":5,"flags":64}`, ruleUnknownKey, "'flags'"},
	{"a message in a deferred answer", onCallback, `{"type":5,"data":{"content":"a"}}`, ruleUnknownKey, "content"},
	{"a key of no command", onCommand, commandWith(`,"help":"a"`), ruleUnknownKey, "help"},
	{"a key of another option", onCommand, optionsOf(`{"type":5,"name":"a","description":"d","max_length":3}`), ruleUnknownKey, "max_length"},

	{"content too long", onEdit, `{"content":"` + repeat("a", 2001) + `",` + safe + `}`, ruleForm, "2,000"},
	{"content too long in UTF-16", onEdit, `{"content":"` + repeat("𝔸", 1001) + `",` + safe + `}`, ruleForm, "2,002"},
	{"content is no text", onEdit, `{"content":1,` + safe + `}`, ruleForm, "want string"},
	{"a truth that is none", onCallback, `{"type":4,"data":{"content":"a","tts":1,` + safe + `}}`, ruleForm, "want boolean"},
	{"a list that is none", onEdit, message(`"embeds":{}`), ruleForm, "want array"},
	{"an id that is none", onEdit, buttonWith(`"style":1,"custom_id":"c","emoji":{"id":"abc"}`), ruleForm, "pattern"},
	{"nothing in a message", onCallback, `{"type":4,"data":{` + safe + `}}`, ruleEmpty, "nothing"},
	{"blanks in a message", onAnswer, `{"content":" \n ",` + safe + `}`, ruleEmpty, "nothing"},
	{"nothing left by an edit", onEdit, `{"content":"",` + safe + `}`, ruleEmpty, "nothing"},
	{"a flag that is not allowed", onCallback, `{"type":4,"data":{"content":"a","flags":2,` + safe + `}}`, ruleForm, "flags"},
	{"a flag of a message on a deferred answer", onCallback, `{"type":5,"data":{"flags":4}}`, ruleForm, "flags"},

	{"eleven embeds", onEdit, message(embeds(times(11, `{"title":"t%d"}`))), ruleForm, "maxItems"},
	{"an embed's title", onEdit, message(embeds(`{"title":"` + repeat("a", 257) + `"}`)), ruleForm, "256"},
	{"an embed's description", onEdit, message(embeds(`{"description":"` + repeat("a", 4097) + `"}`)), ruleForm, "4,096"},
	{"26 fields", onEdit, message(embeds(`{"fields":[` + times(26, `{"name":"n","value":"v"}`) + `]}`)), ruleForm, "25"},
	{"a field's name", onEdit, message(embeds(`{"fields":[{"name":"` + repeat("a", 257) + `","value":"v"}]}`)), ruleForm, "256"},
	{"a field without a name", onEdit, message(embeds(`{"fields":[{"name":" ","value":"v"}]}`)), ruleForm, "pattern"},
	{"a field's value", onEdit, message(embeds(`{"fields":[{"name":"n","value":"` + repeat("a", 1025) + `"}]}`)), ruleForm, "1,024"},
	{"a footer", onEdit, message(embeds(`{"footer":{"text":"` + repeat("a", 2049) + `"}}`)), ruleForm, "2,048"},
	{"an author", onEdit, message(embeds(`{"author":{"name":"` + repeat("a", 257) + `"}}`)), ruleForm, "256"},
	{"an embed's url", onEdit, message(embeds(`{"title":"a","url":"https://example.org/` + repeat("a", 2048) + `"}`)), ruleForm, "2,048"},
	{"an embed's url of a scheme", onEdit, message(embeds(`{"title":"a","url":"javascript:alert(1)"}`)), ruleForm, "pattern"},
	{"an embed's url twice", onEdit, message(embeds(`{"title":"a","url":"https://example.org/a"}`, `{"title":"b","url":"https://example.org/a"}`)), ruleForm, "only the first"},
	{"a colour", onEdit, message(embeds(`{"title":"a","color":16777216}`)), ruleForm, "color"},
	{"a time", onEdit, message(embeds(`{"title":"a","timestamp":"today"}`)), ruleForm, "timestamp"},
	{"a kind of embed", onEdit, message(embeds(`{"title":"a","type":"image"}`)), ruleForm, "rich"},
	{"an empty embed", onEdit, message(embeds(`{"color":1}`)), ruleForm, "empty"},
	{"6,001 characters in embeds", onEdit, message(embeds(`{"description":"`+repeat("a", 4000)+`"}`, `{"description":"`+repeat("a", 2001)+`"}`)), ruleForm, "6000"},
	{"a picture that was not sent", onEdit, message(embeds(`{"image":{"url":"attachment://a.png"}}`)), ruleForm, "no file"},
	{"an attachment that was not sent", onEdit, message(`"attachments":[{"id":"0","filename":"a.txt"}]`), ruleForm, "files[0]"},
	{"an attachment's number", onEdit, message(`"attachments":[{"id":0,"filename":"a.txt"}]`), ruleForm, "want string"},

	{"six rows", onEdit, message(components(times(6, rowOf(`{"type":2,"style":1,"label":"L","custom_id":"c%d"}`)))), ruleForm, "maxItems"},
	{"six buttons in a row", onEdit, message(components(rowOf(times(6, `{"type":2,"style":1,"label":"L","custom_id":"c%d"}`)))), ruleForm, "maxItems"},
	{"an empty row", onEdit, message(components(rowOf())), ruleForm, "minItems"},
	{"a button in no row", onEdit, message(components(press)), ruleForm, "components/0"},
	{"a label", onEdit, buttonWith(`"style":1,"custom_id":"c","label":"` + repeat("a", 81) + `"`), ruleForm, "80"},
	{"a blank label", onEdit, buttonWith(`"style":1,"custom_id":"c","label":" "`), ruleForm, "pattern"},
	{"no label", onEdit, buttonWith(`"style":1,"custom_id":"c"`), ruleForm, "missing property"},
	{"a custom_id of 101", onEdit, buttonWith(`"style":1,"label":"L","custom_id":"` + repeat("a", 101) + `"`), ruleForm, "maxLength"},
	{"an empty custom_id", onEdit, buttonWith(`"style":1,"label":"L","custom_id":""`), ruleForm, "minLength"},
	{"no custom_id", onEdit, buttonWith(`"style":1,"label":"L"`), ruleForm, "missing property 'custom_id'"},
	{"a custom_id twice", onEdit, message(components(rowOf(press), rowOf(press))), ruleForm, "twice"},
	{"a component's id twice", onEdit, message(components(rowOf(`{"type":2,"id":7,"style":1,"label":"L","custom_id":"a"}`, `{"type":2,"id":7,"style":1,"label":"L","custom_id":"b"}`))), ruleForm, "the id 7"},
	{"a style", onEdit, buttonWith(`"style":7,"label":"L","custom_id":"c"`), ruleForm, "style"},
	{"a link without url", onEdit, buttonWith(`"style":5,"label":"L"`), ruleForm, "missing property 'url'"},
	{"a link with custom_id", onEdit, buttonWith(`"style":5,"label":"L","url":"https://example.org","custom_id":"c"`), ruleForm, "'not' failed"},
	{"a link too long", onEdit, buttonWith(`"style":5,"label":"L","url":"https://example.org/` + repeat("a", 512) + `"`), ruleForm, "512"},
	{"a link of a scheme", onEdit, buttonWith(`"style":5,"label":"L","url":"ftp://example.org"`), ruleForm, "pattern"},
	{"a button with url", onEdit, buttonWith(`"style":1,"label":"L","custom_id":"c","url":"https://example.org"`), ruleForm, "'not' failed"},

	{"text display", onAnswer, message(components(`{"type":10,"content":"t"}`)), ruleForm, "components/0"},
	{"a select", onEdit, message(components(rowOf(`{"type":3,"custom_id":"s","options":[{"label":"l","value":"v"}]}`))), ruleForm, "components/0"},
	{"the components flag", onAnswer, `{"content":"a","flags":32768,` + safe + `}`, ruleForm, "must be one of"},

	{"a modal's title", onCallback, modalOf(repeat("a", 46), "m", inputWith("")), ruleForm, "45"},
	{"a modal's custom_id", onCallback, modalOf("t", repeat("a", 101), inputWith("")), ruleForm, "100"},
	{"a modal without a title", onCallback, `{"type":9,"data":{"custom_id":"m","components":[` + inputWith("") + `]}}`, ruleForm, "title"},
	{"an empty modal", onCallback, modalOf("t", "m"), ruleForm, "'components'"},
	{"six inputs", onCallback, modalOf("t", "m", times(6, rowOf(`{"type":4,"custom_id":"i%d","style":1,"label":"L"}`))), ruleForm, "maxItems"},
	{"an input's label", onCallback, modalOf("t", "m", rowOf(`{"type":4,"custom_id":"i","style":1,"label":"`+repeat("a", 46)+`"}`)), ruleForm, "45"},
	{"an input without a label", onCallback, modalOf("t", "m", rowOf(`{"type":4,"custom_id":"i","style":1}`)), ruleForm, "label"},
	{"an input too long", onCallback, modalOf("t", "m", inputWith(`,"max_length":4001`)), ruleForm, "4,000"},
	{"an input's value", onCallback, modalOf("t", "m", inputWith(`,"max_length":2,"value":"abc"`)), ruleForm, "max_length"},
	{"an input's lengths", onCallback, modalOf("t", "m", inputWith(`,"min_length":3,"max_length":2`)), ruleForm, "min_length"},
	{"a button in a modal", onCallback, modalOf("t", "m", rowOf(press)), ruleForm, "components/0/type"},
	{"an input twice", onCallback, modalOf("t", "m", inputWith(""), inputWith("")), ruleForm, "twice"},

	{"26 choices", onType, `{"type":8,"data":{"choices":[` + times(26, `{"name":"n","value":"v"}`) + `]}}`, ruleForm, "25"},
	{"a choice's name", onType, `{"type":8,"data":{"choices":[{"name":"` + repeat("a", 101) + `","value":"v"}]}}`, ruleForm, "100"},
	{"a choice's value", onType, `{"type":8,"data":{"choices":[{"name":"n","value":"` + repeat("a", 101) + `"}]}}`, ruleForm, "100"},
	{"a choice without a name", onType, `{"type":8,"data":{"choices":[{"name":"","value":"v"}]}}`, ruleForm, "pattern"},
	{"no choices", onType, `{"type":8,"data":{}}`, ruleForm, "choices"},

	{"a message for autocomplete", onType, hello, ruleCallbackType, "type 4"},
	{"choices for a command", onCallback, `{"type":8,"data":{"choices":[]}}`, ruleCallbackType, "type 8"},
	{"an update for a command", onCallback, `{"type":7,"data":{"content":"a",` + safe + `}}`, ruleCallbackType, "type 7"},
	{"a pong for a command", onCallback, `{"type":1}`, ruleCallbackType, "type 1"},
	{"a type that does not exist", onCallback, `{"type":3}`, ruleForm, "no such type"},
	{"no type", onCallback, `{"data":{"content":"a",` + safe + `}}`, ruleForm, "type"},

	{"a command's name in capitals", onCommand, `{"name":"Ask","description":"d"}`, ruleForm, "pattern"},
	{"a command's name with a blank", onCommand, `{"name":"a b","description":"d"}`, ruleForm, "pattern"},
	{"a command's name too long", onCommand, `{"name":"` + repeat("a", 33) + `","description":"d"}`, ruleForm, "pattern"},
	{"a translated name with a blank", onCommand, commandWith(`,"name_localizations":{"de":"frag mich"}`), ruleForm, "pattern"},
	{"a language of nobody", onCommand, commandWith(`,"name_localizations":{"en":"ask"}`), ruleForm, "must be one of"},
	{"no description", onCommand, `{"name":"ask"}`, ruleForm, "description"},
	{"a description", onCommand, `{"name":"ask","description":"` + repeat("a", 101) + `"}`, ruleForm, "100"},
	{"a translated description", onCommand, commandWith(`,"description_localizations":{"de":"` + repeat("a", 101) + `"}`), ruleForm, "100"},
	{"26 options of a command", onCommand, optionsOf(times(26, optionWith("o%d", ""))), ruleForm, "25"},
	{"required after optional", onCommand, optionsOf(optionWith("a", ""), optionWith("b", `,"required":true`)), ruleForm, "required"},
	{"an option twice", onCommand, optionsOf(optionWith("a", ""), optionWith("a", "")), ruleForm, "twice"},
	{"an option's name", onCommand, optionsOf(optionWith("A", "")), ruleForm, "pattern"},
	{"an option's type", onCommand, optionsOf(`{"type":12,"name":"a","description":"d"}`), ruleForm, "type"},
	{"an option's length", onCommand, optionsOf(optionWith("a", `,"max_length":6001`)), ruleForm, "6,000"},
	{"an option's least", onCommand, optionsOf(`{"type":4,"name":"a","description":"d","min_value":"1"}`), ruleForm, "want number"},
	{"an option's lengths", onCommand, optionsOf(optionWith("a", `,"min_length":3,"max_length":2`)), ruleForm, "min_length"},
	{"choices with autocomplete", onCommand, optionsOf(optionWith("a", `,"autocomplete":true,"choices":[{"name":"n","value":"v"}]`)), ruleForm, "'not' failed"},
	{"a subcommand", onCommand, optionsOf(`{"type":1,"name":"s","description":"d"}`), ruleForm, "must be one of"},
	{"8,001 characters", onCommand, optionsOf(times(25, `{"type":3,"name":"o%d","description":"`+repeat("a", 100)+`","choices":[`+times(25, `{"name":"nnnnn","value":"vvvvvv"}`)+`]}`)), ruleForm, "8000"},
	{"permissions as a number", onCommand, commandWith(`,"default_member_permissions":32`), ruleForm, "want string"},
	{"a context", onCommand, commandWith(`,"contexts":[3]`), ruleForm, "contexts"},
	{"private channels without users", onCommand, commandWith(`,"contexts":[0,2]`), ruleForm, "installation for users"},
	{"a command's type", onCommand, commandWith(`,"type":5`), ruleForm, "type"},
	{"a menu's entry with a description", onCommand, `{"name":"Check","type":3,"description":"d"}`, ruleUnknownKey, "description"},
	{"a command twice", onCommands, `[` + commandWith("") + `,` + commandWith("") + `]`, ruleForm, "twice"},
	{"16 entries of a menu", onCommands, `[` + times(16, `{"name":"Check %d","type":3}`) + `]`, ruleForm, "15"},
}

func TestBadBodies(t *testing.T) {
	for _, tc := range badBodies {
		t.Run(tc.name, func(t *testing.T) {
			d, b := quiet(t)
			got := carry(t, d, b, tc.call, tc.body)
			violations := d.Violations()
			if len(violations) == 0 {
				t.Fatalf("passed with %d %s", got.status, got.body)
			}
			for _, v := range violations {
				if v.Rule != tc.rule || !strings.Contains(v.String(), tc.says) {
					t.Errorf("got %s, want %s that says %q", v, tc.rule, tc.says)
				}
			}
			// What Discord lets pass is reported, and done.
			passes := tc.rule == ruleMentions || tc.rule == ruleUnknownKey
			if refused := got.status >= 400; refused == passes {
				t.Errorf("got %d %s", got.status, got.body)
			}
		})
	}
}

var goodBodies = []struct{ name, call, body string }{
	{"2,000 characters", onEdit, `{"content":"` + repeat("a", 2000) + `",` + safe + `}`},
	{"6,000 characters in embeds", onEdit, message(embeds(`{"description":"`+repeat("a", 4096)+`"}`, `{"description":"`+repeat("a", 1904)+`"}`))},
	{"every part of an embed", onEdit, message(embeds(`{"type":"rich","title":"a","description":"b","url":"https://example.org/a#page=3","color":3447003,"timestamp":"2026-11-01T10:00:00Z","footer":{"text":"f"},"author":{"name":"a","url":"https://example.org"},"fields":[{"name":"n","value":"v","inline":true}]}`))},
	{"five full rows", onEdit, message(components(rowOf(times(5, `{"type":2,"style":2,"label":"L","custom_id":"a%d"}`)), rowOf(times(5, `{"type":2,"style":5,"emoji":{"name":"📄"},"url":"https://example.org/%d"}`)), rowOf(times(5, `{"type":2,"style":1,"label":"L","custom_id":"b%d"}`)), rowOf(times(5, `{"type":2,"style":3,"label":"L","custom_id":"c%d"}`)), rowOf(times(5, `{"type":2,"style":4,"label":"L","custom_id":"d%d"}`))))},
	{"components taken away", onEdit, message(`"components":[]`)},
	{"nulls", onEdit, message(`"embeds":null,"components":null`)},
	{"a private message", onCallback, `{"type":4,"data":{"content":"a","flags":64,` + safe + `}}`},
	{"what discordgo sends for choices", onType, `{"type":8,"data":{"tts":false,"content":"","components":null,"embeds":null,"choices":[{"name":"n","value":"v"}]}}`},
	{"what discordgo sends for a modal", onCallback, `{"type":9,"data":{"tts":false,"content":"","embeds":null,"custom_id":"m","title":"t","components":[` + inputWith(`,"required":true`) + `]}}`},
	{"what discordgo sends for a deferred answer", onCallback, `{"type":5,"data":{"tts":false,"content":"","components":null,"embeds":null,"flags":64}}`},
	{"no choices", onType, `{"type":8,"data":{"choices":[]}}`},
	{"a choice of a number", onType, `{"type":8,"data":{"choices":[{"name":"n","value":3}]}}`},
	{"an update", onPress, `{"type":7,"data":{"content":"b",` + safe + `}}`},
	{"a deferred update", onPress, `{"type":6}`},
	{"a modal from a press", onPress, modalOf("t", "m", inputWith(""))},
	{"commands in many languages", onCommands, `[{"name":"ask","type":1,"description":"d","name_localizations":{"de":"frag","ja":"質問","zh-CN":"提问","fr":"demander","hi":"पूछें","th":"ถาม"},"description_localizations":{"de":"d"},"contexts":[0,1,2],"integration_types":[0,1],"default_member_permissions":"32","options":[` + optionWith("question", `,"required":true,"max_length":6000,"channel_types":null,"options":null,"choices":null,"autocomplete":false`) + `]},{"name":"Check citations","type":3,"options":null}]`},
}

func TestGoodBodies(t *testing.T) {
	for _, tc := range goodBodies {
		t.Run(tc.name, func(t *testing.T) {
			d := New(t, Options{}) // a violation fails the test
			if got := carry(t, d, newBot(t, d), tc.call, tc.body); got.status >= 300 {
				t.Errorf("got %d %s", got.status, got.body)
			}
		})
	}
}
