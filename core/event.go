package core

// State is a state of a run. Entering one is a step of the budget, but for the last:
// to refuse costs nothing.
type State string

// The states of a run, in the order of a straight one.
const (
	StateAnalyze   State = "analyze"
	StateRetrieve  State = "retrieve"
	StateAssess    State = "assess"
	StateRefine    State = "refine"
	StateDecompose State = "decompose"
	StateWiden     State = "widen"
	StateAnswer    State = "answer"
	StateVerify    State = "verify"
	StateRepair    State = "repair"
	StateRefuse    State = "refuse"
)

// EventKind names what an event reports.
type EventKind string

// The kinds of events. Each has its own part of an Event.
const (
	EventStart     EventKind = "start"     // Start: the question and all that the run depends on
	EventPlan      EventKind = "plan"      // Plan
	EventFAQ       EventKind = "faq"       // FAQ
	EventRetrieval EventKind = "retrieval" // Retrieval
	EventAssess    EventKind = "assess"    // Assessment
	EventDecide    EventKind = "decide"    // Choice
	EventDraft     EventKind = "draft"     // Draft
	EventVerify    EventKind = "verify"    // Check, one a claim
	EventRepair    EventKind = "repair"    // Repair
	EventModel     EventKind = "model"     // Exchange with a language model
	EventEnd       EventKind = "end"       // End
)

// Event is one entry of a trace: an ordered, typed record of a run. All but AtUS
// follows from the question, the library, the settings and what a model replied,
// so a run can be replayed and compared.
type Event struct {
	Seq   int       `json:"seq"` // from 1
	AtUS  int64     `json:"at_us"`
	State State     `json:"state"`
	Kind  EventKind `json:"kind"`

	Start      *Start      `json:"start,omitempty"`
	Plan       *Plan       `json:"plan,omitempty"`
	FAQ        *FAQMatch   `json:"faq,omitempty"`
	Retrieval  *Retrieval  `json:"retrieval,omitempty"`
	Assessment *Assessment `json:"assessment,omitempty"`
	Choice     *Choice     `json:"choice,omitempty"`
	Draft      *DraftEvent `json:"draft,omitempty"`
	Check      *ClaimCheck `json:"check,omitempty"`
	Repair     *Repair     `json:"repair,omitempty"`
	Exchange   *Exchange   `json:"exchange,omitempty"`
	End        *End        `json:"end,omitempty"`
}

// Start is what a run begins with.
type Start struct {
	Question string   `json:"question"`
	Budget   Budget   `json:"budget"`
	Features []string `json:"features"`
	Scope    []string `json:"scope,omitempty"`    // documents to keep to where the question names none
	Confined bool     `json:"confined,omitempty"` // keep to them whatever it names
	Earlier  []string `json:"earlier,omitempty"`  // questions of the conversation, oldest first
	Detail   bool     `json:"detail,omitempty"`   // all that was proved is said
	Library  string   `json:"library"`            // digest of the library's documents
}

// Retrieval is one round of search.
type Retrieval struct {
	Round   int      `json:"round"` // from 1
	For     Decision `json:"for"`   // what asked for it; "" for the first
	Query   string   `json:"query"`
	Profile string   `json:"profile"`
	Hits    []HitRef `json:"hits"`
}

// HitRef is a hit as a trace keeps it.
type HitRef struct {
	DocID   string  `json:"doc_id"`
	Passage int     `json:"passage"`
	Page    int     `json:"page"`
	Section string  `json:"section"`
	Score   float64 `json:"score"`
}

// Choice is a decision with its ground.
type Choice struct {
	Decision Decision `json:"decision"`
	Because  string   `json:"because"`
	Round    int      `json:"round"` // whose evidence it is about: the better of the rounds is kept
}

// DraftEvent says which writer drafted, and how many claims.
type DraftEvent struct {
	Writer string `json:"writer"` // "extractive", "model"
	Claims int    `json:"claims"`
	// Note says why a draft has no claims: the writer refused or failed.
	Note string `json:"note,omitempty"`
}

// ClaimCheck is the verdict on one claim.
type ClaimCheck struct {
	Claim   string   `json:"claim"`
	Cites   []string `json:"cites"`
	Verdict Verdict  `json:"verdict"`
	Rule    string   `json:"rule"`
	Kept    bool     `json:"kept"`
}

// Repair is the search for better evidence for a claim that failed.
type Repair struct {
	Claim string `json:"claim"`
	Held  bool   `json:"held"` // the claim is proved by what was found
}

// Exchange is one request to a language model and its reply, whole, so that a
// run can be replayed without the model.
type Exchange struct {
	Purpose string `json:"purpose"` // "write", "grade", "rewrite", "gaps"
	Model   string `json:"model"`
	Prompt  string `json:"prompt"` // SHA-256 of the request's messages, in hex
	Reply   string `json:"reply"`
	Failure string `json:"failure,omitempty"`
}

// End is how a run ended. Its outcome is all that was printed, less the times.
type End struct {
	StopReason    StopReason    `json:"stop_reason"`
	RefusalReason RefusalReason `json:"refusal_reason"`
	Confidence    float64       `json:"confidence"`
	Budget        Spent         `json:"budget"`
	Claims        int           `json:"claims"`
	Citations     int           `json:"citations"`
	OutcomeSHA256 string        `json:"outcome_sha256"`
}

// Observer receives every event of a run as it happens, on the run's goroutine.
type Observer func(Event)
