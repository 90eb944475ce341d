package standards

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
)

// Term is a named concept: a scheme, a parameter set, a problem, a notion or a
// building block.
type Term struct {
	Name      string   `json:"name"`                // canonical: "ML-KEM"
	Aliases   []string `json:"aliases,omitempty"`   // other spellings: "mlkem"
	OldNames  []string `json:"old_names,omitempty"` // names before standardisation: "CRYSTALS-Kyber"
	Expansion string   `json:"expansion,omitempty"` // what an acronym stands for, as the documents spell it
	// Family is the name of the term that this one is a variant or a parameter
	// set of: "ML-KEM" for "ML-KEM-768".
	Family string `json:"family,omitempty"`
	// Documents are the ids of the documents that define or specify the term,
	// its home first; empty where no document of the pack does.
	Documents []string `json:"documents,omitempty"`
	// At is the anchor that defines or explains the term, Pages the PDF pages
	// that the summary rests on, Text the summary: one to three sentences.
	At    Place  `json:"at,omitempty"`
	Pages []int  `json:"pages,omitempty"`
	Text  string `json:"text,omitempty"`

	OID         *OID         `json:"-"` // nil for all but parameter sets
	Identifiers []Identifier `json:"-"`
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

// TermNamed returns the term with exactly the canonical name.
func TermNamed(name string) (Term, bool) {
	if t := embedded().termNamed[name]; t != nil {
		return t.clone(), true
	}
	return Term{}, false
}

func (t *Term) clone() Term {
	c := *t
	c.Aliases, c.OldNames = slices.Clone(t.Aliases), slices.Clone(t.OldNames)
	c.Documents, c.Pages, c.Identifiers = slices.Clone(t.Documents), slices.Clone(t.Pages), slices.Clone(t.Identifiers)
	return c
}

// spellings are what the term is found by. An expansion of one word is not
// among them: it is a word of the language ("address").
func (t *Term) spellings() []string {
	all := slices.Concat([]string{t.Name}, t.Aliases, t.OldNames)
	if strings.Contains(t.Expansion, " ") {
		all = append(all, t.Expansion)
	}
	return all
}

func (p *pack) readTerms(files fs.FS) error {
	err := records(files, termsFile, func(t Term) error {
		p.terms = append(p.terms, t)
		return p.checkTerm(&t)
	})
	if err != nil {
		return err
	}
	p.termNamed = make(map[string]*Term, len(p.terms))
	for i := range p.terms {
		p.termNamed[p.terms[i].Name] = &p.terms[i]
	}
	p.spellings = &node{}
	for i := range p.terms {
		if err := p.linkTerm(&p.terms[i]); err != nil {
			return fmt.Errorf("%s:%d: term %q: %w", termsFile, i+1, p.terms[i].Name, err)
		}
	}
	return nil
}

// linkTerm checks what the term refers to and enters its spellings.
func (p *pack) linkTerm(t *Term) error {
	if t.Family != "" && (t.Family == t.Name || p.termNamed[t.Family] == nil) {
		return fmt.Errorf("family %q is no other term", t.Family)
	}
	for _, s := range t.spellings() {
		if err := p.spellings.add(s, t); err != nil {
			return err
		}
	}
	return nil
}

func (p *pack) checkTerm(t *Term) error {
	if t.Expansion != "" && !printable(t.Expansion) {
		return fmt.Errorf("expansion %q is not plain text", t.Expansion)
	}
	if hasRepeat(t.Documents) {
		return fmt.Errorf("documents %q name one twice", t.Documents)
	}
	for _, id := range t.Documents {
		if p.byID[id] == nil {
			return fmt.Errorf("document %q is not listed", id)
		}
	}
	if t.Text == "" {
		return errors.New("it has no summary")
	}
	return p.checkSummary(t.At, t.Pages, t.Text)
}

// TermMatch is a place in a text that denotes a term.
type TermMatch struct {
	Term Term
	Span core.Span // byte offsets in the text; covers a plural s
}
