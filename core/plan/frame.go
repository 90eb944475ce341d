package plan

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/lex"
)

// frame is a question with the places of what it names, by which a follow-up refers to
// it.
type frame struct {
	text  string // without the mark at its end
	slots []slot // in the order of the text, without overlap
}

// slot is a place in a question that names something.
type slot struct {
	class class
	at    core.Span // byte offsets in the text of the frame
	text  string
	name  string // canonical, of a term; else the text
	term  Term   // zero where it is none
	doc   string // id of the document of a reference
}

// maxAcronym is how long an acronym is at most that people write in small letters.
const maxAcronym = 5

// frame reads the slots of a question.
func (p Planner) frame(question string) *frame {
	f := &frame{text: strings.TrimRight(question, " ?.!,;:")}
	for _, ref := range p.Reader.References(f.text) {
		c := classAnchor
		if ref.Anchor.Kind == "" {
			c = classDocument
		}
		f.add(slot{class: c, text: ref.Text, name: ref.Text, doc: ref.Doc})
	}
	terms := p.Reader.Terms(f.text)
	for _, t := range terms {
		if t.Rank != RankNone {
			f.add(slot{class: classScheme, text: t.Written, name: t.Name, term: t})
		}
	}
	for _, t := range p.Reader.Terms(strings.ToUpper(f.text)) {
		if t.Rank != RankNone && len(t.Written) <= maxAcronym {
			f.add(slot{class: classScheme, text: strings.ToLower(t.Written), name: t.Name, term: t}) // "hqc"
		}
	}
	p.addAlgorithms(f)
	f.addCues(terms)
	for _, t := range terms {
		f.add(slot{class: classConcept, text: t.Written, name: t.Name, term: t})
	}
	f.addNames()
	slices.SortFunc(f.slots, func(a, b slot) int { return a.at.Start - b.at.Start })
	return f
}

// addCues places the words of the classes that are known by words, the longest first: a
// "signing key" is not signing.
func (f *frame) addCues(terms []Term) {
	var found []slot
	for _, c := range cues {
		for _, m := range c.cue.FindAllStringIndex(f.text, -1) {
			if m[0] > 0 && f.text[m[0]-1] == '-' {
				continue // "triple-hedged"
			}
			text := f.text[m[0]:m[1]]
			found = append(found, slot{class: c.class, at: core.Span{Start: m[0], End: m[1]}, text: text, name: text, term: termOf(terms, text)})
		}
	}
	slices.SortStableFunc(found, func(a, b slot) int { return b.at.Len() - a.at.Len() })
	for _, s := range found {
		f.place(s)
	}
}

func termOf(terms []Term, written string) Term {
	for _, t := range terms {
		if strings.EqualFold(t.Written, written) {
			return t
		}
	}
	return Term{}
}

// add places a slot wherever its text is, as a whole word. The name of a parameter set that
// no lexicon has goes on from that of its scheme.
func (f *frame) add(s slot) {
	for at := 0; s.text != ""; {
		i := strings.Index(f.text[at:], s.text)
		if i < 0 {
			return
		}
		span := core.Span{Start: at + i, End: at + i + len(s.text)}
		at = span.End
		if !f.wordAt(span) {
			continue
		}
		one := s
		if tail := goesOn.FindString(f.text[span.End:]); s.class == classScheme && strings.ContainsAny(tail, "0123456789") && !strings.HasPrefix(tail, ".") {
			span.End += len(tail)
			one.text = f.text[span.Start:span.End]
			one.name, one.term = one.text, Term{}
		}
		one.at = span
		f.place(one)
	}
}

// addAlgorithms places the algorithms of the library that are named without a scheme.
func (p Planner) addAlgorithms(f *frame) {
	for _, doc := range p.Library.Documents() {
		for i := range doc.Algorithms {
			if name := withoutSubscript(doc.Algorithms[i].Name); distinctive(name) && !strings.Contains(name, ".") {
				f.add(slot{class: classAlgorithm, text: name, name: name})
			}
		}
	}
}

// addNames places words that are made like the name of a scheme.
func (f *frame) addNames() {
	for _, span := range wordSpans(f.text) {
		if w := f.text[span.Start:span.End]; made.MatchString(w) && !chatter[strings.ToLower(w)] {
			f.place(slot{class: classScheme, at: span, text: w, name: w})
		}
	}
}

// wordSpans are the words between white space, without the marks around them.
func wordSpans(text string) []core.Span {
	var out []core.Span
	for _, m := range spaced.FindAllStringIndex(text, -1) {
		word := text[m[0]:m[1]]
		from := m[0] + len(word) - len(strings.TrimLeftFunc(word, unicode.IsPunct))
		to := m[0] + len(strings.TrimRightFunc(word, unicode.IsPunct))
		if from < to {
			out = append(out, core.Span{Start: from, End: to})
		}
	}
	return out
}

var spaced = regexp.MustCompile(`\S+`)

// place keeps a slot unless another has its place.
func (f *frame) place(s slot) {
	if !slices.ContainsFunc(f.slots, func(o slot) bool { return o.at.Start < s.at.End && s.at.Start < o.at.End }) {
		f.slots = append(f.slots, s)
	}
}

func (f *frame) wordAt(s core.Span) bool {
	before, _ := utf8.DecodeLastRuneInString(f.text[:s.Start])
	after, _ := utf8.DecodeRuneInString(f.text[s.End:])
	inWord := func(r rune) bool { return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r)) }
	return !inWord(before) && !inWord(after)
}

