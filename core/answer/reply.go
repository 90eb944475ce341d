package answer

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Bounds of what is taken from a model's reply.
const (
	MaxModelClaims = 8
	maxReply       = 8 << 10 // bytes that are read
)

// fault is why a sentence of a reply is dropped.
type fault string

const (
	faultUncited    fault = "without a key"
	faultUnknown    fault = "with an unknown key"
	faultRepeated   fault = "repeated"
	faultUnreadable fault = "too long or unreadable"
	faultBeyond     fault = "beyond the bound"
)

var faults = []fault{faultUncited, faultUnknown, faultRepeated, faultUnreadable, faultBeyond}

// read turns a reply into claims. What the reply lacks is not added: which
// evidence a sentence meant can only be guessed.
func (d *Draft) read(m MarkerReader, reply string) {
	reply, cut := bounded(withoutThought(reply))
	sentences := m.Sentences(reply)
	dropped := map[fault]int{}
	if cut && len(sentences) > 0 { // the last is half a sentence
		sentences = sentences[:len(sentences)-1]
		dropped[faultBeyond]++
	}
	if slices.ContainsFunc(sentences, refuses) {
		d.Note = "the model refused"
		return
	}
	for _, s := range sentences {
		if f := d.add(s); f != "" {
			dropped[f]++
		}
	}
	if len(d.Claims) > 0 {
		d.Short = d.Claims[0].Text
	}
	d.Note = noteOf(len(d.Claims), dropped)
}

// add claims a sentence, or says why it can't be.
func (d *Draft) add(s Marked) fault {
	text := plain(s.Text)
	keys, known := d.offers(s.Keys)
	switch {
	case text == "" || len(s.Keys) == 0:
		return faultUncited
	case !known:
		return faultUnknown
	case len(text) > maxSentence || strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) || r == unicode.ReplacementChar }):
		return faultUnreadable
	}
	for _, c := range d.Claims {
		if strings.EqualFold(c.Text, text) {
			return faultRepeated
		}
	}
	if len(d.Claims) == MaxModelClaims {
		return faultBeyond
	}
	d.claim(text, keys...)
	return ""
}

// offers returns keys, each once, and whether all of them were offered.
func (d *Draft) offers(keys []string) ([]string, bool) {
	var out []string
	for _, k := range keys {
		if !d.has(k) {
			return nil, false
		}
		if !slices.Contains(out, k) {
			out = append(out, k)
		}
	}
	return out, true
}

func (d *Draft) has(key string) bool {
	for i := range d.Citations {
		if d.Citations[i].Key == key {
			return true
		}
	}
	return false
}

// bounded cuts a reply that is longer than any answer.
func bounded(reply string) (string, bool) {
	if len(reply) <= maxReply {
		return reply, false
	}
	return strings.ToValidUTF8(reply[:maxReply], ""), true
}

// withoutThought drops what a reasoning model thinks aloud before it answers. A
// thought that does not end is followed by no answer.
func withoutThought(reply string) string {
	trimmed := strings.TrimSpace(reply)
	if !strings.HasPrefix(trimmed, "<think>") {
		return reply
	}
	_, rest, _ := strings.Cut(trimmed, "</think>")
	return rest
}

// refuses reports whether a sentence is the refusal, which makes all else
// worthless.
func refuses(s Marked) bool { return bare(plain(s.Text)) == bare(Refusal) }

func bare(s string) string { return strings.ToLower(strings.Trim(s, " .\"'“”*_")) }

// listMark is what a sentence begins with in a list.
var listMark = regexp.MustCompile(`^(?:[-*+•]|\d{1,3}[.)])\s+`)

// plain is a sentence on one line, without the marks of Markdown that models add.
func plain(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	return strings.NewReplacer("**", "", "`", "").Replace(listMark.ReplaceAllString(text, ""))
}

// noteOf counts what was dropped, by its reason; "" for nothing.
func noteOf(kept int, dropped map[fault]int) string {
	var parts []string
	all := kept
	for _, f := range faults {
		if n := dropped[f]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, f))
			all += n
		}
	}
	switch {
	case all == 0:
		return "the model said nothing"
	case all == kept:
		return ""
	}
	return fmt.Sprintf("%d of %d sentences of the model dropped: %s", all-kept, all, strings.Join(parts, ", "))
}
