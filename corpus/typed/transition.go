package typed

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/standards"
)

// transitions is the document that schedules the end of algorithms.
const transitions = "NIST.IR.8547.ipd"

// retired is an algorithm, or a group of them, that the tables schedule.
type retired struct {
	said *regexp.Regexp // by people and, after other names, by standards.Plain
	name string
	rows []string // of the tables; nil for all
	// unnamed is set where the document doesn't name it: the rows are those of the like.
	unnamed string
}

// retirings are in the order in which they are looked for.
var retirings = []retired{
	{said: regexp.MustCompile(`\bx25519\b|\bcurve25519\b`), name: "Elliptic Curve DH", rows: []string{"Elliptic Curve DH and MQC"}, unnamed: "X25519"},
	{said: regexp.MustCompile(`\bx448\b|\bcurve448\b`), name: "Elliptic Curve DH", rows: []string{"Elliptic Curve DH and MQC"}, unnamed: "X448"},
	{said: regexp.MustCompile(`\bed25519\b|\bed448\b|\beddsa\b`), name: "EdDSA", rows: []string{"EdDSA"}},
	{said: regexp.MustCompile(`\brsa(?:-pss|-oaep|-pkcs1)?\b`), name: "RSA", rows: []string{"RSA"}},
	{said: regexp.MustCompile(`\becdsa\b`), name: "ECDSA", rows: []string{"ECDSA"}},
	{said: regexp.MustCompile(`\b(?:ecdhe?|elliptic[- ]curve (?:dh|diffie-hellman))\b`), name: "Elliptic Curve DH", rows: []string{"Elliptic Curve DH and MQC"}},
	{said: regexp.MustCompile(`\b(?:elliptic[- ]curves?|ecc)(?: cryptography| crypto)?\b`), name: "ECDSA and Elliptic Curve DH", rows: []string{"ECDSA", "Elliptic Curve DH and MQC"}},
	{said: regexp.MustCompile(`\b(?:finite[- ]field (?:dh|diffie-hellman)|ffdhe?|diffie-hellman|dh)\b`), name: "Finite Field DH", rows: []string{"Finite Field DH and MQV"}},
}

// allRetired are all of the tables together.
var allRetired = retired{name: "quantum-vulnerable algorithms"}

var (
	// strengthSaid matches a security strength in bits.
	strengthSaid = regexp.MustCompile(`\b(?:with )?(?:at least )?(112|128|192|256)[- ]bits?(?: of)?(?: security)?(?: strength| level)?\b(?: or (?:more|higher|above))?`)
	// moduli matches the sizes of a modulus from 3072 bits on, which have at least 128 bits
	// of security strength (SP 800-57 Part 1).
	moduli = regexp.MustCompile(`\b(rsa|dh|ffdhe?)[- ]?(?:3072|4096|6144|7680|8192|15360)\b`)
	// aroundRetired are the words that say no more of an algorithm.
	aroundRetired = regexp.MustCompile(`\b(?:an?|the|of|with|use|using|classical|quantum-vulnerable|algorithms?|schemes?|keys?|signatures?|digital|key|exchange|establishment|agreement|transport|security|cryptography|crypto|public-key|curves?|based)\b`)
)

// retirement is what a schedule is asked of: an algorithm, of a strength if one is named.
type retirement struct {
	*retired
	strength string // "112", "128" for that or more, "" for any
	example  string // another name, which the question has
}

// retirementOf reads what a question calls an algorithm.
func retirementOf(said string) (retirement, bool) {
	var r retirement
	rest := strings.ToLower(standards.Plain(said))
	if m := moduli.FindStringSubmatch(rest); m != nil {
		rest = strings.Replace(rest, m[0], m[1]+" with 128 bits of security strength", 1)
	}
	if m := strengthSaid.FindStringSubmatch(rest); m != nil {
		if r.strength = "128"; m[1] == "112" {
			r.strength = m[1]
		}
		rest = strings.Replace(rest, m[0], " ", 1)
	}
	for i := range retirings {
		if at := retirings[i].said.FindStringIndex(rest); at != nil {
			r.retired, rest = &retirings[i], rest[:at[0]]+rest[at[1]:]
			break
		}
	}
	if r.retired == nil && r.strength != "" {
		r.retired = &allRetired
	}
	if r.retired != nil && (r.unnamed != "" || r.name == "EdDSA") { // no weaker one is scheduled
		r.strength = "128"
	}
	if plain := standards.Plain(said); plain != said && r.strength != "" {
		r.example = strings.TrimSpace(aroundExample.ReplaceAllString(said, ""))
	}
	return r, r.retired != nil && strings.TrimSpace(aroundRetired.ReplaceAllString(rest, "")) == ""
}

