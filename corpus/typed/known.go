package typed

import (
	"regexp"
	"strings"

	"github.com/pqcite/pqcite/core"
)

// known is what no cell or heading says, and people ask first.
type known struct {
	asked  *regexp.Regexp
	says   string
	proven []proof
}

const smallHash, largeHash = "SHA-256 for all of their hash functions", "SHA-512 for H_msg, PRF_msg, H and T_l, and SHA-256 for PRF and F"

// hashOf matches a question for the hash functions of parameter sets of SLH-DSA.
func hashOf(sets string) *regexp.Regexp {
	set := `SLH-DSA-(?:` + sets + `)`
	return regexp.MustCompile(`(?i)^(?:what|which) hash(?: function| algorithm)?s? (?:does|do|is|are) (?:used (?:in|by|with|for) )?` + set + `(?: and ` + set + `)?(?: uses?| based on| built on)?$|^hash(?: function)?s? (?:of|for|in) ` + set + `(?: and ` + set + `)?$`)
}

// meaningOf matches a question for what a name means.
func meaningOf(names string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)^(?:(?:what(?: is|['’]s| are)|define|explain) |(?:the )?(?:definition|meaning) of )?(?:an? |the )?(?:` + names + `)(?:(?: [-–]|,|:)? (?:what(?: is|['’]s)? (?:that|it)|what does (?:that|it) mean|definition|meaning))?$`)
}

var knowns = []known{
	{asked: meaningOf(`ML-KEM`),
		says: "ML-KEM is the key-encapsulation mechanism (KEM) of FIPS 203, by which two parties can establish a shared secret key over a public channel; it is derived from CRYSTALS-KYBER.",
		proven: []proof{
			{"NIST.FIPS.203", [][]string{{"can be used by two parties to establish a shared secret key over a public channel"}, {"two parties can establish a shared secret key over a public channel"}}},
			{"NIST.FIPS.203", [][]string{{"ML-KEM is the name given to the algorithm in this standard derived from CRYSTALS-KYBER"}, {"it is based on CRYSTALS-KYBER"}}}}},
	{asked: meaningOf(`CRQCs?|cryptographically relevant quantum computers?(?: \(CRQCs?\))?`),
		says:   "A CRQC (cryptographically relevant quantum computer) is a quantum computer capable of attacking real-world cryptographic systems that would be infeasible to attack with a normal computer.",
		proven: []proof{{transitions, [][]string{{"capable of actually attacking real world cryptographic systems", "infeasible to attack with a normal computer"}, {"is a quantum computer able to attack real-world cryptographic systems that a normal computer could not feasibly attack"}}}}},
	{asked: meaningOf(`HashML-DSA|pre-?hash ML-DSA`),
		says: "HashML-DSA is the pre-hash version of ML-DSA, which signs a digest of the message, with some domain separation information, rather than the message itself.",
		proven: []proof{
			{"NIST.FIPS.204", [][]string{{"signing a digest of the message along with some domain separation information"}, {"HashML-DSA is the pre-hash version of ML-DSA"}}},
			{"NIST.FIPS.204", [][]string{{"known as “pre-hash” ML-DSA or HashML-DSA"}, {"is signed together with domain separation information"}}}}},
	{asked: regexp.MustCompile(`(?i)^(?:which|what) (?:ML-KEM )?(?:parameter set|variant|version|security level|level|set|size)(?: of ML-KEM)? (?:should (?:i|we|one) (?:use|choose|pick|take)|(?:is|does nist) recommend(?:ed)?|is the (?:default|recommended)(?: one)?|to use)(?: for| with| in| by)?(?: ML-KEM| NIST)?$|^(?:which|what) ML-KEM(?: parameter set| variant| level)? (?:should (?:i|we) (?:use|choose|pick)|does nist recommend|is (?:the )?(?:default|recommended))$|^(?:what is the |which is the )?(?:default|recommended) (?:parameter set|variant|set)(?: (?:of|for|in)(?: ML-KEM)?)?$|^(?:default|recommended) ML-KEM (?:parameter set|variant)$|^ML-KEM (?:default|recommended) (?:parameter set|variant)$`),
		says:   "NIST recommends ML-KEM-768 as the default parameter set of ML-KEM.",
		proven: []proof{{"NIST.FIPS.203", [][]string{{"NIST recommends using ML-KEM-768 as the default parameter set"}, {"NIST recommends ML-KEM-768 as the default"}}}}},
	{asked: regexp.MustCompile(`(?i)^(?:what(?: is|'s) )?(?:the )?(?:difference|differences) between (?:the )?(?:SLH-DSA )?['"‘“]?s['"’”]?(?: sets| variants)? and (?:the )?['"‘“]?f['"’”]?(?: sets?| variants?| parameter sets?| versions?| suffix(?:es)?)?(?: (?:in|of|for) SLH-DSA)?$|^what (?:do|does) (?:the )?(?:(?:letters? |suffix(?:es)? )?['"‘“]?[sf]['"’”]? (?:and|or) ['"‘“]?[sf]['"’”]?|[sf])(?: suffix(?:es)?)? (?:mean|stand for)(?: (?:in|for|of) (?:the )?SLH-DSA(?: parameter sets| names)?)?$`),
		says:   "In the names of SLH-DSA parameter sets, s means relatively small signatures and f relatively fast signature generation.",
		proven: []proof{{"NIST.FIPS.205", [][]string{{"relatively small signatures (‘s’) or to have relatively fast signature generation (‘f’)"}, {"fast parameter sets (suffix f, relatively fast signature generation) and small ones (suffix s, relatively small signatures)"}}}}},
	{asked: hashOf("SHA2-128[sf]"), says: "SLH-DSA-SHA2-128s and SLH-DSA-SHA2-128f use " + smallHash + ".",
		proven: hashProof("SLH-DSA-SHA2-128s and SLH-DSA-SHA2-128f parameter sets", "Trunc_n(SHA-256(PK.seed ∥ toByte(0, 64 - n) ∥ ADRS^c ∥ M_l))", "With n = 16, PRF, F, H")},
	{asked: hashOf("SHA2-192[sf]|SHA2-256[sf]"), says: "SLH-DSA-SHA2-192s, -192f, -256s and -256f use " + largeHash + ".",
		proven: hashProof("SLH-DSA-SHA2-192s, SLH-DSA-SHA2-192f, SLH-DSA-SHA2-256s, and SLH-DSA-SHA2-256f parameter sets", "Trunc_n(SHA-512(PK.seed ∥ toByte(0, 128 - n) ∥ ADRS^c ∥ M_l))", "with n = 24 or n = 32, SHA-256")},
	{asked: hashOf("SHAKE-(?:128|192|256)[sf]"), says: "The SLH-DSA-SHAKE parameter sets use SHAKE256 for all of their hash functions.",
		proven: hashProof("and SLH-DSA-SHAKE-256f parameter sets", "SHAKE256(PK.seed ∥ ADRS ∥ M_l, 8n)", "SHAKE256")},
	{asked: regexp.MustCompile(`(?i)^who (?:wrote|authored|are the authors of|is the author of) (?:NIST )?SP 800-227$|^authors? of (?:NIST )?SP 800-227$`),
		says:   "SP 800-227 was written by Gorjan Alagic, Elaine Barker, Lily Chen, Dustin Moody, Angela Robinson, Hamilton Silberg and Noah Waller.",
		proven: []proof{{"NIST.SP.800-227", [][]string{{"Gorjan Alagic", "Elaine Barker", "Lily Chen", "Dustin Moody", "Angela Robinson", "Hamilton Silberg", "Noah Waller"}}}}},
	{asked: regexp.MustCompile(`(?i)^who (?:wrote|authored|are the authors of|is the author of) (?:NIST )?IR 8547$|^authors? of (?:NIST )?IR 8547$`),
		says:   "IR 8547 was written by Dustin Moody, Ray Perlner, Andrew Regenscheid, Angela Robinson and David Cooper.",
		proven: []proof{{transitions, [][]string{{"Dustin Moody", "Ray Perlner", "Andrew Regenscheid", "Angela Robinson", "David Cooper"}}}}},
}

// hashProof is where FIPS 205 instantiates functions: the sets and the last equation, or
// the pack's words.
func hashProof(sets, equation, pack string) []proof {
	return []proof{
		{"NIST.FIPS.205", [][]string{{sets}, {pack}}},
		{"NIST.FIPS.205", [][]string{{equation}, {pack}}},
	}
}

// answerKnown answers what is asked first and no table says.
func (f *Facts) answerKnown(question string, _ []string) (core.TypedAnswer, bool) {
	question = strings.TrimRight(inDocument.ReplaceAllString(question, " $0"), " ?.")
	for i := range knowns {
		if k := &knowns[i]; k.asked.MatchString(strings.Join(strings.Fields(question), " ")) {
			return f.sayKnown(k)
		}
	}
	return core.TypedAnswer{}, false
}

func (f *Facts) sayKnown(k *known) (core.TypedAnswer, bool) {
	a := core.TypedAnswer{Sentence: k.says}
	for i := range k.proven {
		place, ok := f.place(&k.proven[i])
		if !ok {
			return core.TypedAnswer{}, false
		}
		a.Places = append(a.Places, place)
	}
	return a, true
}

// placesOfKnown proves what is known.
func (f *Facts) placesOfKnown(sentence string) ([]core.TypedPlace, bool) {
	for i := range knowns {
		if k := &knowns[i]; k.says == sentence {
			a, ok := f.sayKnown(k)
			return a.Places, ok
		}
	}
	return nil, false
}
