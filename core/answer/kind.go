package answer

import (
	"regexp"

	"github.com/pqcite/pqcite/core"
)

// kinds say by what a sentence shows that it holds the kind of answer that an
// intent asks for. They are ordinary English for telling such a thing.
var kinds = map[core.Intent]*regexp.Regexp{
	core.IntentDate:   regexp.MustCompile(`\b(January|February|March|April|May|June|July|August|September|October|November|December)\b|\b(19[5-9]|20[0-3])[0-9]\b|\b(months?|years?)\b`),
	core.IntentSize:   regexp.MustCompile(`[0-9]`),
	core.IntentReason: regexp.MustCompile(`(?i)\b(because|since|due to|so that|in order to|therefore|thus|hence|reason|as this|this (allows|ensures|prevents|provides)|to (ensure|avoid|prevent|reduce|protect|allow)|otherwise|avoids?|prevents?|ensures?|would)\b`),
	core.IntentRule:   regexp.MustCompile(`(?i)\b(shall|should|must|may|required?|requires|requirements?|approved|allowed|permitted|permits?|recommended|prohibited|disallowed|deprecated|cannot|need not|not (to )?be)\b`),
}

// kindBonus is what a sentence counts that holds the kind of answer asked for.
const kindBonus = 1.25

// HoldsKind reports whether a text holds the kind of answer that an intent asks
// for, and whether the intent asks for one.
func HoldsKind(intent core.Intent, text string) (holds, asked bool) {
	kind, asked := kinds[intent]
	return asked && kind.MatchString(text), asked
}

func kindFactor(intent core.Intent, text string) float64 {
	if holds, _ := HoldsKind(intent, text); holds {
		return kindBonus
	}
	return 1
}
