package typed

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/standards"
	"github.com/pqcite/pqcite/internal/lex"
)

// Rule decides about a claim that says what typed facts hold and nothing else, from the
// documents with the ids, or from all where there are none; false for any other claim.
func (f *Facts) Rule(claim string, scope []string) (core.TypedRuling, bool) {
	claim = strings.TrimRight(strings.TrimSpace(cited.ReplaceAllString(claim, "")), " .")
	claim = afterYear.ReplaceAllString(accordingTo.ReplaceAllString(claim, ""), "$2 $1")
	if len(strings.Fields(claim)) > maxClaimed {
		return core.TypedRuling{}, false
	}
	for _, rule := range []func(string, []string) (core.TypedRuling, bool){f.ruleValues, f.ruleNumber, f.ruleDate, f.ruleOrigin, f.ruleStandard, f.ruleYesNo} {
		if r, ok := rule(claim, scope); ok && within(r.Places, scope) {
			return r, true
		}
	}
	return core.TypedRuling{}, false
}

// maxClaimed is how many words a claim has at most that says a typed fact alone.
const maxClaimed = 20

var (
	// cited matches a citation after what it is cited for.
	cited       = regexp.MustCompile(`(?i) *[(\[](?:see )?(?:NIST )?(?:FIPS|IR|SP)[^()\[\]]*[)\]]`)
	accordingTo = regexp.MustCompile(`(?i)^(?:according to|per|in|under) (?:the )?(?:draft )?(?:NIST )?(?:FIPS|IR|SP) [0-9-]+(?: ipd)?, `)
)

// valueClaimed matches a number of a claim, with its unit.
var valueClaimed = regexp.MustCompile(`(?i)\b([0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:[ -]?(bytes?|octets?|bits?))?\b`)

// aroundClaimed are the words of a claim around its values.
var aroundClaimed = lex.Set(`occupy occupies takes take up comes come amount amounts equal equals to always measures contains contain claimed claims reach reaches
belong belongs rated meets offers offer provides provide needs requires require has have fixed at target targets assigned corresponds correspond under consists consist encoded encoding output outputs produces produce = as from being about large`)

// ruleValues decides about the values of parameter sets.
func (f *Facts) ruleValues(claim string, _ []string) (core.TypedRuling, bool) {
	r := newReading(standards.Plain(claim))
	claimed := valueClaimed.FindAllStringSubmatch(r.rest, -1)
	if len(claimed) == 0 || len(r.sets)+len(r.schemes) == 0 {
		return core.TypedRuling{}, false
	}
	r.rest = valueClaimed.ReplaceAllString(r.rest, " ")
	asked, keys := r.takeProperties()
	for _, w := range r.words() {
		if !fillers[w] && !aroundClaimed[w] || w == "it" {
			return core.TypedRuling{}, false
		}
	}
	fr := frame{sets: r.allSets()}
	fr.choose(asked, keys, false, claimed[0][2] != "" || len(asked) > 0)
	if fr.lacks != "" || len(fr.properties) != 1 || len(claimed) != 1 && len(claimed) != len(fr.sets) {
		return core.TypedRuling{}, false
	}
	says, ok := f.say(fr)
	if !ok {
		return core.TypedRuling{}, false
	}
	agree := 0
	is, not := "", ""
	for i, set := range fr.sets {
		v, _ := f.value(set, fr.properties[0])
		c := claimed[min(i, len(claimed)-1)]
		if valueOf(c) == v.text {
			agree++
		} else {
			is, not = fr.properties[0].measured(v.text, false), c[0]
		}
	}
	out := core.TypedRuling{Holds: agree == len(fr.sets), Sentence: says.Sentence, Places: says.Places, Says: is, Not: strings.TrimSpace(not)}
	return out, out.Holds || agree == 0 || len(claimed) > 1 || len(r.schemes) == 0
}

// valueOf is a number that is claimed, in bytes where it is in bits.
func valueOf(claimed []string) string {
	n, _ := strconv.Atoi(strings.ReplaceAll(claimed[1], ",", ""))
	if strings.HasPrefix(strings.ToLower(claimed[2]), "bit") && n%8 == 0 && n > 128 {
		n /= 8
	}
	return strconv.Itoa(n)
}

