package loop

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/answer"
	"github.com/pqcite/pqcite/internal/coretest"
)

func TestIntents(t *testing.T) {
	for intent, asked := range map[core.Intent][]string{
		core.IntentDefinition: {
			"What is ML-KEM?", "what does NTT stand for", "What does Power2Round do?", "define decapsulation", "what’s a lattice",
			"Explain the Fujisaki-Okamoto transform", "describe the hypertree", "meaning of IND-CCA2", `what does "hedged" mean in FIPS 204?`,
			"What is the difference between ML-KEM and ML-DSA?", "What is ML-KEM and how does it work?",
		},
		core.IntentSteps: {
			"What are the steps of Algorithm 21?", "give me the algorithm for key generation", "show me the ML-KEM.KeyGen algorithm",
			"List the steps for encapsulation", "print algorithm 7", "Algorithm 16", "procedure for an algorithm that signs",
			"What are the steps in ML-DSA.Sign_internal?", "pseudocode of slh_sign please", "pseudo-code for NTT",
		},
		core.IntentInterface: {
			"What are the inputs of ML-KEM.Encaps?", "What inputs does ML-KEM.Decaps take?", "what does K-PKE.Encrypt return",
			"which arguments does slh_sign have?", "outputs of Algorithm 20", "signature of ML-DSA.Verify_internal?",
		},
		core.IntentSize: {
			"How large is the public key of ML-DSA-65?", "signature size of SLH-DSA-SHA2-128s in bytes", "how many bytes is an ML-DSA-87 signature",
			"how long is the seed of ML-KEM", "length of a shared secret", "What security category is ML-KEM-1024?", "value of q in ML-DSA",
			"What are the FIPS 203 parameter sets?", "What is the number of rounds in Keccak?",
		},
		core.IntentReason: {
			"Why was HQC selected?", "What is the rationale for round 4?", "reason for the rejection loop", "how come ML-KEM has implicit rejection",
			"what is the purpose of the context string", "what's the point of hedging", "what's the size of a key and why is it so large?",
		},
		core.IntentDate: {
			"When was FIPS 203 published?", "What is the deadline for deprecating RSA?", "how long until ECDSA is disallowed",
			"In which year will 112-bit security be disallowed?", "since when is ML-DSA a standard", "publication date of FIPS 205",
			"how soon do we have to migrate? by when", "RSA end of life",
		},
		core.IntentRule: {
			"May I reuse an ephemeral key?", "must the seed be destroyed?", "Is it allowed to truncate the shared secret?", "Is pre-hash approved?",
			"Are we required to use hedged signing?", "can I use ML-KEM without a key check?", "Do we need to check the encapsulation key?",
			"Should I zeroize intermediate values?", "is there a requirement for an RBG",
		},
		core.IntentCalls: {
			"what calls K-PKE.Decrypt?", "Which functions use SampleInBall?", "What does ML-KEM.Encaps call?", "who calls slh_keygen_internal",
			"list all algorithms that invoke NTT", "which algorithms call K-PKE.Encrypt", "call graph of ML-DSA.Sign",
		},
		core.IntentGeneral: {
			"NTT in ML-KEM", "tell me about lattices", "who wrote SLH-DSA", "ML-DSA vs SLH-DSA", "compare ML-KEM-512 and ML-KEM-768",
			"How does ML-KEM differ from Kyber?", "What happens when decapsulation fails?", "is ML-KEM-512 secure?", "Does ML-KEM support key confirmation?", "",
		},
	} {
		for _, question := range asked {
			if got := intentOf(question); got != intent {
				t.Errorf("intent of %q is %s, want %s", question, got, intent)
			}
		}
	}
}

