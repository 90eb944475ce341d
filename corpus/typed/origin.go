package typed

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/standards"
)

// origin is what a scheme of a standard was derived from.
type origin struct {
	scheme, from string
	differences  string // id of the appendix that lists them
	proof
}

var origins = []origin{
	{"ML-KEM", "CRYSTALS-KYBER", "appendix-C", proof{"NIST.FIPS.203", [][]string{{"ML-KEM is the name given to the algorithm in this standard derived from CRYSTALS-KYBER"}, {"ML-KEM is a variant of the CRYSTALS-KYBER KEM"}}}},
	{"ML-DSA", "CRYSTALS-DILITHIUM", "appendix-D", proof{"NIST.FIPS.204", [][]string{{"ML-DSA is derived from one of the selected schemes, CRYSTALS-DILITHIUM"}, {"ML-DSA", "derived from CRYSTALS-DILITHIUM"}}}},
	{"SLH-DSA", "SPHINCS+", "appendix-A", proof{"NIST.FIPS.205", [][]string{{"SLH-DSA is based on SPHINCS^+"}, {"SLH-DSA", "based on SPHINCS^+"}}}},
	{"FN-DSA", "FALCON", "", proof{candidates, [][]string{{"Falcon (FN-DSA)"}, {"Fal-con (FN-DSA)"}, {"FN-DSA is the NIST name for Falcon"}}}},
}

// asksOldName matches a question for an earlier name.
var asksOldName = regexp.MustCompile(`(?i)\b(?:old|former|formerly|previous|previously|original|originally|earlier|before|based|derived|predecessor)\b`)

var (
	// asksSame matches a question whether two names are of the same.
	asksSame = regexp.MustCompile(`(?i)^(?:is|are|was)(?:n't)? (.+?) (?:(?:the|one and the) same (?:thing |algorithm |scheme )?as|identical (?:to|with)|equal to|equivalent to|(?:just |only )?(?:a|an|the) (?:new |other |another |different )?(?:name|alias|rename|renaming) (?:of|for)|just|another name for|different from|==?) (.+)$|^(?:are|is) (.+?) and (.+?) (?:one and )?(?:the same|identical|equivalent|equal|different)(?: thing| algorithm| scheme)?$`)
	// asksName matches a question for the new or the old name of a scheme, or for what it
	// was derived from.
	asksName = []*regexp.Regexp{
		regexp.MustCompile(`(?i)^what(?: is|'s| was| are) (.+?) (?:now |previously |formerly |originally |before )?(?:called|named|known as|renamed)(?: (?:to|as|now|today|before|previously|originally|in (?:the )?(?:final )?standard|in fips 20[345]|by nist|before standardi[sz]ation))*$`),
		regexp.MustCompile(`(?i)^(?:what(?: is|'s| was) )?(?:the )?(?:new|official|nist|fips|standard|standardi[sz]ed|current|final|old|former|previous|original|earlier) names? (?:of|for) (.+)$`),
		regexp.MustCompile(`(?i)^(?:what(?: is|'s| was) )?(.+?)(?:'s|’s|s')? (?:new|official|nist|fips|standard|standardi[sz]ed|current|final|old|former|previous|original|earlier|ml-kem|ml-dsa|slh-dsa) name$`),
		regexp.MustCompile(`(?i)^what will (.+?) be (?:called|named|known as)(?: (?:as an? (?:nist )?standard|in (?:the|its) (?:final )?standard|by nist|(?:once|when) (?:it is |it's )?standardi[sz]ed))*$`),
		regexp.MustCompile(`(?i)^what did (.+?) become$|^what(?: is|'s) (?:the )?(?:predecessor|successor) (?:of|to) (.+)$|^what(?: is|'s| was) (.+?) (?:based on|derived from)$|^(?:what|which) (?:submission|scheme|algorithm) (?:is|was) (.+?) (?:based on|derived from)$`),
	}
	// asksHome matches a question for where a scheme is now, which its old name does not say.
	asksHome = regexp.MustCompile(`(?i)^(?:which|what) (?:fips|standard|document) (?:is|has) (.+?)(?: now)?(?: in)?(?: now)?(?:,? (?:and )?under (?:what|which) name)?$|^where (?:has|is|was) (.+?) (?:been )?(?:now )?standardi[sz]ed(?: now| today)?$|^under (?:what|which) name (?:is|was|has) (.+?) (?:been )?(?:now )?standardi[sz]ed$`)
)

