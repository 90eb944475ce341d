package plan

import "regexp"

// class is what a word of a question is to a follow-up: words of one class take each
// other's place.
type class int

// The classes, in the order in which words are read.
const (
	classAnchor    class = iota // "Table 3", "Section 5.1 of FIPS 203"
	classDocument               // "FIPS 203"
	classScheme                 // a scheme, a parameter set, or a name that is made like one
	classAlgorithm              // an algorithm of the library by its name
	classPart                   // what a scheme has and what has a size: "public key"
	classValue                  // what has a value: "security category"
	classOperation              // what is done with a scheme: "signing"
	classVariant                // how it is done: "deterministic"
	classHash                   // a hash function: "SHA-256"
	classStatus                 // "deprecated"
	classUnit                   // "bytes"
	classConcept                // any other term
)

// cues are the words of the classes that are known by words. They are the common terms of
// the field, and belong to no document.
var cues = []struct {
	class class
	cue   *regexp.Regexp
}{
	{classPart, regexp.MustCompile(`(?i)\b(?:(?:encapsulat|decapsulat|verificat|encrypt|decrypt)ion|public|private|secret|shared|signing|verifying|session|symmetric)[ -](?:secret[ -])?keys?\b|\b(?:cipher|plain)texts?\b|\bcontext strings?\b|\bshared secrets?\b|\b(?:key |public |secret |random )?seeds?\b|\bsignatures?\b|\bsigs?\b|\b(?:keys?|pks?|sks?|eks?|dks?|cts?|message digests?|nonces?)\b`)},
	{classValue, regexp.MustCompile(`(?i)\b(?:(?:claimed |nist )?security )(?:categor(?:y|ies)|levels?|strengths?)\b|\b(?:security )?categor(?:y|ies)(?: [1-5])?\b|\b(?:decryption |decapsulation )?failure (?:rates?|probabilit(?:y|ies))\b|\b(?:object identifiers?|oids?)\b|\bparameter sets?\b|\b(?:inputs?|outputs?|arguments|parameters?|modul(?:us|i)|dimensions?|sizes?|lengths?|titles?|authors?|(?:publication |release |effective )?dates?|steps|pseudo-?code|status|hash functions?|hardness assumptions?|expansion|full name|old name|purpose|limits?|bounds?|maxim(?:um|a)|minim(?:um|a)|strengths?)\b|\bvalues? of [a-z]\w?\b`)},
	{classOperation, regexp.MustCompile(`(?i)\b(?:key|input|type|modulus|hash|length|consistency) checks?\b|\b(?:key|signature) ?(?:generat(?:ion|ing)|verification|verifying|establishment|agreement|exchange|transport|derivation|confirmation)\b|\b(?:KeyGen|Encaps|Decaps|Encrypt|Decrypt|Sign|Verify)(?:_internal)?\b|\b(?:signing|verif(?:ication|ying)|(?:en|de)capsulat(?:ion|ing)|(?:en|de)crypt(?:ion|ing)|authentication|signs?|verify|verifies|(?:en|de)capsulate|(?:en|de)crypt)\b`)},
	{classVariant, regexp.MustCompile(`(?i)\b(?:hedged|deterministic|randomi[sz]ed|pre-?hash(?:ed)?|pure|external|internal|stateful|stateless|static|ephemeral|hybrid|composite)(?: (?:variants?|versions?|modes?|signing|signatures?|functions?|schemes?|KEMs?))?\b|\b(?:fast|small|slow)(?:er)? (?:variants?|versions?|sets?|parameter sets?)\b`)},
	{classHash, regexp.MustCompile(`(?i)\b(?:SHA-?[123]|SHA-?(?:2|3|512)?[-/]?(?:224|256|384|512)(?:/(?:224|256))?|c?SHAKE-?(?:128|256)?|KMAC(?:128|256)?|HMAC(?:-SHA-?\d+)?|MD5|Keccak)\b`)},
	{classStatus, regexp.MustCompile(`(?i)\b(?:deprecated|disallowed|allowed|approved|acceptable|recommended|forbidden|withdrawn|superseded)\b`)},
	{classUnit, regexp.MustCompile(`(?i)\b(?:bits?|bytes?|octets?|kilobytes?|kb|kib|hex(?:adecimal)?)\b`)},
}

// twins are parts that schemes of two kinds have by different names.
var twins = map[string]string{
	"public key": "encapsulation key", "private key": "decapsulation key", "secret key": "decapsulation key",
	"encapsulation key": "public key", "decapsulation key": "private key",
}

// verbs are the operations as verbs, by what they are called as things.
var verbs = map[string]string{
	"signing": "sign", "signature generation": "sign", "verification": "verify", "verifying": "verify", "signature verification": "verify",
	"encapsulation": "encapsulate", "decapsulation": "decapsulate", "encryption": "encrypt", "decryption": "decrypt",
}

var (
	// made matches a name that is made like that of a scheme or parameter set: of parts
	// joined by hyphens, or with a digit in it.
	made = regexp.MustCompile(`^[A-Z][A-Za-z]*[0-9]*(?:-[A-Za-z0-9]+)+$|^[A-Z]+[a-z]*[0-9]+[A-Za-z0-9]*$|^(?:ed|x)(?:25519|448)$`)
	// goesOn matches how the name of a scheme goes on in that of a parameter set.
	goesOn = regexp.MustCompile(`^(?:[-_+^.]?[0-9A-Z][0-9A-Za-z]*)+`)
	// measured matches values that a part has, and not a scheme.
	measured = regexp.MustCompile(`(?i)^(?:sizes?|lengths?|limits?|bounds?|maxim\w+|minim\w+)$`)
	// symbol matches the name of a parameter.
	symbol = regexp.MustCompile(`^(?:[a-zA-Zηωγβτλζρ]|(?:eta|gamma|du|dv|d_u|d_v|eta_|gamma_|η_?|γ_?)[12]?|omega|tau|beta|lambda|zeta|rho|lg_w|w|len|mu|tr|[a-z]_[a-z0-9])$`)
)
