package typed

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/standards"
)

const (
	elementWord = `section|subsection|chapter|clause|algorithm|table|figure|appendix|annex|page|equation|definition|part`
	definedWord = `defined|specified|described|given|located|found|listed|explained|introduced|discussed|documented|shown|covered|presented`
)

var (
	// asksWhere matches a question for the place of something, in its first groups the
	// kind of place, in the others what is looked for.
	asksWhere = []*regexp.Regexp{
		regexp.MustCompile(`(?i)^(?:where|(?:in|on|at) (?:which|what) (` + elementWord + `)(?: and (?:` + elementWord + `))?|(?:what|which) (page))(?: is|['’]s| are| do i find| can i find| do i read about| can i read about)(?: the)? (.+?)(?: (?:` + definedWord + `))?(?: (?:in|on|at))?$`),
		regexp.MustCompile(`(?i)^(?:what|which) (` + elementWord + `)(?: number)? (?:is about|is used for|is for|is|are|has|contains|defines|specifies|describes|gives|lists|shows|covers|explains|introduces|deals with|does|performs|computes|implements|handles)()(?: the)? (.+?)(?: (?:` + definedWord + `))?(?: (?:in|on|at))?$`),
		regexp.MustCompile(`(?i)^(?:what is |what's |which is )?(?:the )?(algorithm|section|page|appendix)(?: number)? (?:of|for)()(?: the)? (.+)$`),
		regexp.MustCompile(`(?i)^()()(.+?) (?:algorithm|section|page|table) number$`),
		regexp.MustCompile(`(?i)^(?:what|which) (algorithm)()(?: is used (?:for|to)| does)? ((?:generat|encaps|decaps|encrypt|decrypt|sign|verif)\w+ .+)$`),
	}
	// asksElement matches a question that only names an element.
	asksElement = regexp.MustCompile(`(?i)^(?:what(?: is|'s) )?(?:the )?((?:table|figure) [0-9]+)$`)
	// inDocument matches the name of a document, with the preposition before it.
	inDocument = regexp.MustCompile(`(?i)[, ]*(?:\b(?:in|of|from|within|by|according to)\s+)?(?:the )?(?:NIST )?\b(?:FIPS(?: PUB)?[- ]?20[345]|IR[- ]?854[57](?: ipd)?|SP[- ]?800-227)\b`)
	// ofDocument matches a document without its name.
	ofDocument = regexp.MustCompile(`(?i) (?:of|in) (?:the|this) (?:standard|document|spec|specification)\b`)
	// numbered matches an element by its number.
	numbered = regexp.MustCompile(`(?i)^(section|appendix|algorithm|table|figure|equation|definition) \(?([A-Z]?[0-9]*(?:\.[0-9]+)*)\)?$`)
	// elsewhere matches what other documents specify.
	elsewhere = regexp.MustCompile(`^(?:AES|[HKCG]?MAC|SHA.*|Keccak|TLS|SSH|IPsec|CMS|LMS|HSS|DRBG|KDF)$`)
	// isElement matches the kinds of elements that are no parts of the text.
	isElement = regexp.MustCompile(`^(?:table|figure|appendix|equation|definition|algorithm)$`)
	// trailing matches what people say after a name.
	trailing = regexp.MustCompile(`(?i)(?: (?:function|algorithm|procedure|routine|subroutine|section|table|appendix|step|operation)s?)+$`)
)

// candidates is the document that has a section on each of the candidates for a standard.
const candidates = "NIST.IR.8545"

// withoutDocuments is a question without the names of documents, which are its scope, and
// without the marks at its end.
func withoutDocuments(question string) string {
	return strings.TrimRight(strings.Join(strings.Fields(inDocument.ReplaceAllString(question, "")), " "), " ?.")
}

