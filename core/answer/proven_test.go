package answer

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/coretest"
)

// some are a random few of all, in random order.
func some[T any](rng *rand.Rand, most int, all ...T) []T {
	all = slices.Clone(all)
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all[:rng.IntN(min(most, len(all))+1)]
}

func one[T any](rng *rand.Rand, all ...T) T { return all[rng.IntN(len(all))] }

// anyInput is a random question with a random plan and random evidence.
func anyInput(rng *rand.Rand, docs []*core.Document) Input {
	things := []string{"W-1", "W-2", "W-2x", "widget", "apple", "plum", "Join", "zeppelin"}
	question := one(rng, "what is a %s?", "%s versus plum", "public key size of %s", "which algorithms call %s?", "why is %s red, as Table 1 says?", "%s", "")
	if question != "" && question != "%s" || rng.IntN(2) == 0 {
		question = fmt.Sprintf(question+" %s", one(rng, things...), one(rng, "", "of widgets", "in bytes", "for fruit"))
	}
	in := Input{
		Question: question, Context: rng.IntN(2) == 0, Thesaurus: rng.IntN(2) == 0, Expand: some(rng, 1, "widget", "seed"),
		Plan: core.Plan{
			Intent: one(rng, core.IntentDefinition, core.IntentSteps, core.IntentInterface, core.IntentSize, core.IntentComparison,
				core.IntentRule, core.IntentReason, core.IntentDate, core.IntentCalls, core.IntentGeneral),
			Terms: some(rng, 2, things...), Scope: some(rng, 1, "W", "A", "nowhere"),
			Parts: some(rng, 3, "what is a widget?", "what is a plum?", "size of W-1", ""),
		},
		Hits: some(rng, 12, hitsIn(docs...)...),
	}
	for range rng.IntN(3) {
		in.Plan.References = append(in.Plan.References, core.AnchorRef{
			DocID: one(rng, "W", "B", "A", "", "nowhere"), Number: one(rng, "1", "2", "9"),
			Kind: one(rng, core.KindAlgorithm, core.KindTable, core.KindSection, core.KindEquation),
		})
	}
	for _, name := range some(rng, 3, things...) {
		in.Sides = append(in.Sides, side(rng.IntN(2) == 0, name, some(rng, 2, "W", "A", "P")...))
	}
	return in
}

// Whatever the evidence and the plan are, each claim cites, and each quote is the
// document's text at its span.
func TestEveryDraftIsProven(t *testing.T) {
	docs := []*core.Document{
		document(), boxes(true),
		sections("A", "An apple is a red fruit of trees. As Table 1 has it, apples are red because of light.", "Apples:\n\n• red ones of them\n\n• green ones of them", ""),
		sections("P", "A plum is a blue fruit of bushes. It was published in 2024.", "the rest of a sentence. It shall be blue – ηβ – and round."),
	}
	rng := rand.New(rand.NewPCG(20, 26))
	written := map[core.Intent]int{}
	for n := range 4000 {
		in := anyInput(rng, docs)
		var graph Graph
		if rng.IntN(2) == 0 {
			graph = runsOfBoxes{{"algorithm-2", "algorithm-1"}, {"algorithm-1", "algorithm-9"}}
		}
		w := &Extractive{Library: shelf(docs), Relevance: coretest.Words{}, Graph: graph}
		d, err := w.Write(context.Background(), in)
		if err != nil {
			t.Fatal(err)
		}
		if len(d.Claims) > 0 {
			written[in.Plan.Intent]++
		}
		checkProven(t, d, docs...)
		if t.Failed() {
			t.Fatalf("input %d: %+v", n, in)
		}
	}
	for _, intent := range []core.Intent{core.IntentDefinition, core.IntentComparison, core.IntentCalls, core.IntentSize, core.IntentGeneral} {
		if written[intent] < 50 {
			t.Errorf("only %d drafts of intent %q have claims: %v", written[intent], intent, written)
		}
	}
}
