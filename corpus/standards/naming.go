package standards

import (
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"strings"
	"sync"
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
	if p.namings.pattern != nil {
		question = p.namings.pattern.ReplaceAllStringFunc(question, func(found string) string {
			m := p.namings.pattern.FindStringSubmatch(found)
			return m[1] + p.namings.means[strings.ToLower(m[2])] + m[3]
		})
	}
	question = word.ReplaceAllStringFunc(question, func(w string) string {
		if name := p.namings.subscriptOf()[w]; name != "" {
			return name
		}
		return w
	})
	return extremes.ReplaceAllStringFunc(question, func(found string) string {
		m := extremes.FindStringSubmatch(found)
		family := strings.ToUpper(m[2] + m[4])
		sets := setsOf(family)
		if len(sets) == 0 {
			return found
		}
		switch strings.ToLower(m[1] + m[3]) {
		case "small", "weak", "low", "light":
			return sets[0]
		}
		return sets[len(sets)-1]
	})
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