var (
	// numberOf and numberIs match claims of the number of an algorithm.
	numberOf      = regexp.MustCompile(`(?i)^(?:the )?(.+?)(?: algorithm| function)? (?:is|are)(?: the)?(?: (?:specified|defined|given|described|found|listed|presented))?(?: (?:in|as|by))? algorithm ([0-9]+)(?: (?:of|in) .+)?$`)
	numberIs      = regexp.MustCompile(`(?i)^algorithm ([0-9]+)(?:,? (?:of|in) [A-Z]+ [0-9-]+,?)? (?:is|specifies|defines|describes|gives|presents)(?: the)? (.+?)(?: algorithm| function)?$`)
	algorithmSaid = regexp.MustCompile(`\bAlgorithm ([0-9]+)\b`)
)

// ruleNumber decides about the numbers of algorithms.
func (f *Facts) ruleNumber(claim string, scope []string) (core.TypedRuling, bool) {
	var what, number string
	if m := numberOf.FindStringSubmatch(claim); m != nil {
		what, number = m[1], m[2]
	} else if m := numberIs.FindStringSubmatch(claim); m != nil {
		what, number = m[2], m[1]
	} else {
		return core.TypedRuling{}, false
	}
	a, ok := f.answerWhere("which algorithm is "+what, scope)
	said := algorithmSaid.FindAllStringSubmatch(a.Sentence, -1)
	if !ok || len(said) != 1 {
		return core.TypedRuling{}, false
	}
	return core.TypedRuling{Holds: said[0][1] == number, Sentence: a.Sentence, Places: a.Places, Says: said[0][0], Not: "Algorithm " + number}, true
}

var (
	publishedOn = regexp.MustCompile(`(?i)^(.+?) (?:was|were) (?:first |officially |finally |initially )?(?:published|released|issued|finali[sz]ed|approved)(?: by nist)? (?:on|in) ((?:[a-z]+ )?(?:[0-9]{1,2}, )?[0-9]{4})$`)
	dateParts   = regexp.MustCompile(`[A-Za-z]+|[0-9]+`)
)

// ruleDate decides about the dates of publications.
func (f *Facts) ruleDate(claim string, _ []string) (core.TypedRuling, bool) {
	m := publishedOn.FindStringSubmatch(claim)
	if m == nil {
		return core.TypedRuling{}, false
	}
	a, ok := f.sayDocument(m[1], "", false)
	if !ok {
		return core.TypedRuling{}, false
	}
	has := dateParts.FindAllString(a.Sentence, -1)
	wrong := slices.ContainsFunc(dateParts.FindAllString(m[2], -1), func(part string) bool {
		return !slices.ContainsFunc(has, func(h string) bool { return strings.EqualFold(h, part) })
	})
	return core.TypedRuling{Holds: !wrong, Sentence: a.Sentence, Places: a.Places, Not: m[2]}, true
}

var basedOn = regexp.MustCompile(`(?i)^(\S+) (?:is|was) (?:based on|derived from|built on|an evolution of|a descendant of) (?:the )?(\S+?)(?: (?:submission|scheme|algorithm|kem))?$`)

// ruleOrigin decides about what a scheme was made from.
func (f *Facts) ruleOrigin(claim string, _ []string) (core.TypedRuling, bool) {
	m := basedOn.FindStringSubmatch(claim)
	if m == nil {
		return core.TypedRuling{}, false
	}
	a, ok := f.answerOrigin("what is "+m[1]+" based on", nil)
	if !ok || !knownScheme.MatchString(m[2]) {
		return core.TypedRuling{}, false
	}
	bare := strings.TrimPrefix(strings.ToLower(m[2]), "crystals-")
	return core.TypedRuling{Holds: strings.Contains(strings.ToLower(a.Sentence), bare), Sentence: a.Sentence, Places: a.Places, Not: m[2]}, true
}

// knownScheme matches the names of submissions.
var knownScheme = regexp.MustCompile(`(?i)^(?:crystals-)?(?:kyber|dilithium)$|^sphincs\+?$|^falcon$|^ntru\S*$|^saber$|^frodo\S*$|^hqc$|^bike$|^rainbow$|^xmss\S*$|^lms$|^picnic$|^rsa$`)

