package typed

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/standards"
)

// element is an element of a document with the document.
type element struct {
	in *standards.Standard
	*standards.Element
}

// elements are all that the pack knows, in the order of the documents.
var elements = sync.OnceValue(func() []element {
	var out []element
	all := standards.Documents()
	for i := range all {
		for j := range standards.Structure(all[i].ID) {
			out = append(out, element{&all[i], &standards.Structure(all[i].ID)[j]})
		}
	}
	return out
})

// elementsThat returns the elements of the documents with the ids, or of all where there
// are none, that fit.
func elementsThat(scope []string, fits func(*element) bool) []element {
	var out []element
	for _, e := range elements() {
		if (len(scope) == 0 || slices.Contains(scope, e.in.ID)) && fits(&e) {
			out = append(out, e)
		}
	}
	return out
}

// elementAt is the element of a place.
func elementAt(at standards.Place) (element, bool) {
	found := elementsThat([]string{at.DocID()}, func(e *element) bool { return e.ID == at.Anchor() })
	if len(found) == 0 {
		return element{}, false
	}
	return found[0], true
}

func (e *element) isAlgorithm() bool { return e.Kind == core.KindAlgorithm }

// name is how the element is cited, with its document: "Algorithm 21 of FIPS 203".
func (e *element) name() string {
	return fmt.Sprintf("%s %s of %s", e.Kind.Word(), e.Number, e.in.Label)
}

// titled is the title in quotes after a comma, "" where there is none.
func (e *element) titled() string {
	if e.Title == "" {
		return ""
	}
	return ", “" + e.Title + "”"
}

// pages are where it starts: "printed page 38, PDF page 47".
func (e *element) pages() string {
	return fmt.Sprintf("printed page %s, PDF page %d", e.Printed, e.Page)
}

// parent is the section that has the element.
func (e *element) parent() (element, bool) {
	return elementAt(standards.Place(e.in.ID + "#" + e.Parent))
}

// maxHeading bounds the lines of a heading or a caption.
const maxHeading = 4

// headingPlace finds the heading or the caption of an element in its document.
func (f *Facts) headingPlace(e *element) (core.TypedPlace, bool) {
	doc := f.docs[e.in.ID]
	if doc == nil || doc.Anchor(e.ID) == nil {
		return core.TypedPlace{}, false
	}
	span, title := doc.Anchor(e.ID).Span, folded(cmp.Or(e.Title, e.Kind.Word()+" "+e.Number))
	starts := []int{span.Start}
	for i := span.Start; i < span.End; i++ {
		if doc.Text[i] == '\n' {
			starts = append(starts, i+1)
		}
	}
	starts = append(starts, span.End)
	for first := range starts {
		for last := first + 1; last < len(starts) && last <= first+maxHeading; last++ {
			if s := (core.Span{Start: starts[first], End: starts[last]}); strings.Contains(folded(doc.Quote(s)), title) {
				return core.TypedPlace{DocID: doc.ID, Spans: []core.Span{trimmed(doc, s)}}, true
			}
		}
	}
	return core.TypedPlace{}, false
}

// nameKey is a name as names are compared: without the marks that people leave out.
func nameKey(name string) string { return inNames.Replace(strings.ToLower(name)) }

var inNames = strings.NewReplacer(" ", "", "_", "", "^", "", "-", "", "{", "", "}", "", ".", "", "()", "", "`", "", "'", "", "η", "eta")

// inverse matches other names of NTT^-1.
var inverse = regexp.MustCompile(`(?i)^(?:inverse ntt|intt|inv_?ntt|ntt inverse|inverse number-theoretic transform)$`)

// subscript matches the parameter in the name of a function: ByteEncode_d, ByteEncode_12.
var subscript = regexp.MustCompile(`_(?:[a-zη]|\{?[0-9]{1,2}\}?)$`)

// algorithmsNamed are the algorithms of a name, one of each document at most.
func algorithmsNamed(name string, scope []string) []element {
	if inverse.MatchString(name) {
		name = "NTT^-1"
	}
	found := elementsThat(scope, func(e *element) bool { return e.isAlgorithm() && nameKey(e.Title) == nameKey(name) })
	if len(found) > 0 {
		return found
	}
	plain := nameKey(subscript.ReplaceAllString(name, ""))
	return elementsThat(scope, func(e *element) bool {
		head := subscript.ReplaceAllString(e.Title, "")
		return e.isAlgorithm() && head != e.Title && nameKey(head) == plain
	})
}

// action is what an algorithm does for a scheme, as people say it.
type action struct {
	said   *regexp.Regexp
	phrase string
	suffix string // of the algorithm's name, in lower case
}

var actions = []action{
	{regexp.MustCompile(`^(?:key[- ]?(?:pair )?generation|keygen|key ?gen|generat(?:e|es|ing) (?:the |a )?(?:keys?|key ?pairs?))$`), "Key generation", "keygen"},
	{regexp.MustCompile(`^(?:encapsulation|encapsulates?|encapsulating|encaps)$`), "Encapsulation", "encaps"},
	{regexp.MustCompile(`^(?:decapsulation|decapsulates?|decapsulating|decaps)$`), "Decapsulation", "decaps"},
	{regexp.MustCompile(`^(?:encryption|encrypts?|encrypting)$`), "Encryption", "encrypt"},
	{regexp.MustCompile(`^(?:decryption|decrypts?|decrypting)$`), "Decryption", "decrypt"},
	{regexp.MustCompile(`^(?:signing|signs?|signature generation|signature creation)(?: (?:a |the )?messages?)?$`), "Signing", "sign"},
	{regexp.MustCompile(`^(?:verification|verif(?:y|ies|ying)|signature verification)(?: (?:a |the )?signatures?)?$`), "Verification", "verify"},
}

// stems are what the names of the algorithms of a scheme begin with, as keys.
var stems = map[string]string{
	"ML-KEM": "mlkem", "K-PKE": "kpke", "ML-DSA": "mldsa", "HashML-DSA": "hashmldsa", "SLH-DSA": "slh", "HashSLH-DSA": "hashslh",
}

// ofScheme splits what is done from the scheme: "key generation in ML-KEM", "ML-KEM key
// generation".
var ofScheme = regexp.MustCompile(`(?i)^(?:(.+?) (?:in|of|for|with) (?:the )?((?:Hash)?(?:ML-KEM|ML-DSA|SLH-DSA)|K-PKE)|((?:Hash)?(?:ML-KEM|ML-DSA|SLH-DSA)|K-PKE) (.+))$`)

// algorithmFor is the algorithm that does something for a scheme, with what it does in
// words: "Key generation in ML-KEM".
func algorithmFor(said string) (doing string, found element, ok bool) {
	m := ofScheme.FindStringSubmatch(said)
	if m == nil {
		return "", element{}, false
	}
	for scheme, stem := range stems {
		if !strings.EqualFold(scheme, m[2]+m[3]) {
			continue
		}
		for _, a := range actions {
			if !a.said.MatchString(strings.ToLower(m[1] + m[4])) {
				continue
			}
			for _, e := range algorithmsNamed(stem+a.suffix, nil) {
				return a.phrase + " in " + scheme, e, true
			}
		}
	}
	return "", element{}, false
}
