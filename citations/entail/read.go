package entail

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/pqcite/pqcite/citations/quote"
	"github.com/pqcite/pqcite/internal/lex"
)

// element is a part of a statement that says something: a word, a name or a number.
type element struct {
	sense
	text    string // as written
	neg     bool   // something denies it
	passive bool   // a verb after a form of "be"
	also    sense  // of the name of an algorithm: what it does
	clause  int
	at      int    // position; marks of punctuation count
	class   string // of a name; a thing has one of a class
	verb    string // of a relation that differs from its converse
	// of a number
	value string
	slot  string // what it is a number of: its unit, what it counts or numbers
	bound kind   // at most, at least, …; word for none
}

// mark is a word that modifies the element after it.
type mark struct {
	kind   kind
	text   string
	at     int // index of the element
	clause int
}

// reading is a statement taken apart.
type reading struct {
	text      string
	elements  []element
	marks     []mark
	relations []relation
	than      []int // the elements after the word
	dangling  bool  // it ends in "not"
	compares  bool  // two things, with "than"
	order     []int // of the elements of a claim, by weight
	predicate int   // index of the first element after the first verb
}

// token is a word of a text.
type token struct {
	text, lower string
	ends        bool // a mark of punctuation follows
	gap         int  // what the mark adds to the distance
}

var greek = strings.NewReplacer("α", "alpha", "β", "beta", "γ", "gamma", "δ", "delta", "ε", "epsilon", "ζ", "zeta", "η", "eta", "λ", "lambda", "μ", "mu", "ξ", "xi", "π", "pi", "ρ", "rho",
	"σ", "sigma", "τ", "tau", "ω", "omega", "Ω", "Omega", "′", "'", "ℓ", "l", "≤", " at most ", "≥", " at least ", "=", " equals ", "<", " less than ", ">", " more than ", "∈", " in ", "≈", " about ")

var (
	// documents matches the names of publications.
	documents = regexp.MustCompile(`(?i)\b(?:NIST )?(FIPS|SP|IR|RFC)(?: PUB)?[ -]([0-9]{3,4}(?:-[0-9]+)?(?:[A-Z]\b)?)`)
	// references matches those to a bibliography.
	references = regexp.MustCompile(` \[[0-9]{1,3}(?:[,–-] ?[0-9]{1,3})*\]`)
	grouped    = regexp.MustCompile(`\b[0-9]{1,3}(?:,[0-9]{3})+\b`)
	// named are the names of several words, and of several spellings.
	named = strings.NewReplacer("Classic McEliece", "Classic-McEliece", "CRYSTALS-Kyber", "Kyber", "CRYSTALS-KYBER", "Kyber", "CRYSTALS-Dilithium", "Dilithium", "CRYSTALS-DILITHIUM", "Dilithium", "FALCON", "Falcon",
		"SHA-2 ", "SHA2 ", "SHA-3 ", "SHA3 ", "Module Learning with Errors", "MLWE", "Module Learning With Errors", "MLWE", "module learning with errors", "MLWE", "SPHINCS+", "SPHINCSplus", "WOTS+", "WOTSplus")
	spaced = strings.NewReplacer("(", " (", ")", ") ", "[", " [", "]", "] ", "‖", " ", "||", " ")
	powers = regexp.MustCompile(`[\^{}]+`)
)

// tokens cuts a text into words. A compound is several, a name one.
func tokens(text string) []token {
	text = named.Replace(strings.ReplaceAll(quote.Fold(text), "-\n", ""))
	if strings.Contains(text, "[") {
		text = references.ReplaceAllString(text, "")
	}
	text = spaced.Replace(greek.Replace(text))
	if strings.Contains(text, "FIPS") || strings.Contains(text, "SP ") || strings.Contains(text, "IR ") || strings.Contains(text, "RFC") {
		text = documents.ReplaceAllString(text, "$1-$2")
	}
	if strings.ContainsFunc(text, lex.IsDigit) {
		text = grouped.ReplaceAllStringFunc(text, func(s string) string { return strings.ReplaceAll(s, ",", "") })
	}
	var out []token
	for _, field := range strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("/|\"“”", r) }) {
		w := strings.TrimLeft(field, "([{'*•—–-")
		if w != field && len(out) > 0 {
			out[len(out)-1].ends = true
		}
		bare := strings.TrimRight(w, ".,;:!?)]}'*—–")
		bare = strings.TrimSuffix(strings.TrimSuffix(bare, "'s"), "’s")
		if bare == "" {
			if len(out) > 0 {
				out[len(out)-1].ends = true
			}
			continue
		}
		ends := len(strings.TrimRight(w, "'s’")) > len(bare) && strings.ContainsAny(w[len(bare):], ".,;:!?)")
		parts := []string{bare}
		if head, tail, ok := cutLast(bare); ok && isName(head) && adjectival[strings.ToLower(tail)] {
			parts = []string{head, tail}
			bare = head
		}
		if !isName(bare) && strings.Contains(bare, "-") && !isNumber(bare) {
			parts = strings.FieldsFunc(bare, func(r rune) bool { return r == '-' })
		}
		for _, part := range parts {
			out = append(out, token{text: part, lower: strings.ToLower(part)})
		}
		if len(parts) > 0 {
			last := &out[len(out)-1]
			last.ends, last.gap = ends, gapOf(w[len(bare):])
		}
	}
	return out
}

