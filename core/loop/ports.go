package loop

import (
	"context"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/answer"
	"github.com/pqcite/pqcite/core/plan"
)

// Retriever finds evidence.
type Retriever interface {
	Search(ctx context.Context, q core.Query) ([]core.Hit, error)
}

// FAQ matches a question against frequently asked ones, those that documents answer
// and those that they do not.
type FAQ interface {
	// Match returns the facts that a question asks for. The question uses the names
	// that the documents use.
	Match(question string) core.FAQMatch
	// Follow returns the facts that a follow-up asks for which names no subject: by itself, by
	// the last question and it together, and by the last question. The first match has the odds
	// of the follow-up, the second those of both. It is false where nothing shows that the
	// follow-up goes on with the last question.
	Follow(alone, together, last string) (byItself, both core.FAQMatch, follows bool)
	// Circumstance reports whether several of them have a word, or a name as a
	// whole, that none of their answers has.
	Circumstance(word string) bool
	// Documents are the ids of the documents that it has questions on.
	Documents() []string
}

// Typed knows values as data.
type Typed interface {
	// Answer is what typed facts say to a question that asks for them and for nothing else,
	// from the documents with the ids, or from all where there are none.
	Answer(question string, scope []string) core.TypedAnswer
}

// Writer drafts an answer from evidence. An error means that it could not; a
// draft without claims, that the evidence does not hold what is asked for. The
// claims of a draft are said only when the verifier has passed them.
type Writer interface {
	Name() string
	Write(ctx context.Context, in answer.Input) (answer.Draft, error)
}

// Judge is a language model's opinion on evidence. It is asked only where its
// features are switched on, can lower a confidence and never raise one, and an
// error of it is as if it had not been asked. Each method returns the exchange
// with the model, for the trace.
type Judge interface {
	// Grade says how well evidence answers a question, 0 to 1.
	Grade(ctx context.Context, question string, evidence []string) (float64, core.Exchange, error)
	// Rewrite words a query for what is missing.
	Rewrite(ctx context.Context, question string, missing []core.Facet) (string, core.Exchange, error)
	// Gaps names what the evidence lacks, as queries.
	Gaps(ctx context.Context, question string, evidence []string) ([]string, core.Exchange, error)
}

// Verifier proves what a writer says.
type Verifier interface {
	// Verify decides about a claim by the citations that it names, each by the
	// document that it names.
	Verify(claim core.Claim, citations []core.Citation) (core.Verdict, string)
	// Sums reports whether a short answer says no more than the citations of a
	// verified answer.
	Sums(short string, citations []core.Citation) bool
}

// Library is what the loop asks of the corpus.
type Library interface {
	answer.Library
	// Digest names the content: whatever changes a document changes it.
	Digest() string
}

// Ports is all that a run needs.
type Ports struct {
	Reader    plan.Reader
	Library   Library
	Retriever Retriever
	Relevance answer.Relevance
	Passages  *answer.Passages // those that runs have read before; may be nil
	Notes     answer.Notes     // may be nil
	FAQ       FAQ              // may be nil
	Typed     Typed            // may be nil
	Writer    Writer           // needs no model, and never fails
	Model     Writer           // may be nil; tried first where the feature is on
	Judge     Judge            // may be nil
	Verifier  Verifier
}
