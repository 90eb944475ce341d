package typed

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/standards"
)

// proof is what a unit of a document says, in the document's words or in the pack's.
type proof struct {
	doc   string
	words [][]string // one unit has all words of one of these
}

// place finds the unit.
func (f *Facts) place(p *proof) (core.TypedPlace, bool) {
	doc := f.docs[p.doc]
	if doc == nil {
		return core.TypedPlace{}, false
	}
	for _, words := range p.words {
		if place, ok := f.wordsPlace(doc, words...); ok {
			return place, true
		}
	}
	return core.TypedPlace{}, false
}

// standing is how far a scheme without a standard has come.
type standing struct {
	of       string
	says     string
	selected bool // for standardization
	broken   bool
	proof
}

var standings = []standing{
	{of: "HQC", selected: true, says: "as of IR 8545 (March 2025), NIST has selected HQC for standardization",
		proof: proof{candidates, [][]string{{"NIST has only selected HQC for standardization"}, {"in March 2025 NIST announced the selection of HQC for standardization"}}}},
	{of: "BIKE", says: "NIST has not selected BIKE for standardization (IR 8545)",
		proof: proof{candidates, [][]string{{"NIST has not selected BIKE for standardization"}, {"BIKE was not selected because"}}}},
	{of: "Classic McEliece", says: "NIST does not find the case for standardizing Classic McEliece compelling (IR 8545)",
		proof: proof{candidates, [][]string{{"NIST does not find the case for standardizing Classic McEliece compelling"}, {"the case for Classic McEliece was not compelling"}}}},
	{of: "SIKE", broken: true, says: "SIKE is insecure and was eliminated from the NIST PQC project (IR 8545)",
		proof: proof{candidates, [][]string{{"SIKE is an insecure KEM, and it has been eliminated"}, {"SIKE is insecure and was eliminated"}}}},
	{of: "FN-DSA", selected: true, says: "as of the draft IR 8547 (November 2024), NIST intends a FIPS with a signature algorithm derived from FALCON",
		proof: proof{transitions, [][]string{{"NIST intends to develop a FIPS that specifies a digital signature algorithm derived from FALCON"}, {"NIST intends a FIPS for a signature algorithm derived from FALCON"}}}},
}

const (
	standardWord = `approved|standardi[sz]ed|(?:a |an |the )?(?:nist |fips |federal |official |final |approved )*standard|final|finali[sz]ed|a fips|(?:nist|fips)[- ](?:approved|standardi[sz]ed)|official`
	selectedWord = `selected|chosen|picked|accepted|a winner`
	brokenWord   = `broken|insecure|cracked`
	draftWord    = `(?:a |only a |still a )?draft|(?:a |only a |still a )?candidate`
)

var (
	// asksStanding matches a question whether a scheme is a standard, or what else the
	// last four groups say.
	asksStanding = regexp.MustCompile(`(?i)^(?:is|was|has|did|are|isn't|wasn't)(?: nist)? (.+?)(?: (?:been|be|still|already|yet|currently|now|officially|get))* (?:(` + standardWord + `)|(` + selectedWord + `)|(` + brokenWord + `)|(` + draftWord + `))(?: (?:by nist|as a standard|for standardi[sz]ation|yet|now|already|today|too|or not|or (?:still )?(?:a )?draft))*$`)
	asksHowFar   = regexp.MustCompile(`(?i)^(?:what(?: is|'s) )?(?:the )?(?:standardi[sz]ation |current |nist )*status of (.+)$|^when (?:was|were) (.+) (?:standardi[sz]ed|approved|finali[sz]ed|published|released)$|^is there a (?:nist |fips |final )*standard for (.+?)(?: yet)?$|^what happened (?:to|with) (.+)$|^(?:which|what|in (?:which|what)) (?:fips|standard|document|publication)(?: number)? (?:is|specifies|defines|covers|describes|standardi[sz]es) (.+?)(?: in| specified| defined| standardi[sz]ed| described)*$|^did nist (?:select|choose|pick|standardi[sz]e|approve) (.+?)(?: for standardi[sz]ation)?$`)
)

