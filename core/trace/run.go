package trace

import "github.com/pqcite/pqcite/core"

// Run is the events of one run in their order. What [Reader] returns begins with a
// start and ends with an end; nothing else here relies on it.
type Run []core.Event

// Start is what the run began with, nil if it does not say.
func (r Run) Start() *core.Start {
	if len(r) == 0 {
		return nil
	}
	return r[0].Start
}

// End is how the run ended, nil if it did not.
func (r Run) End() *core.End {
	if len(r) == 0 {
		return nil
	}
	return r[len(r)-1].End
}

// Question is what was asked, "" if the run does not say.
func (r Run) Question() string {
	if s := r.Start(); s != nil {
		return s.Question
	}
	return ""
}

// Exchanges are the requests to a language model, in their order.
func (r Run) Exchanges() []core.Exchange {
	var out []core.Exchange
	for i := range r {
		if r[i].Exchange != nil {
			out = append(out, *r[i].Exchange)
		}
	}
	return out
}

// TookUS is how long the step of event i took, in microseconds: an event
// is emitted when its work is done, so that is the time since the event before it.
func (r Run) TookUS(i int) int64 {
	if i == 0 {
		return r[0].AtUS
	}
	return r[i].AtUS - r[i-1].AtUS
}

// part is one kind of event and where its part of an event is.
type part struct {
	kind core.EventKind
	in   func(*core.Event) bool
}

var parts = []part{
	{core.EventStart, func(e *core.Event) bool { return e.Start != nil }},
	{core.EventPlan, func(e *core.Event) bool { return e.Plan != nil }},
	{core.EventFAQ, func(e *core.Event) bool { return e.FAQ != nil }},
	{core.EventRetrieval, func(e *core.Event) bool { return e.Retrieval != nil }},
	{core.EventAssess, func(e *core.Event) bool { return e.Assessment != nil }},
	{core.EventDecide, func(e *core.Event) bool { return e.Choice != nil }},
	{core.EventDraft, func(e *core.Event) bool { return e.Draft != nil }},
	{core.EventVerify, func(e *core.Event) bool { return e.Check != nil }},
	{core.EventRepair, func(e *core.Event) bool { return e.Repair != nil }},
	{core.EventModel, func(e *core.Event) bool { return e.Exchange != nil }},
	{core.EventEnd, func(e *core.Event) bool { return e.End != nil }},
}

// states are all states, in the order of a straight run.
var states = []core.State{
	core.StateAnalyze, core.StateRetrieve, core.StateAssess, core.StateRefine, core.StateDecompose,
	core.StateWiden, core.StateAnswer, core.StateVerify, core.StateRepair, core.StateRefuse,
}
