package refs

import (
	"strings"

	"github.com/pqcite/pqcite/core"
)

// maxFixRounds bounds how often the fixes of a block are made and looked at again.
const maxFixRounds = 2

// withhold takes back the fixes of a block that would leave something to report at
// their place: they are made in its text, and the text is read again. What has not
// settled after two rounds is taken back as a whole.
func (s *Scanner) withhold(p *pace, text string, before *background, found []Occurrence, left cost) {
	if !anyFix(found) {
		return
	}
	for range maxFixRounds {
		fixed, places := fixedText(text, found)
		if len(places) == 0 {
			return
		}
		b := &judgedBlock{docs: namedDocs{before: before}}
		s.judgeAll(p, b, fixed, left)
		sound := true
		for i := range found {
			if o := &found[i]; o.Fix != nil && (b.partial || reportsAt(b.found, places[i])) {
				o.Fix, sound = nil, false
			}
		}
		if sound {
			return
		}
	}
	for i := range found {
		found[i].Fix = nil
	}
}

func anyFix(found []Occurrence) bool {
	for i := range found {
		if found[i].Fix != nil {
			return true
		}
	}
	return false
}

// fixedText is a text with the fixes made, and where each of them is in it, by the
// index of its occurrence. A number that is fixed already is left as it is.
func fixedText(text string, found []Occurrence) (string, map[int]core.Span) {
	var b strings.Builder
	places := make(map[int]core.Span)
	at := 0
	for i := range found {
		fix := found[i].Fix
		if fix == nil || fix.Span.Start < at {
			found[i].Fix = nil
			continue
		}
		b.WriteString(text[at:fix.Span.Start])
		places[i] = core.Span{Start: b.Len(), End: b.Len() + len(fix.Text)}
		b.WriteString(fix.Text)
		at = fix.Span.End
	}
	b.WriteString(text[at:])
	return b.String(), places
}

// reportsAt reports whether something is found wrong at a place.
func reportsAt(found []Occurrence, place core.Span) bool {
	for i := range found {
		if o := &found[i]; o.Span.Overlaps(place) && o.wrong() {
			return true
		}
	}
	return false
}
