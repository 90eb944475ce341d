package typed

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/standards"
)

var (
	// asksInterface matches a question for what goes into an algorithm or comes out: in
	// the first group the algorithm, or in the last.
	asksInterface = []*regexp.Regexp{
		regexp.MustCompile(`(?i)^what (?:does|do|will|should) (?:the )?(.+?) (return|output|produce|yield|take|accept|expect|need|require)(?: (?:in|back|as (?:an? |its )?(?:inputs?|outputs?|arguments?|parameters?|results?)))?( and (?:what (?:does it|do they) )?(?:return|output|produce|yield|take|accept|expect|give)s?(?: back)?)?()$`),
		regexp.MustCompile(`(?i)^(?:what|which) (?:inputs?|arguments?)(?: parameters?)? (?:does|do) (.+?) (need|take|require|expect)( and what (?:does it|do they) (?:return|output|give|produce)(?: back)?)()$`),
		regexp.MustCompile(`(?i)^(?:what|which) ()(inputs?|arguments?|outputs?)()(?: parameters?)? (?:does|do) (.+?) (?:need|take|require|have|expect|give|return)$`),
		regexp.MustCompile(`(?i)^(?:what (?:is|are) )?()(?:the )?(inputs?|outputs?|arguments?|return values?|results?)( and (?:the )?(?:outputs?|inputs?|return values?|results?))?(?: parameters?)? (?:of|to|for|from) (?:the )?(.+)$`),
		regexp.MustCompile(`(?i)^(.+?) (inputs?|outputs?|arguments?|return values?)( and (?:outputs?|inputs?))?()$`),
	}
	takes = regexp.MustCompile(`(?i)^(?:take|accept|expect|need|require|input|argument)`)
)

// part is what a sentence says of an algorithm: what it takes, what it returns or both.
type part int

const (
	taken part = iota
	returned
	both
)

// answerInterface answers a question for what an algorithm takes and returns.
func (f *Facts) answerInterface(question string, scope []string) (core.TypedAnswer, bool) {
	question = withoutDocuments(question)
	for _, form := range asksInterface {
		m := form.FindStringSubmatch(question)
		if m == nil {
			continue
		}
		of := returned
		if takes.MatchString(m[2]) {
			of = taken
		}
		if m[3] != "" {
			of = both
		}
		name := strings.Trim(trailing.ReplaceAllString(m[1]+m[4], ""), " `\"'")
		found := algorithmsNamed(name, scope)
		if _, e, ok := algorithmFor(name); ok {
			found = []element{e}
		}
		if len(found) != 1 {
			return core.TypedAnswer{}, false
		}
		return f.sayInterface(&found[0], of)
	}
	return core.TypedAnswer{}, false
}

// sayInterface says what an algorithm takes and returns. In the box of the document all of
// it must be found.
func (f *Facts) sayInterface(e *element, of part) (core.TypedAnswer, bool) {
	var a core.TypedAnswer
	doc := f.docs[e.in.ID]
	if doc == nil || doc.Algorithm(e.ID) == nil || e.Outputs == nil {
		return a, false
	}
	place, said := boxPlace(doc, doc.Algorithm(e.ID), of)
	var parts []string
	for _, p := range []struct {
		of    part
		verb  string
		items []string
	}{{taken, "takes", e.Inputs}, {returned, "returns", e.Outputs}} {
		if of != p.of && of != both {
			continue
		}
		for _, item := range p.items {
			if !strings.Contains(said, folded(item)) && item != "(none)" {
				return a, false
			}
		}
		parts = append(parts, p.verb+" "+itemsInWords(p.items))
	}
	a.Sentence = fmt.Sprintf("%s (%s) %s.", e.Title, e.name(), strings.Join(parts, " and "))
	a.Places = []core.TypedPlace{place}
	return a, len(strings.Fields(a.Sentence)) <= maxWords
}

// boxPlace finds the caption and the lines of a box that say what goes in or comes out,
// and what these say, folded. An algorithm that takes nothing has only outputs.
func boxPlace(doc *core.Document, box *core.Algorithm, of part) (core.TypedPlace, string) {
	place := core.TypedPlace{DocID: doc.ID}
	var said strings.Builder
	in := core.LineCaption
	for i := range box.Lines {
		l := &box.Lines[i]
		if l.Kind != core.LineMore {
			in = l.Kind
		}
		if in == core.LineCaption || in == core.LineOutput || in == core.LineInput && of != returned {
			place.Spans = append(place.Spans, trimmed(doc, l.Span))
			said.WriteString(doc.Quote(l.Span))
		}
	}
	return place, folded(said.String())
}

