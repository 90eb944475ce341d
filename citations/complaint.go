package citations

import (
	"fmt"
	"strings"

	"github.com/pqcite/pqcite/core"
)

// Rule is the id of the rule that a reference breaks; "" if it is in order or nothing
// can be said.
func (o *Occurrence) Rule() string {
	if o.Status == Superseded && (o.Outside || o.Origin) {
		return RuleSupersededOutside
	}
	if r, ok := RuleOf(strings.ReplaceAll(string(o.Status), "_", "-")); ok {
		return r.ID
	}
	if d := o.Target.Document; d != nil && d.Status == core.StatusDraft {
		return RuleDraft
	}
	return ""
}

// Cites reports whether the occurrence is a citation of its target by a person: no
// number that no document is named for, no quote, and no constant.
func (o *Occurrence) Cites() bool {
	return o.Status != Candidate && o.Status != Misquoted && o.Status != WrongValue
}

// Complaint says what is wrong with a reference that breaks a rule, and what is most
// likely meant: one line of a list.
func (o *Occurrence) Complaint() string {
	written := strings.Join(strings.Fields(o.Text), " ")
	var what string
	switch o.Status {
	case Dangling:
		what = joinWith(": ", fmt.Sprintf("%q does not exist", written), o.Note)
	case Contradicted, UnknownDocument, Superseded, Misquoted, WrongValue, UnusedIgnore:
		what = fmt.Sprintf("%q: %s", written, o.Note)
	default:
		what = fmt.Sprintf("%q is of a draft: %s", written, o.title())
	}
	switch {
	case o.Fix != nil:
		what += "; should be " + o.Fix.Text
	case len(o.Nearest) > 0 && o.Status == Dangling:
		what += "; nearest: " + o.Nearest[0].Title()
	}
	return what
}

// title is what the reference denotes: a whole document by its own title.
func (o *Occurrence) title() string {
	if o.Target.Anchor == nil {
		return o.Target.Document.Label + ": " + o.Target.Document.Title
	}
	return o.Target.Title()
}

// Suggestion lists what may be meant instead of a reference that does not hold.
func (o *Occurrence) Suggestion() string {
	titles := make([]string, len(o.Nearest))
	for i, t := range o.Nearest {
		titles[i] = t.Title()
	}
	return strings.Join(titles, "; ")
}
