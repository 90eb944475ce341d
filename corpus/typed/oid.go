package typed

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/standards"
)

// asksOID matches a question for the object identifier of a parameter set, or of a hash
// function as one of the pre-hash variants signs it.
var asksOID = regexp.MustCompile(`(?i)^(?:what(?: is|'s| are) |which is )?(?:the )?(?:oids?|object identifiers?)(?: numbers?| values?)? (?:of|for) (?:the )?(.+?)(?: (?:in|with|for|of) ((?:Hash)?(?:ML-DSA|SLH-DSA)))?$|^(?:what(?: is|'s) )?(?:the )?(.+?)(?:'s)? (?:oid|object identifier)(?: (?:in|with|for|of) ((?:Hash)?(?:ML-DSA|SLH-DSA)))?$`)

// hashOID is the identifier that an algorithm of a pre-hash variant has for a hash function.
type hashOID struct{ of, oid string }

var hashOIDs = []hashOID{
	{"SHA-256", "2.16.840.1.101.3.4.2.1"}, {"SHA-512", "2.16.840.1.101.3.4.2.3"},
	{"SHAKE128", "2.16.840.1.101.3.4.2.11"}, {"SHAKE256", "2.16.840.1.101.3.4.2.12"},
}

// preHashing are the algorithms that show the identifiers, by their schemes.
var preHashing = map[string]standards.Place{"ML-DSA": "NIST.FIPS.204#algorithm-4", "SLH-DSA": "NIST.FIPS.205#algorithm-23"}

// answerOID answers a question for an object identifier. Those of parameter sets are in
// no document but in NIST's register.
func (f *Facts) answerOID(question string, _ []string) (core.TypedAnswer, bool) {
	m := asksOID.FindStringSubmatch(standards.Plain(withoutDocuments(question)))
	if m == nil {
		return core.TypedAnswer{}, false
	}
	name := m[1] + m[3]
	for _, t := range standards.FindTerms(name) {
		if t.Span.Len() != len(name) {
			continue
		}
		if o, ok := standards.OIDOf(t.Term.Name); ok {
			return core.TypedAnswer{Lacks: fmt.Sprintf("No document of the library gives an object identifier of %s. In NIST's Computer Security Objects Register it is %s (%s).", o.Term, o.OID, o.Name)}, true
		}
		for _, h := range hashOIDs {
			if h.of == t.Term.Name {
				return f.sayHashOID(h, strings.TrimPrefix(strings.ToUpper(m[2]+m[4]), "HASH"))
			}
		}
	}
	return core.TypedAnswer{}, false
}

// sayHashOID says which identifier a hash function has in the pre-hash variant of a scheme,
// or in the one that has it, and that another has none.
func (f *Facts) sayHashOID(h hashOID, scheme string) (core.TypedAnswer, bool) {
	var a core.TypedAnswer
	begin, lacking := "", ""
	for _, s := range []string{"ML-DSA", "SLH-DSA"} {
		e, _ := elementAt(preHashing[s])
		place, ok := f.linePlace(&e, h.oid)
		switch {
		case ok && (scheme == "" || scheme == s || begin != ""):
			a.Places = []core.TypedPlace{place}
			a.Sentence = fmt.Sprintf("%sthe object identifier of %s is %s (%s, %s).", begin, h.of, h.oid, e.Title, e.name())
			a.Sentence = strings.ToUpper(a.Sentence[:1]) + a.Sentence[1:]
			return a, true
		case !ok && scheme == s:
			lacking = fmt.Sprintf("%s of %s shows no object identifier of %s", e.Title, e.in.Label, h.of)
			begin = lacking + "; "
		}
	}
	if lacking == "" {
		lacking = "No document of the library gives an object identifier of " + h.of
	}
	return core.TypedAnswer{Lacks: lacking + "."}, true
}

// linePlace finds the first line of an algorithm's box that has a text as a whole word, with
// its caption.
func (f *Facts) linePlace(e *element, text string) (core.TypedPlace, bool) {
	doc := f.docs[e.in.ID]
	if doc == nil || doc.Algorithm(e.ID) == nil {
		return core.TypedPlace{}, false
	}
	for _, l := range doc.Algorithm(e.ID).Lines {
		if strings.Contains(" "+strings.TrimSpace(doc.Quote(l.Span))+" ", " "+text+" ") {
			caption, ok := f.headingPlace(e)
			caption.Spans = append(caption.Spans, trimmed(doc, l.Span))
			return caption, ok
		}
	}
	return core.TypedPlace{}, false
}

// saysOID matches the sentences of sayHashOID.
var saysOID = regexp.MustCompile(`^(?:Hash(ML-DSA)\.Sign of FIPS 204 shows no object identifier of \S+; t|T)he object identifier of (\S+) is \S+ \((?:Hash(ML-DSA)\.Sign|hash_(slh)_sign), `)

// placesOfOID proves a sentence on an object identifier.
func (f *Facts) placesOfOID(sentence string) ([]core.TypedPlace, bool) {
	m := saysOID.FindStringSubmatch(sentence)
	if m == nil {
		return nil, false
	}
	scheme := m[1] + m[3]
	if m[1] == "" && m[4] != "" {
		scheme = "SLH-DSA"
	}
	for _, h := range hashOIDs {
		if h.of == m[2] {
			a, ok := f.sayHashOID(h, scheme)
			return a.Places, ok && a.Sentence == sentence
		}
	}
	return nil, false
}
