package answer

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/pqcite/pqcite/core"
)

// Graph knows how the anchors of a document hang together.
type Graph interface {
	// Runs returns the ids of the algorithms that an algorithm runs, and of those
	// that run it.
	Runs(docID, algorithm string) (called, callers []string)
}

// calledBy matches a question for what an algorithm itself runs: its name is
// before the verb, or after "called by".
var calledBy = regexp.MustCompile(`(?i)\bdo(es)? (the )?\S+ (call|invoke|run|use)\b|\b(called|invoked|run|used) by (the )?[A-Z\x60"]\S*[._]\S+|\b(callees?|subroutines?) (of|in)\b`)

// calls answers with the lines in which one algorithm runs another.
func (w *Extractive) calls(in Input) Draft {
	var d Draft
	if w.Graph == nil {
		return d
	}
	var names []string
	for _, ref := range in.Plan.References {
		for _, doc := range w.documents(in, ref.DocID) {
			a := doc.Algorithm(ref.ID())
			if ref.Kind != core.KindAlgorithm || a == nil {
				continue
			}
			called, callers := w.Graph.Runs(doc.ID, a.Anchor)
			if calledBy.MatchString(in.Question) {
				for _, id := range called {
					names = append(names, d.addCalls(doc, a, doc.Algorithm(id), doc.Algorithm(id))...)
				}
				continue
			}
			for _, id := range callers {
				names = append(names, d.addCalls(doc, doc.Algorithm(id), a, doc.Algorithm(id))...)
			}
		}
	}
	d.Short = strings.Join(names, "; ")
	if d.Short != "" {
		d.Short += "."
	}
	return d
}

// addCalls claims the lines of an algorithm that run another one, and returns how
// the one that the question asks for is cited, if there are any.
func (d *Draft) addCalls(doc *core.Document, caller, called, asked *core.Algorithm) []string {
	if caller == nil || called == nil {
		return nil
	}
	name, _, _ := strings.Cut(called.Name, "_{")
	found := false
	for _, l := range caller.Lines {
		text := strings.TrimSpace(doc.Quote(l.Span))
		code, _, _ := strings.Cut(text, "▷")
		if l.Kind != core.LineStep && l.Kind != core.LineMore || !strings.Contains(code, name) {
			continue
		}
		if !d.claims(text) {
			d.claim(text, d.Cite(doc, trimSpan(doc, l.Span)), d.Cite(doc, captionOf(doc, caller)))
		}
		found = true
	}
	if !found {
		return nil
	}
	return []string{fmt.Sprintf("%s (%s, %s)", asked.Name, doc.Label, doc.Anchor(asked.Anchor).Name())}
}

// captionOf is the caption of a box without what follows its name.
func captionOf(doc *core.Document, a *core.Algorithm) core.Span {
	for _, l := range a.Lines {
		if l.Kind == core.LineCaption {
			return trimSpan(doc, l.Span)
		}
	}
	return core.Span{Start: a.Span.Start, End: a.Span.Start}
}
