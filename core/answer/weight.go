package answer

import (
	"regexp"
	"slices"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/lex"
)

// kinds show that a sentence has the kind of answer that an intent asks for. They are
// ordinary English.
var kinds = map[core.Intent]*regexp.Regexp{
	core.IntentDate:   regexp.MustCompile(`\b(January|February|March|April|May|June|July|August|September|October|November|December)\b|\b(19[5-9]|20[0-3])[0-9]\b|\b(months?|years?)\b`),
	core.IntentSize:   regexp.MustCompile(`[0-9]`),
	core.IntentReason: regexp.MustCompile(`(?i)\b(because|since|due to|so that|in order to|therefore|thus|hence|reason|as this|this (allows|ensures|prevents|provides)|to (ensure|avoid|prevent|reduce|protect|allow)|otherwise|avoids?|prevents?|ensures?|would)\b`),
	core.IntentRule:   regexp.MustCompile(`(?i)\b(shall|should|must|may|required?|requires|requirements?|approved|allowed|permitted|permits?|recommended|prohibited|disallowed|deprecated|cannot|need not|not (to )?be)\b`),
}

// HoldsKind reports whether a text has the kind of answer that an intent asks for, and
// whether the intent asks for one.
func HoldsKind(intent core.Intent, text string) (holds, asked bool) {
	kind, asked := kinds[intent]
	return asked && kind.MatchString(text), asked
}

// What a unit counts.
const (
	kindBonus    = 1.25 // where it has the kind of answer that is asked for
	changeFactor = 1.5  // in a section on changes, where a question asks for one

	// For a definition.
	definingFactor = 1.5
	notDefining    = 1.0 / 3
	entryFactor    = 2.5 // the word's own entry of a glossary
)

var (
	// changing matches what asks how something was before, or why it is no longer so.
	changing = regexp.MustCompile(`(?i)\b(round[- ]?(one|two|three|[123])|r3|older|old|earlier|previous(ly)?|original(ly)?|former(ly)?|submission|submitted|ipd|(initial|public|first) draft|draft version|\d{4} draft|used to|no longer|any ?more|changed?|changes|moved|switched|replaced|dropped|removed|grew|grown|why (did|was|were))\b`)
	// changelogs matches headings of sections that say what became different.
	changelogs = regexp.MustCompile(`(?i)\b(differences from|differences between|changes from|changes since|change log|changelog|revision history|version history|release notes)\b`)
)

// weight is what a unit counts for the kind of its question.
func (in *Input) weight() weight {
	change := changing.MatchString(in.Question)
	return func(p *passage, u *unit) float64 {
		factor := 1.0
		if holds, _ := HoldsKind(in.Plan.Intent, u.text); holds {
			factor = kindBonus
		}
		if change && changelogs.MatchString(p.heading) {
			factor *= changeFactor
		}
		return factor
	}
}

// defining is what a unit counts for a definition of the subject.
func defining(subject string) weight {
	return func(p *passage, u *unit) float64 {
		switch {
		case !isProse(p.of.Kind) || u.code:
			return 0
		case isEntry(p.doc, u.span, subject):
			return entryFactor
		}
		return definingFactor * (notDefining + lex.Defines(u.text, subject))
	}
}

// isEntry reports whether a sentence begins the subject's entry of a word list.
func isEntry(doc *core.Document, s core.Span, subject string) bool {
	section := doc.Passages[doc.PassageAt(s.Start)].Section
	return slices.ContainsFunc(doc.SectionPath(section), lex.IsWordList) && lex.IsEntry(doc.Quote(s), subject)
}
