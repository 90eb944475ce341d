package entail

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"

	"github.com/pqcite/pqcite/internal/lex"
)

//go:embed lexicon.txt
var lexiconText string

// kind is what a word does in a statement.
type kind uint8

const (
	word      kind = iota // carries content
	light                 // is in the statement for the grammar's sake
	name                  // names one thing exactly
	number                //
	must                  // the modal kinds, from here to optional
	should                //
	may                   //
	can                   //
	mustnot               //
	shouldnot             //
	optional              //
	not                   //
	only                  // the limiting kinds
	all                   //
	some                  //
	notall                // not always, not only
	unless                //
	atmost                // the bounds of a number, from here to exactly
	atleast               //
	morethan              //
	lessthan              //
	about                 //
	exactly               //
)

var kindsByName = map[string]kind{
	"light": light, "must": must, "should": should, "may": may, "can": can, "mustnot": mustnot, "shouldnot": shouldnot, "optional": optional,
	"not": not, "only": only, "all": all, "some": some, "unless": unless,
	"atmost": atmost, "atleast": atleast, "morethan": morethan, "lessthan": lessthan, "about": about, "exactly": exactly,
}

// sense is what a word or phrase means: one of the alternatives of a concept, or the
// opposite of it.
type sense struct {
	kind  kind
	key   string
	alt   int8
	minus bool
	weak  bool // many statements have it
	sided bool // the concept has alternatives, or an opposite
	role  bool // it has alternatives
}

// lexicon knows words by their roots, phrases by those with blanks between.
type lexicon struct {
	senses map[string]sense
	heads  map[string]int   // words of the longest phrase that begins with a root
	plain  map[string]sense // what bounds mean where they bound nothing
}

var words = sync.OnceValue(func() *lexicon {
	l := &lexicon{senses: make(map[string]sense), plain: make(map[string]sense), heads: make(map[string]int)}
	for line := range strings.Lines(lexiconText) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '+':
			name, list, _ := strings.Cut(line[1:], ":")
			if name == "weak" {
				l.addWeak(list)
				continue
			}
			l.add(list, sense{kind: kindsByName[name], key: name})
		default:
			l.concept(line)
		}
	}
	return l
})

func (l *lexicon) concept(line string) {
	line, weak := strings.CutPrefix(line, "~")
	key, _, _ := strings.Cut(line, ",")
	s := sense{key: strings.TrimSpace(key), weak: weak, sided: strings.ContainsAny(line, "|/"), role: strings.Contains(line, "|")}
	for i, alternative := range strings.Split(line, "|") {
		s.alt = int8(i)
		same, opposite, _ := strings.Cut(alternative, "/")
		s.minus = false
		l.add(same, s)
		s.minus = true
		l.add(opposite, s)
	}
}

// add adds the phrases of a list, but for those that have a sense.
func (l *lexicon) add(list string, s sense) {
	for phrase := range strings.SplitSeq(list, ",") {
		fields := strings.Fields(phrase)
		for i := range fields {
			fields[i] = root(fields[i])
		}
		if len(fields) > 0 {
			l.heads[fields[0]] = max(l.heads[fields[0]], len(fields))
		}
		if key := strings.Join(fields, " "); key != "" {
			if old, ok := l.senses[key]; !ok {
				l.senses[key] = s
			} else if _, ok := l.plain[key]; !ok && old.kind >= atmost {
				l.plain[key] = s
			}
		}
	}
}

// addWeak adds words that mean themselves and say little.
func (l *lexicon) addWeak(list string) {
	for phrase := range strings.SplitSeq(list, ",") {
		phrase = strings.TrimSpace(phrase)
		l.add(phrase, sense{key: root(phrase), weak: true})
	}
}

// unlike are words whose roots are those of words with other senses.
var unlike = lex.Set(`encapsulator encapsulators decapsulator decapsulators verifier verifiers signer signers general generally number numbers publication publications
random randomness randomly standard standards stateful stateless comply complies compliance compliant definitive performance provisional receiver receivers
supplement supplements supplementary zeroize zeroized zeroization valid invalid validity modulus moduli normally odd`)

var roots sync.Map // of words, by word

// root is what words of one family have in common: "standardized" and "standardization".
func root(w string) string {
	if r, ok := roots.Load(w); ok {
		return r.(string)
	}
	if unlike[w] {
		return "=" + w
	}
	env := snowballstem.NewEnv(w)
	english.Stem(env)
	r := env.Current()
	for {
		shorter := cutSuffix(r)
		if shorter == r {
			break
		}
		r = shorter
	}
	roots.Store(w, r)
	return r
}

// suffixes are left on stems of words that belong together.
var suffixes = []string{"ifi", "iz", "is", "at", "ment", "ness", "anc", "enc", "abl", "ibl", "ion", "iv", "al", "i", "e"}

const minRoot = 4

func cutSuffix(s string) string {
	for _, suffix := range suffixes {
		if head, ok := strings.CutSuffix(s, suffix); ok && len(head) >= minRoot {
			return head
		}
	}
	return s
}
