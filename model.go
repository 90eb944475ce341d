package pqcite

import (
	"context"

	"github.com/pqcite/pqcite/citations"
	"github.com/pqcite/pqcite/core/answer"
	"github.com/pqcite/pqcite/core/loop"
)

// Model is a language model that may write answers. What it says is checked like any other
// sentence, and where it fails or nothing of it is proved, quotes answer. It is safe for
// concurrent use.
type Model interface {
	// Name is the model's name, for traces.
	Name() string
	// Complete returns the model's reply to a prompt.
	Complete(ctx context.Context, system, user string) (reply string, err error)
}

// modelWriter is a model's writer with the bounds on evidence that every run has, for those
// are in the prompt.
func modelWriter(p loop.Ports, m Model) loop.Writer {
	return &answer.Composer{Library: p.Library, Relevance: p.Relevance, Completer: m, Markers: markerReader{}}
}

func modelJudge(m Model) loop.Judge { return &answer.Judge{Completer: m} }

// markerReader reads the markers of a reply by the rules for answers in text.
type markerReader struct{}

// Sentences returns the sentences of a reply with the keys that each carries.
func (markerReader) Sentences(reply string) []answer.Marked {
	markers := citations.Markers(reply)
	var out []answer.Marked
	for _, s := range citations.Sentences(reply) {
		marked := answer.Marked{Text: citations.WithoutMarkers(reply[s.Start:s.End])}
		for _, m := range markers {
			if s.Contains(m.Span) {
				marked.Keys = append(marked.Keys, m.Key)
			}
		}
		out = append(out, marked)
	}
	return out
}
