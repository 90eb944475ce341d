package render

import (
	"github.com/pqcite/pqcite/chatbot/words"
	"github.com/pqcite/pqcite/core"
)

// Progress shows what a run is doing, and reports whether the event means anything to a
// waiting user.
func (v View) Progress(question string, e *core.Event) (Message, bool) {
	stage := v.stage(e)
	if stage == "" {
		return Message{}, false
	}
	return v.waiting(question, stage), true
}

// Queued shows how many questions come first.
func (v View) Queued(question string, ahead int) Message {
	return v.waiting(question, v.Words.Count("progress.queued", ahead, nil))
}

func (v View) waiting(question, stage string) Message {
	return Message{Content: joined("\n", v.question(question), small("⏳ "+stage))}
}

// stage is an event in words.
func (v View) stage(e *core.Event) string {
	switch {
	case e.Kind == core.EventPlan:
		return v.Words.Text("progress.reading", nil)
	case e.Kind == core.EventRetrieval && e.Retrieval != nil:
		return v.Words.Count("progress.searching", len(e.Retrieval.Hits), words.Args{"Round": e.Retrieval.Round})
	case e.Kind == core.EventAssess:
		return v.Words.Text("progress.assessing", nil)
	case e.Kind == core.EventDraft && e.Draft != nil:
		return v.Words.Count("progress.checking", e.Draft.Claims, nil)
	case e.Kind == core.EventRepair:
		return v.Words.Text("progress.repairing", nil)
	case e.Kind == core.EventModel:
		return v.Words.Text("progress.model", nil)
	}
	return ""
}
