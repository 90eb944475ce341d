package answer

import (
	"math"
	"regexp"
	"strings"

	"github.com/pqcite/pqcite/core"
)

// Excerpt is a run of neighbouring units of one section.
type Excerpt struct {
	Document *core.Document
	Passage  *core.Passage // of its best unit
	Span     core.Span
	Best     core.Span // of its best unit
	// Covers is the share of the question, by idf, that the best unit covers with those around
	// it and the heading of its section.
	Covers float64
}

// excerptBytes is how long an excerpt is at most: some 200 words. It is longer only where one
// unit is.
const excerptBytes = 1300

// What a unit counts for how much of the question is near it, by where that is, and for what
// else says that it may be the answer. A logistic model of them ("the unit answers") was fitted
// to 322 questions on texts of other people: 250 on articles of SQuAD 2.0, 72 on two collections
// of specifications in Markdown and a manual; held out by text, such a model finds as much as one
// of thirty-eight signals.
const (
	unitWeight     = 8.5 // in the unit itself
	nextWeight     = 6.8 // with the units next to it and the sentence that announces its list
	aroundWeight   = 4.5 // with two more on each side
	titleWeight    = 4.8 // with the heading of its section
	stretchWeight  = 4.0 // with all of the section that was found, and the headings above it
	supportWeight  = 6.6 // the score of its passage, of that of the best
	kindWeight     = 3.6 // it has the kind of answer that is asked for
	adjacentWeight = 3.8 // words that are next to each other in the question are in the unit
)

// Excerpts returns the runs of the sections that were found in which the answer to a question
// most likely is, best first, none with the words of another.
func Excerpts(l Library, hits []core.Hit, m core.Measure, question string, intent core.Intent, most int) []Excerpt {
	all := stretches(l, hits, m)
	rate(all, m, question, intent)
	var out []Excerpt
	for len(out) < most {
		var best *stretch
		var run window
		for _, s := range all {
			if w := s.best(); w.chance > run.chance {
				best, run = s, w
			}
		}
		if best == nil {
			break
		}
		if x := best.excerpt(run); core.Readable(x.Document.Quote(x.Span)) {
			out = append(out, x)
		}
		said := map[string]bool{}
		for _, u := range best.units[run.first : run.last+1] {
			said[u.text] = true
		}
		for _, s := range all {
			s.leaveOut(said)
		}
	}
	return out
}

// stretch is neighbouring passages of one section as one text.
type stretch struct {
	doc     *core.Document
	title   core.Marks // of the heading of the section
	context core.Marks // of the document and all headings
	support float64    // of its best passage in the lexical leg
	units   []rated
}

// rated is a unit of a stretch with the chance that it answers.
type rated struct {
	span    core.Span
	passage int // into the passages of the document
	text    string
	marks   core.Marks
	intro   core.Marks // of the sentence that announces its list
	heading bool
	covers  float64
	chance  float64 // relative to the others; 0 if it is not to be shown
}

// eachSide is how many passages a stretch has on each side of one that was found.
const eachSide = 2

// stretches are the passages that were found, with those of the same section around them.
func stretches(l Library, hits []core.Hit, m core.Measure) []*stretch {
	var out []*stretch
	in := map[passageKey]*stretch{}
	for _, h := range hits {
		doc := l.Document(h.Passage.DocID)
		if doc == nil {
			continue
		}
		if s := in[passageKey{doc, h.Passage.Index}]; s != nil {
			s.support = max(s.support, h.Support)
			continue
		}
		joins := func(i int) bool {
			return i >= 0 && i < len(doc.Passages) && in[passageKey{doc, i}] == nil && doc.Passages[i].Retrieved() &&
				doc.Passages[i].Section == doc.Passages[h.Passage.Index].Section
		}
		first, last := h.Passage.Index, h.Passage.Index
		for first > h.Passage.Index-eachSide && joins(first-1) {
			first--
		}
		for last < h.Passage.Index+eachSide && joins(last+1) {
			last++
		}
		s := newStretch(doc, first, last, m)
		s.support = h.Support
		for i := first; i <= last; i++ {
			in[passageKey{doc, i}] = s
		}
		out = append(out, s)
	}
	return out
}

// announcesList matches a sentence that promises a list, alone or with its first item.
var announcesList = regexp.MustCompile(`:(?:$| (?:[•–◦-]|\(?[0-9a-z]{1,2}[.)]) )`)

