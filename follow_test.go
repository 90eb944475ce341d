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
and HighBits? | Who calls HighBits?`, `
what's the sig size for mldsa44
65? | What's the sig size for ML-DSA-65?
and slh-dsa-shake-128s? | What's the sig size for SLH-DSA-SHAKE-128s?
why so much bigger? | Why is the sig size for SLH-DSA-SHAKE-128s what it is?`, `
how many parameter sets does slh-dsa have?
which one's the smallest? | Which one's the smallest for SLH-DSA?
and the fastest? | Which one's the fastest for SLH-DSA?`, `
what is key confirmation
who does it? | Who does key confirmation?
do I have to? | Do I have to use key confirmation?`, `
can i use ml-kem with static keys?
and ephemeral? | Can i use ML-KEM with ephemeral keys?
any requirements? | Any requirements for ML-KEM?`, `
which hash function does ML-KEM use for G?
and H? | Which hash function does ML-KEM use for H?
and J? | Which hash function does ML-KEM use for J?`, `
what's the input to ML-KEM.Decaps
what checks are needed? | What checks are needed for ML-KEM.Decaps?
what if they fail? | What if ML-KEM.Decaps fail?`, `
is falcon standardized
what about hqc? | Is HQC standardized?
when? | When is HQC standardized?`, `
what does SP 800-227 say about hybrid KEMs
is it allowed? | Is the hybrid KEMs in SP 800-227 allowed?
how do I combine keys? | =
what about FIPS 203? | How do I combine keys in FIPS 203?`, `
ML-DSA private key size?
can I store only the seed? | Can I store only the seed of ML-DSA?
how big is that? | How big is the seed of ML-DSA?
does that apply to ML-KEM? | How big is the seed of ML-KEM?`, `
what is lambda for ML-DSA-65?
tau? | What is tau for ML-DSA-65?
what does it stand for? | What does tau in ML-DSA-65 stand for?
and for 87? | What does tau in ML-DSA-87 stand for?`, `
who wrote FIPS 204
who approved it? | Who approved FIPS 204?
when? | When was FIPS 204 approved?`, `
what attack does implicit rejection prevent
how? | How does implicit rejection prevent that attack?
which step? | Where is implicit rejection specified?`, `
does FIPS 205 allow SHA-512
for which parameter sets? | For which parameter sets does FIPS 205 allow SHA-512?
and SHAKE128? | For which parameter sets does FIPS 205 allow SHAKE128?`, `
what's the ciphertext size for hqc-128
vs ML-KEM-512? | What's the ciphertext size for HQC-128 and ML-KEM-512?`, `
How long is the shared secret?
for ML-KEM | How long is the shared secret for ML-KEM?`, `
tell me about ML-KEM-768
sizes? | What are the sizes of ML-KEM-768?
security level? | What is the security level of ML-KEM-768?
who uses it? | Who uses ML-KEM-768?`, `
how do I validate an encapsulation key
and a decapsulation key? | How do I validate a decapsulation key?
must I do it every time? | Must I validate a decapsulation key every time?`, `
What is mu in ML-DSA
how is it computed? | How is mu in ML-DSA computed?
can it be computed outside? | Can mu in ML-DSA be computed outside?`, `
Which RNG does ML-KEM.KeyGen need?
and Encaps? | Which RNG does ML-KEM.Encaps need?
what about Decaps? | Which RNG does ML-KEM.Decaps need?`, `
What is the length of seed d in ML-KEM?
and z? | What is the length of seed z in ML-KEM?
what is it for? | What is the seed of ML-KEM for?`, `
Does ML-KEM-768 need an approved RBG?
how strong? | How strong does ML-KEM-768 need an approved RBG?
and ML-KEM-512? | How strong does ML-KEM-512 need an approved RBG?`, `
Are there test vectors for ML-DSA?
where? | Which section of FIPS 204 specifies ML-DSA?
for SLH-DSA too? | Are there test vectors for SLH-DSA?`, `
What security does ML-KEM-512 offer?
compared to AES? | What security does ML-KEM-512 and AES offer?
and 1024? | What security does ML-KEM-1024 and AES offer?`, `
Is ML-DSA deterministic?
is that allowed? | Is deterministic ML-DSA allowed?
what are the risks? | What are the risks for ML-DSA?`, `
What is the range of coefficients in ML-KEM?
and in ML-DSA? | What is the range of coefficients in ML-DSA?`, `
How is the matrix A generated?
in ML-DSA? | How is the matrix A generated in ML-DSA?
is it secret? | Is matrix A in ML-DSA secret?
may I cache it? | May I cache matrix A in ML-DSA?`, `
What is the failure probability of ML-KEM-512?
is that a problem? | Is the failure probability of ML-KEM-512 a problem?
and the other sets? | Is the failure probability of the other ML-KEM parameter sets a problem?`, `
Does ML-KEM provide forward secrecy?
why not? | Why doesn't ML-KEM provide forward secrecy?
how do I get it? | How do I get forward secrecy in ML-KEM?`, `
what does hint mean in ML-DSA?
how big is it? | How big is hint in ML-DSA?
what's the limit? | What's the limit of hint in ML-DSA?`, `
Is XMSS stateful?
and SLH-DSA? | Is SLH-DSA stateful?
LMS? | Is LMS stateful?`, `
what is the deadline for moving off RSA?
for signatures too? | What is the deadline for moving off RSA for signatures?
who decides? | Who decides for RSA?`, `
kyber768 ciphertext
in bits | ML-KEM-768 ciphertext in bits?
kyber1024 | ML-KEM-1024 ciphertext in bits?`, `
How fast is ML-KEM?
and HQC? | How fast is HQC?`, `
ML-KEM vs HQC
which one is smaller | Which one is smaller, ML-KEM or HQC?
which one is standardized | Which one is standardized, ML-KEM or HQC?`, `
What is the maximum message size for SLH-DSA?
and ML-DSA? | What is the maximum message size for ML-DSA?`, `
Does Algorithm 17 use randomness?
does 20? | Does Algorithm 20 use randomness?
why the difference? | Why does Algorithm 20 use randomness?`, `
What is the context string for?
is it mandatory? | Is the context string mandatory?
how long can it get? | How long can the context string get?
what's the default? | What's the default for the context string?`, `
What are the key sizes of ML-DSA-65?
And the signature size? | What is the signature size of ML-DSA-65?
What about the other two parameter sets? | What is the signature size of the other ML-DSA parameter sets?`, `
Is Dilithium the same as ML-DSA?
And Kyber? | Is Kyber the same as ML-KEM?
What about SPHINCS+? | Is SPHINCS+ the same as SLH-DSA?`, `
What does FIPS 204 say about randomness?
Is it required? | Is randomness in FIPS 204 required?
And in FIPS 205? | Is randomness in FIPS 205 required?`, `
Which parameter set does NIST recommend as default for ML-KEM?
Why? | Why does NIST recommend as default for ML-KEM that parameter set?
How big are its keys? | How big are the keys of ML-KEM?`, `
Tell me the ciphertext length of ML-KEM-1024.
Now the shared secret. | Tell me the shared secret length of ML-KEM-1024?
Same for all three sets? | Tell me the shared secret length of all ML-KEM parameter sets?`, `
What is the security strength of SLH-DSA-SHAKE-192f?
Compare that with ML-DSA-65 | Compare SLH-DSA-SHAKE-192f with ML-DSA-65?
Which has smaller signatures? | Which has smaller signatures, SLH-DSA-SHAKE-192f or ML-DSA-65?`, `
What is ADRS in FIPS 205?
How long is it? | How long is ADRS in FIPS 205?
And in compressed form? | How long is ADRS in compressed form?`, `
How many layers does the hypertree have for SLH-DSA-SHA2-128s?
And for 128f? | How many layers does the hypertree have for SLH-DSA-SHA2-128f?
what about h? | What is h in SLH-DSA-SHA2-128f?`, `
When do I have to stop using ECDSA P-256?
Says who? | Where is ECDSA P-256 specified?
Is that final? | Is ECDSA P-256 final?`, `
Can I use SHAKE128 in HashSLH-DSA?
And SHA-256? | Can I use SHA-256 in HashSLH-DSA?
With category 5 too? | Can I use SHA-256 in HashSLH-DSA with category 5?`, `
Who calls SampleInBall?
What about ExpandA? | Who calls ExpandA?
What does it output? | What does ExpandA output?`, `
What's the purpose of the rho seed in ML-DSA?
How long is it? | How long is the seed of ML-DSA?
Is it public? | Is the seed of ML-DSA public?`, `
How do I do a key check for ML-KEM?
Is this mandatory? | Is key check in ML-KEM mandatory?
How often? | How often is key check in ML-KEM mandatory?`, `
What does IND-CCA mean?
Does ML-KEM have it? | Does ML-KEM have IND-CCA?
and K-PKE? | Does K-PKE have IND-CCA?`, `
What are the steps of K-PKE.Encrypt?
And Decrypt? | What are the steps of K-PKE.Decrypt?
what about KeyGen? | What are the steps of K-PKE.KeyGen?`, `
What is eta_1 for ML-KEM-512?
and eta_2? | What is eta_2 for ML-KEM-512?
for 768? | What is eta_2 for ML-KEM-768?`, `
Is the seed allowed to be stored?
For ML-DSA? | Is the seed allowed to be stored for ML-DSA?
As well as for ML-KEM? | Is the seed allowed to be stored for ML-KEM?`, `
Does FIPS 203 require constant time?
what does it say about floating point? | What does FIPS 203 say about floating point?`, `
What hash does ML-DSA use?
And SLH-DSA? | What hash does SLH-DSA use?
And ML-KEM? | What hash does ML-KEM use?`, `
What is the difference between ML-KEM and Kyber?
And between ML-DSA and Dilithium? | What is the difference between ML-DSA and Dilithium?`, `
Is key transport possible with ML-KEM?
How? | How is key transport possible with ML-KEM?
What about key agreement? | How is key agreement possible with ML-KEM?`, `
Which documents are in your library?
Which of them is a draft? | Which of the documents is a draft?`, `
What's the latest date for RSA-2048?
Is that for key establishment as well? | What's the latest date for RSA-2048 for key establishment?
what about signatures? | What's the latest date for RSA-2048 for signatures?`, `
list the algorithms in FIPS 205
how many are there? | How many algorithms are in FIPS 205?
and in FIPS 203? | How many algorithms are in FIPS 203?`, `
What is k in ML-DSA-44?
l? | What is l in ML-DSA-44?
and for 87 | What is l in ML-DSA-87?`, `
What does SP 800-227 recommend for ephemeral keys?
and static ones? | What does SP 800-227 recommend for static keys?
Why? | Why does SP 800-227 recommend that for static keys?`, `
Does ML-KEM need padding?
And for encryption of files? | Does ML-KEM need padding for encryption of files?`, `
HQC public key size for level 3?
and level 5? | HQC public key size for level 5?
ciphertext? | HQC ciphertext size for level 5?`, `
What is the token lifetime?
and the refresh token's? | What is the refresh token lifetime?
who can revoke it? | Who can revoke the refresh token lifetime?`, `
How do I configure the proxy?
and on Windows? | How do I configure the proxy on Windows?
where is that documented? | Where is it specified: how do I configure the proxy on Windows?`, `
Which port does the server listen on?
can I change it? | Can I change the port?
and the metrics endpoint? | Which port does the server listen on for the metrics endpoint?`, `
What does error E1042 mean?
and E1043? | What does error E1043 mean?
how do I fix it? | How do I fix E1043?`, `
What happens if the disk is full?
and if the network is down? | What happens if the network is down?`, `
Does the client retry?
how often? | How often does the client retry?
can that be switched off? | Can the client retry be switched off?`, `
Who maintains the registry?
since when? | Since when: who maintains the registry?
how do I contact them? | How do I contact the registry?`, `
What does section 4.2 say?
and 4.3? | What does section 4.3 say?`, `
what is a DPE context?
what is a DICE certificate? | =
what is the difference? | What is the difference between the DPE context and the DICE certificate?`, `
What's ML-KEM's encapsulation key size at category 5?
what about category 1? | What's ML-KEM's encapsulation key size at category 1?
and ciphertexts? | What's ML-KEM's ciphertext size at category 1?`, `
What is the size of SLH-DSA keys?
for category 5? | What is the size of SLH-DSA keys for category 5?
signatures? | What is the size of SLH-DSA signatures for category 5?`, `
how many bits of randomness for ML-KEM encaps?
keygen? | How many bits of randomness for ML-KEM keygen?
which generator? | Which generator for ML-KEM?`, `
what's FN-DSA?
is there a standard for it? | Is there a standard for FN-DSA?
who designed it? | Who designed FN-DSA?`, `
Is it OK to use ML-KEM-512?
for top secret data? | Is it OK to use ML-KEM-512 for top secret data?
and 768? | Is it OK to use ML-KEM-768 for top secret data?`, `
Is HQC in FIPS 203?
where then? | Where is it specified whether HQC is in FIPS 203?
when will it be ready? | When will HQC be ready?`, `
How does ML-DSA compare with SLH-DSA?
in speed? | How does ML-DSA compare with SLH-DSA in speed?
in signature size? | How does ML-DSA compare with SLH-DSA in signature size?
which is more conservative? | Which is more conservative, ML-DSA or SLH-DSA?`, `
What are the ML-KEM parameters?
What's d_u? | What's d_u in ML-KEM?
for 1024? | What's d_u in ML-KEM-1024?`, `
How many steps has ML-KEM.KeyGen_internal?
list them | List the steps of ML-KEM.KeyGen_internal?
which functions does it call? | Which functions does ML-KEM.KeyGen_internal call?`, `
can you tell me the ML-DSA-44 signature size?
great, and for ML-DSA-65? | Can you tell me the ML-DSA-65 signature size?
ok and 87 please? | Can you tell me the ML-DSA-87 signature size?`, `
ML-DSA-65 public key?
in hex characters? | ML-DSA-65 public key in hex?
secret key? | ML-DSA-65 secret key in hex?`, `
Does the verifier need the context string?
what if it is wrong? | What if the context string is wrong?
max length? | What is the max length of the context string?`, `
Is the draft of IR 8547 still open for comments?
until when? | Until when is the draft of IR 8547 still open for comments?
what's its title? | What's the title of IR 8547?`, `
What is the difference between encapsulation and encryption?
And between a KEM and key agreement? | What is the difference between a KEM and key agreement?`, `
What inputs does slh_sign take?
outputs? | What are the outputs of slh_sign?
is the randomness optional? | Is the randomness optional for slh_sign?`, `
what's the max number of signatures for SLH-DSA?
LMS? | What's the max number of signatures for LMS?`, `
why does ML-KEM use q=3329?
and ML-DSA's q? | What is q in ML-DSA?`, `
how big is an ML-KEM-768 ciphertext
what abt 1024 | How big is an ML-KEM-1024 ciphertext?
ditto for 512 | How big is an ML-KEM-512 ciphertext?
likewise hqc-128 | How big is an HQC-128 ciphertext?`, `
How big is the ML-DSA-44 signature?
What is SLH-DSA? | =
back to ML-DSA: and its public key? | How big is the ML-DSA-44 public key?`, `
Compare ML-KEM-512 and ML-KEM-1024
how big are the keys of the latter? | How big are the keys of ML-KEM-1024?
and the former? | How big are the keys of ML-KEM-512?`, `
pk size of ml-dsa-65
sk? | Sk size of ML-DSA-65?
sig? | Sig size of ML-DSA-65?
for slh-dsa-sha2-256f? | Sig size of SLH-DSA-SHA2-256f?`, `
What does ML-KEM.Decaps output?
And its input? | What is the input of ML-KEM.Decaps?
And the input of ML-KEM.Encaps? | =
its output? | What is the output of ML-KEM.Encaps?`, `
What is the claimed category of SLH-DSA-SHA2-192s?
what does that mean? | What does the category of SLH-DSA-SHA2-192s mean?
and 256s? | What does the category of SLH-DSA-SHA2-256s mean?`, `
Can keys be reused for signing and encryption?
why? | Why can keys be reused for signing and encryption?
where does it say so? | Where is it specified whether keys can be reused for signing and encryption?`, `
When should I use SLH-DSA rather than ML-DSA?
why? | Why should I use SLH-DSA rather than ML-DSA?
and what about LMS? | Why should I use SLH-DSA rather than LMS?`, `
does ml-kem 512 give 128 bit security
768 | Does ML-KEM-768 give 128 bit security?
1024 | Does ML-KEM-1024 give 128 bit security?`, `
What is the Fujisaki-Okamoto transform?
where is it used in ML-KEM? | Where is Fujisaki-Okamoto transform used in ML-KEM?
what does it achieve? | What does Fujisaki-Okamoto transform in ML-KEM achieve?`, `
What's new in FIPS 205 compared to SPHINCS+?
And in FIPS 204 compared to Dilithium? | What's new in FIPS 204 compared to Dilithium?`, `
what does the standard say about side channels?
for ML-DSA | What does the standard say about side channels for ML-DSA?
and SLH-DSA | What does the standard say about side channels for SLH-DSA?`, `
Who may approve the use of deprecated algorithms?
And disallowed ones? | Who may approve the use of disallowed algorithms?`, `
What is RBG strength for ML-DSA-87?
In ML-KEM-1024? | What is RBG strength for ML-KEM-1024?
why so high? | Why is RBG strength for ML-KEM-1024 what it is?`, `
How is the ML-KEM seed formatted?
d first or z first? | =
size? | What is the size of the ML-KEM seed?`, `
what is 'k' in Table 2?
FIPS 203 of course | What is 'k' in Table 2 in FIPS 203?
for ML-KEM-768? | What is 'k' in ML-KEM-768?`, `
Give me the FIPS 204 title
date? | What is the date of FIPS 204?
status? | What is the status of FIPS 204?`, `
Does SLH-DSA rely on lattices?
what does it rely on? | What does SLH-DSA rely on?
ML-DSA? | What does ML-DSA rely on?`, `
What is HQC based on?
BIKE? | What is BIKE based on?
and Classic McEliece? | What is Classic McEliece based on?`, `
size of mceliece348864 public key
ciphertext | Size of mceliece348864 ciphertext?
vs hqc-128 | Size of mceliece348864 and HQC-128 ciphertext?`, `
How large is the ML-KEM-768 decapsulation key?
can I shrink it? | Can I shrink the ML-KEM-768 decapsulation key?
to what size? | To what size can I shrink the ML-KEM-768 decapsulation key?`, `
Is the Kyber round 3 code compatible with FIPS 203?
what changed? | What changed for ML-KEM?
and for Dilithium? | What changed for Dilithium?`, `
What's the deprecation date of ECDSA?
EdDSA? | What's the deprecation date of EdDSA?
RSA? | What's the deprecation date of RSA?`,
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
