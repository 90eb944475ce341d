package lsp_test

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/citations/rules"
	"github.com/pqcite/pqcite/lsp"
)

func TestReadSettings(t *testing.T) {
	t.Parallel()
	set := func(change func(*lsp.Settings)) lsp.Settings {
		s := lsp.DefaultSettings()
		change(&s)
		return s
	}
	none := lsp.DefaultSettings()
	for _, test := range []struct {
		name, value string
		want        lsp.Settings
		faults      []string // one for each line of the error
	}{
		{"nothing", ``, none, nil},
		{"null", ` null `, none, nil},
		{"an empty object", `{}`, none, nil},
		{"nested", `{"hover": {"maxLines": 3, "links": false}}`, set(func(s *lsp.Settings) { s.HoverMaxLines, s.HoverLinks = 3, false }), nil},
		{"full stops", `{"hover.maxLines": 3, "diagnostics.severity.draft": "off"}`, set(func(s *lsp.Settings) { s.HoverMaxLines = 3; s.Severities.Set("draft", rules.SeverityOff) }), nil},
		{"both", `{"diagnostics": {"severity.draft": "error", "severity": {"dangling": "hint"}}}`, set(func(s *lsp.Settings) {
			s.Severities.Set("draft", rules.SeverityError)
			s.Severities.Set("dangling", rules.SeverityHint)
		}), nil},
		{"null is not set", `{"hover": {"maxLines": null, "enabled": false}}`, set(func(s *lsp.Settings) { s.HoverEnabled = false }), nil},
		{"the client's own", `{"server": {"path": "x", "arguments": []}, "trace.server": "verbose", "vscode": {}}`, none, nil},
		{"the ends of a range", `{"hover.maxLines": 60, "diagnostics.delay": 0}`, set(func(s *lsp.Settings) { s.HoverMaxLines, s.DiagnosticsDelay = 60, 0 }), nil},
		{"a whole number as a fraction", `{"hover.maxLines": 5.0}`, set(func(s *lsp.Settings) { s.HoverMaxLines = 5 }), nil},
		{"out of range", `{"hover.maxLines": 0, "diagnostics.delay": 5001}`, none, []string{"pqcite.hover.maxLines must be a whole number from 1 to 60", "pqcite.diagnostics.delay must be a whole number from 0 to 5000"}},
		{"far out of range", `{"hover.maxLines": 1e300, "diagnostics.delay": -1e300}`, none, []string{"pqcite.hover.maxLines", "pqcite.diagnostics.delay"}},
		{"a fraction", `{"hover.maxLines": 2.5}`, none, []string{"pqcite.hover.maxLines"}},
		{"numbers in quotes", `{"hover.maxLines": "3"}`, none, []string{"pqcite.hover.maxLines"}},
		{"wrong types", `{"hover.enabled": 1, "hints.sizes": "true", "links": {"enabled": []}}`, none, []string{"pqcite.hover.enabled must be true or false", "pqcite.links.enabled", "pqcite.hints.sizes"}},
		{"a severity of another case", `{"diagnostics.severity.draft": "Error"}`, none, []string{`pqcite.diagnostics.severity.draft must be one of ["error" "warning" "information" "hint" "off"]`}},
		{"one wrong, others right", `{"hover": {"maxLines": 99, "links": false}}`, set(func(s *lsp.Settings) { s.HoverLinks = false }), []string{"pqcite.hover.maxLines"}},
		{"unknown, in order", `{"zeta": 1, "hover": {"alpha": true}}`, none, []string{"there is no setting pqcite.hover.alpha", "there is no setting pqcite.zeta"}},
		{"a group that is none", `{"hover": false}`, none, []string{"there is no setting pqcite.hover"}},
		{"a setting that is none", `{"hover": {"links": {"x": 1}}}`, none, []string{"there is no setting pqcite.hover.links.x"}},
		{"no object", `[1]`, none, []string{`"pqcite" must be an object`}},
		{"no JSON", `{`, none, []string{`"pqcite" must be an object`}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := lsp.ReadSettings(json.RawMessage(test.value))
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("settings differ (-want +got):\n%s", diff)
			}
			var lines []string
			if err != nil {
				lines = strings.Split(err.Error(), "\n")
				if !errors.Is(err, lsp.ErrSettings) {
					t.Errorf("%v wraps no ErrSettings", err)
				}
			}
			if !slices.EqualFunc(test.faults, lines, func(want, line string) bool { return strings.Contains(line, want) }) {
				t.Errorf("got faults %q, want %q", lines, test.faults)
			}
		})
	}
}

