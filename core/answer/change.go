package answer

import "regexp"

var (
	// changing matches what asks how something was before, or why it is no longer so.
	changing = regexp.MustCompile(`(?i)\b(round[- ]?(one|two|three|[123])|r3|older|old|earlier|previous(ly)?|original(ly)?|former(ly)?|submission|submitted|ipd|(initial|public|first) draft|draft version|\d{4} draft|used to|no longer|any ?more|changed?|changes|moved|switched|replaced|dropped|removed|grew|grown|why (did|was|were))\b`)
	// changelogs matches headings of sections that say what became different.
	changelogs = regexp.MustCompile(`(?i)\b(differences from|differences between|changes from|changes since|change log|changelog|revision history|version history|release notes)\b`)
)

// asksChange reports whether a question asks how something was before.
func asksChange(question string) bool { return changing.MatchString(question) }

// changeFactor is what a sentence of a section on changes counts where a question asks
// for one.
const changeFactor = 1.5

// weight is what a piece counts for the kind of its question.
func (in *Input) weight() weight {
	change := asksChange(in.Question)
	return func(r *reading, p *piece) float64 {
		f := kindFactor(in.Plan.Intent, p.text)
		if change && changelogs.MatchString(r.heading) {
			f *= changeFactor
		}
		return f
	}
}
