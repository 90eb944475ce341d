package plan

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
)

func TestNames(t *testing.T) {
	p := Plan{
		Mentioned:  []Term{{Name: "ML-KEM-768", Written: "Kyber768"}},
		Cited:      []Reference{{Text: "FIPS 203 Algorithm 7"}},
		algorithms: []string{"ml kem keygen"},
	}
	for question, want := range map[string][]string{
		"What is SHAKE512?":                                  {"SHAKE512"},
		"Is ML-DSA.Encrypt defined?":                         {"ML-DSA.Encrypt"},
		"how large is the key of ML-KEM-2048?":               {"ML-KEM-2048"},
		"how large is Kyber768's key":                        nil, // a term
		"what do FIPS 203 Algorithm 7 and ML-KEM.KeyGen do?": nil, // a reference, an algorithm
		"Which teams play? Arsenal wins. Nobody cares":       nil, // sentences begin with capitals
		"Which teams play, Arsenal or Chelsea’s?":            {"Arsenal", "Chelsea"},
		"is it OK in CI, FYI? I'm asking NIST about PQC":     nil, // chatter
		"has it 3 rounds":                                    nil, // one digit is a count
		"has it 24 rounds":                                   {"24"},
		"what is eta_1 in (Gizmo7)/[Gizmo8]?":                {"eta_1", "Gizmo7", "Gizmo8"},
		"RS14 says what":                                     {"RS14"},
		"what is a lattice":                                  nil,
		"":                                                   nil,
	} {
		p.Query = question
		if diff := cmp.Diff(want, p.names()); diff != "" {
			t.Errorf("names in %q (-want +got):\n%s", question, diff)
		}
	}
}

// TestNamesNothing checks which questions may be about anything.
func TestNamesNothing(t *testing.T) {
	for name, tt := range map[string]struct {
		p    Plan
		want bool
	}{
		"nothing":                       {Plan{}, true},
		"a term by its name":            {Plan{Plan: core.Plan{Terms: []string{"ML-KEM"}}}, false},
		"ordinary words that are terms": {Plan{Plan: core.Plan{Terms: []string{"key", "public key"}}}, true},
		"a document":                    {Plan{Plan: core.Plan{Scope: []string{"F3"}}}, false},
		"an anchor":                     {Plan{Plan: core.Plan{References: []core.AnchorRef{{}}}}, false},
		"an algorithm":                  {Plan{algorithms: []string{"ml kem keygen"}}, false},
	} {
		if got := tt.p.NamesNothing(); got != tt.want {
			t.Errorf("names %s: names nothing is %v, want %v", name, got, tt.want)
		}
	}
}

// TestOnlySet checks that a parameter set is only the one asked about where it is alone.
func TestOnlySet(t *testing.T) {
	for question, want := range map[string]string{
		"keys of ML-KEM-768":                         "ML-KEM-768",
		"keys of ML-KEM-768 and ML-KEM":              "ML-KEM-768",
		"keys of ML-KEM-768 and those of ML-KEM-512": "",
		"keys of ML-KEM":                             "",
	} {
		p := Plan{Mentioned: lexicon{}.Terms(question)}
		if got := p.OnlySet(); got != want {
			t.Errorf("only set of %q is %q, want %q", question, got, want)
		}
	}
}

// TestAbout checks that a question is about what it names and the library knows, and
// about nothing else.
func TestAbout(t *testing.T) {
	known, unknown := Reference{Text: "W 1", Doc: "W", Known: true}, Reference{Text: "STD 9", Doc: "STD9"}
	element := Reference{Text: "Algorithm 1", Anchor: core.AnchorRef{Kind: core.KindAlgorithm, Number: "1"}}
	for name, tt := range map[string]struct {
		p    Plan
		want string
	}{
		"nothing":                         {Plan{}, ""},
		"a scope that it does not name":   {Plan{Plan: core.Plan{Scope: []string{"W"}}}, ""},
		"a document of others":            {Plan{Cited: []Reference{unknown}}, ""},
		"a document":                      {Plan{Cited: []Reference{unknown, known}}, "W 1"},
		"an element":                      {Plan{Cited: []Reference{element}}, "Algorithm 1"},
		"an algorithm that is meant":      {Plan{Plan: core.Plan{References: []core.AnchorRef{{Kind: core.KindAlgorithm, Number: "1"}}}}, "Algorithm 1"},
		"a term, before the document":     {Plan{Plan: core.Plan{Terms: []string{"widget"}}, Cited: []Reference{known}}, "widget"},
		"an element that does not exist":  {Plan{Cited: []Reference{{Text: "Table 9", Dangling: true}}}, ""},
		"two terms, and no list of these": {Plan{Plan: core.Plan{Terms: []string{"a", "b", "c"}}}, "a and b"},
	} {
		if got := tt.p.About(); got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}
