package chatbot_test

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/pqcite/pqcite/core"
)

// cited is a citation of the first paragraph of an anchor of the pack.
func cited(key, docID, anchor string) core.Citation {
	d := packLibrary().Corpus().Document(docID)
	span := d.Anchor(anchor).Span
	first, _, _ := strings.Cut(d.Quote(span), "\n\n")
	span.End = span.Start + len(first)
	return core.Citation{Key: key, Locator: d.Locate(span), Quote: d.Quote(span), DocSHA256: d.SHA256, Source: d.Source()}
}

// answered is an answer of one sentence that is quoted.
func answered(question string) core.Outcome {
	c := cited("c1", "NIST.FIPS.203", "table-3")
	return core.Outcome{
		Question: question, Status: core.Answered, ShortAnswer: c.Quote, Confidence: 0.9, StopReason: core.StopSufficient,
		Claims: []core.Claim{{Text: c.Quote, Citations: []string{"c1"}, Verdict: core.Verbatim, Rule: "claim-quoted"}}, Citations: []core.Citation{c},
		Plan: core.Plan{Terms: []string{"ML-KEM-768"}, Scope: []string{}}, Searched: []string{"NIST.FIPS.203"},
	}
}

// long is an answer of so many sentences that it has several pages.
func long(question string) core.Outcome {
	o := answered(question)
	o.ShortAnswer = "There are several algorithms."
	o.Claims, o.Citations = nil, nil
	for i := range 12 {
		key := fmt.Sprintf("c%d", i+1)
		c := cited(key, "NIST.FIPS.203", fmt.Sprintf("algorithm-%d", i+3))
		o.Citations = append(o.Citations, c)
		o.Claims = append(o.Claims, core.Claim{
			Text: fmt.Sprintf("Sentence %d: %s", i+1, c.Quote), Citations: []string{key}, Verdict: core.Supported, Rule: "claim-covered",
		})
	}
	return o
}

// wordy is an answer whose quote is longer than a message.
func wordy(question string) core.Outcome {
	o := answered(question)
	o.Citations[0].Quote += strings.Repeat(" and so on", 500)
	return o
}

// refused is a refusal of something that is nearly there.
func refused(question string) core.Outcome {
	return core.Outcome{
		Question: question, Status: core.Refused, StopReason: core.StopInsufficient, RefusalReason: core.RefusalMissingTerm, RefusalKind: core.KindNearMiss,
		Detail: "No document mentions FrodoKEM.", Searched: []string{"NIST.FIPS.203"}, Missing: []core.Facet{{Kind: core.FacetTerm, Text: "FrodoKEM"}},
		Nearest: []core.Nearest{{DocID: "NIST.FIPS.203", Anchor: "algorithm-20", Title: "FIPS 203, Algorithm 20. ML-KEM.Encaps", StartPage: 46, PrintedPage: "37"}},
	}
}

// strange is a refusal of something that the documents are not about.
func strange(question string) core.Outcome {
	return core.Outcome{
		Question: question, Status: core.Refused, StopReason: core.StopInsufficient, RefusalReason: core.RefusalOffCorpus, RefusalKind: core.KindOffCorpus,
		Detail: "Nothing in the documents is about this.", Searched: []string{"NIST.FIPS.203", "NIST.FIPS.204"},
	}
}

var errBroken = errors.New("the index is broken")

// simple answers by what a question has in it: "all of ML-KEM" at length, "wordy ML-KEM",
// "ML-KEM",// "FrodoKEM", "panic" and "error" as they say; the rest is strange.
func simple(_ context.Context, question string, _ []string, _ core.Observer) (core.Outcome, error) {
	has := func(s string) bool { return strings.Contains(question, s) }
	switch {
	case has("FrodoKEM"):
		return refused(question), nil
	case has("all of ML-KEM"):
		return long(question), nil
	case has("wordy ML-KEM"):
		return wordy(question), nil
	case has("ML-KEM"):
		return answered(question), nil
	case has("panic"):
		panic("an asker panics")
	case has("error"):
		return core.Outcome{}, errBroken
	}
	return strange(question), nil
}

// call is what an asker was asked.
type call struct {
	question string
	scope    []string
	earlier  []string
}

// heard is simple, and reports its questions.
func heard() (asker, <-chan call) {
	calls := make(chan call, 100)
	return func(ctx context.Context, question string, scope []string, o core.Observer) (core.Outcome, error) {
		earlier, _ := ctx.Value(earlierKey{}).([]string)
		calls <- call{question, scope, earlier}
		return simple(ctx, strings.Join(append(earlier, question), " "), scope, o)
	}, calls
}

// telling is simple, after reporting all events.
func telling(events <-chan core.Event) asker {
	return func(ctx context.Context, question string, scope []string, o core.Observer) (core.Outcome, error) {
		for e := range events {
			o(e)
		}
		return simple(ctx, question, scope, o)
	}
}

// gate is an asker that waits until it is opened, or its time is over.
type gate struct {
	entered chan string   // the questions that wait
	open    chan struct{} // closed to let all go on
}

func newGate() *gate { return &gate{make(chan string, 1000), make(chan struct{})} }

func (g *gate) ask(ctx context.Context, question string, scope []string, o core.Observer) (core.Outcome, error) {
	g.entered <- question
	select {
	case <-g.open:
		return simple(ctx, question, scope, o)
	case <-ctx.Done():
		return core.Outcome{}, context.Cause(ctx)
	}
}
