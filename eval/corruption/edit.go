package corruption

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// edit is a way to change a claim's text. It returns the changed text, or the text
// itself where there is nothing of its kind to change.
type edit struct {
	kind  string
	apply func(text string) string
}

// on edits claims and returns those that it changed.
func (e edit) on(claims []claim) []claim {
	var out []claim
	for _, c := range claims {
		if changed := e.apply(c.text); changed != c.text {
			c.text = changed
			out = append(out, c)
		}
	}
	return out
}

// corruptions change what a claim says. Each changes one place, the first that
// it can.
var corruptions = []edit{
	{"digit", replaceFirst(plainNumber, func(m []string) string { return m[1] + otherDigit(m[2]) })},
	{"exponent", replaceFirst(exponent, func(m []string) string { return m[1] + otherDigit(m[2]) })},
	{"unit", replaceFirst(unitWord, func(m []string) string { return m[1] + otherUnits[m[2]] + m[3] })},
	{"parameter set", replaceFirst(parameterSet, func(m []string) string { return m[1] + otherSets[m[2]] })},
	{"shall/should", replaceFirst(normative, func(m []string) string { return otherNorm[m[0]] })},
	{"bound reversed", replaceFirst(bound, func(m []string) string { return m[1] + otherBound[m[2]] })},
	{"negation added", replaceFirst(affirmed, func(m []string) string { return m[1] + " not" + m[2] })},
	{"negation dropped", replaceFirst(denied, func(m []string) string { return m[1] })},
	{"operands swapped", swapNames},
}

// harmless edits leave what a claim says as it is.
var harmless = []edit{
	{"hyphens", replaceAll("-", "\u2011")},
	{"quotation marks", replaceAll("'", "’", `"`, "“", "’", "'", "“", `"`, "”", `"`)},
	{"ligatures", replaceAll("fi", "ﬁ", "fl", "ﬂ", "ﬁ", "fi", "ﬂ", "fl", "ﬀ", "ff")},
	{"hyphenated line end", replaceFirst(longWord, func(m []string) string { return m[1] + "-\n" + m[2] })},
	{"line break", replaceFirst(middleBlank, func(m []string) string { return m[1] + "\n" })},
	{"more blanks", replaceAll(" ", "  ")},
	{"no-break spaces", replaceAll(" ", "\u00a0")},
	{"case of the first word", lowerFirst},
	{"final stop dropped", func(s string) string { return strings.TrimSuffix(s, ".") }},
	{"article dropped", replaceFirst(innerArticle, func(m []string) string { return m[1] + m[2] })},
}

var (
	plainNumber  = regexp.MustCompile(`(^|[\s(=≤<≥>])([0-9]+)\b`)
	exponent     = regexp.MustCompile(`([0-9a-zA-Z)]\^[-−(]*)([0-9]+)`)
	unitWord     = regexp.MustCompile(`\b([0-9]+[ -])(bits?|bytes?)(\b)`)
	parameterSet = regexp.MustCompile(`\b(ML-KEM-|ML-DSA-|SLH-DSA-(?:SHA2|SHAKE)-|SHAKE|SHA-?|SHA3-)(512|768|1024|44|65|87|128|192|256|384)\b`)
	normative    = regexp.MustCompile(`\b(shall|should|may|must)\b`)
	bound        = regexp.MustCompile(`\b(at )(least|most)\b`)
	affirmed     = regexp.MustCompile(`\b(shall|should|may|must|can|is|are|does|will)( [a-z])`)
	denied       = regexp.MustCompile(`\b(shall|should|may|must|can|is|are|does|will) not\b`)
	longWord     = regexp.MustCompile(`\b([a-z]{4})([a-z]{4,})\b`)
	middleBlank  = regexp.MustCompile(`^(.{20,}?) `)
	innerArticle = regexp.MustCompile(`([a-z] )(?:the|an) ([a-z])`)
	plainWord    = regexp.MustCompile(`^[A-Z][a-z]+$`)
	standardName = regexp.MustCompile(`\b(?:[A-Z][A-Za-z0-9]*[-.])+[A-Za-z0-9]+\b|\b[A-Z]{2,}[0-9]*\b`)

	otherUnits = map[string]string{"bit": "byte", "bits": "bytes", "byte": "bit", "bytes": "bits"}
	otherSets  = map[string]string{
		"512": "768", "768": "1024", "1024": "512", "44": "65", "65": "87", "87": "44",
		"128": "256", "192": "128", "256": "128", "384": "512",
	}
	otherBound = map[string]string{"least": "most", "most": "least"}
	otherNorm  = map[string]string{"shall": "should", "should": "shall", "may": "shall", "must": "may"}
)

// replaceFirst replaces the first match of an expression.
func replaceFirst(re *regexp.Regexp, with func(groups []string) string) func(string) string {
	return func(s string) string {
		at := re.FindStringSubmatchIndex(s)
		if at == nil {
			return s
		}
		return s[:at[0]] + with(re.FindStringSubmatch(s)) + s[at[1]:]
	}
}

func replaceAll(pairs ...string) func(string) string {
	return strings.NewReplacer(pairs...).Replace
}

// otherDigit adds one to the last digit of a number, 9 becoming 8.
func otherDigit(number string) string {
	n, err := strconv.Atoi(number[len(number)-1:])
	if err != nil {
		return number
	}
	if n++; n > 9 {
		n = 8
	}
	return number[:len(number)-1] + strconv.Itoa(n)
}

// swapNames exchanges the first two different names of a claim.
func swapNames(s string) string {
	at := standardName.FindAllStringIndex(s, -1)
	for _, second := range at[min(1, len(at)):] {
		first := at[0]
		if a, b := s[first[0]:first[1]], s[second[0]:second[1]]; a != b {
			return s[:first[0]] + b + s[first[1]:second[0]] + a + s[second[1]:]
		}
	}
	return s
}

func lowerFirst(s string) string {
	first, _, _ := strings.Cut(s, " ")
	if !plainWord.MatchString(first) {
		return s // a name
	}
	r, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToLower(r)) + s[size:]
}

// kindPages is the corruption that leaves the text as it is.
const kindPages = "wrong page"

// misplacement is a way to make claims of other claims' places or halves.
type misplacement struct {
	kind string
	on   func(claims []claim) []claim
}

// misplacements cite another page, or join the halves of two claims of one
// document from different pages.
var misplacements = []misplacement{
	{kindPages, func(claims []claim) []claim {
		return pairs(claims, func(a, b claim) claim { return claim{a.docID, a.text, b.pages} })
	}},
	{"spliced", func(claims []claim) []claim {
		return pairs(claims, func(a, b claim) claim {
			pages := append(slices.Clone(a.pages), b.pages...)
			return claim{a.docID, firstHalf(a.text) + " " + secondHalf(b.text), pages}
		})
	}},
}

// pairStride is how far apart two claims are that are paired.
const pairStride = 37

// pairs joins each claim with one of the same document on other pages.
func pairs(claims []claim, join func(a, b claim) claim) []claim {
	var out []claim
	for i, a := range claims {
		b := claims[(i+pairStride)%len(claims)]
		if a.docID == b.docID && !slices.ContainsFunc(a.pages, func(p int) bool { return slices.Contains(b.pages, p) }) {
			out = append(out, join(a, b))
		}
	}
	return out
}

func firstHalf(s string) string {
	words := strings.Fields(s)
	return strings.Join(words[:len(words)/2], " ")
}

func secondHalf(s string) string {
	words := strings.Fields(s)
	return strings.Join(words[len(words)/2:], " ")
}