// aroundExample are the words around the name of a key type.
var aroundExample = regexp.MustCompile(`(?i)^(?:an? |the )|(?: keys?| curves?| signatures?)+$`)

const (
	whenWord    = `(?:when|(?:in |by |from |after |until )?(?:what|which) year|(?:until|till|by|from) when|(?:for )?how long)`
	allowedWord = `allowed|acceptable|approved|permitted|ok|okay|usable|used|valid|fine`
	endedWord   = `deprecated|disallowed|phased out|retired|banned|forbidden|prohibited`
	yearIn      = `(?: (after|beyond|past|in|by|until|till|through|before|from) (?:the )?(?:end of )?(20[0-9]{2}))?`
)

var (
	// asksEnd matches a question for the years in which an algorithm ends.
	asksEnd = []*regexp.Regexp{
		regexp.MustCompile(`(?i)^` + whenWord + ` (?:is|are|will|does|do|gets?|can|may|should|would)(?: nist)?(?: (?:deprecate|disallow))? (.+?)(?: (?:still|to))?(?: (?:be|become|get|being|remain|stay))?(?: no longer)?(?: be)? (?:` + allowedWord + `|` + endedWord + `|ends?|expires?)(?:(?:,| and| or|, and|, or) (?:` + endedWord + `))*$`),
		regexp.MustCompile(`(?i)^` + whenWord + ` (?:can|may|should|would|will|must|do) (?:i|we|one)(?: (?:have|need) to)?(?: (?:still|continue to|keep|stop))? us(?:e|ing) (.+?)$`),
		regexp.MustCompile(`(?i)^when (?:does|will|would) nist (?:deprecate|disallow|retire|phase out) (.+)$`),
		regexp.MustCompile(`(?i)^(?:what is |what's )?(?:the )?(?:deprecation|disallowance|transition|sunset|end|phase-?out|retirement)(?: and (?:deprecation|disallowance))? (?:dates?|years?|schedule|timeline) (?:of|for) (.+)$`),
		regexp.MustCompile(`(?i)^(.+?) (?:deprecation|disallowance|transition|sunset|end|phase-?out|retirement) (?:dates?|years?|schedule|timeline)$`),
		regexp.MustCompile(`(?i)^(.+?) (?:` + endedWord + `) when$`),
		regexp.MustCompile(`(?i)^what happens (?:to|with) (.+?) (?:after|in|by) 20(?:30|35)$`),
	}
	// asksAllowed matches a question whether an algorithm may be used, in or after a year.
	asksAllowed = regexp.MustCompile(`(?i)^(?:is|are|will|can|may|does|do)(?: (?:i|we|one))?(?: (?:still|continue to|keep))?(?: us(?:e|ing))? (.+?)(?: (?:still|already|yet|be|get|remain|stay))*(?: (` + allowedWord + `|` + endedWord + `))?(?: to use)?` + yearIn + `$`)
)

var (
	// ofBefore matches a sentence and a question that asks of what the sentence names.
	ofBefore = regexp.MustCompile(`(?i)^(.+)[.;:!] (when\b.+\b)(?:it|them|that|those)\b(.*)$`)
	// keyTypes matches the names of algorithms as people write them, with their sizes.
	keyTypes = regexp.MustCompile(`(?i)\b(?:rsa|ffdhe|ecdsa(?: (?:with |over )?p-[0-9]{3})?|ecdhe?(?: (?:with |over )?p-[0-9]{3})?|eddsa|ed25519|ed448|x25519|x448|p-[0-9]{3})(?:-?[0-9]+)?\b`)
	// byWhom matches whose schedule is asked for.
	byWhom = regexp.MustCompile(`(?i),? (?:under|by|in|with|according to) (?:the )?NIST(?:['’]s)?(?: (?:draft|transition|plans?|schedule|timeline))*$`)
)

