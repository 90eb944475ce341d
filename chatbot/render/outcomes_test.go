package render

import (
	"strings"

	"github.com/pqcite/pqcite/chatbot/words"
	"github.com/pqcite/pqcite/core"
)

const savedID = "abcdefgh2345"

// library has two documents with some anchors. Their quotes below are written for the
// tests.
func library() func(string) *core.Document {
	docs := map[string]*core.Document{}
	add := func(id, label, title string, status core.Status, anchors ...core.Anchor) {
		docs[id] = &core.Document{
			ID: id, Label: label, Title: title, Status: status, Format: core.FormatPDF, URL: "https://nvlpubs.nist.gov/nistpubs/FIPS/" + id + ".pdf",
			SHA256: strings.Repeat("0123456789abcdef", 4), Anchors: anchors, Pages: make([]core.Page, 60),
		}
	}
	add("NIST.FIPS.203", "FIPS 203", "Module-Lattice-Based Key-Encapsulation Mechanism Standard", core.StatusFinal,
		core.Anchor{ID: "table-3", Kind: core.KindTable, Number: "3", Title: "Sizes", StartPage: 48, EndPage: 48},
		core.Anchor{ID: "algorithm-13", Kind: core.KindAlgorithm, Number: "13", Title: "K-PKE.KeyGen", StartPage: 38, EndPage: 38},
		core.Anchor{ID: "section-3.2", Kind: core.KindSection, Number: "3.2", Title: "The ML-KEM Scheme", StartPage: 22, EndPage: 24},
	)
	add("NIST.IR.8547.ipd", "IR 8547", "Transition to Post-Quantum Cryptography Standards", core.StatusDraft,
		core.Anchor{ID: "table-2", Kind: core.KindTable, Number: "2", Title: "Signatures", StartPage: 20, EndPage: 20})
	docs["notes"] = &core.Document{ID: "notes", Label: "Team notes", Format: core.FormatMarkdown, Pages: make([]core.Page, 1)}
	return func(id string) *core.Document { return docs[id] }
}

func view(locale string) View { return View{Words: words.For(locale), Document: library()} }

// cite is a citation of FIPS 203.
func cite(key, anchor, section string, page int, quote string) core.Citation {
	return core.Citation{
		Key: key, Quote: quote, DocSHA256: strings.Repeat("0123456789abcdef", 4), Source: core.SourceDocument,
		Locator: core.Locator{DocID: "NIST.FIPS.203", Title: "Module-Lattice-Based Key-Encapsulation Mechanism Standard", Section: section, Anchor: anchor, StartPage: page, EndPage: page, PrintedPage: itoa(page - 9), URL: "https://nvlpubs.nist.gov/nistpubs/FIPS/NIST.FIPS.203.pdf#page=" + itoa(page)},
	}
}

func itoa(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return itoa(n/10) + string(rune('0'+n%10))
}

func claim(text string, v core.Verdict, rule string, keys ...string) core.Claim {
	return core.Claim{Text: text, Verdict: v, Rule: rule, Citations: keys}
}

func cell(side, aspect, value string, keys ...string) core.Claim {
	return core.Claim{Text: side + ", " + aspect + ": " + value, Verdict: core.Supported, Rule: "claim-composed", Citations: keys, Side: side, Aspect: aspect}
}

func answered(question string, intent core.Intent, short string) core.Outcome {
	return core.Outcome{
		Question: question, Status: core.Answered, ShortAnswer: short, Confidence: 0.966, StopReason: core.StopSufficient, Searched: []string{"NIST.FIPS.203", "NIST.IR.8547.ipd"},
		Plan: core.Plan{Intent: intent, Query: question}, Budget: core.Spent{Steps: 5, ToolCalls: 1, Rounds: 1},
		Assessment: &core.Assessment{Confidence: 0.966, Hits: 12, Found: []core.Facet{{Kind: core.FacetTerm, Text: "ML-KEM-768"}}},
	}
}

func refused(question string, reason core.RefusalReason, detail string) core.Outcome {
	return core.Outcome{
		Question: question, Status: core.Refused, RefusalReason: reason, RefusalKind: reason.Kind(), Detail: detail, StopReason: core.StopInsufficient, Confidence: 0.36,
		Searched: []string{"NIST.FIPS.203", "NIST.IR.8547.ipd"}, Budget: core.Spent{Steps: 6, ToolCalls: 2, Rounds: 2}, Plan: core.Plan{Intent: core.IntentGeneral},
		Assessment: &core.Assessment{Confidence: 0.36, Hits: 1, Missing: []core.Facet{{Kind: core.FacetTerm, Text: "K-PKE"}, {Kind: core.FacetKindOf, Text: "date"}}, Found: []core.Facet{{Kind: core.FacetTerm, Text: "RSA"}}},
	}
}

