package trace

import (
	"strings"

	"github.com/pqcite/pqcite/core"
)

// building is a run under construction: every event comes 1.25 ms after the last,
// searches take 20 ms and a model 1.5 s.
type building struct{ run Run }

func (b *building) add(state core.State, e core.Event) {
	e.Seq, e.State = len(b.run)+1, state
	if n := len(b.run); n > 0 {
		e.AtUS = b.run[n-1].AtUS + 1250
	}
	for _, p := range parts {
		if p.in(&e) {
			e.Kind = p.kind
		}
	}
	switch e.Kind {
	case core.EventRetrieval:
		e.AtUS += 20_000
	case core.EventModel:
		e.AtUS += 1_500_000
	}
	b.run = append(b.run, e)
}

const (
	library = "9d1f5b0c6a7e4d3c2b1a0f9e8d7c6b5a4f3e2d1c0b9a8f7e6d5c4b3a2f1e0d9c"
	prompt  = "3c9909afec25354d551dae21590bb26e38d53f2173b8d3dc3eee4c047e7ab1c1"
)

func begun(question string, features ...string) *building {
	b := &building{}
	b.add(core.StateAnalyze, core.Event{Start: &core.Start{
		Question: question, Budget: core.DefaultBudget(), Features: features, Library: library,
	}})
	return b
}

var (
	sideKEM = core.Facet{Kind: core.FacetSide, Text: "ML-KEM-768"}
	sideHQC = core.Facet{Kind: core.FacetSide, Text: "HQC-192"}
	table3  = core.HitRef{DocID: "NIST.FIPS.203", Passage: 81, Page: 48, Section: "8 Parameter Sets", Score: 14.25}
)

// compared is a run of two rounds: one side is missing, is searched for, and then a
// model writes; one of its claims fails and is repaired, another is dropped.
func compared() Run {
	b := begun("Compare the ciphertexts of ML-KEM-768 and HQC-192.", "terms", "topics", "refine", "repair", "model")
	b.add(core.StateAnalyze, core.Event{Plan: &core.Plan{
		Intent: core.IntentComparison, Terms: []string{"ML-KEM-768", "HQC"}, Scope: []string{},
		References: []core.AnchorRef{{DocID: "NIST.FIPS.203", Kind: core.KindTable, Number: "3"}},
		Facets:     []core.Facet{sideKEM, sideHQC}, Parts: []string{}, Sides: []string{"ML-KEM-768", "HQC-192"},
		Query: "ciphertext ML-KEM-768 HQC-192",
	}})
	b.add(core.StateRetrieve, core.Event{Retrieval: &core.Retrieval{
		Round: 1, Query: "ciphertext ML-KEM-768 HQC-192", Profile: "lexical", Hits: []core.HitRef{
			table3, {DocID: "NIST.FIPS.203", Passage: 12, Page: 25, Section: "3.3 Requirements", Score: 9.5},
			{DocID: "NIST.SP.800-227", Passage: 7, Page: 19, Section: "2.3 Keys", Score: 8.125}, {DocID: "NIST.FIPS.203", Passage: 3, Page: 11, Score: 4},
		},
	}})
	b.add(core.StateAssess, core.Event{Assessment: &core.Assessment{
		Confidence: 0.52, Signals: core.Signals{Window: 0.6, Facets: 0.5, Score: 0.4},
		Found: []core.Facet{sideKEM}, Missing: []core.Facet{sideHQC}, Gaps: []core.Gap{core.GapMissingSide}, Hits: 4,
	}})
	b.add(core.StateAssess, core.Event{Choice: &core.Choice{
		Decision: core.DecideRefine, Because: "confidence 0.52 is below 0.75, and HQC-192 is missing", Round: 1,
	}})
	b.add(core.StateRetrieve, core.Event{Retrieval: &core.Retrieval{
		Round: 2, For: core.DecideRefine, Query: "HQC-192 ciphertext", Profile: "lexical", Hits: []core.HitRef{
			{DocID: "NIST.IR.8545", Passage: 30, Page: 17, Section: "3.2 Performance", Score: 11}, table3,
		},
	}})
	b.add(core.StateAssess, core.Event{Assessment: &core.Assessment{
		Confidence: 0.83, Signals: core.Signals{Window: 0.8, Facets: 1, Score: 0.7},
		Found: []core.Facet{sideKEM, sideHQC}, Missing: []core.Facet{}, Gaps: []core.Gap{}, Hits: 5,
	}})
	b.add(core.StateAssess, core.Event{Choice: &core.Choice{Decision: core.DecideComplete, Because: "confidence 0.83, nothing is missing", Round: 2}})
	b.written()
	b.add(core.StateVerify, core.Event{End: &core.End{
		StopReason: core.StopSufficient, Confidence: 0.83, Budget: core.Spent{Steps: 8, ToolCalls: 3, Rounds: 2},
		Claims: 2, Citations: 2, OutcomeSHA256: strings.Repeat("ab", 32),
	}})
	return b.run
}