var (
	label   = regexp.MustCompile(`(?i)^(?:checked )?(?:input|output):\s*`)
	bytesOf = regexp.MustCompile(` ∈ B\^(?:([0-9]+)|\{((?:[^{}]|\{[^{}]*\})*)\})`)
	// whole matches an item whose commas are not between things.
	whole = regexp.MustCompile(`\bwhere\b|such that|\.\.\. ,|, or `)
	// named matches what needs an article: a noun, or the name of a scheme before one.
	named  = regexp.MustCompile(`^(?:(?:n-byte|[a-z]{3,}|[a-z]+-[a-z]+|Boolean|WOTS\^\+|XMSS|HT|FORS|SLH-DSA|ML-DSA|PRF) )`)
	ascii  = regexp.MustCompile(`^[A-Za-z-]+$`)
	plural = regexp.MustCompile(`^(?:two|bytes|vectors|integers|arrays|bits|positive) `)
	// inWords writes what formulas say so that it can be read aloud.
	inWords = strings.NewReplacer(" ∈ {0, 1}^∗", " (a bit string)", " ∈ Z_q^256", " (256 integers modulo q)", "SIG_{F ORS}", "SIG_FORS", " as described above", "", "M ^′", "M′")
)

// itemsInWords lists inputs or outputs in words: sizes in bytes in place of sets of byte
// strings.
func itemsInWords(items []string) string {
	var out []string
	for _, item := range items {
		if item == "(none)" {
			continue
		}
		item, _, _ = strings.Cut(label.ReplaceAllString(strings.TrimSpace(item), ""), " When ")
		item = bytesOf.ReplaceAllStringFunc(inWords.Replace(item), sizeInWords)
		parts := []string{item}
		if !whole.MatchString(item) {
			parts = outerParts(strings.NewReplacer(" and private key", ", private key", " and message", ", message").Replace(item))
		}
		for _, part := range parts {
			out = append(out, withArticle(strings.TrimPrefix(part, "and ")))
		}
	}
	if len(out) == 0 {
		return "no input"
	}
	return listed(out)
}

// outerParts splits a text at its commas that are in no brackets.
func outerParts(text string) []string {
	var out []string
	depth, start := 0, 0
	for i := range len(text) {
		switch text[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case ',':
			if depth == 0 {
				out, start = append(out, strings.TrimSpace(text[start:i])), i+1
			}
		}
	}
	return append(out, strings.TrimSpace(text[start:]))
}

// listed joins items with commas and a last "and".
func listed(items []string) string {
	last := len(items) - 1
	if last == 0 {
		return items[0]
	}
	return strings.Join(items[:last], ", ") + " and " + items[last]
}

// maxFormula bounds the length of a formula in a sentence, in bytes.
const maxFormula = 20

// sizeInWords is the size of a byte string for the set that it is in, nothing where that
// is a long formula.
func sizeInWords(set string) string {
	m := bytesOf.FindStringSubmatch(set)
	switch {
	case m[1] != "":
		return " (" + m[1] + " bytes)"
	case len(m[2]) > maxFormula:
		return ""
	}
	return " (" + strings.NewReplacer("d_{u}k", "d_u·k", "+", " + ").Replace(m[2]) + " bytes)"
}

// withArticle writes an item so that it follows a verb.
func withArticle(item string) string {
	word, rest, _ := strings.Cut(item, " ")
	if lower := strings.ToLower(word); word == "A" || len(word) > 1 && word[1:] == lower[1:] && ascii.MatchString(word) && word != "Boolean" {
		item = strings.TrimSpace(lower + " " + rest)
	}
	switch {
	case item == "Boolean":
		return "a Boolean, true or false"
	case strings.HasPrefix(item, "a ") || strings.HasPrefix(item, "an ") || plural.MatchString(item) || !named.MatchString(item):
		return item
	}
	return "the " + item
}

// saysInterface matches the sentences of sayInterface.
var saysInterface = regexp.MustCompile(`^\S+ \(Algorithm ([0-9]+) of (FIPS 20[345])\) (?:takes|returns) `)

// placesOfInterface proves a sentence on what an algorithm takes and returns.
func (f *Facts) placesOfInterface(sentence string) ([]core.TypedPlace, bool) {
	m := saysInterface.FindStringSubmatch(sentence)
	if m == nil {
		return nil, false
	}
	s, _ := standards.ByLabel(m[2])
	for _, e := range elementsThat([]string{s.ID}, func(e *element) bool { return e.isAlgorithm() && e.Number == m[1] }) {
		for _, of := range []part{taken, returned, both} {
			if a, ok := f.sayInterface(&e, of); ok && a.Sentence == sentence {
				return a.Places, true
			}
		}
	}
	return nil, false
}
