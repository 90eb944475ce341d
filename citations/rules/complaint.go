package rules

import (
	"fmt"
	"strings"

	"github.com/pqcite/pqcite/citations/refs"
	"github.com/pqcite/pqcite/internal/lex"
)

// Broken is the id of the rule that a reference breaks; "" if it is in order or nothing
// can be said.
func Broken(o *refs.Occurrence) string {
	if o.Status == refs.Superseded && (o.Outside || o.Origin) {
		return supersededOutside
	}
	if r, ok := ByID(strings.ReplaceAll(string(o.Status), "_", "-")); ok {
		return r.ID
	}
	if o.OfDraft() {
		return Draft
	}
	return ""
}

// Complaint says what is wrong with a reference that breaks a rule, and what is most
// likely meant: one line of a list.
func Complaint(o *refs.Occurrence) string {
	written := lex.OneLine(o.Text)
	var what string
	switch o.Status {
	case refs.Dangling:
		what = fmt.Sprintf("%q does not exist", written)
		if o.Note != "" {
			what += ": " + o.Note
		}
	case refs.Contradicted, refs.UnknownDocument, refs.Superseded, refs.Misquoted, refs.WrongValue, StatusUnusedIgnore:
		what = fmt.Sprintf("%q: %s", written, o.Note)
	default:
		what = fmt.Sprintf("%q is of a draft: %s", written, titleOf(o))
	}
	switch {
	case o.Fix != nil:
		what += "; should be " + o.Fix.Text
	case len(o.Nearest) > 0 && o.Status == refs.Dangling:
		what += "; nearest: " + o.Nearest[0].Title()
	}
	return what
}

// titleOf is what the reference denotes: a whole document by its own title.
func titleOf(o *refs.Occurrence) string {
	if o.Target.Anchor == nil {
		return o.Target.Document.Label + ": " + o.Target.Document.Title
	}
	return o.Target.Title()
}