// withSubject is a question with the one algorithm that the sentence before names for "it".
func withSubject(question string) string {
	m := ofBefore.FindStringSubmatch(question)
	if m == nil {
		return question
	}
	names := keyTypes.FindAllString(m[1], -1)
	if len(names) != 1 {
		return question
	}
	return m[2] + names[0] + m[3]
}

// answerEnd answers a question for the years in which an algorithm is deprecated and
// disallowed, and whether that is so in a year.
func (f *Facts) answerEnd(question string, _ []string) (core.TypedAnswer, bool) {
	question = byWhom.ReplaceAllString(withSubject(withoutDocuments(question)), "")
	for _, form := range asksEnd {
		if m := form.FindStringSubmatch(question); m != nil {
			if r, ok := retirementOf(m[1]); ok {
				return f.sayEnd(r, "")
			}
		}
	}
	m := asksAllowed.FindStringSubmatch(question)
	if m == nil || m[4] == "" && (m[2] == "" || slices.Contains([]string{"approved", "valid", "used"}, strings.ToLower(m[2]))) {
		return core.TypedAnswer{}, false
	}
	r, ok := retirementOf(m[1])
	if !ok {
		return core.TypedAnswer{}, false
	}
	return f.sayEnd(r, r.polarity(strings.ToLower(m[2]), strings.ToLower(m[3]), m[4]))
}

// The years of the schedule.
const (
	lastUndeprecated = 2030 // of 112 bits
	lastAllowed      = 2035
)

// states are what an algorithm can be in a year.
const (
	stillAllowed = "still allowed"
	deprecated   = "deprecated"
	disallowed   = "disallowed"
)

// state is what the schedule makes of an algorithm in a year or after it, "" where
// strengths differ.
func (r *retirement) state(when, year string) string {
	n, _ := strconv.Atoi(year)
	if slices.Contains([]string{"after", "beyond", "past"}, when) {
		n++
	}
	switch {
	case n > lastAllowed:
		return disallowed
	case n <= lastUndeprecated || r.strength == "128":
		return stillAllowed
	case r.strength == "112":
		return deprecated
	}
	return ""
}

// polarity is how an answer begins to whether an algorithm is allowed, or whatever the word
// says, in a year; "" where no year was named, or strengths differ.
func (r *retirement) polarity(word, when, year string) string {
	state := r.state(when, year)
	if year == "" || state == "" || r.unnamed != "" {
		return ""
	}
	is, but := state == stillAllowed, ""
	switch {
	case word == deprecated:
		is = state == deprecated
	case slices.Contains(strings.Split(endedWord, "|"), word):
		is = state == disallowed
	case state == deprecated:
		is, but = true, "but "
	}
	begin := "No, "
	if is {
		begin = "Yes, "
	}
	return begin + but + state + " " + when + " " + year + ": "
}

// sayEnd says what the tables say of an algorithm, where all of them say the same.
func (f *Facts) sayEnd(r retirement, begin string) (core.TypedAnswer, bool) {
	var a core.TypedAnswer
	doc := f.docs[transitions]
	if doc == nil || r.unnamed != "" && strings.Contains(doc.Text, r.unnamed) {
		return a, false
	}
	var ends []string
	for _, strength := range []string{"112", "128"} {
		if r.strength != "" && r.strength != strength {
			continue
		}
		said, places, ok := f.schedule(doc, r.rows, strength)
		if !ok {
			return a, false
		}
		if said != "" { // there is a row of the strength
			a.Places = append(a.Places, places...)
			ends = append(ends, r.end(strength, said, len(ends) == 0))
		}
	}
	a.Sentence = begin + r.source(begin != "") + strings.Join(ends, ", and ") + "."
	return a, len(a.Places) > 0
}

