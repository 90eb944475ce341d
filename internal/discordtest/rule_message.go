package discordtest

import (
	"regexp"
	"strings"
	"time"
)

// The bounds on a message.
const (
	maxContent     = 2000
	maxEmbeds      = 10
	maxEmbedText   = 6000 // of all embeds of a message together
	maxTitle       = 256
	maxDescription = 4096
	maxFields      = 25
	maxFieldName   = 256
	maxFieldValue  = 1024
	maxFooter      = 2048
	maxAuthor      = 256
	maxEmbedURL    = 2048
	maxFiles       = 10
	maxFile        = 10 << 20 // bytes, where nobody has paid for more
)

var (
	webURL     = address(maxEmbedURL, "http", "https")
	pictureURL = address(maxEmbedURL, "http", "https", "attachment")
	picture    = object(fields{"url": pictureURL, "width": integer(0, 1<<20), "height": integer(0, 1<<20), "proxy_url": nil}, "url")
)

func timestamp(r *report, at string, v any) {
	if _, err := time.Parse(time.RFC3339, str(v)); err != nil {
		r.refuse(at, "want a time of the form %s, got %s", time.RFC3339, show(v))
	}
}

func kind(r *report, at string, v any) {
	if v != "rich" {
		r.refuse(at, "want \"rich\", got %s", show(v))
	}
}

var embed = object(fields{
	"type": kind, "title": text(0, maxTitle), "description": text(0, maxDescription), "url": webURL, "timestamp": timestamp,
	"color": integer(0, 0xFFFFFF), "image": picture, "thumbnail": picture,
	"footer": object(fields{"text": text(1, maxFooter), "icon_url": pictureURL}, "text"),
	"author": object(fields{"name": text(1, maxAuthor), "url": webURL, "icon_url": pictureURL}, "name"),
	"fields": listOf(0, maxFields, object(fields{
		"name": text(1, maxFieldName), "value": text(1, maxFieldValue), "inline": boolean}, "name", "value")),
})

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

func checkEmbeds(r *report, at string, v any) {
	listOf(0, maxEmbeds, embed)(r, at, v)
	sum := 0
	urls := map[string]bool{}
	for i, e := range list(v) {
		n := embedText(e)
		sum += n
		if n == 0 && get(e, "image") == nil && get(e, "thumbnail") == nil {
			r.refuse(sprintf("%s[%d]", at, i), "the embed is empty")
		}
		if url := str(get(e, "url")); url != "" && urls[url] {
			r.refuse(sprintf("%s[%d].url", at, i), "of embeds with the same url only the first is shown")
		} else {
			urls[url] = true
		}
	}
	if sum > maxEmbedText {
		r.refuse(at, "want at most %d characters in all embeds together, got %d", maxEmbedText, sum)
	}
}

// mentions must switch off every mention, since a message's text comes from users
// and documents. Discord's own default pings.
func checkMentions(r *report, at string, v any) {
	if _, is := v.(map[string]any); !is {
		return // said elsewhere
	}
	m := get(v, "allowed_mentions")
	parse, is := get(m, "parse").([]any)
	if !is || len(parse) > 0 || len(list(get(m, "users"))) > 0 || len(list(get(m, "roles"))) > 0 || get(m, "replied_user") == true {
		r.object(ruleMentions, at+".allowed_mentions", "want {\"parse\": []} on every write, got %s", show(m))
	}
}

var mentions = object(fields{
	"parse": listOf(0, 3, text(1, 10)), "users": listOf(0, 100, snowflake), "roles": listOf(0, 100, snowflake), "replied_user": boolean,
})

var fileName = regexp.MustCompile(`^[\w.-]{1,255}$`)

// attachmentID is a file's number in this body, or a snowflake of one that stays.
func attachmentID(r *report, at string, v any) {
	if !snowflakeForm.MatchString(str(v)) && v != "0" {
		r.refuse(at, "want a file's number or a snowflake, as a string, got %s", show(v))
	}
}

var attachment = object(fields{
	"id": attachmentID, "filename": matching(fileName), "description": text(0, 1024), "title": text(0, 1024),
	"content_type": nil, "size": nil, "url": nil, "proxy_url": nil, "ephemeral": nil, "width": nil, "height": nil,
}, "id")

// messageShape are the keys of a message that is written. What else a kind of
// write takes is added to it.
func messageShape(allowed int64) fields {
	return fields{
		"content": text(0, maxContent), "embeds": checkEmbeds, "allowed_mentions": mentions, "flags": flags(allowed),
		"components":  checkComponents,
		"attachments": listOf(0, maxFiles, attachment),
	}
}

// checkFiles compares the files with what the JSON says of them.
func checkFiles(r *report, at string, b body, v any) {
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
			r.refuse(sprintf("%s.attachments[%d].id", at, i), "there is no files[%s]", index)
		}
	}
	for i, e := range list(get(v, "embeds")) {
		for _, where := range []string{"image", "thumbnail"} {
			if name, is := strings.CutPrefix(str(get(e, where, "url")), "attachment://"); is && !names[name] {
				r.refuse(sprintf("%s.embeds[%d].%s", at, i, where), "there is no file %q", name)
			}
		}
	}
}

// write is a kind of body that makes or changes a message.
type write struct {
	flags int64
	more  fields // keys besides those of every message
	// create wants something in the message: an edit may leave what was there.
	create bool
}

var (
	createAnswer = write{SuppressEmbeds | Ephemeral | suppressNotices, fields{"tts": boolean, "poll": nil}, true}
	updateSource = write{SuppressEmbeds, fields{"tts": boolean}, false}
	editAnswer   = write{SuppressEmbeds | Ephemeral, nil, false}
)

// check holds a message that is written against all rules that need nothing but
// the body.
func (w write) check(r *report, at string, b body, v any, siblings func(string) bool) {
	known := messageShape(w.flags)
	for k, c := range w.more {
		known[k] = c
	}
	checkObject(r, at, v, known, siblings, nil)
	checkMentions(r, at, v)
	checkFiles(r, at, b, v)
	if w.create && nothingIn(v) && len(b.files) == 0 {
		r.found = append(r.found, finding{ruleEmpty, at, "the message has nothing in it", true})
	}
}

func nothingIn(v any) bool {
	return strings.TrimSpace(str(get(v, "content"))) == "" && len(list(get(v, "embeds"))) == 0 &&
		len(list(get(v, "components"))) == 0 && get(v, "poll") == nil
}
