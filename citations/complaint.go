package citations

import (
	"fmt"
	"strings"
)

// Broken is the id of the rule that a reference breaks; "" if it is in order or nothing
// can be said.
func Broken(o *Occurrence) string {
	if o.Status == Superseded && (o.Outside || o.Origin) {
		return RuleSupersededOutside
	}
	if r, ok := RuleOf(strings.ReplaceAll(string(o.Status), "_", "-")); ok {
		return r.ID
	}
	if o.OfDraft() {
		return RuleDraft
	}
	return ""
}

// Complaint says what is wrong with a reference that breaks a rule, and what is most
// likely meant: one line of a list.
func Complaint(o *Occurrence) string {
	written := strings.Join(strings.Fields(o.Text), " ")
	var what string
	switch o.Status {
	case Dangling:
		what = fmt.Sprintf("%q does not exist", written)
		if o.Note != "" {
			what += ": " + o.Note
		}
	case Contradicted, UnknownDocument, Superseded, Misquoted, WrongValue, UnusedIgnore:
		what = fmt.Sprintf("%q: %s", written, o.Note)
	default:
		what = fmt.Sprintf("%q is of a draft: %s", written, titleOf(o))
	}
	switch {
	case o.Fix != nil:
		what += "; should be " + o.Fix.Text
	case len(o.Nearest) > 0 && o.Status == Dangling:
		what += "; nearest: " + o.Nearest[0].Title()
	}
	return what
}

// titleOf is what the reference denotes: a whole document by its own title.
func titleOf(o *Occurrence) string {
	if o.Target.Anchor == nil {
		return o.Target.Document.Label + ": " + o.Target.Document.Title
	}
	return o.Target.Title()
}