// adjectival are the words that make an adjective of a name: "IND-CCA2-secure".
var adjectival = lex.Set("secure based like style bit byte resistant approved")

// cutLast cuts a compound before its last word.
func cutLast(w string) (head, tail string, ok bool) {
	i := strings.LastIndexByte(w, '-')
	if i < 0 {
		return w, "", false
	}
	return w[:i], w[i+1:], true
}

// gapOf is how far the marks after a word keep it from the next one.
func gapOf(marks string) int {
	switch {
	case strings.ContainsAny(marks, ".?!"):
		return 8
	case strings.ContainsAny(marks, ";:"):
		return 4
	case strings.ContainsAny(marks, ",)]"):
		return 1
	}
	return 0
}

func isNumber(w string) bool {
	w = strings.TrimLeft(w, "+-")
	if w == "" || !lex.IsDigit(rune(w[0])) {
		return false
	}
	return !strings.ContainsFunc(w, func(r rune) bool { return unicode.IsLetter(r) })
}

// isName reports whether a word names one thing exactly.
func isName(w string) bool {
	if len(w) == 1 && w != "a" && w != "A" && w != "I" && unicode.IsLetter(rune(w[0])) {
		return true
	}
	if len(w) < 2 || isNumber(w) || lex.IsDigit(rune(w[0])) && strings.Contains(w, "-") {
		return false
	}
	if strings.ContainsAny(w, "_.") || strings.ContainsFunc(w, unicode.IsDigit) {
		return true
	}
	for part := range strings.SplitSeq(strings.TrimSuffix(w, "s"), "-") {
		if lex.HasInnerCapital(part) || len(part) > 1 && strings.ToUpper(part) == part {
			return true
		}
	}
	return false
}

var spelledNumbers = func() map[string]string {
	out := make(map[string]string)
	for i, w := range strings.Fields("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty") {
		out[w] = string(appendInt(nil, i))
	}
	delete(out, "one")
	delete(out, "zero")
	for i, w := range strings.Fields("second third fourth fifth sixth") {
		out[w] = string(appendInt(nil, i+2))
	}
	return out
}()

func appendInt(b []byte, n int) []byte {
	if n >= 10 {
		b = appendInt(b, n/10)
	}
	return append(b, byte('0'+n%10))
}

