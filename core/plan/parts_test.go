package plan

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
)

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

// plain is a reader that calls a thing by another name.
type plain struct{ Reader }

func (plain) Plain(q string) string { return strings.ReplaceAll(q, "Kyber", "ML-KEM") }

func TestDistill(t *testing.T) {
	p := Planner{Reader: plain{}, Features: core.DefaultFeatures()}
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
		if _, got := p.distill(question); got != want {
			t.Errorf("distill(%q) = %q, want %q", question, got, want)
		}
	}
	p.Features = core.Features{}
	if _, got := p.distill("hi, what is Kyber?"); got != "what is Kyber?" {
		t.Errorf("without terms: %q", got)
	}
}
