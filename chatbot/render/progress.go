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
	return v.waiting(question, v.Words.Count(words.ProgressQueued, ahead, nil))
}

func (v View) waiting(question, stage string) Message {
	return Message{Content: joined("\n", v.question(question), small("⏳ "+stage))}
}

// stage is an event in words.
func (v View) stage(e *core.Event) string {
	switch {
	case e.Kind == core.EventPlan:
		return v.Words.Text(words.ProgressReading, nil)
	case e.Kind == core.EventRetrieval && e.Retrieval != nil:
		return v.Words.Count(words.ProgressSearching, len(e.Retrieval.Hits), words.Args{"Round": e.Retrieval.Round})
	case e.Kind == core.EventAssess:
		return v.Words.Text(words.ProgressAssessing, nil)
	case e.Kind == core.EventDraft && e.Draft != nil:
		return v.Words.Count(words.ProgressChecking, e.Draft.Claims, nil)
	case e.Kind == core.EventRepair:
		return v.Words.Text(words.ProgressRepairing, nil)
	case e.Kind == core.EventModel:
		return v.Words.Text(words.ProgressModel, nil)
	}
	return ""
}