// read takes a text apart.
func read(text string) *reading {
	r := &reading{text: text}
	ts := tokens(text)
	l := words()
	roots := make([]string, len(ts))
	for i, t := range ts {
		roots[i] = root(t.lower)
	}
	clause, denied, at := 0, false, 0
	bound := word
	r.predicate = -1
	for i := 0; i < len(ts); {
		if r.predicate < 0 && len(r.elements) > 0 && verbs[ts[i].lower] {
			r.predicate = len(r.elements)
		}
		s, n := l.match(ts, roots, i)
		grown := len(r.elements)
		t := ts[i]
		ends := ts[i+n-1].ends
		text := t.text
		for _, more := range ts[i+1 : i+n] {
			text += " " + more.text
		}
		switch {
		case n == 1 && isNumberToken(t):
			e := element{sense: sense{kind: number}, text: text, clause: clause, value: valueOf(t), bound: bound, neg: denied}
			e.slot = slotOf(ts, roots, i)
			e.key = "#" + e.value
			r.elements = append(r.elements, e)
			denied, bound = false, word
		case s.key == "" && functionWords[t.lower]:
			if k := len(r.elements) - 1; denied && k >= 0 && r.elements[k].weak && conjunctions[t.lower] {
				r.elements[k].neg, denied = true, false // "is not provided and …"
			}
		case s.key == "":
			s = sense{kind: word, key: roots[i]}
			if isName(t.text) || namedSchemes[t.lower] {
				s = sense{kind: name, key: strings.TrimSuffix(t.lower, "'")}
				if plural, ok := strings.CutSuffix(t.text, "s"); ok && strings.ToUpper(plural) == plural {
					s.key = strings.ToLower(plural)
				}
			}
			r.elements = append(r.elements, element{sense: s, text: text, neg: denied, clause: clause})
			denied = false
		case s.kind == word:
			r.elements = append(r.elements, element{sense: s, text: text, neg: denied && !s.weak, clause: clause})
			denied = denied && s.weak
		case s.kind == light:
			r.elements = append(r.elements, element{sense: sense{kind: light, key: roots[i]}, text: text, clause: clause})
		case s.kind == not:
			if k := len(r.marks); k > 0 && r.marks[k-1].at == len(r.elements) && r.marks[k-1].clause == clause && r.marks[k-1].kind.modal() && (t.lower == "not" || t.lower == "never") {
				switch r.marks[k-1].kind {
				case must, may:
					r.marks[k-1].kind = mustnot
				case should:
					r.marks[k-1].kind = shouldnot
				default:
					denied = !denied
				}
				r.marks[k-1].text += " " + text
				break
			}
			r.marks = append(r.marks, mark{not, text, len(r.elements), clause})
			denied = !denied
		case s.kind >= atmost:
			if !strings.HasPrefix(t.lower, "or") && !slices.ContainsFunc(ts[i+n:min(len(ts), i+n+2)], isNumberToken) && s.kind != atmost && s.kind != atleast {
				s, n = sense{kind: word, key: roots[i]}, 1
				if one, ok := l.senses[roots[i]]; ok && one.kind < atmost {
					s = one
				} else if plain, ok := l.plain[roots[i]]; ok {
					s = plain
				}
				ends = t.ends
				if s.kind == light || functionWords[t.lower] {
					s.kind = light
				}
				r.elements = append(r.elements, element{sense: s, text: t.text, neg: denied && s.kind == word, clause: clause})
				denied = denied && s.kind != word
				break
			}
			bound = s.kind
			if strings.HasPrefix(t.lower, "or") { // "255 or fewer"
				for k := len(r.elements) - 1; k >= max(0, len(r.elements)-2); k-- {
					if e := &r.elements[k]; e.kind == number && e.clause == clause {
						e.bound, bound = s.kind, word
						break
					}
				}
			}
			r.marks = append(r.marks, mark{s.kind, text, len(r.elements), clause})
		case s.kind == all && denied, s.kind == only && denied: // "not always", "not only"
			denied = false
			r.marks = append(r.marks, mark{notall, "not " + text, len(r.elements), clause})
		default: // modal and limiting
			if denied && s.kind.modal() && len(r.marks) > 0 && r.marks[len(r.marks)-1].kind == not && r.marks[len(r.marks)-1].at == len(r.elements) {
				k := len(r.marks) - 1
				switch s.kind {
				case should:
					r.marks[k] = mark{shouldnot, r.marks[k].text + " " + text, len(r.elements), clause}
					denied = false
				case must:
					r.marks[k] = mark{optional, r.marks[k].text + " " + text, len(r.elements), clause}
					denied = false
				case may, can:
					r.marks[k] = mark{mustnot, r.marks[k].text + " " + text, len(r.elements), clause}
					denied = false
				default:
					r.marks = append(r.marks, mark{s.kind, text, len(r.elements), clause})
				}
				break
			}
			if k := len(r.marks) - 1; k >= 0 && s.kind.modal() && r.marks[k].at == len(r.elements) && r.marks[k].clause == clause && r.marks[k].kind.modal() {
				r.marks[k] = mark{joined(r.marks[k].kind, s.kind), r.marks[k].text + " " + text, len(r.elements), clause}
				break
			}
			r.marks = append(r.marks, mark{s.kind, text, len(r.elements), clause})
		}
		for k := grown; k < len(r.elements); k++ {
			e := &r.elements[k]
			e.at = at
			e.passive = i > 0 && passives[ts[i-1].lower] || i > 1 && passives[ts[i-2].lower] && functionWords[ts[i-1].lower]
			switch e.kind {
			case name:
				e.class = classOf(e.key)
				if _, does, ok := strings.Cut(strings.TrimSuffix(e.key, "_internal"), "."); ok {
					e.also = l.senses[root(does)]
				}
			case word, light:
				e.verb = directed[roots[i]]
			}
			if e.kind != light {
				at++
			}
		}
		at += ts[i+n-1].gap
		switch t.lower {
		case "than":
			r.than = append(r.than, len(r.elements))
			at += 3
		case "and", "or":
			at++
		}
		i += n
		if ends {
			if denied {
				r.denyLast()
			}
			clause++
			denied, bound = false, word
		}
	}
	if denied {
		r.denyLast()
	}
	r.relations = relationsOf(r)
	return r
}