// outcomes are one of each kind of answer and of each reason for a refusal.
func outcomes() map[string]core.Outcome {
	all := map[string]core.Outcome{}
	row := cite("c1", "table-3", "8 Parameter Sets", 48, "ML-KEM-768\t1184\t2400\t1088\t32")
	head := cite("c2", "table-3", "8 Parameter Sets", 48, "Table 3. Sizes in bytes\nencapsulation key\tdecapsulation key\tciphertext\tshared key")
	prose := cite("c1", "section-3.2", "3 Overview > 3.2 The ML-KEM Scheme", 22, "ML-KEM is a mechanism for transport-\ning a key [4], and it rests on a prob-\nlem of lattices. Its failure rate is\nbelow 2^−164.8 for x_1 of 2^256.\n")
	steps := cite("c1", "algorithm-13", "5 The Component Scheme > 5.1 Key Generation", 38, "Algorithm 13 K-PKE.KeyGen(𝑑)\nInput: randomness 𝑑 ∈ 𝔹^32.\n1: (𝜌, 𝜎) ← G(𝑑‖𝑘) ▷ expand to two seeds\n2: for (𝑖 ← 0; 𝑖 < 𝑘; 𝑖++)\n3:    𝐬[𝑖] ← SamplePolyCBD_{𝜂_1}(PRF(𝜎, 𝑁))\n4: end for\n5: return (ek, dk)")

	o := answered("How large is an ML-KEM-768 ciphertext?", core.IntentSize, "ML-KEM-768: ciphertext 1088 bytes (FIPS 203, Table 3).")
	o.Claims, o.Citations = []core.Claim{claim("ML-KEM-768, ciphertext: 1088 bytes", core.Supported, "claim-composed", "c1", "c2")}, []core.Citation{row, head}
	all["size"] = o

	o = answered("What is ML-KEM?", core.IntentDefinition, "ML-KEM is a mechanism for transporting a key [4], and it rests on a problem of lattices.")
	o.Claims = []core.Claim{
		claim("ML-KEM is a mechanism for transporting a key [4], and it rests on a problem of lattices.", core.Verbatim, "claim-quoted", "c1"),
		claim("Its failure rate is below 2^−164.8 for x_1 of 2^256.", core.Verbatim, "claim-quoted", "c1"),
		claim("• It has sizes.", core.Supported, "claim-covered", "c2", "gone"),
		claim("Nothing proves this.", core.Verbatim, "claim-quoted", "gone"),
	}
	o.Citations = []core.Citation{prose, head, cite("c9", "", "", 9, "Nobody cites this.")}
	all["definition"] = o

	o = answered("What are the steps of K-PKE.KeyGen?", core.IntentSteps, "Algorithm 13 of FIPS 203 is K-PKE.KeyGen, in 5 steps.")
	for line := range strings.Lines(steps.Quote) {
		o.Claims = append(o.Claims, claim(strings.TrimSuffix(line, "\n"), core.Verbatim, "claim-quoted", "c1"))
	}
	o.Claims, o.Citations = o.Claims[1:], []core.Citation{steps}
	all["steps"] = o

	long := o
	long.Claims = nil
	for i := range 80 {
		long.Claims = append(long.Claims, claim(itoa(i+1)+":    𝐬[𝑖] ← SamplePolyCBD_{𝜂_1}(PRF(𝜎, 𝑁)) ▷ a step that is one of many", core.Verbatim, "claim-quoted", "c1"))
	}
	all["long steps"] = long

	o = answered("What are the differences between ML-KEM-768 and ML-KEM-1024?", core.IntentComparison, "FIPS 203, Table 3.")
	other := cite("c3", "table-3", "8 Parameter Sets", 48, "ML-KEM-1024\t1568\t3168\t1568\t32")
	o.Citations = []core.Citation{row, head, other, prose}
	o.Citations[3].Key = "c4"
	for _, aspect := range []struct{ name, a, b string }{{"encapsulation key", "1184 bytes", "1568 bytes"}, {"𝜂_1", "2", "2"}, {"Decapsulation failure rate", "2^−164.8", "2^−174.8"}} {
		o.Claims = append(o.Claims, cell("ML-KEM-768", aspect.name, aspect.a, "c1", "c2"), cell("ML-KEM-1024", aspect.name, aspect.b, "c3", "c2"))
	}
	o.Claims = append(o.Claims,
		core.Claim{Text: "ML-KEM-768, strength: 192 bits", Side: "ML-KEM-768", Aspect: "strength (bits)", Citations: []string{"c1"}, Verdict: core.Supported},
		core.Claim{Text: "ML-KEM is a mechanism for transporting a key [4].", Side: "ML-KEM-1024", Aspect: "What it is", Citations: []string{"c4"}, Verdict: core.Verbatim},
		claim("Both are KEMs.", core.Supported, "claim-covered", "c4"))
	all["comparison"] = o

	o = answered("When will RSA be disallowed?", core.IntentDate, "RSA | Disallowed after 2035")
	draft := cite("c1", "table-2", "4 Towards a Timeline > 4.1.1 Digital Signatures", 20, "RSA [FIPS186]\t≥ 128 bits\tDisallowed after 2035")
	draft.DocID, draft.Draft, draft.URL = "NIST.IR.8547.ipd", true, "https://nvlpubs.nist.gov/nistpubs/ir/2024/NIST.IR.8547.ipd.pdf#page=20"
	o.Claims, o.Citations = []core.Claim{claim("RSA | Disallowed after 2035", core.Supported, "claim-composed", "c1")}, []core.Citation{draft}
	all["date in a draft"] = o

	o = answered("Why is it so?", core.IntentReason, "")
	summary := prose
	summary.Source, summary.Quote = core.SourcePack, "ML-KEM rests on lattices, since these are hard."
	own := core.Citation{Key: "c2", Quote: "We say so.", Source: core.SourceDocument, Locator: core.Locator{DocID: "notes", Section: "Why *we*", StartPage: 1, EndPage: 1}}
	o.Claims, o.Citations = []core.Claim{claim("ML-KEM rests on lattices, since these are hard.", core.Verbatim, "claim-quoted", "c1"), claim("We say so.", core.Verbatim, "claim-quoted", "c2")}, []core.Citation{summary, own}
	all["reason in a summary"] = o

	o = answered("What is required?", core.IntentRule, "The seed shall be fresh.")
	for i := range 14 {
		key := "c" + itoa(i+1)
		text := "The seed number " + itoa(i+1) + " shall be fresh, " + strings.Repeat("and it shall come from an approved generator of random bits, ", 4) + "as was said."
		o.Claims = append(o.Claims, claim(text, core.Verbatim, "claim-quoted", key))
		o.Citations = append(o.Citations, cite(key, "section-3.2", "3 Overview > 3.2 The ML-KEM Scheme", 22, text))
	}
	all["many rules"] = o

	o = answered("Which algorithms call SampleNTT?", core.IntentCalls, "K-PKE.KeyGen (FIPS 203, Algorithm 13).")
	o.Claims, o.Citations = []core.Claim{claim("3:    𝐬[𝑖] ← SamplePolyCBD", core.Verbatim, "claim-quoted", "c1", "c2", "c3", "c4", "c5")}, []core.Citation{steps, head, other, prose, own}
	o.Citations[3].Key, o.Citations[4].Key = "c4", "c5"
	all["calls"] = o

	o = answered("What goes in?", core.IntentInterface, "Algorithm 13 of FIPS 203 is K-PKE.KeyGen.")
	o.Claims, o.Citations = []core.Claim{claim("Input: randomness 𝑑 ∈ 𝔹^32.", core.Verbatim, "claim-quoted", "c1")}, []core.Citation{steps}
	all["interface"] = o

	o = answered("A damaged answer?", core.IntentGeneral, "Nothing proves this.")
	o.Claims = []core.Claim{claim("Nothing proves this.", core.Verbatim, "claim-quoted", "gone")}
	all["without proof"] = o

	near := []core.Nearest{{DocID: "NIST.FIPS.203", Anchor: "table-3", Title: "FIPS 203, Table 3. Sizes", StartPage: 48, PrintedPage: "39"}, {DocID: "elsewhere", Title: "A place [of] others"}}
	for reason, detail := range map[core.RefusalReason]string{
		core.RefusalEmptyLibrary: "The library has no document.", core.RefusalInvalidQuestion: "not a question: it has no word in it", core.RefusalOffCorpus: "No passage of the library has a word of this question.",
		core.RefusalAmbiguous: "Several of the documents have one: name the scheme that you mean.", core.RefusalMissingAnchor: "Algorithm 42 does not exist in the documents searched.", core.RefusalMissingTerm: `No passage that was found mentions "K-PKE".`,
		core.RefusalMissingSide: "One side is not in the documents.", core.RefusalMissingFact: "The documents speak of this, but do not state the number.", core.RefusalUnverified: "No sentence passed its check.",
		core.RefusalUncertain: "I can't tell whether these passages answer it.",
	} {
		o := refused("What about K-PKE?", reason, detail)
		switch reason.Kind() {
		case core.KindUnasked:
			o.Assessment, o.Searched, o.StopReason = nil, nil, core.StopInvalid
		case core.KindNearMiss, core.KindAmbiguous:
			o.Nearest, o.Missing = near, o.Assessment.Missing
		case core.KindUncertain:
			o.Nearest = []core.Nearest{{DocID: "notes", Title: "Notes, Keys", StartPage: 3, Quote: "Keys of *ours* turn over\nin spring. @everyone"}}
		}
		all["refusal "+string(reason)] = o
	}
	return all
}