func TestParts(t *testing.T) {
	for question, want := range map[string][]string{
		// Each part is asked about what the question names, if it names none of it.
		"What is ML-KEM? Why was it chosen? When was it published?":         {"What is ML-KEM", "Why was it chosen ML-KEM", "When was it published ML-KEM"},
		"What is ML-KEM and how does it work?":                              {"What is ML-KEM", "how does it work ML-KEM"},
		"Is ML-KEM safe, and then should I use it?":                         {"Is ML-KEM safe", "should I use it ML-KEM"},
		"how large is ml-kem; what does it cost":                            {"how large is ml-kem", "what does it cost ML-KEM"},
		"Does ML-KEM need an RBG and also may it be seeded once?":           {"Does ML-KEM need an RBG", "may it be seeded once ML-KEM"},
		"is a one? is b two? is c three? is d four? is e five? is f six?":   {"is a one ML-KEM", "is b two ML-KEM", "is c three ML-KEM", "is d four ML-KEM"}, // no more than four
		"Which arguments does ML-KEM.Encaps take, and does it return a key": {"Which arguments does ML-KEM.Encaps take", "does it return a key ML-KEM"},
		// One question, however it is written.
		"What is ML-KEM?":                        {},
		"What are keys and ciphertexts in it":    {},
		"What is the size of ML-KEM-768 and 512": {},
		"how big and how fast":                   {}, // too short to be questions
		"What is ML-KEM? Why? How come?":         {}, // ask nothing by themselves
		"What is ML-KEM???":                      {},
		"What is it, and why is that so?":        {},
		"":                                       {},
		"?; ?; ?":                                {},
	} {
		if diff := cmp.Diff(want, parts(question, []string{"ML-KEM"})); diff != "" {
			t.Errorf("parts of %q (-want +got):\n%s", question, diff)
		}
	}
}

// lexicon is a reader of a few terms, as they are written.
type lexicon struct{ *fake }

var lexiconTerms = []Term{
	{Name: "ML-KEM-768", Rank: RankSet, Docs: []string{"F3"}}, {Name: "ML-KEM-512", Rank: RankSet, Docs: []string{"F3"}},
	{Name: "ML-KEM", Rank: RankScheme, Docs: []string{"F3"}}, {Name: "ML-DSA", Rank: RankScheme, Docs: []string{"F4"}},
	{Name: "SLH-DSA", Rank: RankScheme, Docs: []string{"F5"}}, {Name: "HQC", Rank: RankScheme, Docs: []string{"IR"}},
	{Name: "NTT", Docs: []string{"F3", "F4"}}, {Name: "key confirmation", Docs: []string{"SP"}}, {Name: "decapsulation", Docs: []string{"F3"}},
	{Name: "lattice"}, // at home nowhere
}

// Terms finds the longest names, in the order of the question.
func (lexicon) Terms(question string) []Term {
	type found struct {
		at int
		t  Term
	}
	var all []found
	for _, t := range lexiconTerms {
		at := strings.Index(question, t.Name)
		if at < 0 || slices.ContainsFunc(all, func(f found) bool { return f.at == at }) {
			continue
		}
		t.Written = t.Name
		all = append(all, found{at, t})
	}
	slices.SortFunc(all, func(a, b found) int { return a.at - b.at })
	var out []Term
	for _, f := range all {
		out = append(out, f.t)
	}
	return out
}

