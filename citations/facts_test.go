package citations

import (
	"testing"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/lex"
)

// taught knows facts of every document, and nothing typed.
type taught []core.Fact

func (k taught) Facts(string) []core.Fact { return k }

func (k taught) Rule(string, []string) (core.TypedRuling, bool) { return core.TypedRuling{}, false }

// TestStatementNeedsAllItsUnits proves a claim in the words of a statement. Where one of its
// units is not in the document any more, the statement proves nothing.
func TestStatementNeedsAllItsUnits(t *testing.T) {
	doc := provenDocument()
	unit := func(text string) core.UnitRef { return core.UnitRef{DocID: doc.ID, Page: 1, Sum: lex.Sum(text)} }
	length, approval := unit("A context string has 255 or fewer bytes."), unit("The component scheme is not approved for stand-alone use.")
	const claim = "Labels of signatures are capped at 255 octets."
	for name, tt := range map[string]struct {
		units []core.UnitRef
		want  core.Verdict
	}{
		"all units":   {[]core.UnitRef{length, approval}, core.Supported},
		"one changed": {[]core.UnitRef{length, unit("The component scheme is approved for stand-alone use.")}, core.Unverifiable},
		"no unit":     {[]core.UnitRef{unit("Nobody says this.")}, core.Unverifiable},
	} {
		p := Prover{Knowledge: taught{{Statement: "Signature labels are capped at 255 octets.", Units: tt.units}}}
		if got, _ := p.Prove(Statement{Text: claim}, []*core.Document{doc}); got.Verdict != tt.want {
			t.Errorf("%s: %s (%s), want %s", name, got.Verdict, got.Rule, tt.want)
		}
	}
}
