package refs

import (
	"strings"

	"github.com/pqcite/pqcite/internal/lex"
)

// draftReach is how far from a number a text speaks of a draft that explains it, in
// bytes: before it in the same paragraph, or in the rest of its sentence.
const draftReach = 200

// excuse makes a candidate of what is wrong where the text speaks of a draft, near
// it or in the heading above. Drafts number otherwise, and which one
// is meant is not said.
func (o *Occurrence) excuse(text string) {
	if o.Status != Dangling && o.Status != Contradicted || o.Kind == "" {
		return
	}
	start := max(0, o.Span.Start-draftReach)
	if i := strings.LastIndex(text[start:o.Span.Start], "\n\n"); i >= 0 {
		start += i
	}
	end := min(len(text), o.Span.End+draftReach)
	for _, stop := range []string{"\n\n", ". ", ".\n"} {
		if i := strings.Index(text[o.Span.End:end], stop); i >= 0 {
			end = o.Span.End + i
		}
	}
	if isDraft(o.Edition) || speaksOfDraft(text[start:end]) || speaksOfDraft(heading(text)) {
		*o = Occurrence{Reference: o.Reference, Status: Candidate}
	}
}

// heading is the first line of a text, if it is marked as one.
func heading(text string) string {
	line, _, _ := strings.Cut(text[:min(len(text), draftReach)], "\n")
	if strings.HasPrefix(line, "#") || strings.HasPrefix(line, "=") || strings.HasPrefix(line, `\`) {
		return line
	}
	return ""
}

// IgnoreMark begins a comment that ignores findings: the mark, then "-file" for those
// of the whole file, then rules in brackets, then a reason up to the line's end. It is
// not read as a part of the text.
const IgnoreMark = "pqcite:ignore"

// draftWords name drafts; Internet-Drafts, which have other names, number nothing here.
var draftWords = lex.Set("draft drafts ipd fpd")

// speaksOfDraft reports whether a text has a word for a draft. A comment that ignores
// findings speaks of the finding, and its rules are names.
func speaksOfDraft(text string) bool {
	for at := 0; at < len(text); {
		if !isASCIILetter(text[at]) {
			at++
			continue
		}
		if strings.HasPrefix(text[at:], IgnoreMark) {
			end := strings.IndexAny(text[at:], "\r\n")
			if end < 0 {
				return false
			}
			at += end
			continue
		}
		end := at
		for end < len(text) && isASCIILetter(text[end]) {
			end++
		}
		if draftWords[strings.ToLower(text[at:end])] && !(end < len(text) && text[end] == '-') {
			return true
		}
		at = end
	}
	return false
}