// answerWhere answers a question for the place of an algorithm, a section, a table or what
// a term names.
func (f *Facts) answerWhere(question string, scope []string) (core.TypedAnswer, bool) {
	question = ofDocument.ReplaceAllString(withoutDocuments(question), "")
	for _, form := range asksWhere {
		if m := form.FindStringSubmatch(question); m != nil {
			return f.sayWhere(strings.ToLower(m[1]+m[2]), m[3], scope)
		}
	}
	if m := asksElement.FindStringSubmatch(question); m != nil {
		if found := elementsCalled(m[1], "", scope); len(found) == 1 {
			return f.sayElement(&found[0])
		}
	}
	return core.TypedAnswer{}, false
}

// sayWhere says where something is, if the place is of the kind that was asked for.
func (f *Facts) sayWhere(kind, what string, scope []string) (core.TypedAnswer, bool) {
	what = strings.Trim(what, " `\"'“”")
	short := trailing.ReplaceAllString(what, "")
	found := algorithmsNamed(short, scope)
	if len(found) == 0 {
		doing, e, ok := algorithmFor(short)
		if ok && (len(scope) == 0 || slices.Contains(scope, e.in.ID)) {
			return f.sayAlgorithms(doing, []element{e})
		}
	}
	switch {
	case len(found) > 0 && kind != "table" && kind != "figure":
		return f.sayAlgorithms("", found)
	case kind == "algorithm":
		return core.TypedAnswer{}, false
	}
	if s, ok := specifying(schemeCalled(short)); ok {
		if kind != "" {
			return core.TypedAnswer{}, false
		}
		return f.sayStanding("", s.Families[0])
	}
	if found = elementsCalled(what, kind, scope); len(found) > 0 && found[0].in == found[len(found)-1].in {
		return f.sayElement(&found[0])
	}
	for _, t := range standards.FindTerms(short) {
		if t.Span.Len() == len(short) && !t.Term.IsParameterSet() && (!t.Term.IsScheme() || strings.HasPrefix(string(t.Term.At), candidates)) {
			if e, ok := elementAt(t.Term.At); !ok || elsewhere.MatchString(t.Term.Name) || isElement.MatchString(kind) && string(e.Kind) != kind {
				break
			}
			return f.sayTerm(&t.Term, scope)
		}
	}
	return core.TypedAnswer{}, false
}

// elementsCalled are the elements with a number or a title.
func elementsCalled(what, kind string, scope []string) []element {
	if m := numbered.FindStringSubmatch(what); m != nil {
		return elementsThat(scope, func(e *element) bool {
			return strings.EqualFold(string(e.Kind), m[1]) && strings.EqualFold(e.Number, m[2])
		})
	}
	of := func(e *element) bool {
		return e.Number != "" && titleKey(e, what) != "" && titleKey(e, e.Title) == titleKey(e, what)
	}
	found := elementsThat(scope, of)
	if one := slices.DeleteFunc(slices.Clone(found), func(e element) bool { return string(e.Kind) != kind }); len(one) == 1 {
		return one
	}
	return found
}

// titleKey is a title as titles are compared: its words but for the small ones, their
// plurals, and the scheme of the document.
func titleKey(e *element, title string) string {
	if len(e.in.Families) == 1 {
		title = strings.ReplaceAll(title, e.in.Families[0], " ")
	}
	words := strings.FieldsFunc(strings.ToLower(title), func(c rune) bool { return strings.ContainsRune(" ,()-–:", c) })
	words = slices.DeleteFunc(words, func(w string) bool {
		return slices.Contains([]string{"the", "a", "an", "of", "for", "in", "and", "to", "from", "with", "on"}, w)
	})
	for i := range words {
		words[i] = strings.TrimSuffix(words[i], "s")
	}
	slices.Sort(words)
	return strings.Join(words, " ")
}

