package typed

import (
	"regexp"
	"strings"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/standards"
)

// hypertree and fors are where FIPS 205 says what the parameters of SLH-DSA are of.
var (
	hypertree = proof{"NIST.FIPS.205", [][]string{{"The hypertree has d layers of XMSS trees with each XMSS tree being a Merkle tree of height h^′"}, {"is a tree of XMSS trees with d layers of height h′"}}}
	fors      = proof{"NIST.FIPS.205", [][]string{{"FORS uses two parameters: k and t = 2^a"}, {"A private key holds k sets of t = 2^a strings"}}}
	sets      = proof{"NIST.FIPS.205", [][]string{{"A FORS private key consists of k sets of t"}, {"A private key holds k sets of t = 2^a strings"}}}
)

// stands is what a symbol stands for.
type stands struct {
	text string
	proof
}

// meanings are what the symbols of schemes stand for; those of ML-DSA are in the labels of
// its table.
var meanings = map[string]map[string]stands{"SLH-DSA": {
	"d":   {"the number of layers of the hypertree", hypertree},
	"h":   {"the total height of the hypertree, d ⋅ h^′", hypertree},
	"h^′": {"the height of each XMSS tree of the hypertree", hypertree},
	"k":   {"the number of sets of a FORS private key", sets},
	"a":   {"the binary logarithm of t, the size of each set of FORS", fors},
}, "ML-KEM": {
	"k":   {"the parameter that determines the dimensions of the matrix and the vectors", proof{"NIST.FIPS.203", [][]string{{"The parameter k determines the dimensions of the matrix"}, {"The module dimension k of ML-KEM"}}}},
	"η_1": {"the parameter of the distribution of s, e and y", proof{"NIST.FIPS.203", [][]string{{"The parameter η_1 is required to specify the distribution for generating the vectors s and e"}, {"η_1 and η_2 set the noise of ML-KEM: η_1 that of s, e and y"}}}},
	"η_2": {"the parameter of the distribution of e_1 and e_2", proof{"NIST.FIPS.203", [][]string{{"The parameter η_2 is required to specify the distribution for generating the vectors e_1 and"}, {"η_1 and η_2 set the noise of ML-KEM: η_1 that of s, e and y, η_2 that of e_1 and e_2"}}}},
}}

// meaning is what a symbol stands for in a scheme, with its place; "" where no table or
// sentence says it.
func (f *Facts) meaning(s *scheme, p *property) (string, []core.TypedPlace) {
	if of := meanings[s.name]; of != nil {
		m := of[p.label]
		place, ok := f.place(&m.proof)
		if !ok {
			return "", nil
		}
		return m.text, []core.TypedPlace{place}
	}
	for _, set := range s.sets()[:1] {
		for _, r := range standards.ParametersOf(set) {
			for i := range r.Values {
				symbol, text, found := strings.Cut(r.Values[i].Name, " - ")
				if !found {
					symbol, text, found = strings.Cut(r.Values[i].Name, " = ")
				}
				if !found || symbol != p.label {
					continue
				}
				if strings.ContainsAny(text, "⋅+") {
					return text, nil // a formula
				}
				text = strings.ReplaceAll(text, "# of", "number of")
				if !strings.HasPrefix(text, "a ") {
					text = "the " + strings.Replace(text, "max number", "largest number", 1)
				}
				return text, nil // the label is cited with the cell
			}
		}
	}
	return "", nil
}

var (
	// asksMeaning matches a question for what a symbol is, rather than for its value alone.
	asksMeaning = regexp.MustCompile(`(?i)^what(?: is|'s| are| does)\b`)
	// saysMeaning matches the end of a sentence that says what a symbol stands for.
	saysMeaning = regexp.MustCompile(`; (?:\S+ is|\(k, l\) are) (?:the|a|τ) [^;]+\.$`)
)

// countedBy are the symbols that count what people ask for in words.
var countedBy = []struct {
	asked  *regexp.Regexp
	symbol string
}{
	{regexp.MustCompile(`(?i)^(?:how many|what is the number of|number of) layers (?:are (?:there )?in|in|of|does|has) (?:the |an? )?(?:SLH-DSA )?hypertree(?: (?:have|of SLH-DSA|in SLH-DSA|has))?$`), "d"},
	{regexp.MustCompile(`(?i)^(?:how many|what is the number of|number of) FORS trees(?: (?:are (?:there )?in|in|of|does|are used in))?(?: an?)?(?: SLH-DSA)?(?: (?:key|signature|use|have))?$`), "k"},
	{regexp.MustCompile(`(?i)^(?:how (?:high|tall) is|what is the (?:total )?height of) (?:the |an? )?(?:SLH-DSA )?hypertree(?: of SLH-DSA| in SLH-DSA)?$`), "h"},
}

// answerCount answers a question for a number that a symbol of SLH-DSA has.
func (f *Facts) answerCount(question string, _ []string) (core.TypedAnswer, bool) {
	question = standards.Plain(withoutDocuments(question))
	for _, c := range countedBy {
		if c.asked.MatchString(question) {
			return f.say(frame{sets: schemeNamed("SLH-DSA").sets(), properties: []*property{propertyOf(c.symbol)}, meant: true})
		}
	}
	return core.TypedAnswer{}, false
}