// of are the slots of some classes.
func (f *frame) of(classes ...class) []slot {
	var out []slot
	for _, s := range f.slots {
		if slices.Contains(classes, s.class) {
			out = append(out, s)
		}
	}
	return out
}

// subjects are what the question is about: its schemes, each with the operation that is
// joined to it by a point, else its algorithms and elements, else its documents.
func (f *frame) subjects() []slot {
	for _, classes := range [][]class{{classScheme}, {classAlgorithm, classAnchor}, {classDocument}} {
		var out []slot
		for _, s := range f.of(classes...) {
			switch n := len(out); {
			case n > 0 && s.at.Start == out[n-1].at.End+1 && f.text[s.at.Start-1] == ' ': // "ECDSA P-256"
				out[n-1].at.End, out[n-1].name = s.at.End, out[n-1].name+" "+s.name
				out[n-1].text = f.text[out[n-1].at.Start:s.at.End]
			case !slices.ContainsFunc(out, func(o slot) bool { return o.name == s.name }):
				out = append(out, f.joined(s))
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	return nil
}

// joined is a slot with the operation that follows it after a point.
func (f *frame) joined(s slot) slot {
	for _, o := range f.slots {
		if s.class == classScheme && o.class == classOperation && o.at.Start == s.at.End+1 && f.text[s.at.End] == '.' {
			s.class, s.at.End = classAlgorithm, o.at.End
			s.text = f.text[s.at.Start:s.at.End]
			s.name += "." + o.text
		}
	}
	return s
}

// item is what the question asks of its subject, or about where it has none: a concept, a
// part, a value, a way or an operation; false where it names none.
func (f *frame) item() (slot, bool) {
	for _, c := range []class{classConcept, classHash, classPart, classVariant, classOperation, classValue} {
		for _, s := range f.of(c) {
			if s.at.Start > 0 && f.text[s.at.Start-1] == '.' || c == classOperation && (s.text == "Sign" || strings.HasSuffix(s.text, "s")) {
				continue
			}
			return f.described(s), true
		}
	}
	if m := f.thing(); m != nil && (len(f.subjects()) > 0 || lex.Subject(f.text) == "") {
		at := core.Span{Start: m[0], End: m[1]}
		return slot{class: classConcept, at: at, text: f.text[m[0]:m[1]], name: f.text[m[0]:m[1]]}, true
	}
	return slot{}, false
}

// described is a concept with the word before it, if that describes it: "hybrid KEMs".
func (f *frame) described(s slot) slot {
	head := f.text[:s.at.Start]
	if m := describes.FindStringSubmatchIndex(head); s.class == classConcept && m != nil && !ordinary[head[m[2]:m[3]]] {
		s.at.Start = m[2]
		s.text = f.text[s.at.Start:s.at.End]
		s.name = s.text
	}
	return s
}

// thing is the place of what a question asks of its subject, as far as its words show: a
// parameter, or a noun in the place for one.
func (f *frame) thing() []int {
	for _, re := range things {
		if m := re.FindStringSubmatchIndex(f.text); m != nil && !ordinary[f.text[m[2]:m[3]]] &&
			!slices.ContainsFunc(f.slots, func(s slot) bool { return s.at.Start < m[3] && m[2] < s.at.End }) {
			return m[2:4]
		}
	}
	return nil
}

var (
	describes = regexp.MustCompile(`\b(?:about|of|for|in|the|a|an|is|are|with|on|use|uses|using|by|to)\s([a-z]{4,})\s$`)
	// things match where a question names what it is about: a noun that something is asked
	// to mean, one with an article, and a parameter.
	things = []*regexp.Regexp{
		regexp.MustCompile(`(?i)\b(?:says?|states?|requires?|recommends?) (?:about|on|for) (?:the )?([\w-]+(?: [\w-]+){0,2})$`),
		regexp.MustCompile(`(?i)^what does ([\w-]+(?: [\w-]+)?) (?:mean|do|stand for)\b`),
		regexp.MustCompile(`(?i)\b(?:is|are|does) the ((?:[a-z-]+ )?[\w-]+) (?:in|of|for|good|secret|public|[a-z]+ed)\b`),
		regexp.MustCompile(`(?i)\b(?:what's|is|are|does|can) (?:the )?([a-zηωγβτλζρ](?:_?\w)?|eta|tau|beta|gamma|lambda|omega|rho|mu|xi|zeta) (?:in|of|for)\b`),
		regexp.MustCompile(`\b(?i:is|are|does|can) ((?:[a-z-]+ )?[\w-]+) in [A-Z]`),
	}
)

// replace returns the text with the slots replaced by words, "" deletes one.
func (f *frame) replace(slots []slot, by string) string {
	text := f.text
	for _, s := range slices.Backward(slots) {
		text = text[:s.at.Start] + by + text[s.at.End:]
	}
	return strings.Join(strings.Fields(text), " ")
}

// nameOf are the names of some slots, joined by "and".
func nameOf(slots []slot) string {
	var names []string
	for _, s := range slots {
		names = append(names, s.name)
	}
	switch n := len(names); n {
	case 0:
		return ""
	case 1, 2:
		return strings.Join(names, " and ")
	default:
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
}