// sayAlgorithms says which algorithms of the documents have a name, or do something.
func (f *Facts) sayAlgorithms(doing string, found []element) (core.TypedAnswer, bool) {
	var a core.TypedAnswer
	var parts []string
	for i := range found {
		e := &found[i]
		in, ok := e.parent()
		caption, proven := f.headingPlace(e)
		heading, read := f.headingPlace(&in)
		if !ok || !proven || !read || e.Title != found[0].Title {
			return a, false
		}
		a.Places = append(a.Places, caption, heading)
		parts = append(parts, fmt.Sprintf("%s, in %s %s%s (%s)", e.name(), in.Kind.Word(), in.Number, in.titled(), e.pages()))
	}
	begin := found[0].Title + " is "
	if doing != "" {
		begin = doing + " is " + found[0].Title + ", "
	}
	a.Sentence = begin + strings.Join(parts, ", and ") + "."
	return a, true
}

// sayElement says where an element with a title is, a table or a figure with its section.
func (f *Facts) sayElement(e *element) (core.TypedAnswer, bool) {
	place, ok := f.headingPlace(e)
	a := core.TypedAnswer{Places: []core.TypedPlace{place}}
	in := ""
	if section, within := e.parent(); within && section.Number != "" && (e.Kind == core.KindTable || e.Kind == core.KindFigure) {
		if heading, read := f.headingPlace(&section); read {
			in, a.Places = fmt.Sprintf("in %s %s, ", section.Kind.Word(), section.Number), append(a.Places, heading)
		}
	}
	comma := ","
	if e.Title == "" {
		comma = ""
	}
	a.Sentence = fmt.Sprintf("%s%s%s is %son printed page %s (PDF page %d).", e.name(), e.titled(), comma, in, e.Printed, e.Page)
	return a, ok && e.Number != ""
}

// sayTerm says which element explains what a term names.
func (f *Facts) sayTerm(t *standards.Term, scope []string) (core.TypedAnswer, bool) {
	e, ok := elementAt(t.At)
	if !ok || len(scope) > 0 && !slices.Contains(scope, e.in.ID) {
		return core.TypedAnswer{}, false
	}
	place, ok := f.headingPlace(&e)
	return core.TypedAnswer{Sentence: fmt.Sprintf("%s%s (%s), explains the term “%s”.", e.name(), e.titled(), e.pages(), t.Name), Places: []core.TypedPlace{place}}, ok && e.Number != ""
}

var (
	// saysAlgorithm matches an algorithm in the sentences of sayAlgorithms.
	saysAlgorithm = regexp.MustCompile(`Algorithm ([0-9]+) of (FIPS 20[345]), in `)
	// saysElement matches the sentences of sayElement and sayTerm.
	saysElement = regexp.MustCompile(`^([A-Z][a-z]+) (\S+) of ((?:FIPS|SP|IR) [0-9-]+)(?:, “.+”)?(?:,? is (?:in [A-Z][a-z]+ \S+, )?on printed page| \(printed page .+\), explains the term “(.+)”\.$)`)
)

// placesOfWhere proves a sentence on where something is.
func (f *Facts) placesOfWhere(sentence string) ([]core.TypedPlace, bool) {
	if m := saysElement.FindStringSubmatch(sentence); m != nil {
		s, _ := standards.ByLabel(m[3])
		say := f.sayElement
		if t, ok := standards.TermNamed(m[4]); ok {
			say = func(*element) (core.TypedAnswer, bool) { return f.sayTerm(&t, nil) }
		}
		for _, e := range elementsThat([]string{s.ID}, func(e *element) bool { return e.Kind.Word() == m[1] && e.Number == m[2] }) {
			a, ok := say(&e)
			return a.Places, ok && a.Sentence == sentence
		}
	}
	var found []element
	for _, m := range saysAlgorithm.FindAllStringSubmatch(sentence, -1) {
		s, _ := standards.ByLabel(m[2])
		found = append(found, elementsThat([]string{s.ID}, func(e *element) bool { return e.isAlgorithm() && e.Number == m[1] })...)
	}
	if len(found) == 0 {
		return nil, false
	}
	doing, _, _ := strings.Cut(sentence, " is ")
	if _, e, ok := algorithmFor(doing); !ok || e.Element != found[0].Element {
		doing = ""
	}
	a, ok := f.sayAlgorithms(doing, found)
	return a.Places, ok && a.Sentence == sentence
}
