package discordtest

import (
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"unicode/utf16"
)

// finding is one thing that is wrong with a body.
type finding struct {
	rule    Rule
	at      string // such as body/embeds/0/title
	says    string
	refused bool // Discord would not take the body
}

// report gathers findings.
type report struct{ found []finding }

// refuse notes what Discord refuses.
func (r *report) refuse(at, format string, args ...any) {
	r.found = append(r.found, finding{ruleForm, at, sprintf(format, args...), true})
}

// object notes what Discord lets pass, and a bot must not rely on.
func (r *report) object(rule Rule, at, format string, args ...any) {
	r.found = append(r.found, finding{rule, at, sprintf(format, args...), false})
}

func refusals(found []finding) []finding {
	return slices.DeleteFunc(slices.Clone(found), func(f finding) bool { return !f.refused })
}

// Types of components. The bot uses no others.
const (
	row       = 1
	button    = 2
	textInput = 4
)

// The bounds that no schema has.
const (
	maxEmbedText    = 6000 // of all embeds of a message together
	maxFiles        = 10
	maxFile         = 10 << 20 // bytes, where nobody has paid for more
	maxCommandText  = 8000     // names, descriptions and values of a command together
	maxStringOption = 6000
	maxInput        = 4000
)

func utf16Length(s string) int { return len(utf16.Encode([]rune(s))) }

// checkCallback checks a callback against the rules that need nothing but its body.
func checkCallback(r *report, b body, v any) {
	kind := num(get(v, "type"))
	if kind != CallbackPong && (kind < CallbackMessage || kind > CallbackModal) {
		r.refuse("body/type", "no such type: %s", show(get(v, "type")))
		return
	}
	r.shape(sprintf("callback%d", kind), "body", only(v, kind))
	data := get(v, "data")
	switch kind {
	case CallbackMessage:
		r.message("body/data", b, data)
		if nothingIn(data) && len(b.files) == 0 {
			r.found = append(r.found, finding{ruleEmpty, "body/data", "the message has nothing in it", true})
		}
	case CallbackUpdate:
		r.message("body/data", b, data)
	case CallbackModal:
		r.unique("body/data/components", get(data, "components"))
		eachPart(get(data, "components"), func(c any) { r.input(c) })
	}
}

// only is a callback without the keys of other kinds that say nothing: encoders of a union
// write the keys of all its kinds.
func only(v any, kind int) any {
	data, is := get(v, "data").(map[string]any)
	if !is || kind == CallbackMessage || kind == CallbackUpdate {
		return v
	}
	out, left := maps.Clone(v.(map[string]any)), maps.Clone(data)
	maps.DeleteFunc(left, func(key string, v any) bool {
		l, isList := v.([]any)
		return key != "choices" && (v == nil || v == false || v == "" || isList && len(l) == 0)
	})
	out["data"] = left
	return out
}

func nothingIn(v any) bool {
	return strings.TrimSpace(str(get(v, "content"))) == "" && len(list(get(v, "embeds"))) == 0 && len(list(get(v, "components"))) == 0
}

// message checks a message that is written against the rules that no schema has.
func (r *report) message(at string, b body, v any) {
	if _, is := v.(map[string]any); !is {
		return // the schema says so
	}
	// Every mention must be off, since a message's text comes from users and documents.
	// Discord's own default pings.
	m := get(v, "allowed_mentions")
	parse, is := get(m, "parse").([]any)
	if !is || len(parse) > 0 || len(list(get(m, "users"))) > 0 || len(list(get(m, "roles"))) > 0 || get(m, "replied_user") == true {
		r.object(ruleMentions, at+"/allowed_mentions", "want {\"parse\": []} on every write, got %s", show(m))
	}
	r.embeds(at+"/embeds", get(v, "embeds"))
	r.unique(at+"/components", get(v, "components"))
	r.files(at, b, v)
}

// embedText is how many characters of an embed count for the sum.
func embedText(e any) int {
	n := 0
	for _, v := range []any{get(e, "title"), get(e, "description"), get(e, "footer", "text"), get(e, "author", "name")} {
		n += utf16Length(str(v))
	}
	for _, f := range list(get(e, "fields")) {
		n += utf16Length(str(get(f, "name"))) + utf16Length(str(get(f, "value")))
	}
	return n
}

func (r *report) embeds(at string, v any) {
	sum := 0
	urls := map[string]bool{"": false}
	for i, e := range list(v) {
		n := embedText(e)
		sum += n
		if n == 0 && get(e, "image") == nil && get(e, "thumbnail") == nil {
			r.refuse(sprintf("%s/%d", at, i), "the embed is empty")
		}
		if url := str(get(e, "url")); urls[url] {
			r.refuse(sprintf("%s/%d/url", at, i), "of embeds with the same url only the first is shown")
		} else {
			urls[url] = url != ""
		}
	}
	if sum > maxEmbedText {
		r.refuse(at, "want at most %d characters in all embeds together, got %d", maxEmbedText, sum)
	}
}

