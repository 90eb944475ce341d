package citations

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/pqcite/pqcite/citations/quote"
	"github.com/pqcite/pqcite/internal/lex"
)

// slotWords splits a text into words as claims are compared: folded, names and
// compounds whole, without punctuation.
func slotWords(text string) []string {
	var out []string
	for _, w := range strings.FieldsFunc(strings.ReplaceAll(quote.Fold(text), "-\n", ""), func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(`,;:()[]{}"|=<>≤≥∈←▷‖•`, r)
	}) {
		if w = strings.TrimSuffix(strings.Trim(w, ".?!'*"), "'s"); w != "" {
			out = append(out, w)
		}
	}
	return out
}

// quantity is a number of a claim with its unit: "1184 bytes".
type quantity struct {
	number string
	unit   string // singular; "" if none follows
	series string // unit of the number with one that is last before it: "768 bytes for A, 1088 for B"
	label  string // what it is a number of: "table", "lg_w"; "" if that is not said
}

var (
	startsNumber = regexp.MustCompile(`^[+-]?[0-9]`)
	grouped      = regexp.MustCompile(`\b[0-9]{1,3}(?:[ ,][0-9]{3})+\b`)
)

// quantities reads the numbers of a text.
func quantities(text string) []quantity {
	var out []quantity
	words := slotWords(ungroup(text))
	for i, w := range words {
		if !startsNumber.MatchString(w) {
			continue
		}
		q := quantity{number: w, unit: unitAfter(words[i+1:]), label: labelBefore(words[:i])}
		if head, tail, ok := strings.Cut(w, "-"); ok && head != "" && unitOf(tail) != "" {
			q.number, q.unit = head, unitOf(tail)
		}
		if n := len(out); n > 0 {
			q.series = cmp.Or(out[n-1].unit, out[n-1].series)
		}
		out = append(out, q)
	}
	return out
}

// unitReach is how many words may appear between a number and its unit: "255 or
// fewer bytes".
const unitReach = 2

func unitAfter(words []string) string {
	for _, w := range words[:min(len(words), unitReach+1)] {
		if u := unitOf(w); u != "" {
			return u
		}
		if startsNumber.MatchString(w) || modals[w] || w == "and" {
			return ""
		}
	}
	return ""
}

// counters are the words that number what they name.
var counters = lex.Set("algorithm appendix category column equation figure level line page part section step table")

// labelBefore is the counter or the name that a number belongs to, with a verb
// between them at most.
func labelBefore(words []string) string {
	if n := len(words); n > 1 && (words[n-1] == "is" || words[n-1] == "of") {
		words = words[:n-1]
	}
	if len(words) == 0 {
		return ""
	}
	w := words[len(words)-1]
	if low := strings.ToLower(w); counters[low] {
		return low
	}
	if isIdentifier(w) && !startsNumber.MatchString(w) {
		return w
	}
	return ""
}

// ungroup writes numbers without the commas between their groups of digits.
func ungroup(text string) string {
	return grouped.ReplaceAllStringFunc(text, func(s string) string {
		if strings.Contains(s, ",") {
			return strings.ReplaceAll(s, ",", "")
		}
		return s
	})
}

// unitOf is the unit that a word names, in the singular; "" if it names none.
func unitOf(word string) string {
	w := strings.ToLower(word)
	if quote.WordClass(w) != quote.EditUnit {
		return ""
	}
	if w = strings.TrimSuffix(w, "s"); w == "octet" {
		return "byte"
	}
	return w
}

// numbersOf is every way to read the numbers of a text: with and without blanks
// between groups of digits.
func numbersOf(text string) []quantity {
	folded := quote.Fold(text)
	joined := grouped.ReplaceAllStringFunc(folded, func(s string) string { return strings.NewReplacer(" ", "", ",", "").Replace(s) })
	return append(quantities(folded), quantities(joined)...)
}

// agreement says how a quantity fits the numbers of the evidence.
type agreement int

const (
	absent    agreement = iota
	conflicts           // the evidence has another unit, or another number of the same thing
	agrees
)

// numbersWithin reads the numbers of a text. Those without a unit get the one that
// what is around them names, if it names only one.
func numbersWithin(text, around string) []quantity {
	numbers, implied := numbersOf(text), onlyUnit(around)
	for i := range numbers {
		numbers[i].unit = cmp.Or(numbers[i].unit, implied)
	}
	return numbers
}

// fits compares a quantity with the numbers of some evidence.
func (q quantity) fits(numbers []quantity) agreement {
	stands, best := false, absent
	for _, n := range numbers {
		same := q.equals(n) || n.number == q.number && n.unit == "" && n.series == q.unit
		switch {
		case same && n.label == q.label:
			return agrees
		case same:
			stands = true
		case n.number == q.number && n.unit != "" || q.label != "" && n.label == q.label || q.label == "" && q.unit != "" && n.unit == q.unit:
			best = conflicts
		}
	}
	if stands && !slices.ContainsFunc(numbers, func(n quantity) bool { return q.label != "" && n.label == q.label }) {
		return agrees
	}
	return best
}

// equals reports whether two quantities are the same, a byte being eight bits.
func (q quantity) equals(n quantity) bool {
	if q.number == n.number && (q.unit == n.unit || q.unit == "") {
		return true
	}
	a, err := strconv.Atoi(q.number)
	b, err2 := strconv.Atoi(n.number)
	if err != nil || err2 != nil {
		return false
	}
	return q.unit == "bit" && n.unit == "byte" && a == 8*b || q.unit == "byte" && n.unit == "bit" && 8*a == b
}

// onlyUnit is the one unit that a text names; "" if it names none or several.
func onlyUnit(text string) string {
	only := ""
	for _, w := range slotWords(text) {
		switch u := unitOf(w); {
		case u == "" || u == only:
		case only == "":
			only = u
		default:
			return ""
		}
	}
	return only
}

// isIdentifier reports whether a word names one thing exactly: a capital or digit
// inside, or an underscore or point.
func isIdentifier(w string) bool {
	if startsNumber.MatchString(w) {
		return false
	}
	if strings.ContainsAny(w, "_.") || strings.ContainsFunc(w, unicode.IsDigit) {
		return true
	}
	for part := range strings.SplitSeq(strings.TrimSuffix(w, "s"), "-") {
		if lex.HasInnerCapital(part) {
			return true
		}
	}
	return false
}

// identifiers returns the identifiers of a text, each once.
func identifiers(text string) []string {
	var out []string
	seen := make(map[string]bool)
	for _, w := range slotWords(text) {
		if isIdentifier(w) && !seen[w] {
			seen[w] = true
			out = append(out, w)
		}
	}
	return out
}

// hasIdentifier reports whether a set of words has an identifier, in the singular
// or with what English adds to a name.
func hasIdentifier(have map[string]bool, w string) bool {
	if have[w] || have[strings.TrimSuffix(w, "s")] {
		return true
	}
	for _, suffix := range []string{"-based", "-bit", "-byte", "-like"} {
		if head, ok := strings.CutSuffix(w, suffix); ok && have[head] {
			return true
		}
	}
	return false
}

// sibling returns a word of the set that differs from an identifier in its last
// part alone: ML-DSA-65 for ML-DSA-44, SHAKE256 for SHAKE128.
func sibling(have map[string]bool, w string) string {
	head := strings.TrimRight(w, "0123456789sf")
	if head == w || len(head) < 3 {
		return ""
	}
	best := ""
	for h := range have {
		if h != w && strings.HasPrefix(h, head) && strings.TrimRight(h, "0123456789sf") == head && (best == "" || h < best) {
			best = h
		}
	}
	return best
}
