package core

// Intent is what kind of answer a question wants.
type Intent string

// The intents that the analysis distinguishes.
const (
	IntentDefinition Intent = "definition"      // what is X, what does X stand for
	IntentSteps      Intent = "algorithm_steps" // the steps of an algorithm
	IntentInterface  Intent = "inputs_outputs"  // what goes in and what comes out
	IntentSize       Intent = "size"            // a size or another parameter
	IntentComparison Intent = "comparison"      // two or more things side by side
	IntentRule       Intent = "requirement"     // what is required, allowed or forbidden
	IntentReason     Intent = "rationale"       // why something is as it is
	IntentDate       Intent = "date"            // when something is or was
	IntentCalls      Intent = "calls"           // which algorithms run an algorithm, or are run by it
	IntentGeneral    Intent = "general"
)

// Plan is what the analysis made of a question.
type Plan struct {
	Question   string      `json:"question,omitempty"` // with what it leaves to the earlier questions of the conversation filled in
	Last       string      `json:"last,omitempty"`     // the question before, where it is asked of what that is about
	Intent     Intent      `json:"intent"`
	Terms      []string    `json:"terms"`      // canonical names of the terms in it
	References []AnchorRef `json:"references"` // anchors it names
	Scope      []string    `json:"scope"`      // ids of the documents it names
	Facets     []Facet     `json:"facets"`     // what an answer must contain
	Parts      []string    `json:"parts"`      // the questions that it asks in one, if more than one
	Sides      []string    `json:"sides"`      // what it compares, if it does
	Query      string      `json:"query"`      // the question distilled: what is searched for first
}

// NewPlan is the plan of nothing: its lists are empty, and not null in JSON.
func NewPlan() Plan {
	return Plan{
		Terms: []string{}, References: []AnchorRef{}, Scope: []string{}, Facets: []Facet{}, Parts: []string{}, Sides: []string{},
	}
}
