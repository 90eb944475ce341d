package lsp

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/citations/rules"
)

// Schema is the JSON schema of the settings below "pqcite": names, types, ranges,
// defaults and what each is for. Editors' settings and docs/editors.md are made
// from it.
//
//go:embed settings.schema.json
var Schema []byte

// Settings are what a person can configure. Their names, as in "pqcite.hover.maxLines",
// and defaults are those of Schema.
type Settings struct {
	HoverEnabled  bool
	HoverMaxLines int // of a passage, 1 to 60
	HoverLinks    bool

	DiagnosticsEnabled bool
	DiagnosticsDelay   int // milliseconds after an edit, 0 to 5000
	Severities         rules.Severities

	CompletionEnabled bool
	LinksEnabled      bool
	SymbolsEnabled    bool
	HintTitles        bool
	HintSizes         bool
}

// setting is one of the settings: where it is stored, and how a value is decoded.
type setting struct {
	name string // below "pqcite."
	set  func(*Settings, any) error
}

func boolean(at func(*Settings) *bool) func(*Settings, any) error {
	return func(s *Settings, v any) error {
		b, ok := v.(bool)
		if !ok {
			return errors.New("must be true or false")
		}
		*at(s) = b
		return nil
	}
}

func number(least, most int, at func(*Settings) *int) func(*Settings, any) error {
	return func(s *Settings, v any) error {
		n, ok := v.(float64)
		if !ok || n != float64(int(n)) || int(n) < least || int(n) > most {
			return fmt.Errorf("must be a whole number from %d to %d", least, most)
		}
		*at(s) = int(n)
		return nil
	}
}

func severity(rule string) func(*Settings, any) error {
	return func(s *Settings, v any) error {
		name, _ := v.(string)
		if !slices.Contains(rules.SeverityWords(), rules.Severity(name)) {
			return fmt.Errorf("must be one of %q", rules.SeverityWords())
		}
		return s.Severities.Set(rule, rules.Severity(name))
	}
}

// severityPrefix is the prefix of the settings of rule severities.
const severityPrefix = "diagnostics.severity."

// severitySettings are the settings of rule severities, in the order of the rules.
func severitySettings() []setting {
	var out []setting
	for _, r := range rules.All() {
		if !r.Fixed {
			out = append(out, setting{severityPrefix + r.Setting(), severity(r.ID)})
		}
	}
	return out
}

// settingsTable lists all settings in the order of the schema.
var settingsTable = slices.Concat([]setting{
	{"hover.enabled", boolean(func(s *Settings) *bool { return &s.HoverEnabled })},
	{"hover.maxLines", number(1, 60, func(s *Settings) *int { return &s.HoverMaxLines })},
	{"hover.links", boolean(func(s *Settings) *bool { return &s.HoverLinks })},
	{"diagnostics.enabled", boolean(func(s *Settings) *bool { return &s.DiagnosticsEnabled })},
	{"diagnostics.delay", number(0, 5000, func(s *Settings) *int { return &s.DiagnosticsDelay })},
}, severitySettings(), []setting{
	{"completion.enabled", boolean(func(s *Settings) *bool { return &s.CompletionEnabled })},
	{"links.enabled", boolean(func(s *Settings) *bool { return &s.LinksEnabled })},
	{"symbols.enabled", boolean(func(s *Settings) *bool { return &s.SymbolsEnabled })},
	{"hints.titles", boolean(func(s *Settings) *bool { return &s.HintTitles })},
	{"hints.sizes", boolean(func(s *Settings) *bool { return &s.HintSizes })},
})

// DefaultSettings are the settings of a client that sends none.
func DefaultSettings() Settings {
	return Settings{
		HoverEnabled: true, HoverMaxLines: 8, HoverLinks: true,
		DiagnosticsEnabled: true, DiagnosticsDelay: 150,
		Severities:        rules.DefaultSeverities(),
		CompletionEnabled: true, LinksEnabled: true, SymbolsEnabled: true,
	}
}

// ErrSettings is wrapped by the errors about settings.
var ErrSettings = errors.New("invalid settings")

// ReadSettings reads the value of the section "pqcite": nested objects, dotted names,
// or both. Values that cannot be read keep their defaults; the error joins one for
// each. Names that begin with "server", "trace" or "vscode" are the client's own.
func ReadSettings(value json.RawMessage) (Settings, error) {
	s := DefaultSettings()
	switch string(bytes.TrimSpace(value)) {
	case "", "null", "[]": // an empty Lua table is an empty array
		return s, nil
	}
	var section map[string]any
	if err := json.Unmarshal(value, &section); err != nil {
		return s, fmt.Errorf("%w: \"pqcite\" must be an object", ErrSettings)
	}
	found := make(map[string]any)
	flatten(found, "", section)
	var errs []error
	for _, known := range settingsTable {
		v, ok := found[known.name]
		delete(found, known.name)
		if ok && v != nil {
			if err := known.set(&s, v); err != nil {
				errs = append(errs, fmt.Errorf("%w: pqcite.%s %w", ErrSettings, known.name, err))
			}
		}
	}
	return s, errors.Join(append(errs, unknown(found)...)...)
}

// flatten gives nested objects dotted names. Of a setting that is given twice, the name
// that sorts last counts.
func flatten(into map[string]any, prefix string, from map[string]any) {
	for _, k := range slices.Sorted(maps.Keys(from)) {
		v := from[k]
		if inner, ok := v.(map[string]any); ok {
			flatten(into, prefix+k+".", inner)
			continue
		}
		into[prefix+k] = v
	}
}

// unknown lists unknown settings, in order.
func unknown(left map[string]any) []error {
	var names []string
	for name := range left {
		if first, _, _ := strings.Cut(name, "."); !slices.Contains([]string{"server", "trace", "vscode"}, first) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	var errs []error
	for _, name := range names {
		errs = append(errs, fmt.Errorf("%w: there is no setting pqcite.%s", ErrSettings, name))
	}
	return errs
}