// joined is what two modal words say together: "must be avoided", "should be allowed".
func joined(first, second kind) kind {
	if first == must && (second == shouldnot || second == mustnot) {
		return mustnot
	}
	return second
}

// denyLast denies the last word of content.
func (r *reading) denyLast() {
	r.dangling = true
	for i := len(r.elements) - 1; i >= 0; i-- {
		if e := &r.elements[i]; e.kind == word || e.kind == name {
			e.neg = !e.neg
			return
		}
	}
}

func (k kind) modal() bool { return k >= must && k <= optional }

func isNumberToken(t token) bool { return isNumber(t.text) || spelledNumbers[t.lower] != "" }

func valueOf(t token) string {
	if v := spelledNumbers[t.lower]; v != "" {
		return v
	}
	return powers.ReplaceAllString(strings.TrimLeft(t.text, "+"), "^")
}

// match finds the longest phrase of the lexicon at a token.
func (l *lexicon) match(ts []token, roots []string, i int) (sense, int) {
	for n := min(l.heads[roots[i]], len(ts)-i); n > 0; n-- {
		if slices.ContainsFunc(ts[i:i+n-1], func(t token) bool { return t.ends }) {
			continue
		}
		if s, ok := l.senses[strings.Join(roots[i:i+n], " ")]; ok {
			return s, n
		}
	}
	return sense{}, 1
}

// conjunctions are words that a denial does not reach over.
var conjunctions = lex.Set("and or but so because if when while as that which")

// verbs are those with which the predicate of most sentences begins.
var verbs = lex.Set("is are was were has have had does do did can could may must shall should will cannot needs requires uses takes consists contains returns provides specifies defines describes became becomes signs rests relies derives combines lets gives stands means serves makes generates turns rejects replaces resists depends")

// functionWords carry nothing.
var functionWords = lex.Set(lex.FunctionWords)

// namedSchemes are names that are spelled as words are.
var namedSchemes = lex.Set("falcon kyber dilithium rainbow picnic saber frodo sphincsplus winternitz lamport merkle grover shor")

// labels are the words that number what they name.
var labels = lex.Set("algorithm appendix categori category equation figure level line page part section step table round definition chapter item rule type")

// slotOf is what a number is a number of.
func slotOf(ts []token, roots []string, i int) string {
	for _, t := range ts[i+1 : min(len(ts), i+4)] {
		switch t.lower {
		case "bytes", "byte", "octets", "octet":
			return "byte"
		case "bits", "bit":
			return "bit"
		}
		if isNumberToken(t) || t.ends {
			break
		}
	}
	if i > 0 && !ts[i-1].ends {
		if w := strings.TrimSuffix(ts[i-1].lower, "s"); labels[w] {
			if w == "level" {
				w = "category"
			}
			return w
		}
		if months[ts[i-1].lower] && len(ts[i].text) < 3 {
			return "day"
		}
	}
	if strings.Contains(ts[i].text, "^") {
		return "^"
	}
	if v := ts[i].text; len(v) == 4 && (strings.HasPrefix(v, "19") || strings.HasPrefix(v, "20")) {
		return "year"
	}
	for k := i - 1; k >= 0 && k >= i-3 && !ts[k].ends; k-- {
		switch w := ts[k].lower; {
		case w == "is" || w == "equals" || w == "are" || w == "of" || w == "at" || w == "equal" || w == "to" || w == "parameter":
		case functionWords[w]:
		case isNumberToken(ts[k]):
			k = -1
		default:
			if len(w) <= 3 || strings.Contains(w, "_") {
				return "=" + w
			}
			k = -1
		}
	}
	if i+1 < len(ts) && !ts[i].ends && !functionWords[ts[i+1].lower] {
		slot := "*" + roots[i+1]
		if i+2 < len(ts) && !ts[i+1].ends && !functionWords[ts[i+2].lower] {
			slot += " " + roots[i+2]
		}
		return slot
	}
	return ""
}

var months = lex.Set("january february march april may june july august september october november december")
