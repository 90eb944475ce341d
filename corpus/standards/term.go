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
	Expansion string   `json:"expansion,omitempty"` // the expansion of an acronym, as the documents spell it
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
}

// Terms returns the terms in a fixed order. The caller owns the result.
func Terms() []Term {
	terms := words().terms
	out := make([]Term, len(terms))
	for i := range terms {
		out[i] = terms[i].clone()
	}
	return out
}

// TermNamed returns the term with exactly the canonical name.
func TermNamed(name string) (Term, bool) {
	if t := words().termNamed[name]; t != nil {
		return t.clone(), true
	}
	return Term{}, false
}

// Expansion is the expansion of the term with exactly the canonical name, or "".
func Expansion(name string) string {
	if t := words().termNamed[name]; t != nil {
		return t.Expansion
	}
	return ""
}

func (t *Term) clone() Term {
	c := *t
	c.Aliases, c.OldNames = slices.Clone(t.Aliases), slices.Clone(t.OldNames)
	c.Documents, c.Pages = slices.Clone(t.Documents), slices.Clone(t.Pages)
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

// lexicon is the terms and their spellings. It is apart from the rest of the pack
// so that a question can be read without the summaries.
type lexicon struct {
	terms     []Term
	termNamed map[string]*Term
	spellings *node
}

func readLexicon(files fs.FS, c *catalogue) (*lexicon, error) {
	p := &lexicon{}
	var err error
	if p.terms, err = decode[Term](files, termsFile); err != nil {
		return nil, err
	}
	p.termNamed = make(map[string]*Term, len(p.terms))
	for i := range p.terms {
		p.termNamed[p.terms[i].Name] = &p.terms[i]
	}
	p.spellings = &node{}
	for i := range p.terms {
		t := &p.terms[i]
		if err := errors.Join(t.check(c), p.linkTerm(t)); err != nil {
			return nil, fmt.Errorf("%s:%d: term %q: %w", termsFile, i+1, t.Name, err)
		}
	}
	return p, nil
}

// linkTerm checks what the term refers to and enters its spellings.
func (p *lexicon) linkTerm(t *Term) error {
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

func (t *Term) check(c *catalogue) error {
	if t.Expansion != "" && !printable(t.Expansion) {
		return fmt.Errorf("expansion %q is not plain text", t.Expansion)
	}
	if hasRepeat(t.Documents) {
		return fmt.Errorf("documents %q name one twice", t.Documents)
	}
	for _, id := range t.Documents {
		if c.byID[id] == nil {
			return fmt.Errorf("document %q is not listed", id)
		}
	}
	if t.Text == "" {
		return errors.New("it has no summary")
	}
	return nil
}

// checkTerms checks what the terms say of the documents.
func (p *pack) checkTerms(fs.FS) error {
	for i := range p.terms {
		t := &p.terms[i]
		if err := p.checkSummary(t.At, t.Pages, t.Text); err != nil {
			return fmt.Errorf("%s:%d: term %q: %w", termsFile, i+1, t.Name, err)
		}
	}
	return nil
}

// TermMatch is a place in a text that denotes a term.
type TermMatch struct {
	Term Term
	Span core.Span // byte offsets in the text; covers a plural s
}