// property is a setting of the schema.
type property struct {
	Type        string   `json:"type"`
	Default     any      `json:"default"`
	Minimum     *float64 `json:"minimum"`
	Maximum     *float64 `json:"maximum"`
	Enum        []string `json:"enum"`
	Description string   `json:"description"`
}

// accepts reports whether a value of a setting is taken, and what became of the
// settings.
func accepts(t *testing.T, name string, value any) (lsp.Settings, bool) {
	t.Helper()
	s, err := lsp.ReadSettings(encoded(t, map[string]any{name: value}))
	return s, err == nil
}

// TestSchema holds the schema against the code: names and order, defaults, ranges and
// words.
func TestSchema(t *testing.T) {
	t.Parallel()
	var schema struct {
		Properties           map[string]property `json:"properties"`
		AdditionalProperties bool                `json:"additionalProperties"`
	}
	if err := json.Unmarshal(lsp.Schema, &schema); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(lsp.SettingNames(), inOrder(t)); diff != "" {
		t.Errorf("the schema's names differ from the code's (-code +schema):\n%s", diff)
	}
	if schema.AdditionalProperties {
		t.Error("the schema allows other names, which the code refuses")
	}
	for name, p := range schema.Properties {
		if s, ok := accepts(t, name, p.Default); !ok || s != lsp.DefaultSettings() {
			t.Errorf("%s: the schema's default %v is not the code's", name, p.Default)
		}
		if p.Description == "" || !strings.HasSuffix(p.Description, ".") {
			t.Errorf("%s: its description is no sentence: %q", name, p.Description)
		}
		good, bad := p.values()
		changed := false
		for _, v := range good {
			s, ok := accepts(t, name, v)
			if !ok {
				t.Errorf("%s: %v is allowed by the schema and refused by the code", name, v)
			}
			changed = changed || s != lsp.DefaultSettings()
		}
		for _, v := range append(bad, []any{1}, "no such word") {
			if _, ok := accepts(t, name, v); ok {
				t.Errorf("%s: %v is refused by the schema and allowed by the code", name, v)
			}
		}
		if !changed {
			t.Errorf("%s: no value changes anything", name)
		}
	}
}

// values are those at the limits of the schema, and just beyond.
func (p *property) values() (good, bad []any) {
	switch {
	case p.Enum != nil:
		for _, word := range p.Enum {
			good, bad = append(good, word), append(bad, strings.ToUpper(word), word+" ")
		}
		return good, append(bad, true, 1, "")
	case p.Type == "integer":
		return []any{*p.Minimum, *p.Maximum}, []any{*p.Minimum - 1, *p.Maximum + 1, *p.Minimum + 0.5, math.MaxInt64, true, fmt.Sprint(*p.Minimum)}
	case p.Type == "boolean":
		return []any{true, false}, []any{0, 1, "true"}
	}
	return nil, nil
}

// inOrder are the schema's names in order.
func inOrder(t *testing.T) []string {
	t.Helper()
	var names []string
	d := json.NewDecoder(strings.NewReader(string(lsp.Schema)))
	for depth, inside := 0, false; ; {
		token, err := d.Token()
		if err != nil {
			return names
		}
		switch v := token.(type) {
		case json.Delim:
			if v == '{' || v == '[' {
				depth++
			} else {
				depth--
			}
		case string:
			if inside && depth == 2 {
				names = append(names, v)
			}
			inside = inside || depth == 1 && v == "properties"
		}
	}
}

// TestSchemaRules holds the severities in the schema against the registry of rules that
// they are made from; -update writes them anew.
func TestSchemaRules(t *testing.T) {
	const file, begin = "settings.schema.json", `    "diagnostics.severity.`
	var lines strings.Builder
	for _, r := range rules.All() {
		if !r.Fixed {
			fmt.Fprintf(&lines, "%s%s\": {\"enum\": %s, \"default\": %q, \"description\": %q},\n",
				begin, r.Setting(), `["error", "warning", "information", "hint", "off"]`, r.Severity, r.Title)
		}
	}
	var before, after, got strings.Builder
	for line := range strings.Lines(string(lsp.Schema)) {
		switch {
		case strings.HasPrefix(line, begin):
			got.WriteString(line)
		case got.Len() == 0:
			before.WriteString(line)
		default:
			after.WriteString(line)
		}
	}
	if flag.Lookup("update").Value.String() == "true" {
		if err := os.WriteFile(file, []byte(before.String()+lines.String()+after.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(lines.String(), got.String()); diff != "" {
		t.Errorf("%s differs from the registry (-registry +schema); run with -update, twice:\n%s", file, diff)
	}
}
