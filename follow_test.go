package pqcite

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pqcite/pqcite/core/plan"
)

// A conversation: a question that is whole, then each question that follows it with what
// it asks in full, "=" where it is whole itself and "?" where it refers to nothing.
var conversations = []string{
	`
How big is the ML-KEM-768 encapsulation key?
and for 512? | How big is the ML-KEM-512 encapsulation key?
and its ciphertext? | How big is the ML-KEM-512 ciphertext?
and 1024? | How big is the ML-KEM-1024 ciphertext?
why? | Why is the ML-KEM-1024 ciphertext so big?
which section? | Which section of FIPS 203 specifies the ML-KEM-1024 ciphertext?`, `
how big is a kyber768 public key?
and for 512? | How big is an ML-KEM-512 encapsulation key?
and for dilithium3? | How big is an ML-DSA-65 public key?
Its signature, please. | How big is an ML-DSA-65 signature?
and 87? | How big is an ML-DSA-87 signature?`, `
How long is an ML-DSA-65 signature?
how big is that in bits? | How big is the ML-DSA-65 signature in bits?
and the public key? | How big is the ML-DSA-65 public key in bits?
What about SLH-DSA-SHA2-128s? | How big is the SLH-DSA-SHA2-128s public key in bits?
ok, and 192f? | How big is the SLH-DSA-SHA2-192f public key in bits?
the SHAKE one? | How big is the SLH-DSA-SHAKE-192f public key in bits?`, `
How many bytes is the ML-KEM-768 ciphertext?
in bits? | How many bits is the ML-KEM-768 ciphertext?
and its security category? | What is the security category of ML-KEM-768?
and 512 and 1024? | What is the security category of ML-KEM-512 and ML-KEM-1024?`, `
How big is an ML-KEM-768 key?
and 87? | How big is an ML-DSA-87 key?`, `
How big is an ML-KEM-768 key?
and 999? | How big is an ML-KEM-999 key?
sorry, 1024 | How big is an ML-KEM-1024 key?`, `
Is ML-KEM approved?
since when? | Since when is ML-KEM approved?
and SLH-DSA? | Since when is SLH-DSA approved?`, `
Is ML-KEM approved?
which section? | Which section of FIPS 203 specifies whether ML-KEM is approved?`, `
Does ML-DSA allow pre-hashing?
which section? | Which section of FIPS 204 specifies whether ML-DSA does allow pre-hashing?
in FIPS 205? | Does FIPS 205 allow pre-hashing?
which hash functions may I use? | Which hash functions may I use in FIPS 205?`, `
What does ML-KEM.Encaps do?
who calls it? | Who calls ML-KEM.Encaps?
what are its inputs? | What are the inputs of ML-KEM.Encaps?
what does it return? | What does ML-KEM.Encaps return?
same for ML-DSA.Sign? | What does ML-DSA.Sign return?`, `
What does Algorithm 16 of FIPS 203 do?
and 17? | What does Algorithm 17 of FIPS 203 do?
who calls it? | Who calls Algorithm 17 of FIPS 203?
which page? | Where is Algorithm 17 of FIPS 203 specified?`, `
What's in Table 2 of FIPS 203?
and Table 3? | What's in Table 3 of FIPS 203?`, `
What is hedged signing?
what about the deterministic variant? | What is the deterministic variant?
in FIPS 205? | What is the deterministic variant in FIPS 205?
is it approved? | Is the deterministic variant in FIPS 205 approved?`, `
What is hedged signing?
and deterministic signing? | What is deterministic signing?
what's the difference? | What is the difference between the hedged signing and the deterministic signing?`, `
What is implicit rejection in ML-KEM?
why is it needed? | Why is implicit rejection in ML-KEM needed?`, `
Can I truncate the ML-KEM shared secret?
why not? | Why can't I truncate the ML-KEM shared secret?
and in HQC? | Why can't I truncate the HQC shared secret?`, `
Can I truncate the ML-KEM shared secret?
to how many bytes? | To how many bytes can I truncate the ML-KEM shared secret?`, `
What is q in ML-KEM?
and n? | What is n in ML-KEM?
and for ML-DSA? | What is n in ML-DSA?
what is tau? | What is tau in ML-DSA?`, `
What is ML-KEM?
is it approved? | Is ML-KEM approved?
what replaced it? | What replaced ML-KEM?
when was the standard published? | When was FIPS 203 published?`, `
What is ML-DSA?
no, I meant SLH-DSA | What is SLH-DSA?
is it stateful? | Is SLH-DSA stateful?
how does it compare to ML-DSA? | How does SLH-DSA compare to ML-DSA?`, `
How big is the ML-KEM-768 ciphertext?
and HQC-192? | How big is the HQC-192 ciphertext?
which is smaller? | Which is smaller, the ML-KEM-768 ciphertext or the HQC-192 ciphertext?`, `
When will RSA-2048 be deprecated?
and disallowed? | When will RSA-2048 be disallowed?
what about ECDSA? | When will ECDSA be disallowed?
why? | Why will ECDSA be disallowed?`, `
Is SHA-1 allowed in HashML-DSA?
and SHA-256? | Is SHA-256 allowed in HashML-DSA?
until when? | Until when is SHA-256 allowed in HashML-DSA?`, `
What security category is ML-KEM-768?
and 1024? | What security category is ML-KEM-1024?
what's its decryption failure rate? | What's the decryption failure rate of ML-KEM-1024?`, `
Which standard replaces ECDH?
what about signing? | Which standard replaces ECDH for signing?
by when? | By when: which standard replaces ECDH for signing?`, `
What randomness does ML-DSA key generation need?
what about signing? | What randomness does ML-DSA signing need?
why? | Why does ML-DSA signing need that randomness?`, `
How do I verify an SLH-DSA signature?
what are the inputs? | What are the inputs of SLH-DSA verification?
and signing? | What are the inputs of SLH-DSA signing?`, `
What does FIPS 203 say about key pairs?
and FIPS 204? | What does FIPS 204 say about key pairs?
and SLH-DSA? | What does FIPS 205 say about key pairs?`, `
what is SP 800-227?
is it final? | Is SP 800-227 final?
when was it published? | When was SP 800-227 published?`, `
What is the NTT?
does ML-DSA use it? | Does ML-DSA use NTT?
why? | Why does ML-DSA use NTT?`, `
Is ML-KEM IND-CCA2 secure?
is it quantum safe? | Is ML-KEM quantum safe?
and K-PKE? | Is K-PKE quantum safe?`, `
What is the maximum context string length in ML-DSA?
can it be empty? | Can the context string of ML-DSA be empty?
and in SLH-DSA? | Can the context string of SLH-DSA be empty?`, `
Must the ML-KEM seed be destroyed?
when can it be stored? | When can the ML-KEM seed be stored?`, `
What is K-PKE.Decrypt?
and Encrypt? | What is K-PKE.Encrypt?`, `
Which parameter set of ML-DSA is category 3?
and category 5? | Which parameter set of ML-DSA is category 5?`, `
What's the OID of ML-KEM-512?
and 1024? | What's the OID of ML-KEM-1024?
and of ML-DSA-44? | What's the OID of ML-DSA-44?`, `
Compare ML-KEM-768 and HQC-192
which one is bigger? | Which one is bigger, ML-KEM-768 or HQC-192?`, `
How many signatures may an SLH-DSA key make?
why? | Why may an SLH-DSA key make that many signatures?`, `
How big is the ML-DSA-44 public key?
not the public key, the private key | How big is the ML-DSA-44 private key?
is that the same for 65? | How big is the ML-DSA-65 private key?`, `
how big is the shared secret in ML-KEM?
how big is the ciphertext? | How big is the ciphertext of ML-KEM?`, `
What is the retention period of the audit log?
and of the access log? | What is the retention period of the access log?
who sets it? | Who sets the retention period of the access log?
and the debug log? | Who sets the retention period of the debug log?`, `
How often are backups rotated?
and certificates? | How often are certificates rotated?
why? | Why are certificates rotated so often?`, `
What is Power2Round?
who calls it? | Who calls Power2Round?
and HighBits? | Who calls HighBits?`,
	// Whole questions, whatever came before.
	`
How big is the ML-KEM-768 ciphertext?
What is hedged signing? | =
What is a lattice? | =
How big is an ML-DSA-44 signature? | =
ML-DSA-65 signature size | =
What is a KEM and how does it differ from key agreement? | =
Is ML-DSA safe if it is used without randomness? | =
is it OK to use ML-DSA without a random bit generator? | =
What does SP 800-227 say about ephemeral keys? | =
key confirmation | =
how do I add a logo to my email signature? | =
what is the weather like tomorrow? | =
define NTT | =`,
	// Nothing to refer to.
	`

why? | ?
and for 512? | ?
is it approved? | ?
how big is that in bits? | ?
who calls it? | ?
which section? | ?
since when? | ?
what about that one? | ?
How big is the ML-KEM-768 ciphertext? | =
and for 512? | How big is the ML-KEM-512 ciphertext?`,
}

