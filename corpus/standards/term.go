package standards

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
)

// Term is a named concept: a scheme, a parameter set, a problem, a notion or a
// building block.
type Term struct {
	Name      string   `json:"name"`      // canonical: "ML-KEM"
	Aliases   []string `json:"aliases"`   // other and old names: "Kyber"
	Expansion string   `json:"expansion"` // what an acronym stands for, as the documents spell it
	// Family is the name of the term that this one is a variant or a parameter
	// set of: "ML-KEM" for "ML-KEM-768".
	Family string `json:"family"`
	// Documents are the ids of the documents that define or specify the term,
	// its home first; empty where no document of the pack does.
	Documents []string `json:"documents"`
}

// Terms returns the terms in a fixed order. The caller owns the result.
func Terms() []Term {
	terms := embedded().terms
	out := make([]Term, len(terms))
	for i := range terms {
		out[i] = terms[i].clone()
	}
	return out
}

func (t *Term) clone() Term {
	c := *t
	c.Aliases, c.Documents = slices.Clone(t.Aliases), slices.Clone(t.Documents)
	return c
}

// spellings are what the term is found by. An expansion of one word is not
// among them: it is a word of the language ("address").
func (t *Term) spellings() []string {
	all := append([]string{t.Name}, t.Aliases...)
	if strings.Contains(t.Expansion, " ") {
		all = append(all, t.Expansion)
	}
	return all
}

func (p *pack) termNames() map[string]bool {
	names := make(map[string]bool, len(p.terms))
	for i := range p.terms {
		names[p.terms[i].Name] = true
	}
	return names
}

func (p *pack) loadTerms(data []byte) error {
	if err := decodeStrict(data, &p.terms); err != nil {
		return err
	}
	if len(p.terms) == 0 {
		return errors.New("it lists no term")
	}
	names := p.termNames()
	p.spellings = &node{}
	for i := range p.terms {
		t := &p.terms[i]
		if err := p.checkTerm(t, names); err != nil {
			return fmt.Errorf("term %d (%q): %w", i+1, t.Name, err)
		}
		for _, s := range t.spellings() {
			if err := p.spellings.add(s, t); err != nil {
				return fmt.Errorf("term %d (%q): %w", i+1, t.Name, err)
			}
		}
	}
	return nil
}

func (p *pack) checkTerm(t *Term, names map[string]bool) error {
	if t.Expansion != "" && !printable(t.Expansion) {
		return fmt.Errorf("expansion %q is not plain text", t.Expansion)
	}
	if t.Family != "" && (t.Family == t.Name || !names[t.Family]) {
		return fmt.Errorf("family %q is no other term", t.Family)
	}
	if hasRepeat(t.Documents) {
		return fmt.Errorf("documents %q name one twice", t.Documents)
	}
	for _, id := range t.Documents {
		if p.byID[id] == nil {
			return fmt.Errorf("document %q is not listed", id)
		}
	}
	return nil
}

// TermMatch is a place in a text that denotes a term.
type TermMatch struct {
	Term Term
	Span core.Span // byte offsets in the text; covers a plural s
}
