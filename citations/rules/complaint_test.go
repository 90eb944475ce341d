package rules

import (
	"testing"

	"github.com/pqcite/pqcite/citations/refs"
	"github.com/pqcite/pqcite/core"
)

// TestBroken holds each status of a reference against the rule that it breaks and what is
// said of it.
func TestBroken(t *testing.T) {
	d := &core.Document{Label: "FIPS 203", Title: "A test"}
	draft := &core.Document{Label: "IR 8547", Title: "A draft", Status: core.StatusDraft}
	near := []refs.Target{{Document: d, Anchor: &core.Anchor{Kind: core.KindAlgorithm, Number: "9", Title: "NTT"}}}
	for name, tt := range map[string]struct {
		o           refs.Occurrence
		rule, words string
	}{
		"resolved":           {refs.Occurrence{Status: refs.Resolved, Target: refs.Target{Document: d}}, "", ""},
		"candidate":          {refs.Occurrence{Status: refs.Candidate}, "", ""},
		"not in the library": {refs.Occurrence{Status: refs.NotInLibrary}, "", ""},
		"dangling": {refs.Occurrence{Status: refs.Dangling, Note: "it has 2 lines", Nearest: near}, dangling,
			`"x y" does not exist: it has 2 lines; nearest: FIPS 203, Algorithm 9. NTT`},
		"contradicted":   {refs.Occurrence{Status: refs.Contradicted, Note: "n", Nearest: near, Fix: &refs.Fix{Text: "9"}}, contradicted, `"x y": n; should be 9`},
		"unknown":        {refs.Occurrence{Status: refs.UnknownDocument, Note: "n"}, unknownDocument, `"x y": n`},
		"misquoted":      {refs.Occurrence{Status: refs.Misquoted, Note: "n"}, misquoted, `"x y": n`},
		"a wrong value":  {refs.Occurrence{Status: refs.WrongValue, Note: "n"}, wrongValue, `"x y": n`},
		"an idle ignore": {refs.Occurrence{Status: StatusUnusedIgnore, Note: "n"}, unusedIgnore, `"x y": n`},
		"superseded":     {refs.Occurrence{Status: refs.Superseded, Note: "n"}, superseded, `"x y": n`},
		"outside":        {refs.Occurrence{Status: refs.Superseded, Note: "n", Outside: true}, supersededOutside, `"x y": n`},
		"an origin":      {refs.Occurrence{Status: refs.Superseded, Note: "n", Origin: true}, supersededOutside, `"x y": n`},
		"a draft":        {refs.Occurrence{Status: refs.Resolved, Target: refs.Target{Document: draft}}, Draft, `"x y" is of a draft: IR 8547: A draft`},
	} {
		t.Run(name, func(t *testing.T) {
			tt.o.Text = "x\n  y"
			got := Broken(&tt.o)
			if got != tt.rule {
				t.Errorf("Broken() = %q, want %q", got, tt.rule)
			}
			if got != "" && Complaint(&tt.o) != tt.words {
				t.Errorf("Complaint() = %q, want %q", Complaint(&tt.o), tt.words)
			}
		})
	}
}
