package plan

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
	{core.IntentCalls, calling},
	{core.IntentInterface, regexp.MustCompile(`(?i)\b(inputs?|outputs?|arguments?|parameters of|returns?|signature of)\b`)},
	{core.IntentSteps, regexp.MustCompile(`(?i)\b(steps?|pseudo-?code|procedure|show|give me|print|list)\b.*\b(algorithm|keygen|encaps|decaps|sign|verify)|\balgorithm\s+\d+\b|\b(steps|pseudo-?code) (of|in|for)\b`)},
	{core.IntentDate, regexp.MustCompile(`(?i)\bwhen (deprecated|disallowed|effective|published|due)\b|\b(by|until|till|since|from|after) when\b|\b(what|which) (year|date|day|month)s?\b|\b(deadline|cut-?off|sunset|end of life|eol|expir(es?|y))\b|\bhow (soon|long) (till|until|before|do (we|i) have)\b|\b(publication|release) date\b|\bdate of\b|\bwhen (is|was|will|does|did|do|are|were|must)\b`)},
	{core.IntentReason, regexp.MustCompile(`(?i)\b(why|how come|rationale|reasons?|what for|what'?s the point|justif(y|ication)|motivation|purpose of)\b`)},
	{core.IntentSize, regexp.MustCompile(`(?i)\b(how (long|large|big|many|much|wide|often)|(sizes?|lengths?|number|count|value) (of|in)|sizes?\b)`)},
	{core.IntentRule, regexp.MustCompile(`(?i)\b(may|can|must|shall|should|could|do) (i|we|you|it|they|one|an?|the)\b|\b(is|are) (it|that|this|there) (an? )?(ok|okay|fine|allowed|permitted|legal|safe|required|mandatory|necessary|enough|acceptable|compliant|forbidden|prohibited|requirements?)\b|\b(allowed|permitted|forbidden|prohibited|mandatory|required|requirements?|need to|have to|has to|approved|compliant|acceptable|recommended|supposed to)\b`)},
	{core.IntentSize, regexp.MustCompile(`(?i)\b(bytes|bits|lengths?|measures?|parameters?|security (strength|category|level))\b`)},
	{core.IntentDefinition, regexp.MustCompile(`(?i)^\s*(what('s|’s| is| are)|define|explain|describe)\b|\b(stands? for|meaning of|mean(s|t)?)\b|\bdefinition\b|^\s*what does \S+ do\b`)},
}

// calling matches questions for what an algorithm runs, or what runs it.
var calling = regexp.MustCompile(`(?i)\b(which|what|list|all)\b.{0,30}\b(algorithms?|functions?|procedures?|routines?|steps?|else|boxes)\b.{0,30}\b(calls?|invokes?|runs?|uses?)\b|\b(who|what) (calls|invokes|runs)\b|\b(callers?|callees?|call (sites?|graph|tree|hierarchy)|subroutines?)\b|\b(called|invoked|run) (by|from)\b|\bwhat does \S+ (call|invoke|run)\b|\bwhere is \S+ (called|invoked|run)\b`)

// IntentOf reads the intent of a question.
func IntentOf(question string) core.Intent {
	for _, i := range intents {
		if i.cue.MatchString(question) {
			return i.intent
		}
	}
	return core.IntentGeneral
}

// comparisonOf is the intent of a question about several things: sizes side by
// side are still sizes.
func comparisonOf(i core.Intent) core.Intent {
	if i == core.IntentDefinition || i == core.IntentGeneral {
		return core.IntentComparison
	}
	return i
}
