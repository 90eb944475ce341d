package pqcite

import (
	"context"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/loop"
	"github.com/pqcite/pqcite/core/plan"
)

// Asker answers questions, as a [Library] does. It is safe for concurrent use.
type Asker interface {
	Ask(ctx context.Context, question string, o AskOptions) (core.Outcome, error)
}

// AskOptions are what an outcome depends on besides the question and the library. The zero
// value is the default.
type AskOptions struct {
	// Scope holds the ids of the documents to keep to, whatever the question names; empty
	// means all.
	Scope []string
	// Context holds the earlier questions of the conversation, oldest first. What the question
	// leaves to them is filled in: Plan.Question of the outcome has it whole.
	Context []string
	// Budget bounds the run; the zero value is [core.DefaultBudget]. Every bound of another
	// must be positive: start from the default and change what is to differ.
	Budget core.Budget
	// Features are what the run uses; nil means [core.DefaultFeatures], and the model where
	// the library has one.
	Features *core.Features
	// Detail asks for all that was proved, not only what answers the question: the claims
	// that this adds come last and are marked so.
	Detail bool
	// Observer is called with every event of the run as it happens, on the goroutine of the
	// call; it may be nil.
	Observer core.Observer
}

// Ask answers a question with quotes, each checked on its page, or refuses: an outcome says
// what was searched, what is missing and what comes nearest. An error means that neither
// could be made: the context ended, the budget is invalid, or the index can't be read.
func (l *Library) Ask(ctx context.Context, question string, o AskOptions) (core.Outcome, error) {
	i, err := l.prepared(ctx)
	if err != nil {
		return core.Outcome{}, err
	}
	return loop.Ask(ctx, question, i.ports, o.settings(l.options.Model != nil))
}

func (o *AskOptions) settings(model bool) loop.Settings {
	s := loop.DefaultSettings()
	s.Context = plan.Context{Scope: o.Scope, Confined: len(o.Scope) > 0, Earlier: o.Context}
	s.Observer, s.Detail = o.Observer, o.Detail
	s.Features.Model = s.Features.Model || model
	if o.Features != nil {
		s.Features = *o.Features
	}
	if o.Budget != (core.Budget{}) {
		s.Budget = o.Budget
	}
	return s
}
