package textual

import (
	"regexp"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/ingest/build"
)

var (
	rfcNumber  = regexp.MustCompile(`(?m)^Request [Ff]or Comments: *(\d{1,5})\b`)
	draftHead  = regexp.MustCompile(`(?mi)^Internet[ -]Draft\b`)
	draftName  = regexp.MustCompile(`\bdraft-[a-z0-9]+(?:-[a-z0-9]+)*-\d\d\b`)
	monthYear  = regexp.MustCompile(`(?:(\d{1,2}) )?(January|February|March|April|May|June|July|August|September|October|November|December) ((?:19|20)\d\d)\s*$`)
	expires    = regexp.MustCompile(`^Expires: *(?:\S+ )*\S+`) // up to the gap before the right column
	monthNames = []string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"}
)

// titleBlockBytes is how much of a file is searched for its title block.
const titleBlockBytes = 4096

// IsRFC reports whether a file begins with the title block of an RFC or an
// Internet-Draft in text form.
func IsRFC(src []byte) bool {
	head := strings.ReplaceAll(string(src[:min(len(src), titleBlockBytes)]), "\r", "")
	first := blocks(strings.Split(strings.TrimPrefix(head, "\uFEFF"), "\n"))
	for _, block := range first[:min(len(first), 2)] {
		text := strings.Join(block, "\n")
		if rfcNumber.MatchString(text) || len(block) > 1 && draftHead.MatchString(text) && draftName.MatchString(head) {
			return true
		}
	}
	return false
}

// titleBlock is the information at the top of the first page.
type titleBlock struct {
	number string // of an RFC
	draft  string // name of an Internet-Draft, with its version
	title  string
	date   string
}

// readTitleBlock reads the columns of names and dates, then the centred lines
// of the title, down to the first line at the margin.
func readTitleBlock(bs [][]string) titleBlock {
	var t titleBlock
	at := slices.IndexFunc(bs[:min(len(bs), 4)], func(b []string) bool {
		text := strings.Join(b, "\n")
		return rfcNumber.MatchString(text) || draftHead.MatchString(text)
	})
	if at < 0 {
		return t
	}
	if m := rfcNumber.FindStringSubmatch(strings.Join(bs[at], "\n")); m != nil {
		t.number = m[1]
	}
	for _, l := range bs[at] {
		l = expires.ReplaceAllString(l, "")
		if m := monthYear.FindStringSubmatch(l); m != nil && t.date == "" {
			t.date = isoDate(m[1], m[2], m[3])
		}
	}
	t.readTitle(bs[at:])
	return t
}

func (t *titleBlock) readTitle(bs [][]string) {
	var words []string
	for i, b := range bs {
		if i > 0 && (indent(b[0]) == 0 || i > 3) {
			break
		}
		for _, l := range b {
			if name := draftName.FindString(l); name != "" && t.number == "" {
				t.draft = name
			} else if i > 0 {
				words = append(words, strings.Fields(l)...)
			}
		}
	}
	t.title = strings.Join(words, " ")
}

func isoDate(day, month, year string) string {
	n := slices.Index(monthNames, month) + 1
	date := year + "-" + twoDigits(n)
	if len(day) == 1 {
		day = "0" + day
	}
	if day != "" {
		date += "-" + day
	}
	return date
}

func twoDigits(n int) string { return string([]byte{'0' + byte(n/10), '0' + byte(n%10)}) }

// fill sets what the caller does not know of the document.
func (t titleBlock) fill(m build.Meta) build.Meta {
	found := build.Meta{Title: t.title, Date: t.date}
	switch {
	case t.number != "":
		found.ID, found.Label = "RFC"+t.number, "RFC "+t.number
		found.URL, found.Status = "https://www.rfc-editor.org/rfc/rfc"+t.number, core.StatusFinal
	case t.draft != "":
		found.ID, found.Label = t.draft, t.draft
		found.URL, found.Status = "https://datatracker.ietf.org/doc/html/"+t.draft, core.StatusDraft
	}
	for _, f := range []struct{ have, found *string }{
		{&m.ID, &found.ID}, {&m.Label, &found.Label}, {&m.Title, &found.Title},
		{&m.Date, &found.Date}, {&m.URL, &found.URL},
	} {
		if *f.have == "" {
			*f.have = *f.found
		}
	}
	if m.Status == core.StatusUnknown {
		m.Status = found.Status
	}
	return m
}