// unique wants no custom id and no component's number twice.
func (r *report) unique(at string, v any) {
	seen := map[any]bool{}
	eachPart(v, func(c any) {
		for _, key := range []string{"custom_id", "id"} {
			if id := get(c, key); id != nil && seen[show(id)] {
				r.refuse(at, "the %s %s is there twice", key, show(id))
			} else {
				seen[show(id)] = true
			}
		}
	})
}

// eachPart goes through all components of a decoded body.
func eachPart(v any, do func(any)) {
	for _, c := range list(v) {
		do(c)
		eachPart(get(c, "components"), do)
	}
}

// input compares the lengths of an input of a modal.
func (r *report) input(v any) {
	low, high := num(get(v, "min_length")), num(get(v, "max_length"))
	if high != 0 && low > high {
		r.refuse("body/data/components", "min_length is more than max_length")
	}
	if high != 0 && utf16Length(str(get(v, "value"))) > high {
		r.refuse("body/data/components", "a value is longer than max_length")
	}
}

var fileName = regexp.MustCompile(`^[\w.-]{1,255}$`)

// files compares the files with what the JSON says of them.
func (r *report) files(at string, b body, v any) {
	if len(b.files) > maxFiles {
		r.refuse(at, "want at most %d files, got %d", maxFiles, len(b.files))
	}
	sent, names := map[string]bool{}, map[string]bool{}
	for _, f := range b.files {
		if len(f.data) > maxFile {
			r.refuse(at, "file %q has %d bytes, at most %d", f.name, len(f.data), maxFile)
		}
		if !fileName.MatchString(f.name) {
			r.refuse(at, "file %q: Discord would change the name", f.name)
		}
		if sent[f.index] {
			r.refuse(at, "files[%s] is there twice", f.index)
		}
		sent[f.index], names[f.name] = true, true
	}
	for i, a := range list(get(v, "attachments")) {
		if index := str(get(a, "id")); len(index) > 0 && len(index) < 3 && !sent[index] {
			r.refuse(sprintf("%s/attachments/%d/id", at, i), "there is no files[%s]", index)
		}
	}
	for i, e := range list(get(v, "embeds")) {
		for _, where := range []string{"image", "thumbnail"} {
			if name, is := strings.CutPrefix(str(get(e, where, "url")), "attachment://"); is && !names[name] {
				r.refuse(sprintf("%s/embeds/%d/%s", at, i, where), "there is no file %q", name)
			}
		}
	}
}

// checkCommands checks the commands of an application against the rules.
func checkCommands(r *report, v any) {
	commands, is := v.([]any)
	if !is {
		r.refuse("body", "want a list, got %s", show(v))
	}
	for i, c := range commands {
		at, kind := sprintf("body/%d", i), chatCommand
		if num(get(c, "type")) == messageCommand {
			kind = messageCommand
		}
		r.shape(sprintf("command%d", kind), at, normal(c))
		if n := commandText(c); n > maxCommandText {
			r.refuse(at, "want at most %d characters in the whole command, got %d", maxCommandText, n)
		}
		if holds(list(get(c, "contexts")), contextPrivate) && !holds(list(get(c, "integration_types")), 1) {
			r.refuse(at+"/contexts", "private channels need the installation for users")
		}
		r.options(at+"/options", get(c, "options"))
	}
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

// options wants names once, what is required first, and lengths that fit.
func (r *report) options(at string, v any) {
	seen, optional := map[string]bool{}, false
	for i, o := range list(v) {
		name, required := str(get(o, "name")), get(o, "required") == true
		if seen[name] {
			r.refuse(at, "the option %q is there twice", name)
		}
		if required && optional {
			r.refuse(sprintf("%s/%d", at, i), "required options come before others")
		}
		if low, high := num(get(o, "min_length")), num(get(o, "max_length")); high != 0 && low > high {
			r.refuse(sprintf("%s/%d/min_length", at, i), "is more than max_length")
		}
		seen[name], optional = true, optional || !required
	}
}

// Check returns what Discord or this package's rules object to in the body of a call,
// without a server: for what a bot would send.
func Check(route Route, contentType string, raw []byte) []Violation {
	c := &call{route: route, body: body{raw: raw, sent: true}}
	if err := c.body.decode(http.Header{"Content-Type": {contentType}}); err != nil {
		return []Violation{{ruleJSON, string(route), err.Error()}}
	}
	var out []Violation
	for _, f := range checkRoute(c) {
		out = append(out, Violation{f.rule, string(route), f.at + ": " + f.says})
	}
	return out
}

// checkRoute checks a call's body against this package's rules and, where it is
// there, Discord's own description.
func checkRoute(c *call) []finding {
	var r report
	v := c.body.value
	switch c.route {
	case PostCallback:
		checkCallback(&r, c.body, v)
	case EditOriginal:
		r.shape("edit", "body", v)
		r.message("body", c.body, v)
	case PutCommands, PutGuildCommands:
		checkCommands(&r, v)
	default:
		if c.body.value != nil {
			r.object(ruleJSON, "body", "this route takes none")
		}
	}
	if len(refusals(r.found)) > 0 {
		return r.found // it would only be said twice
	}
	return append(r.found, checkOpenAPI(c)...)
}
