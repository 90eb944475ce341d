package plan

import (
	"testing"

	"github.com/pqcite/pqcite/core"
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
			if got := IntentOf(question); got != intent {
				t.Errorf("intent of %q is %s, want %s", question, got, intent)
			}
		}
	}
}

// TestCalling checks which questions ask what an algorithm runs, or what runs it.
func TestCalling(t *testing.T) {
	for question, want := range map[string]bool{
		"Which algorithms call K-PKE.Encrypt?": true,
		"who calls Turn":                       true,
		"what does ML-KEM.KeyGen call?":        true,
		"What is called by ML-KEM.KeyGen?":     true,
		"list the callees of Join":             true,
		"callers of Join":                      true,
		"what is the size of a call?":          false,
		"what is ML-KEM?":                      false,
	} {
		if got := calling.MatchString(question); got != want {
			t.Errorf("%q asks for calls: %t, want %t", question, got, want)
		}
	}
}