// end is what is said of one strength; the first names the algorithm.
func (r *retirement) end(strength, said string, first bool) string {
	of := "with at least 128 bits"
	if strength == "112" {
		of = "with 112 bits"
	}
	if !first {
		return of + " " + said
	}
	of = r.name + " " + of + " of security strength"
	if r.example != "" && r.unnamed == "" {
		of += ", such as " + r.example + ","
	}
	return of + " would be " + said
}

// source is how a sentence begins that says by which document an algorithm ends.
func (r *retirement) source(inside bool) string {
	switch {
	case r.unnamed != "":
		return "The draft IR 8547 does not name " + r.unnamed + "; in it, "
	case inside:
		return "in the draft IR 8547, "
	}
	return "In the draft IR 8547, "
}

// schedule is what the rows say of a strength, the same in all of them, with their places.
func (f *Facts) schedule(doc *core.Document, rows []string, strength string) (said string, places []core.TypedPlace, ok bool) {
	suffix := ", 112 bits of security strength"
	if strength == "128" {
		suffix = ", ≥ 128 bits of security strength"
	}
	for _, set := range standards.ParameterSets() {
		of, found := strings.CutSuffix(set, suffix)
		if !found || rows != nil && !slices.Contains(rows, of) {
			continue
		}
		for _, p := range standards.ParametersOf(set) {
			place, found := schedulePlace(doc, &p)
			text := strings.ToLower(strings.Replace(p.Values[0].Text(), " Disallowed", " and Disallowed", 1))
			if !found || said != "" && said != text {
				return "", nil, false
			}
			said, places = text, append(places, place)
		}
	}
	return said, places, true
}

// saysEnd matches the sentences of sayEnd.
var saysEnd = regexp.MustCompile(`^((?:Yes|No), (?:but )?(still allowed|deprecated|disallowed) ([a-z]+) (20[0-9]{2}): )?(?:[Ii]n the draft IR 8547, |The draft IR 8547 does not name (\S+); in it, )(.+?) with (112|at least 128) bits of security strength(?:, such as (.+?),)? would be [^,]+(, and with at least [^,]+)?$`)

// placesOfEnd proves a sentence on a schedule.
func (f *Facts) placesOfEnd(sentence string) ([]core.TypedPlace, bool) {
	m := saysEnd.FindStringSubmatch(sentence)
	if m == nil {
		return nil, false
	}
	r := retirement{strength: "128", example: m[8]}
	switch i := slices.IndexFunc(retirings, func(of retired) bool { return of.name == m[6] && of.unnamed == m[5] }); {
	case i >= 0:
		r.retired = &retirings[i]
	case m[6] == allRetired.name:
		r.retired = &allRetired
	default:
		return nil, false
	}
	switch {
	case m[9] != "":
		r.strength = ""
	case m[7] == "112":
		r.strength = m[7]
	}
	if like, ok := retirementOf(m[8]); m[8] != "" && (!ok || like.retired != r.retired || like.strength != r.strength) || m[2] != "" && r.state(m[3], m[4]) != m[2] {
		return nil, false
	}
	a, ok := f.sayEnd(r, m[1])
	return a.Places, ok && a.Sentence == sentence
}

// schedulePlace finds the row of an algorithm and a strength, which label it in one or two
// cells.
func schedulePlace(doc *core.Document, p *standards.Parameter) (core.TypedPlace, bool) {
	t := doc.Table(p.At.Anchor())
	if t == nil || t.HeaderRows == 0 {
		return core.TypedPlace{}, false
	}
	last := t.Columns - 1
	for row := t.HeaderRows; row < len(t.Rows); row++ {
		place := core.TypedPlace{DocID: doc.ID, Table: t.Anchor, Row: row}
		var labels []string
		for column := range last {
			if c := t.At(row, column); c != nil {
				labels, place.Spans = append(labels, doc.Quote(c.Span)), append(place.Spans, c.Span)
			}
		}
		cell, header := t.At(row, last), t.At(t.HeaderRows-1, last)
		if cell != nil && header != nil && folded(strings.Join(labels, ", ")) == folded(p.Of) && folded(doc.Quote(cell.Span)) == folded(p.Values[0].Text()) {
			place.Spans = append(place.Spans, cell.Span, header.Span)
			return place, true
		}
	}
	return core.TypedPlace{}, false
}
