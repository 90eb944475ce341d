package standards

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// naming is what people say for what the documents call by a description: they
// speak of a key length where a document speaks of its strength.
type naming struct {
	Said   []string `json:"said"`
	Means  string   `json:"means"` // in the documents' words
	Source string   `json:"source"`
}

// namings are all of them as one pattern.
type namings struct {
	pattern     *regexp.Regexp
	means       map[string]string // by what is said, in lower case
	subscriptOf func() map[string]string
}

func (p *pack) readNamings(files fs.FS) error {
	p.namings.means = make(map[string]string)
	p.namings.subscriptOf = sync.OnceValue(p.subscripts)
	var all []string
	err := records(files, namingsFile, func(n *naming) error {
		if len(n.Said) == 0 || n.Means == "" {
			return errors.New("it lacks what is said or what it means")
		}
		for _, said := range n.Said {
			key := strings.ToLower(said)
			if p.namings.means[key] != "" {
				return fmt.Errorf("%q is given twice", said)
			}
			p.namings.means[key] = n.Means
			all = append(all, regexp.QuoteMeta(said))
		}
		return checkURL(n.Source)
	})
	if err == nil && len(all) > 0 {
		p.namings.pattern, err = regexp.Compile(`(?i)(^|[^\w-])(` + strings.Join(all, "|") + `)($|[^\w-])`)
	}
	return err
}

// subscripts are the parameters that are written with a subscript, by how people
// type them: "du" is d_u.
func (p *pack) subscripts() map[string]string {
	out := make(map[string]string)
	for i := range p.parameters {
		for _, v := range p.parameters[i].Values {
			symbol, _, _ := strings.Cut(v.Name, " - ")
			head, tail, ok := strings.Cut(latin.Replace(symbol), "_")
			if ok && len(head) <= 5 && len(tail) == 1 {
				out[head+tail] = head + "_" + tail
			}
		}
	}
	return out
}

// latin spells the Greek letters of parameters.
var latin = strings.NewReplacer("η", "eta", "γ", "gamma", "λ", "lambda", "τ", "tau", "β", "beta", "ω", "omega", "ζ", "zeta")

// word matches a word that a parameter can be typed as.
var word = regexp.MustCompile(`\b[a-z]{1,5}[a-z0-9]{1,2}\b`)

// extremes matches a parameter set that is named by its rank in its family.
var extremes = regexp.MustCompile(`(?i)\b(bigg|larg|strong|high|heavi|small|weak|low|light)est (?:\w+ )?(ML-KEM|ML-DSA)(?: (?:parameter )?(?:set|variant|version|instance|level|option)s?)?\b|\b(bigg|larg|strong|high|heavi|small|weak|low|light)est (?:parameter )?(?:set|variant|version|instance|level|option) of (ML-KEM|ML-DSA)\b`)

// Described returns a question with what the documents call by a description in
// the documents' words: "RSA-2048" becomes RSA of a strength, "the largest ML-KEM
// parameter set" the set.
func Described(question string) string {
	p := embedded()
	question = p.namings.plain(question)
	question = replaceNames(word, question, func(m []string) string { return p.namings.subscriptOf()[m[0]] })
	return replaceNames(extremes, question, func(m []string) string {
		sets := setsOf(strings.ToUpper(m[2] + m[4]))
		if len(sets) == 0 {
			return ""
		}
		switch strings.ToLower(m[1] + m[3]) {
		case "small", "weak", "low", "light":
			return sets[0]
		}
		return sets[len(sets)-1]
	})
}

// plain replaces what is said by what is meant. The text after one replacement may
// precede the next.
func (n *namings) plain(question string) string {
	var b strings.Builder
	for n.pattern != nil {
		m := n.pattern.FindStringSubmatchIndex(question)
		if m == nil {
			break
		}
		said := question[m[4]:m[5]]
		b.WriteString(question[:m[4]] + cmp.Or(n.means[strings.ToLower(said)], said))
		question = question[m[5]:]
	}
	return b.String() + question
}

// replaceNames replaces what a pattern matches, unless it is a part of a longer name
// or there is nothing to replace it by.
func replaceNames(pattern *regexp.Regexp, text string, by func(m []string) string) string {
	var b strings.Builder
	from := 0
	for _, at := range pattern.FindAllStringSubmatchIndex(text, -1) {
		m := make([]string, len(at)/2)
		for i := range m {
			if at[2*i] >= 0 {
				m[i] = text[at[2*i]:at[2*i+1]]
			}
		}
		name := by(m)
		if name == "" || !standsAlone(text, at[0], at[1]) {
			name = m[0]
		}
		b.WriteString(text[from:at[0]] + name)
		from = at[1]
	}
	return b.String() + text[from:]
}

// standsAlone reports whether a part of a text is no part of a longer name.
func standsAlone(text string, start, end int) bool {
	joins := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || r == '-' }
	before, _ := utf8.DecodeLastRuneInString(text[:start])
	after, size := utf8.DecodeRuneInString(text[end:])
	if after == '.' {
		after, _ = utf8.DecodeRuneInString(text[end+size:])
	}
	return !joins(before) && before != '.' && !joins(after)
}

// setsOf are the parameter sets of a family, from the weakest to the strongest.
func setsOf(family string) []string {
	var out []string
	for _, set := range ParameterSets() {
		if strings.HasPrefix(set, family+"-") {
			out = append(out, set)
		}
	}
	return out
}
