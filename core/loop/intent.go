package loop

import (
	"regexp"

	"github.com/pqcite/pqcite/core"
)

// The cues of each intent, tried in this order. They are ordinary English for
// asking such a thing; a question that matches none is general.
var intents = []struct {
	intent core.Intent
	cue    *regexp.Regexp
}{
	{core.IntentInterface, regexp.MustCompile(`(?i)\b(inputs?|outputs?|arguments?|parameters of|returns?|signature of)\b`)},
	{core.IntentSteps, regexp.MustCompile(`(?i)\b(steps?|pseudo-?code|procedure|show|give me|print|list)\b.*\b(algorithm|keygen|encaps|decaps|sign|verify)|\balgorithm\s+\d+\b|\b(steps) (of|in|for)\b`)},
	{core.IntentSize, regexp.MustCompile(`(?i)\b(sizes?|bytes?|bits?|how (long|large|big|many|much)|lengths?|measures?|value of|parameters?|security (strength|category|level))\b`)},
	{core.IntentDefinition, regexp.MustCompile(`(?i)^\s*(what('s|’s| is| are)|define|explain|describe)\b|\b(stands? for|meaning of|mean(s|t)?)\b|\bdefinition of\b|^\s*what does \S+ do\b`)},
}

// intentOf reads the intent of a question.
func intentOf(question string) core.Intent {
	for _, i := range intents {
		if i.cue.MatchString(question) {
			return i.intent
		}
	}
	return core.IntentGeneral
}
