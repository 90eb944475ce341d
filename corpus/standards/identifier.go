package standards

import (
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
)

// Identifier is a spelling of a term or an algorithm in program code.
type Identifier struct {
	Text     string `json:"text"`     // "MLKEM768_CIPHERTEXTBYTES", exact
	Language string `json:"language"` // one of languages
	Source   string `json:"source"`   // the library that has it: "Go crypto/mlkem"
	Term     string `json:"term,omitempty"`
	At       Place  `json:"at,omitempty"`       // the algorithm, where it is one
	Quantity string `json:"quantity,omitempty"` // which of the term's parameters it denotes: "ciphertext"

	// Relation says in a sentence how the identifier is related to the term, if it does
	// not denote it; Kind is then what it denotes: "hybrid of X25519 and ML-KEM-768".
	Relation string `json:"-"`
	Kind     string `json:"-"`
	// Guessed is set where it was read by the name in it, and may mean something else.
	Guessed bool `json:"-"`
}

// aged is an identifier of the list with its relation, where its name is one from
// before standardization.
func (p *pack) aged(id Identifier) Identifier {
	if id.Term == "" || StandingOf(id.Text) != Proper {
		return id
	}
	if c, ok := p.coined(id.Text); ok && c.Relation != "" && c.Term == id.Term {
		c.Source = id.Source
		return c
	}
	return id
}

// languages are the styles of identifiers.
var languages = []string{"c", "go", "java", "liboqs", "openssl", "python", "rust"}

func (p *pack) readIdentifiers(files fs.FS) error {
	p.identifier = make(map[string]Identifier)
	return records(files, identifiersFile, func(id *Identifier) error {
		if old, twice := p.identifier[id.Text]; twice && (old.Term != id.Term || old.At != id.At) {
			return fmt.Errorf("%q has two meanings", id.Text)
		}
		if err := p.checkIdentifier(id); err != nil {
			return err
		}
		p.identifier[id.Text] = *id
		return nil
	})
}

func (p *pack) checkIdentifier(id *Identifier) error {
	switch {
	case !isIdentifier(id.Text):
		return fmt.Errorf("%q is no identifier", id.Text)
	case !slices.Contains(languages, id.Language):
		return fmt.Errorf("language %q is none of %q", id.Language, languages)
	case !printable(id.Source):
		return fmt.Errorf("source %q is empty or not plain text", id.Source)
	case (id.Term == "") == (id.At == ""):
		return fmt.Errorf("%q names a term and a place, or neither", id.Text)
	case id.Term != "" && p.termNamed[id.Term] == nil:
		return fmt.Errorf("%q is no term", id.Term)
	case id.Quantity != "" && !p.quantities[[2]string{id.Term, id.Quantity}]:
		return fmt.Errorf("no table has the value %q of %q", id.Quantity, id.Term)
	case id.At != "":
		_, err := p.element(id.At)
		return err
	}
	return nil
}

// isIdentifier reports whether s is one or more words of letters, digits and
// underscores, joined by the qualifiers of program code.
func isIdentifier(s string) bool {
	if s == "" || isDigit(s[0]) || !isASCIIWord(s[len(s)-1]) {
		return false
	}
	for i := range len(s) {
		if !isASCIIWord(s[i]) && strings.IndexByte(".:-", s[i]) < 0 {
			return false
		}
	}
	return true
}

func isASCIIWord(b byte) bool { return isLetter(b) || isDigit(b) || b == '_' }

// Identifiers returns the identifiers, sorted by their text.
func Identifiers() []Identifier {
	return slices.SortedFunc(maps.Values(embedded().identifier), func(x, y Identifier) int { return strings.Compare(x.Text, y.Text) })
}
