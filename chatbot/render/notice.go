package render

import (
	"fmt"
	"strings"
	"time"

	"github.com/pqcite/pqcite/chatbot/words"
	"github.com/pqcite/pqcite/citations/refs"
)

// Matter is what somebody wanted when something failed: not everything is a question.
type Matter int

// The matters.
const (
	OfQuestion Matter = iota
	OfCheck           // of somebody's message
	OfSettings        // of a server
	OfAnything        // anything else, such as a vote
)

// outages are the notices of a fault of ours, by what was wanted; others are the notices
// about what is no question.
var (
	outages = map[Matter]words.Key{OfCheck: "notice.outage_check", OfSettings: "notice.outage_config", OfAnything: "notice.outage_other"}
	others  = map[words.Key]words.Key{"notice.stopped": "notice.stopped_other", "notice.too_busy": "notice.too_busy_other", "notice.timeout": "notice.timeout_other"}
)

// Invalid is an unusable input.
type Invalid struct {
	Fault       words.Key // what is wrong; its text has these arguments
	Value       string
	Length      int
	Least, Most int
	Nearest     []string // suggestions, best first
}

// warnings are the notices of failures, with their signs.
var warnings = map[words.Key]string{"notice.outage": "⚠️", "notice.stopped": "⏻", "notice.too_busy": "⏳", "notice.timeout": "⏳"}

// Notice shows a notice. An error is "notice.outage", never a refusal.
func (v View) Notice(n words.Key) Message {
	return Message{Content: joined(" ", warnings[n], v.Words.Text(n, nil))}
}

// Failure says that something failed, worded for what was wanted.
func (v View) Failure(n words.Key, of Matter) Message {
	key := n
	switch {
	case of == OfQuestion:
	case n == "notice.outage":
		key = outages[of]
	case others[n] != "":
		key = others[n]
	}
	return Message{Content: joined(" ", warnings[n], v.Words.Text(key, nil))}
}

// Limited says that somebody has to wait, and until when: each reader sees it in their
// own time zone.
func (v View) Limited(by words.Key, until time.Time) Message {
	return Message{Content: "⏳ " + v.Words.Text(by, words.Args{"When": fmt.Sprintf("<t:%d:R>", until.Unix())})}
}

// maxChannels is how many channels are listed.
const maxChannels = 10

// Denied says that somebody may not do something. For "denied.channel", channels are the
// ids of the allowed ones.
func (v View) Denied(d words.Key, channels []string) Message {
	out := v.Words.Text(d, nil)
	if list := channelList(channels); list != "" && d == "denied.channel" {
		out += " " + v.Words.Text("denied.channels", words.Args{"Channels": list})
	}
	return Message{Content: out}
}

// channelList lists channels by Discord's own links. Invalid ids are omitted.
func channelList(ids []string) string {
	var out []string
	for _, id := range ids {
		if id == "" || len(id) > 20 || strings.Trim(id, "0123456789") != "" {
			continue
		}
		if len(out) == maxChannels {
			out = append(out, ellipsis)
			break
		}
		out = append(out, "<#"+id+">")
	}
	return strings.Join(out, ", ")
}

// maxValue bounds an input that is repeated, in UTF-16 units.
const maxValue = 120

// Invalid says what is wrong with an input, with suggestions.
func (v View) Invalid(in Invalid) Message {
	value, _ := fit(plain(in.Value), maxValue, Escape)
	out := v.Words.Text(in.Fault, words.Args{"Value": value, "Length": in.Length, "Least": in.Least, "Most": in.Most})
	var near []string
	for _, n := range in.Nearest[:min(len(in.Nearest), refs.MaxNearest)] {
		set, _ := fit(plain(n), maxLinkText, Escape)
		near = append(near, set)
	}
	if len(near) > 0 {
		out += "\n" + v.Words.Text("invalid.nearest", nil) + ": " + strings.Join(near, "; ")
	}
	return Message{Content: out}
}