func TestSides(t *testing.T) {
	for question, want := range map[string][]string{
		"What are the differences between ML-KEM and ML-DSA?":           {"ML-KEM", "ML-DSA"},
		"compare ML-DSA with SLH-DSA":                                   {"ML-DSA", "SLH-DSA"},
		"ML-DSA vs. SLH-DSA":                                            {"ML-DSA", "SLH-DSA"},
		"ML-DSA versus SLH-DSA versus HQC":                              {"ML-DSA", "SLH-DSA", "HQC"},
		"which is faster, ML-DSA or SLH-DSA?":                           {"ML-DSA", "SLH-DSA"},
		"Is ML-KEM larger than HQC?":                                    {"ML-KEM", "HQC"},
		"sizes of ML-KEM-512 and ML-KEM-768":                            {"ML-KEM-512", "ML-KEM-768"},
		"ML-KEM-512, ML-KEM-768: compared to ML-DSA":                    {"ML-KEM-512", "ML-KEM-768"}, // of a kind
		"does key confirmation differ from decapsulation?":              {"key confirmation", "decapsulation"},
		"what is the difference between the NTT of ML-KEM and ML-DSA's": {"ML-KEM", "ML-DSA"},
		// No comparison.
		"What is the NTT of ML-KEM?":                      nil, // a part of it
		"the NTT of ML-KEM":                               nil,
		"NTT and ML-KEM":                                  nil, // of two kinds, and no word that compares them
		"is decapsulation in ML-KEM constant or not":      nil,
		"What is ML-KEM?":                                 nil,
		"how does ML-KEM differ from Kyber":               nil, // one thing by two names, or one that nobody knows
		"ML-KEM or a lattice?":                            nil, // at home nowhere
		"ML-KEM is named in the foreword that lists HQC":  nil, // nothing joins them
		"compare ML-KEM to ML-KEM":                        nil,
		"which document do I need for key confirmation":   nil,
		"why is ML-DSA signing larger in memory":          nil,
		"ML-KEM-768 and the ciphertext of it, how large?": nil,
	} {
		var got []string
		for _, s := range sides(question, lexicon{}.Terms(question)) {
			got = append(got, s.Name)
			if !slices.Contains(s.Names, s.Name) || len(s.Docs) == 0 {
				t.Errorf("%q: side %+v", question, s)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("sides of %q (-want +got):\n%s", question, diff)
		}
	}
}

func TestSideText(t *testing.T) {
	all := []answer.Side{{Name: "ML-KEM", Written: "Kyber"}, {Name: "ML-DSA", Written: "ML-DSA"}}
	if got := strings.Join(strings.Fields(sideText("key size of Kyber or ML-DSA", all[0], all)), " "); got != "key size of Kyber or" {
		t.Errorf("text of one side is %q", got)
	}
}

// plain is a reader that calls a thing by another name.
type plain struct{ *fake }

func (plain) Plain(q string) string { return strings.ReplaceAll(q, "Kyber", "ML-KEM") }

func TestDistill(t *testing.T) {
	p := Ports{Reader: plain{}}
	for question, want := range map[string]string{
		"Hi, please what is Kyber?":                          "what is ML-KEM?",
		"hey, hello: quick question: how large is a key":     "how large is a key",
		"Could you please tell me what Kyber is? Thanks!":    "what ML-KEM is?",
		"can you explain to me the NTT":                      "to me the NTT",
		"  how   large\tis it  ":                             "how large is it",
		"thanks":                                             "thanks", // nothing else is there
		"what does the thanksgiving message of Kyber say":    "what does the thanksgiving message of ML-KEM say",
		"Well so ok what is a hash":                          "what is a hash",
		"The hello message of TLS":                           "The hello message of TLS",
		"what is implicit rejection, cheers":                 "what is implicit rejection,",
		"would someone show us the steps of Algorithm 7 tia": "the steps of Algorithm 7",
	} {
		if got := distill(question, p, core.DefaultFeatures()); got != want {
			t.Errorf("distill(%q) = %q, want %q", question, got, want)
		}
	}
	if got := distill("hi, what is Kyber?", p, core.Features{}); got != "what is Kyber?" {
		t.Errorf("without terms: %q", got)
	}
}

func TestNamesIn(t *testing.T) {
	a := analysis{
		terms:      []Term{{Name: "ML-KEM-768", Written: "Kyber768"}},
		named:      []Reference{{Text: "FIPS 203 Algorithm 7"}},
		algorithms: []string{"ml kem keygen"},
	}
	for question, want := range map[string][]string{
		"What is SHAKE512?":                                  {"SHAKE512"},
		"Is ML-DSA.Encrypt defined?":                         {"ML-DSA.Encrypt"},
		"how large is the key of ML-KEM-2048?":               {"ML-KEM-2048"},
		"how large is Kyber768's key":                        nil, // a term
		"what do FIPS 203 Algorithm 7 and ML-KEM.KeyGen do?": nil, // a reference, an algorithm
		"Which teams play? Arsenal wins. Nobody cares":       nil, // sentences begin with capitals
		"Which teams play, Arsenal or Chelsea’s?":            {"Arsenal", "Chelsea"},
		"is it OK in CI, FYI? I'm asking NIST about PQC":     nil, // chatter
		"has it 3 rounds":                                    nil, // one digit is a count
		"has it 24 rounds":                                   {"24"},
		"what is eta_1 in (Gizmo7)/[Gizmo8]?":                {"eta_1", "Gizmo7", "Gizmo8"},
		"RS14 says what":                                     {"RS14"},
		"what is a lattice":                                  nil,
		"":                                                   nil,
	} {
		if diff := cmp.Diff(want, a.namesIn(question)); diff != "" {
			t.Errorf("names in %q (-want +got):\n%s", question, diff)
		}
	}
}

func TestFacets(t *testing.T) {
	f := newFake()
	f.refs = nil
	ports := f.ports()
	ports.Reader = lexicon{f}
	for question, want := range map[string][]core.Facet{
		"What is ML-KEM?":                           {{Kind: core.FacetTerm, Text: "ML-KEM"}},
		"when was Gizmo7 published":                 {{Kind: core.FacetName, Text: "Gizmo7"}, {Kind: core.FacetKindOf, Text: "date"}},
		"why is it so":                              {{Kind: core.FacetKindOf, Text: "rationale"}},
		"may it be so":                              {{Kind: core.FacetKindOf, Text: "requirement"}},
		"how many cpu cycles and joules, cycles?":   {{Kind: core.FacetUnit, Text: "cycles"}, {Kind: core.FacetUnit, Text: "joules"}},
		"a second key, and 2 signatures per second": {{Kind: core.FacetUnit, Text: "per second"}},
		"what takes ten seconds":                    {{Kind: core.FacetUnit, Text: "seconds"}},
		"what level 3 asks for":                     {{Kind: core.FacetUnit, Text: "level 3"}},
		"is it in category 4 or phase 2":            {{Kind: core.FacetUnit, Text: "category 4"}, {Kind: core.FacetUnit, Text: "phase 2"}},
		"steps of MakeWidget":                       {{Kind: core.FacetAnchor, Text: "W Algorithm 1"}},
		"compare ML-KEM and HQC": {
			{Kind: core.FacetTerm, Text: "ML-KEM"}, {Kind: core.FacetTerm, Text: "HQC"}, {Kind: core.FacetSide, Text: "ML-KEM"}, {Kind: core.FacetSide, Text: "HQC"},
		},
		"is it small? does it fit?": {{Kind: core.FacetPart, Text: "is it small"}, {Kind: core.FacetPart, Text: "does it fit"}},
		"tell me of mountains":      {},
	} {
		got := analyze(question, ports, core.DefaultFeatures())
		if diff := cmp.Diff(want, got.plan.Facets); diff != "" {
			t.Errorf("checklist of %q (-want +got):\n%s", question, diff)
		}
	}
}

// TestNamedTwice checks that what a question names twice is asked for once.
func TestNamedTwice(t *testing.T) {
	f := newFake()
	at := core.AnchorRef{DocID: "W", Kind: core.KindAlgorithm, Number: "1"}
	ref := Reference{Text: "Algorithm 1 of W 1", Doc: "W", Known: true, Anchor: at}
	f.refs = []Reference{ref, ref}
	got := analyze("inputs of Algorithm 1 of W 1, outputs of Algorithm 1 of W 1", f.ports(), core.DefaultFeatures()).plan
	if !slices.Equal(got.References, []core.AnchorRef{at}) || len(got.Facets) != 1 || !slices.Equal(got.Scope, []string{"W"}) {
		t.Errorf("plan %+v", got)
	}
}

func TestSlots(t *testing.T) {
	a := analysis{terms: []Term{{Name: "ML-KEM-768"}}, plan: core.Plan{Facets: []core.Facet{{Kind: core.FacetName, Text: "Gizmo7"}, {Kind: core.FacetTerm, Text: "x"}}}}
	for question, want := range map[string][]string{
		"how many clock cycles does it take":    {"clock cycles does", "cycles"},
		"which hash function":                   {"hash function"},
		"the number of rounds in 2 of 24 cases": {"rounds in 2", "2", "24"},
		"is it so":                              nil,
	} {
		want = append([]string{"ML-KEM-768", "Gizmo7"}, want...)
		if diff := cmp.Diff(want, strings.Split(a.slots(question), " \n")); diff != "" {
			t.Errorf("slots of %q (-want +got):\n%s", question, diff)
		}
	}
}

// TestStates checks when a claim states the number or the date of what is asked.
func TestStates(t *testing.T) {
	docs := []*core.Document{{ID: "F3", Title: "Module-Lattice Standard"}, {ID: "IR", Title: "Status Report"}}
	kem := Term{Name: "ML-KEM", Rank: RankScheme, Standard: "F3", Expand: []string{"Module-Lattice"}}
	hqc := Term{Name: "HQC", Rank: RankScheme, Docs: []string{"IR"}, Expand: []string{"Hamming"}}
	wing := Term{Name: "X-Wing"}
	set := Term{Name: "ML-KEM-768", Rank: RankSet, Docs: []string{"F3"}, Aliases: []string{"Kyber768"}}
	for _, tt := range []struct {
		question, claim, doc string
		intent               core.Intent
		terms                []Term
		want                 bool
	}{
		{"how large is it", "It has 32 bytes.", "F3", core.IntentSize, nil, true},
		{"how large is it", "It has thirty-two bytes.", "F3", core.IntentSize, nil, true}, // two
		{"how large is it", "It is rather large.", "F3", core.IntentSize, nil, false},
		{"how large is it", "It follows SP800-38D.", "F3", core.IntentSize, nil, false}, // a number inside a name
		{"how large is it", "It has 2^256 elements.", "F3", core.IntentSize, nil, true},
		{"how large is it", "A 256-bit seed.", "F3", core.IntentSize, nil, true},
		{"how many rounds are there", "There are 24 rounds.", "F3", core.IntentSize, nil, true},
		{"how many rounds are there", "There are 24 of them.", "F3", core.IntentSize, nil, false}, // of what?
		{"how many bytes has it", "It has 32 bytes.", "F3", core.IntentSize, nil, true},
		{"its size in bytes", "It has 32 rows.", "F3", core.IntentSize, nil, false}, // a number of something else
		{"how large is an X-Wing key", "An X-Wing key has 1216 bytes.", "F3", core.IntentSize, []Term{wing}, true},
		{"how large is an X-Wing key", "A key has 1216 bytes.", "F3", core.IntentSize, []Term{wing}, false}, // whose?
		{"how large is a KEM key", "A key has 1216 bytes.", "F3", core.IntentSize, []Term{{Name: "KEM"}}, true},
		{"when is it due", "It is due in 2030.", "F3", core.IntentDate, nil, true},
		{"when is it due", "It is due soon.", "F3", core.IntentDate, nil, false},
		{"when is it due", "It is due soon.", "F3", core.IntentReason, nil, true}, // no such thing is asked for
		{"size of ML-KEM-768", "ML-KEM-768 has 1184.", "F3", core.IntentSize, []Term{set}, true},
		{"size of ML-KEM-768", "Kyber768 has 1184.", "IR", core.IntentSize, []Term{set}, true},
		{"size of ML-KEM-768", "It has 1184.", "F3", core.IntentSize, []Term{set}, false}, // which set?
		{"size of ML-KEM", "It has 1184.", "F3", core.IntentSize, []Term{kem}, true},      // its own standard
		{"size of ML-KEM", "It has 1184.", "IR", core.IntentSize, []Term{kem}, false},
		{"size of HQC", "It has 1184.", "IR", core.IntentSize, []Term{hqc}, false}, // a report on many
		{"size of ML-KEM and HQC", "It has 1184.", "IR", core.IntentSize, []Term{kem, hqc}, true},
	} {
		r := &run{
			ports: Ports{Library: &fake{docs: docs}}, settings: DefaultSettings(), question: tt.question,
			measure:  coretest.Words{}.Measure(tt.question, false),
			analysis: analysis{plan: core.Plan{Intent: tt.intent}, terms: tt.terms},
		}
		c := core.Claim{Text: tt.claim, Citations: []string{"c1"}}
		if got := r.states([]core.Claim{c}, []core.Citation{{Key: "c1", Locator: core.Locator{DocID: tt.doc}}}, false); got != tt.want {
			t.Errorf("%q states what %q asks for: %v", tt.claim, tt.question, got)
		}
		r.settings.Features.Slots = false
		if why := r.unsaid(answer.Draft{}, []core.Claim{c}, 0); why != "" {
			t.Errorf("%q is refused where slots are off: %s", tt.claim, why)
		}
	}
}

// TestTogether checks that the one set a question names must stand beside the rest
// of it, and not elsewhere in the evidence.
func TestTogether(t *testing.T) {
	f := newShelf("The set W-512 is rather small.", "Other words stand in this sentence.", "The key of the thing has 32 bytes.", "The key of W-512 has 32 bytes here.")
	f.terms = []Term{{Name: "W-512", Written: "W-512", Rank: RankSet}}
	for name, tt := range map[string]struct {
		hits []core.Hit
		want core.OutcomeStatus
	}{
		"in one sentence": {[]core.Hit{hit(3, 1), hit(1, 0)}, core.Answered},
		"nowhere":         {[]core.Hit{hit(2, 1), hit(1, 0)}, core.Refused},
		"apart":           {[]core.Hit{hit(2, 1), hit(1, 0), hit(0, .1)}, core.Refused},
	} {
		f.hits, f.queries = tt.hits, nil
		if o, _ := watch(t, "key bytes of W-512", f.ports(), DefaultSettings()); o.Status != tt.want {
			t.Errorf("%s: %s (%s), want %s", name, o.Status, o.Detail, tt.want)
		}
	}
}

func TestAmbiguous(t *testing.T) {
	two := []*core.Document{{ID: "F3"}, {ID: "F4"}}
	for _, tt := range []struct {
		question string
		plan     core.Plan
		docs     []*core.Document
		want     bool
	}{
		{"how large is the public key", core.Plan{Intent: core.IntentSize}, two, true},
		{"signature size in bytes", core.Plan{Intent: core.IntentSize}, two, true},
		{"how large is the public key", core.Plan{Intent: core.IntentSize}, two[:1], false},
		{"how large is the public key", core.Plan{Intent: core.IntentDefinition}, two, false},
		{"how large is the public key", core.Plan{Intent: core.IntentSize, Scope: []string{"F3"}}, two, false},
		{"how large is the public key", core.Plan{Intent: core.IntentSize, References: []core.AnchorRef{{Kind: core.KindTable, Number: "1"}}}, two, false},
		{"how large is the widget key", core.Plan{Intent: core.IntentSize}, two, false},
		{"what is the of", core.Plan{Intent: core.IntentSize}, two, false},
	} {
		r := &run{
			ports: Ports{Library: &fake{docs: tt.docs}}, measure: coretest.Words{}.Measure(tt.question, false), analysis: analysis{plan: tt.plan},
		}
		if got := r.ambiguous(); got != tt.want {
			t.Errorf("%q of %d documents, %+v: ambiguous %v", tt.question, len(tt.docs), tt.plan, got)
		}
	}
}

func TestOffCorpus(t *testing.T) {
	for _, tt := range []struct {
		name   string
		a      analysis
		window float64
		want   bool
	}{
		{"shares little", analysis{}, offCorpus - .01, true},
		{"shares enough", analysis{}, offCorpus, false},
		{"names a term by its name", analysis{plan: core.Plan{Terms: []string{"ML-KEM"}}}, 0, false},
		{"has an ordinary word that is a term", analysis{plan: core.Plan{Terms: []string{"key", "public key"}}}, 0, true},
		{"names a document", analysis{plan: core.Plan{Scope: []string{"F3"}}}, 0, false},
		{"names an anchor", analysis{plan: core.Plan{References: []core.AnchorRef{{}}}}, 0, false},
		{"names an algorithm", analysis{algorithms: []string{"ml kem keygen"}}, 0, false},
	} {
		r := &run{analysis: tt.a}
		if got := r.isOffCorpus(&core.Assessment{Signals: core.Signals{Window: tt.window}}); got != tt.want {
			t.Errorf("%s: off corpus %v", tt.name, got)
		}
	}
}

func TestSubscripted(t *testing.T) {
	for word, want := range map[string]string{"eta2": "eta_2", "d12": "d_12", "eta": "", "2": "", "2eta": "", "eta2x": "", "Eta2": "", "": ""} {
		if got := subscripted(word); got != want {
			t.Errorf("subscripted(%q) = %q, want %q", word, got, want)
		}
	}
}
