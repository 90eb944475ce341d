package lsptest

import (
	"strings"
	"testing"
)

func TestModel(t *testing.T) {
	m := loadModel(t)
	if m != loadModel(t) {
		t.Error("the model is read twice")
	}
	// Of the 3.18 model; a smaller one would check less.
	if r, n, s := len(m.requests), len(m.notifications), len(m.structures); r < 69 || n < 26 || s < 387 {
		t.Errorf("the model has %d requests, %d notifications and %d structures, want at least 69, 26 and 387", r, n, s)
	}
	if _, ok := m.structures["InitializeParams"]["workspaceFolders"]; !ok {
		t.Error("a structure lacks what it inherits")
	}
}

// A model that is not understood must not pass for one that allows everything.
func TestParseModelRefuses(t *testing.T) {
	property := func(typ string) string {
		return `{"structures":[{"name":"S","properties":[{"name":"p","type":` + typ + `}]}]}`
	}
	for _, tc := range []struct{ name, model, want string }{
		{"no JSON", `{`, "parse the model"},
		{"a kind that is unknown", property(`{"kind":"xor"}`), `unknown kind "xor"`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if _, err := parseModel([]byte(tc.model)); err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("error is %v, want it to say %q", err, tc.want)
			}
		})
	}
}
