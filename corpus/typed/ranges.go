package typed

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/lex"
)

// comparatives ask for a size by comparing it.
var comparatives = lex.Set(`larger smaller bigger shorter longer`)

// answerRanges compares the sizes of whole schemes: "ML-DSA or SLH-DSA, which has the smaller
// signature".
func (f *Facts) answerRanges(question string) (core.TypedAnswer, bool) {
	if !asksComparison.MatchString(question) {
		return core.TypedAnswer{}, false
	}
	r := newReading(question)
	asked, keys := r.takeProperties()
	sized := false
	for _, w := range r.words() {
		if !fillers[w] && !comparing[w] {
			return core.TypedAnswer{}, false
		}
		sized = sized || sizeWords[w] || comparatives[w]
	}
	fr := frame{sets: r.allSets()}
	if !sized || len(r.sets) > 0 || len(r.schemes) < 2 || len(r.schemes) > maxCompared || !fr.alike() {
		return core.TypedAnswer{}, false
	}
	fr.choose(asked, keys, false, true)
	return f.sayRanges(r.schemes, fr.properties)
}

// sayRanges says each size that all schemes have, from the smallest to the largest of their
// sets; those of private keys, which nobody sends, only where there is room.
func (f *Facts) sayRanges(of []*scheme, sizes []*property) (core.TypedAnswer, bool) {
	var a core.TypedAnswer
	var said []string
	for _, p := range sizes {
		ranges := make([]string, 0, len(of))
		var places []core.TypedPlace
		for _, s := range of {
			text, at := f.rangeOf(s, p)
			if text == "" {
				break
			}
			ranges, places = append(ranges, text+" in "+s.name), append(places, at...)
		}
		if len(ranges) == len(of) && len(of) > 1 {
			said, a.Places = append(said, fmt.Sprintf("the %s is %s", p.label, listed(ranges))), append(a.Places, places...)
		}
	}
	if len(said) == 0 {
		return a, false
	}
	a.Sentence = "T" + strings.Join(said, "; ")[1:] + "."
	if fits := len(strings.Fields(a.Sentence)) <= maxWords; fits || len(said) == 1 {
		return a, fits
	}
	public := slices.DeleteFunc(slices.Clone(sizes), func(p *property) bool { return strings.Contains(p.label, "private") })
	return f.sayRanges(of, public[:min(len(public), len(said)-1)])
}

// rangeOf is the range of a size of a scheme, with the places of its ends; "" where a set has
// no such size.
func (f *Facts) rangeOf(s *scheme, p *property) (string, []core.TypedPlace) {
	var least, most value
	low, high := 0, 0
	for _, set := range s.sets() {
		v, ok := f.value(set, p)
		n, err := strconv.Atoi(v.text)
		if !ok || err != nil || !p.sized || !p.of(s.kind) {
			return "", nil
		}
		if low == 0 || n < low {
			least, low = v, n
		}
		if n > high {
			most, high = v, n
		}
	}
	if low == high {
		return least.text + " bytes", least.places
	}
	return fmt.Sprintf("%d to %d bytes", low, high), append(least.places, most.places...)
}

var saysRanges = regexp.MustCompile(`^The [a-z() ]+ is [0-9]+(?: to [0-9]+)? bytes in [A-Z][\w -]+(?:,| and) [0-9]+`)

// placesOfRanges are the places of a sentence that compares schemes.
func (f *Facts) placesOfRanges(sentence string) ([]core.TypedPlace, bool) {
	if !saysRanges.MatchString(sentence) {
		return nil, false
	}
	var sizes []*property
	for i := range properties {
		if properties[i].isIn(sentence) {
			sizes = append(sizes, &properties[i])
		}
	}
	a, ok := f.sayRanges(newReading(sentence).schemes, sizes)
	return a.Places, ok && a.Sentence == sentence
}