// answerStanding answers a question whether a scheme is a standard.
func (f *Facts) answerStanding(question string, _ []string) (core.TypedAnswer, bool) {
	question = strings.TrimRight(question, " ?.")
	if m := asksHowFar.FindStringSubmatch(question); m != nil {
		return f.sayStanding("", schemeCalled(strings.Join(m[1:], "")))
	}
	m := asksStanding.FindStringSubmatch(question)
	if m == nil {
		return core.TypedAnswer{}, false
	}
	name := schemeCalled(m[1])
	begin := "No: "
	i := slices.IndexFunc(standings, func(s standing) bool { return s.of == name })
	switch {
	case i < 0 && m[4] != "", i >= 0 && (m[4] != "" && !standings[i].broken || m[5] != ""):
		return core.TypedAnswer{}, false // not what is known
	case i < 0 && m[2]+m[3] != "", i >= 0 && (m[4] != "" || m[3] != "" && standings[i].selected):
		begin = "Yes: "
	case i >= 0 && standings[i].selected:
		begin = "No, not yet: "
	}
	return f.sayStanding(begin, name)
}

// schemeCalled is the scheme that a name is of, or that a parameter set belongs to; "" for
// other names.
func schemeCalled(name string) string {
	name = strings.TrimPrefix(strings.TrimSpace(name), "the ")
	for _, m := range standards.FindTerms(name) {
		switch t := m.Term; {
		case m.Span.Len() != len(name):
		case t.IsParameterSet():
			return t.Family
		case t.IsScheme():
			return t.Name
		}
	}
	return ""
}

// specifying is the standard of a scheme.
func specifying(scheme string) (standards.Standard, bool) {
	scheme = strings.TrimPrefix(scheme, "Hash")
	all := standards.Documents()
	i := slices.IndexFunc(all, func(s standards.Standard) bool {
		return len(s.Families) == 1 && s.Families[0] == scheme
	})
	if i < 0 {
		return standards.Standard{}, false
	}
	return all[i], true
}

// sayStanding says how far a scheme has come, after a yes or no.
func (f *Facts) sayStanding(begin, scheme string) (core.TypedAnswer, bool) {
	var a core.TypedAnswer
	if s, ok := specifying(scheme); ok {
		place, ok := f.datePlace(&s)
		date, on := spelled(s.Date)
		a.Sentence = fmt.Sprintf("%s%s is specified in %s, a final standard published %s %s.", begin, scheme, s.Label, on, date)
		a.Places = []core.TypedPlace{place}
		return a, ok
	}
	for i := range standings {
		if s := &standings[i]; s.of == scheme {
			place, ok := f.place(&s.proof)
			a.Sentence, a.Places = begin+s.says+".", []core.TypedPlace{place}
			if begin == "" {
				a.Sentence = strings.ToUpper(a.Sentence[:1]) + a.Sentence[1:]
			}
			return a, ok
		}
	}
	return a, false
}

// saysStandard matches the sentences of sayStanding on schemes with a standard.
var saysStandard = regexp.MustCompile(`^(Yes: |No: )?(\S+) is specified in FIPS`)

// placesOfStanding proves a sentence on how far a scheme has come. Which of "yes" and "no"
// is right depends on the question: the sentence says what is the case.
func (f *Facts) placesOfStanding(sentence string) ([]core.TypedPlace, bool) {
	begin, scheme := "", ""
	if m := saysStandard.FindStringSubmatch(sentence); m != nil {
		begin, scheme = m[1], m[2]
	}
	for i := range standings {
		if s := &standings[i]; strings.HasSuffix(sentence, s.says[1:]+".") {
			scheme = s.of
			begin, _, _ = strings.Cut(sentence, s.says)
		}
	}
	if !slices.Contains([]string{"Yes: ", "No: ", "No, not yet: "}, begin) {
		begin = ""
	}
	a, ok := f.sayStanding(begin, scheme)
	return a.Places, ok && a.Sentence == sentence
}
