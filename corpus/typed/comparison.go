package typed

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/lex"
)

var (
	// asksComparison matches a question that compares, rather than asks whether something is
	// larger.
	asksComparison = regexp.MustCompile(`(?i)\b(compar\w*|versus|vs|differ\w*|contrast|than|side by side|(?:larg|small|bigg|short|long)er)\b`)
	asksWhether    = regexp.MustCompile(`(?i)^\s*(?:is|are|does|do|can|has|have)\b`)
	// comparing are the words of such a question that name no property.
	comparing = lex.Set(`compare compared comparing comparison comparisons contrast versus vs against difference differences differ differs different
between from to than or side larger smaller bigger shorter longer one key-size main table`)
)

// Bounds of a comparison: how many parameter sets it can be of, and how many words its
// sentence has.
const (
	maxCompared      = 3
	maxComparedWords = 45
)

// answerComparison compares parameter sets: by what is asked for, or by all in which they
// differ.
func (f *Facts) answerComparison(question string) (core.TypedAnswer, bool) {
	if !asksComparison.MatchString(question) || asksWhether.MatchString(question) {
		return core.TypedAnswer{}, false
	}
	r := newReading(question)
	if len(r.schemes) > 0 || len(r.sets) < 2 || len(r.sets) > maxCompared {
		return core.TypedAnswer{}, false
	}
	asked, keys := r.takeProperties()
	sized := false
	for _, w := range r.words() {
		if !fillers[w] && !comparing[w] {
			return core.TypedAnswer{}, false
		}
		sized = sized || sizeWords[w]
		r.bits = r.bits || w == "bit" || w == "bits"
	}
	fr := frame{sets: r.sets, bits: r.bits}
	if len(asked) == 0 && !keys && !sized {
		fr.properties = allProperties()
		return f.compare(fr, false)
	}
	if fr.choose(asked, keys, false, true); fr.lacks != "" {
		return core.TypedAnswer{Lacks: fr.lacks}, true
	}
	if !fr.alike() {
		return f.say(fr)
	}
	return f.compare(fr, true)
}

// alike reports whether all sets are of schemes of one kind.
func (f *frame) alike() bool {
	return !slices.ContainsFunc(f.sets, func(set string) bool { return schemeOf(set).kind != schemeOf(f.sets[0]).kind })
}

// allProperties are the properties in the order of a comparison: sizes, then the category,
// then the others.
func allProperties() []*property {
	rank := func(p *property) int {
		switch {
		case p.sized:
			return 0
		case p.label == category:
			return 1
		}
		return 2
	}
	out := make([]*property, len(properties))
	for i := range properties {
		out[i] = &properties[i]
	}
	slices.SortStableFunc(out, func(a, b *property) int { return rank(a) - rank(b) })
	return out
}

// compare says in which of its properties the sets of a frame differ, and which are the same
// if those are asked for too. What does not fit the sentence is in the cells.
func (f *Facts) compare(fr frame, all bool) (core.TypedAnswer, bool) {
	var a core.TypedAnswer
	if !fr.alike() {
		return a, false
	}
	var differ, same []string
	for _, p := range fr.properties {
		cells, ok := f.cells(fr.sets, p)
		if !ok {
			continue
		}
		values := make([]string, len(cells))
		for i, c := range cells {
			values[i] = c.value
		}
		switch one := len(slices.Compact(slices.Clone(values))) == 1; {
		case one && !all:
			continue
		case one:
			same = append(same, p.item(values[0], fr.bits))
		default:
			differ = append(differ, p.item(listed(values), fr.bits))
		}
		for i, c := range cells {
			a.Places = append(a.Places, c.places...)
			a.Cells = append(a.Cells, core.TypedCell{Side: fr.sets[i], Aspect: p.label, Text: cellText(fr.sets[i], p, c.value), Places: c.places})
		}
	}
	if len(differ)+len(same) == 1 {
		a.Cells = nil // the sentence has them
	}
	a.Sentence = comparison(fr.sets, differ, same)
	return a, len(differ)+len(same) > 0
}

// compared is what one side has of a property.
type compared struct {
	value  string
	places []core.TypedPlace
}

// cells are the values that all sets have of a property.
func (f *Facts) cells(sets []string, p *property) ([]compared, bool) {
	var out []compared
	for _, set := range sets {
		v, ok := f.value(set, p)
		if !ok || !p.of(schemeOf(set).kind) {
			return nil, false
		}
		out = append(out, compared{v.text, v.places})
	}
	return out, true
}

func cellText(set string, p *property, value string) string {
	return fmt.Sprintf("%s, %s: %s", set, p.label, p.measured(value, false))
}

// comparison is the sentence of a comparison, with as many differences as fit.
func comparison(sets, differ, same []string) string {
	verb, both := " differ: ", "; in both: "
	if len(sets) > 2 {
		both = "; in all: "
	}
	if len(differ) == 0 {
		verb, both = " do not differ: ", ""
	}
	for n := len(differ); ; n-- {
		parts := slices.Clone(differ[:max(n, 0)])
		if more := len(differ) - n; more > 0 {
			parts = append(parts, fmt.Sprintf("and %d more", more))
		}
		s := listed(sets) + verb + strings.Join(parts, ", ")
		if len(same) > 0 {
			s += both + strings.Join(same, ", ")
		}
		if n <= 1 || len(strings.Fields(s)) < maxComparedWords {
			return s + "."
		}
	}
}

var (
	saysComparison = regexp.MustCompile(`^\S.* (?:differ|do not differ): `)
	saysCell       = regexp.MustCompile(`^([^,:]+), ([^:]+): (.+)$`)
)

// placesOfComparison are the places of a sentence that compares, or of a cell.
func (f *Facts) placesOfComparison(sentence string) ([]core.TypedPlace, bool) {
	if m := saysCell.FindStringSubmatch(sentence); m != nil && schemeOf(m[1]) != nil {
		for i := range properties {
			p := &properties[i]
			if cells, ok := f.cells(m[1:2], p); ok && cellText(m[1], p, cells[0].value) == sentence {
				return cells[0].places, true
			}
		}
	}
	if !saysComparison.MatchString(sentence) {
		return nil, false
	}
	fr := frame{sets: newReading(sentence).sets, bits: strings.Contains(sentence, " bits)")}
	if len(fr.sets) < 2 || len(fr.sets) > maxCompared {
		return nil, false
	}
	for _, p := range allProperties() {
		if p.isIn(sentence) {
			fr.properties = append(fr.properties, p)
		}
	}
	whole := fr
	whole.properties = allProperties()
	for _, a := range []core.TypedAnswer{first(f.compare(fr, true)), first(f.compare(whole, false))} {
		if a.Sentence == sentence {
			return a.Places, true
		}
	}
	return nil, false
}

func first(a core.TypedAnswer, _ bool) core.TypedAnswer { return a }