func TestFollowUps(t *testing.T) {
	p := planner(testReader(t).lib)
	for _, text := range conversations {
		lines := strings.Split(text, "\n")[1:]
		asked := []string{lines[0]}  // as people ask
		filled := []string{lines[0]} // as they are understood
		for _, line := range lines[1:] {
			question, want, _ := strings.Cut(line, " | ")
			wantOpen := ""
			switch want {
			case "=":
				want = question
			case "?":
				want, wantOpen = question, question
			}
			for _, before := range [][]string{asked, filled} {
				full, open := p.Follow(question, before)
				if full != want || (open == "") != (wantOpen == "") {
					t.Errorf("after %q: %q is %q, %q open; want %q", before, question, full, open, want)
				}
			}
			asked = append(asked, question)
			if wantOpen == "" {
				filled = append(filled, want)
			}
		}
	}
}

// TestFollowStandalone asks the questions of the development sets in conversations: they
// are whole, and stay as they are. One in a thousand may be taken for one that is not.
func TestFollowStandalone(t *testing.T) {
	p := planner(testReader(t).lib)
	files, err := filepath.Glob("eval/questions/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatalf("no question sets: %v", err)
	}
	asked, changed := 0, 0
	for _, before := range [][]string{
		nil,
		{"How big is the ML-KEM-768 encapsulation key?"},
		{"What is hedged signing?", "Does ML-DSA use rejection sampling?"},
		{"What does FIPS 205 say about pre-hashing?", "which section?"},
	} {
		for _, file := range files {
			if strings.Contains(file, "dialogues") {
				continue
			}
			for _, question := range questionsOf(t, file) {
				asked++
				if full, open := p.Follow(question, before); full != question || open != "" {
					changed++
					t.Logf("after %q: %q is %q, %q open", before, question, full, open)
				}
			}
		}
	}
	if asked < 9000 || changed*1000 > asked {
		t.Errorf("%d of %d whole questions are changed or asked back", changed, asked)
	}
}

// questionsOf are the questions of a set without conversations.
func questionsOf(t *testing.T, file string) []string {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []string
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var q struct{ Question string }
		if err := json.Unmarshal(lines.Bytes(), &q); err != nil {
			t.Fatal(err)
		}
		if clean, err := plan.Clean(q.Question); err == nil {
			out = append(out, clean)
		}
	}
	return out
}