// newStretch reads the passages of a section from first to last.
func newStretch(doc *core.Document, first, last int, m core.Measure) *stretch {
	path := doc.SectionPath(doc.Passages[first].Section)
	s := &stretch{doc: doc, context: m.Marks(doc.Label + " " + strings.Join(path, " "))}
	if len(path) > 0 {
		s.title = m.Marks(path[len(path)-1])
	}
	var intro core.Marks
	for i := first; i <= last; i++ {
		for _, u := range doc.Units(i) {
			text := strings.Join(strings.Fields(doc.Quote(u.Span)), " ")
			r := rated{span: u.Span, passage: i, text: text, marks: m.Marks(text), intro: intro, heading: isHeading(doc, &doc.Passages[i], u.Span)}
			switch {
			case announcesList.MatchString(text):
				intro = r.marks
			case u.Kind == core.UnitSentence && !isItem(text):
				intro = core.Marks{}
			}
			s.units = append(s.units, r)
		}
	}
	return s
}

// rate gives the units of all stretches their chances.
func rate(all []*stretch, m core.Measure, question string, intent core.Intent) {
	support := 0.0
	for _, s := range all {
		support = max(support, s.support)
	}
	pairs := wordPairs(question)
	most := math.Inf(-1)
	for _, s := range all {
		found := s.context
		for _, u := range s.units {
			found = found.With(u.marks)
		}
		for i := range s.units {
			u := &s.units[i]
			next := u.marks.With(u.intro).With(s.around(i, 1))
			around := next.With(s.around(i, 3))
			titled := around.With(s.title)
			u.covers = m.Share(titled)
			score := unitWeight*m.Share(u.marks) + nextWeight*m.Share(next) + aroundWeight*m.Share(around) +
				titleWeight*u.covers + stretchWeight*m.Share(titled.With(found)) + adjacentWeight*shareOf(pairs, u.text)
			if holds, _ := HoldsKind(intent, u.text); holds {
				score += kindWeight
			}
			if support > 0 {
				score += supportWeight * s.support / support
			}
			u.chance = score
			most = max(most, score)
		}
	}
	for _, s := range all {
		for i := range s.units {
			if u := &s.units[i]; u.heading {
				u.chance = 0
			} else {
				u.chance = math.Exp(u.chance - most)
			}
		}
	}
}

// around are the marks of the units up to a distance from one.
func (s *stretch) around(unit, distance int) core.Marks {
	var marks core.Marks
	for i := max(0, unit-distance); i <= min(unit+distance, len(s.units)-1); i++ {
		marks = marks.With(s.units[i].marks)
	}
	return marks
}

// wordPairs are the words of a question that are next to each other, in lower case.
func wordPairs(question string) []string {
	words := strings.FieldsFunc(strings.ToLower(question), func(r rune) bool { return strings.ContainsRune(` ,;:?!"()`, r) })
	var pairs []string
	for i := 1; i < len(words); i++ {
		if len(words[i-1]) > 2 && len(words[i]) > 2 {
			pairs = append(pairs, words[i-1]+" "+words[i])
		}
	}
	return pairs
}

// shareOf is the share of some words that a text has.
func shareOf(words []string, text string) float64 {
	if len(words) == 0 {
		return 0
	}
	text, has := strings.ToLower(text), 0
	for _, w := range words {
		if strings.Contains(text, w) {
			has++
		}
	}
	return float64(has) / float64(len(words))
}

// window is units of a stretch from first to last, both included.
type window struct {
	first, last int
	chance      float64
}

// best is the window of the length of an excerpt with the greatest sum of chances.
func (s *stretch) best() window {
	var best, w window
	for i := range s.units {
		u := &s.units[i]
		if u.chance == 0 && !u.heading {
			w = window{first: i + 1}
			continue
		}
		w.last, w.chance = i, w.chance+u.chance
		for w.first < i && u.span.End-s.units[w.first].span.Start > excerptBytes {
			w.chance -= s.units[w.first].chance
			w.first++
		}
		if w.chance > best.chance {
			best = w
		}
	}
	for best.first < best.last && s.units[best.first].heading {
		best.first++
	}
	return best
}

// excerpt is what a window says.
func (s *stretch) excerpt(w window) Excerpt {
	at := w.first
	for i := w.first; i <= w.last; i++ {
		if s.units[i].chance > s.units[at].chance {
			at = i
		}
	}
	best := &s.units[at]
	return Excerpt{
		Document: s.doc, Passage: &s.doc.Passages[best.passage], Best: best.span, Covers: best.covers,
		Span: core.Span{Start: s.units[w.first].span.Start, End: s.units[w.last].span.End},
	}
}

// leaveOut takes the chance of what was said already.
func (s *stretch) leaveOut(said map[string]bool) {
	for i := range s.units {
		if u := &s.units[i]; said[u.text] {
			u.chance, u.heading = 0, false
		}
	}
}
