package typed

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/standards"
)

var (
	// asksHowFinal matches a question for the status of a document in general.
	asksHowFinal = regexp.MustCompile(`(?i)^(?:what(?: is|'s) )?(?:the )?(?:current |publication )?status of (.+?)[ ?.]*$`)
	// asksDate matches a question for the date of a document, asksStatus one for whether
	// it is a draft.
	asksDate   = regexp.MustCompile(`(?i)^(?:(?:when|(?:in )?what (?:year|date|month)) (?:was|is|were|did) (?:the )?(?:final )?(?:version of )?(.+?) (?:published|released|issued|come out|finali[sz]ed)|(?:what is the |the )?(?:(?:publication|release) )?date of (.+?)|(?:what is |what's )?(.+?)(?:'s|’s)? (?:publication|release) date)[ ?.]*$`)
	asksStatus = regexp.MustCompile(`(?i)^(?:is|was) (.+?) (?:still |yet |only )?(?:a |an |the )?(draft|final|initial public draft|ipd|final version|final document|published)(?: yet| already| now| or final| or (?:a )?draft)?[ ?.]*$`)
)

// answerDocument answers a question for the date or the status of a document.
func (f *Facts) answerDocument(question string, _ []string) (core.TypedAnswer, bool) {
	if m := asksDate.FindStringSubmatch(question); m != nil {
		return f.sayDocument(m[1]+m[2]+m[3], "", false)
	}
	if m := asksHowFinal.FindStringSubmatch(question); m != nil {
		return f.sayDocument(m[1], "", true)
	}
	m := asksStatus.FindStringSubmatch(question)
	if m == nil {
		return core.TypedAnswer{}, false
	}
	s, ok := standards.ByLabel(m[1])
	wantsDraft := strings.Contains(strings.ToLower(m[2]), "draft") || strings.EqualFold(m[2], "ipd")
	switch {
	case !ok || strings.Contains(strings.ToLower(question), " or "):
		return f.sayDocument(m[1], "", true)
	case (s.Status == core.StatusDraft) == wantsDraft, strings.EqualFold(m[2], "published"):
		return f.sayDocument(m[1], "Yes, ", true)
	}
	return f.sayDocument(m[1], "No, ", true)
}

// sayDocument says when a document was published, and whether it is final, after a yes or no.
func (f *Facts) sayDocument(label, begin string, status bool) (core.TypedAnswer, bool) {
	var a core.TypedAnswer
	s, ok := standards.ByLabel(strings.TrimSpace(label))
	if !ok {
		return a, false
	}
	date, on := spelled(s.Date)
	place, ok := f.datePlace(&s)
	if !ok {
		return a, false
	}
	a.Places = []core.TypedPlace{place}
	switch {
	case !status && s.Status == core.StatusFinal:
		a.Sentence = fmt.Sprintf("%s was published %s %s.", s.Label, on, date)
	case s.Status == core.StatusDraft:
		a.Sentence = fmt.Sprintf("%s%s is an initial public draft, published %s %s.", begin, s.Label, on, date)
	default:
		a.Sentence = fmt.Sprintf("%s%s is final; it was published %s %s.", begin, s.Label, on, date)
	}
	return a, true
}

// datePlace finds the date of a document on its title pages.
func (f *Facts) datePlace(s *standards.Standard) (core.TypedPlace, bool) {
	doc := f.docs[s.ID]
	if doc == nil || doc.Identity != core.IdentityPublished {
		return core.TypedPlace{}, false
	}
	date, _ := spelled(s.Date)
	place, ok := f.wordsPlace(doc, date)
	return place, ok && (doc.Source() == core.SourcePack || doc.PageAt(place.Spans[0].Start).Number <= lastCover)
}

// lastCover is the last page of the title pages of a document. The pack has none.
const lastCover = 5

// spelled is a date as documents print it, with its preposition.
func spelled(date string) (text, on string) {
	if t, err := time.Parse(time.DateOnly, date); err == nil {
		return t.Format("January 2, 2006"), "on"
	}
	t, err := time.Parse("2006-01", date)
	if err != nil {
		return date, "in"
	}
	return t.Format("January 2006"), "in"
}

// saysDocument matches the sentences of sayDocument.
var saysDocument = regexp.MustCompile(`^(Yes, |No, )?((?:FIPS|SP|IR) [0-9-]+) (is final|is an initial public draft|was published)\b`)