// answerOrigin answers a question for the names of a scheme.
func (f *Facts) answerOrigin(question string, _ []string) (core.TypedAnswer, bool) {
	question = strings.TrimRight(question, " ?.")
	if m := asksSame.FindStringSubmatch(question); m != nil {
		one, old := nameOf(m[1] + m[3])
		other, oldToo := nameOf(m[2] + m[4])
		if one.Name == "" || one.Name != other.Name || old == oldToo {
			return core.TypedAnswer{}, false
		}
		different := strings.Contains(strings.ToLower(question), " different")
		return f.sayOrigin(schemeCalled(one.Name), true, different)
	}
	if m := asksHome.FindStringSubmatch(question); m != nil {
		if t, old := nameOf(m[1] + m[2] + m[3]); old && !t.IsParameterSet() {
			return f.sayOrigin(schemeCalled(t.Name), false, false)
		}
	}
	for _, form := range asksName {
		m := form.FindStringSubmatch(question)
		if m == nil {
			continue
		}
		said := strings.Join(m[1:], "")
		if s, ok := standards.ByLabel(said); ok && len(s.Families) == 1 {
			if !asksOldName.MatchString(question) {
				return core.TypedAnswer{}, false // its title
			}
			return f.sayOrigin(s.Families[0], false, false)
		}
		t, old := nameOf(said)
		if old && t.IsParameterSet() {
			return f.sayRenamed(said, &t)
		}
		return f.sayOrigin(schemeCalled(t.Name), false, false)
	}
	return core.TypedAnswer{}, false
}

// nameOf is the term that a name is of, and whether it is an old name.
func nameOf(said string) (standards.Term, bool) {
	said = strings.TrimPrefix(strings.TrimSpace(said), "the ")
	for _, m := range standards.FindTerms(said) {
		if m.Span.Len() == len(said) {
			return m.Term, !strings.EqualFold(said, m.Term.Name) && slices.ContainsFunc(m.Term.OldNames, func(old string) bool {
				return nameKey(old) == nameKey(said) || strings.Contains(nameKey(old), nameKey(said))
			})
		}
	}
	return standards.Term{}, false
}

func originOf(scheme string) *origin {
	if i := slices.IndexFunc(origins, func(o origin) bool { return o.scheme == scheme }); i >= 0 {
		return &origins[i]
	}
	return nil
}

// sayOrigin says what a scheme was derived from, and of two names whether they are of the
// same.
func (f *Facts) sayOrigin(scheme string, compared, different bool) (core.TypedAnswer, bool) {
	o := originOf(scheme)
	if o == nil {
		return core.TypedAnswer{}, false
	}
	place, ok := f.place(&o.proof)
	a := core.TypedAnswer{Places: []core.TypedPlace{place}}
	s, known := specifying(scheme)
	switch {
	case !known:
		a.Sentence = "FN-DSA is the name of the algorithm that NIST selected as Falcon (IR 8545)."
		if compared {
			a.Sentence = "Yes: " + a.Sentence
		}
		return a, ok && !different
	case !compared:
		a.Sentence = fmt.Sprintf("%s, specified in %s, is derived from %s.", scheme, s.Label, o.from)
		return a, ok
	}
	e, found := elementAt(standards.Place(s.ID + "#" + o.differences))
	heading, read := f.headingPlace(&e)
	a.Places = append(a.Places, heading)
	begin := "Not exactly"
	if different {
		begin = "Yes, somewhat"
	}
	a.Sentence = fmt.Sprintf("%s: %s is derived from %s, and %s lists the differences.", begin, scheme, o.from, e.name())
	return a, ok && found && read
}

// sayRenamed says which parameter set of a standard has come from one of a submission.
func (f *Facts) sayRenamed(said string, t *standards.Term) (core.TypedAnswer, bool) {
	o := originOf(t.Family)
	s, known := specifying(t.Family)
	if o == nil || !known {
		return core.TypedAnswer{}, false
	}
	place, ok := f.place(&o.proof)
	return core.TypedAnswer{
		Sentence: fmt.Sprintf("%s corresponds to %s in %s; %s is derived from %s.", said, t.Name, s.Label, t.Family, o.from),
		Places:   []core.TypedPlace{place},
	}, ok
}

var (
	saysOrigin  = regexp.MustCompile(`^(Not exactly: |Yes, somewhat: )?(\S+?),? .*is derived from `)
	saysRenamed = regexp.MustCompile(`^(.+?) corresponds to \S+ in FIPS`)
)

// placesOfOrigin proves a sentence on what a scheme was derived from.
func (f *Facts) placesOfOrigin(sentence string) ([]core.TypedPlace, bool) {
	var a core.TypedAnswer
	ok := false
	if m := saysRenamed.FindStringSubmatch(sentence); m != nil {
		if t, old := nameOf(m[1]); old && t.IsParameterSet() {
			a, ok = f.sayRenamed(m[1], &t)
		}
	} else if m := saysOrigin.FindStringSubmatch(sentence); m != nil {
		a, ok = f.sayOrigin(m[2], m[1] != "", strings.HasPrefix(m[1], "Yes"))
	} else if strings.HasPrefix(strings.TrimPrefix(sentence, "Yes: "), "FN-DSA is the name") {
		a, ok = f.sayOrigin("FN-DSA", strings.HasPrefix(sentence, "Yes"), false)
	}
	return a.Places, ok && a.Sentence == sentence
}