// specifiedIn and specifies match claims of the standard of a scheme.
var (
	specifiedIn = regexp.MustCompile(`(?i)^(\S+(?: McEliece)?) (?:is|was) (?:specified|defined|standardi[sz]ed|described) (?:in|by) (?:NIST )?((?:FIPS|SP|IR) [0-9-]+)$`)
	specifies   = regexp.MustCompile(`(?i)^(?:NIST )?((?:FIPS|SP|IR) [0-9-]+) (?:specifies|defines|standardi[sz]es) (\S+)$`)
)

// ruleStandard decides about the standards of schemes.
func (f *Facts) ruleStandard(claim string, _ []string) (core.TypedRuling, bool) {
	var name, label string
	if m := specifiedIn.FindStringSubmatch(claim); m != nil {
		name, label = m[1], m[2]
	} else if m := specifies.FindStringSubmatch(claim); m != nil {
		name, label = m[2], m[1]
	} else {
		return core.TypedRuling{}, false
	}
	a, ok := f.answerStanding("which standard specifies "+name, nil)
	said := documentNames.FindString(a.Sentence)
	if !ok || said == "" {
		return core.TypedRuling{}, false
	}
	return core.TypedRuling{Holds: strings.EqualFold(said, label), Sentence: a.Sentence, Places: a.Places, Says: said, Not: label}, true
}

var (
	inverted  = regexp.MustCompile(`(?i)^(.+?) (is|are|was|were|will|has|can|may) (?:(not|no longer) )?(.+)$`)
	nistDid   = regexp.MustCompile(`(?i)^NIST (?:(did not|didn't) )?(select|selected|choose|chose|pick|picked|standardize|standardized|approved|approve) (.+)$`)
	finalWhat = regexp.MustCompile(`(?i)\b(final|draft) (?:publication|document|report|version|standard|guideline)$`)
	baseForms = strings.NewReplacer("selected", "select", "chose", "choose", "picked", "pick", "standardized", "standardize", "approved", "approve")
)

// strengthOf and afterYear match what people put otherwise than questions do.
var (
	strengthOf = regexp.MustCompile(`(?i)\b(?:at|with|of|providing|offering) (?:a |an? overall )?(?:classical )?security strengths? of (?:at least )?([0-9]+)[ -]bits?(?: or (?:more|higher|greater))?`)
	afterYear  = regexp.MustCompile(`(?i)^(after 20[0-9]{2}),? (.+)$`)
)

// inRound matches when the candidates of IR 8545 were decided about.
var inRound = regexp.MustCompile(`(?i) (?:at|by|after|in|during)(?: the end of)?(?: the)? (?:fourth|4th|final) round(?: of .*)?$`)

var yearSaid = regexp.MustCompile(`\b20[0-9][0-9]\b`)

// ruleYesNo decides about what can be asked with yes or no.
func (f *Facts) ruleYesNo(claim string, scope []string) (core.TypedRuling, bool) {
	question, denied := "", false
	if m := nistDid.FindStringSubmatch(claim); m != nil {
		question, denied = "did NIST "+strings.ReplaceAll(baseForms.Replace(strings.ToLower(m[2])), "chooses", "choose")+" "+m[3], m[1] != ""
	} else if m := inverted.FindStringSubmatch(claim); m != nil {
		question, denied = strings.ToLower(m[2])+" "+m[1]+" "+m[4], m[3] != ""
	} else {
		return core.TypedRuling{}, false
	}
	question = inRound.ReplaceAllString(question, "")
	question = strengthOf.ReplaceAllString(question, "with $1 bits of security")
	question = finalWhat.ReplaceAllString(question, "$1")
	a := f.Answer(question, scope)
	begin, _, _ := strings.Cut(strings.TrimLeft(a.Sentence, " "), " ")
	for _, year := range yearSaid.FindAllString(claim, -1) {
		if a.Sentence != "" && !strings.Contains(strings.ReplaceAll(a.Sentence, "after "+year+":", ""), year) { // what is disallowed after 2035 is so after 2040
			return core.TypedRuling{Sentence: a.Sentence, Places: a.Places, Not: year}, a.Sentence != "" && !denied
		}
	}
	switch strings.Trim(begin, ":,.") {
	case "Yes":
		return core.TypedRuling{Holds: !denied, Sentence: a.Sentence, Places: a.Places}, true
	case "No":
		return core.TypedRuling{Holds: denied, Sentence: a.Sentence, Places: a.Places}, true
	}
	return core.TypedRuling{}, false
}