// written adds what a model wrote and what became of it.
func (b *building) written() {
	b.add(core.StateAnswer, core.Event{Exchange: &core.Exchange{
		Purpose: "write", Model: "qwen3:4b", Prompt: prompt, Reply: "The ciphertext of ML-KEM-768 has 1088 bytes [c1].",
	}})
	b.add(core.StateAnswer, core.Event{Draft: &core.DraftEvent{Writer: "model", Claims: 3}})
	for _, c := range []core.ClaimCheck{
		{Claim: "The ciphertext of ML-KEM-768 has 1088 bytes.", Cites: []string{"c1"}, Verdict: core.Supported, Rule: "claim-covered", Kept: true},
		{Claim: "That of HQC-192 has 8978 bytes.", Cites: []string{"c1", "c2"}, Verdict: core.Unverifiable, Rule: "claim-uncovered"},
		{Claim: "Both are smaller than 1 kB.", Cites: []string{"c2"}, Verdict: core.Contradicted, Rule: "claim-number"},
	} {
		b.add(core.StateVerify, core.Event{Check: &c})
	}
	b.add(core.StateRepair, core.Event{Repair: &core.Repair{Claim: "That of HQC-192 has 8978 bytes.", Held: true}})
	b.add(core.StateVerify, core.Event{Check: &core.ClaimCheck{
		Claim: "That of HQC-192 has 8978 bytes.", Cites: []string{"c2"}, Verdict: core.Verbatim, Rule: "claim-exact", Kept: true,
	}})
}

// refused is a run that ends with nothing found, after a model that failed.
func refused() Run {
	b := begun("What is the airspeed of an unladen swallow?", "model", "grade")
	b.add(core.StateAnalyze, core.Event{Plan: &core.Plan{Intent: core.IntentGeneral, Query: "airspeed unladen swallow"}})
	b.add(core.StateRetrieve, core.Event{Retrieval: &core.Retrieval{Round: 1, Query: "airspeed unladen swallow", Profile: "lexical", Hits: []core.HitRef{}}})
	b.add(core.StateAssess, core.Event{Exchange: &core.Exchange{Purpose: "grade", Model: "qwen3:4b", Prompt: prompt, Failure: "connection refused"}})
	b.add(core.StateAssess, core.Event{Assessment: &core.Assessment{Missing: []core.Facet{{Kind: core.FacetKindOf, Text: "a number"}}, Gaps: []core.Gap{core.GapNoHits}}})
	b.add(core.StateAssess, core.Event{Choice: &core.Choice{Decision: core.DecideRefuse, Because: "no passage has a word of it", Round: 1}})
	b.add(core.StateRefuse, core.Event{End: &core.End{
		StopReason: core.StopInsufficient, RefusalReason: core.RefusalOffCorpus, Budget: core.Spent{Steps: 4, ToolCalls: 1, Rounds: 1},
		OutcomeSHA256: strings.Repeat("cd", 32),
	}})
	return b.run
}
