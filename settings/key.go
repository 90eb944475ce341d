package settings

import (
	"fmt"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/pqcite/pqcite/citations/prose"
	"github.com/pqcite/pqcite/citations/rules"
)

// kind is what a value may be.
type kind string

const (
	kindWord    kind = "one of"
	kindNumber  kind = "number"
	kindBoolean kind = "true or false"
	kindRules   kind = "list of rules"
	kindList    kind = "list"
	kindFile    kind = "file"
	kindURLs    kind = "list of addresses"
	kindNames   kind = "list of names"
)

// Key is a setting: its name, its possible values, and where it is stored.
type Key struct {
	Name string // "check.fail-on", as nested in a file
	Help string // one sentence
	// Project keys belong to a project: a person's config.yaml cannot set them.
	Project bool
	// Person keys belong to a person: no project can set them, so that opening a stranger's
	// repository sends no question and no key anywhere.
	Person bool

	kind        kind
	words       []string // of a kindWord
	least, most int64    // of a kindNumber
	// set keeps a value that is of the kind. A path is relative to dir.
	set func(s *Settings, v value, dir string) error
	// shown is the default as documented.
	shown func(s *Settings) string
}

// value is a value as configured, before it is checked.
type value struct {
	text string
	list []string // of a list; otherwise nil
	many bool     // it is a list
}

// Env is the environment variable that sets the key; lists are separated by commas.
func (k *Key) Env() string {
	return "PQCITE_" + strings.ToUpper(strings.NewReplacer(".", "_", "-", "_").Replace(k.Name))
}

// Allowed describes the key's possible values.
func (k *Key) Allowed() string {
	switch k.kind {
	case kindWord:
		return fmt.Sprintf("one of %q", k.words)
	case kindNumber:
		return fmt.Sprintf("a whole number from %d to %d", k.least, k.most)
	case kindRules:
		return fmt.Sprintf("a list of rules out of %q", rules.IDs())
	case kindList:
		return fmt.Sprintf("a list of at most %d patterns of at most %d bytes", maxPatterns, maxPatternBytes)
	case kindFile:
		return "the name of a file"
	case kindURLs:
		return fmt.Sprintf("a list of at most %d addresses that begin with http:// or https://, without user and password", maxServers)
	case kindNames:
		return fmt.Sprintf("a list of at most %d names of lower-case letters, digits and single hyphens", maxServers)
	}
	return string(kindBoolean)
}

// Bounds of a project's patterns: matching one takes up to the product of its length
// and the path's.
const (
	maxPatterns     = 1000
	maxPatternBytes = 512
)

// maxServers bounds the servers and the collections of a team.
const maxServers = 64

var plainName = regexp.MustCompile(`^[a-z0-9](-?[a-z0-9]){0,39}$`)

// isServer reports whether a text is the address of a server, and no more.
func isServer(text string) bool {
	u, err := url.Parse(text)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" && u.User == nil && u.RawQuery == "" && u.Fragment == ""
}

// isList reports whether values of the kind are lists.
func (k kind) isList() bool {
	return k == kindRules || k == kindList || k == kindURLs || k == kindNames
}

// check says what is wrong with a value.
func (k *Key) check(v value) error {
	ok := v.many == k.kind.isList()
	switch {
	case !ok:
	case k.kind == kindWord:
		ok = slices.Contains(k.words, v.text)
	case k.kind == kindNumber:
		n, err := strconv.ParseInt(v.text, 10, 64)
		ok = err == nil && n >= k.least && n <= k.most
	case k.kind == kindBoolean:
		ok = v.text == "true" || v.text == "false"
	case k.kind == kindFile:
		ok = v.text != "" && !strings.ContainsRune(v.text, 0)
	case k.kind == kindRules:
		ok = !slices.ContainsFunc(v.list, func(id string) bool { return !slices.Contains(rules.IDs(), id) })
	case k.kind == kindList:
		ok = len(v.list) <= maxPatterns && !slices.ContainsFunc(v.list, func(p string) bool { return strings.TrimSpace(p) == "" || len(p) > maxPatternBytes })
	case k.kind == kindURLs:
		ok = len(v.list) <= maxServers && !slices.ContainsFunc(v.list, func(u string) bool { return !isServer(u) })
	case k.kind == kindNames:
		ok = len(v.list) <= maxServers && !slices.ContainsFunc(v.list, func(n string) bool { return !plainName.MatchString(n) })
	}
	if ok {
		return nil
	}
	if k.kind == kindURLs { // which may have a password in it
		return fmt.Errorf("%s must be %s", k.Name, k.Allowed())
	}
	return fmt.Errorf("%s is %s, must be %s", k.Name, v.quoted(), k.Allowed())
}

// quoted is a value as errors show it, shortened if long.
func (v value) quoted() string {
	if v.many {
		return cut(fmt.Sprintf("%q", v.list))
	}
	return cut(strconv.Quote(v.text))
}

const maxQuoted = 80

func cut(s string) string {
	if len(s) > maxQuoted {
		return strings.ToValidUTF8(s[:maxQuoted], "") + "…"
	}
	return s
}

// keys are all keys, in the order of the documentation.
var keys = slices.Concat(ruleKeys(), []Key{
	{
		Name: "check.select", kind: kindRules, Help: "Report only these rules, even those that are off.",
		set:   func(s *Settings, v value, _ string) error { s.Check.Select = v.list; return nil },
		shown: func(*Settings) string { return "all that are not off" },
	},
	{
		Name: "check.ignore", kind: kindRules, Help: "Do not report these rules.",
		set:   func(s *Settings, v value, _ string) error { s.Check.Ignore = v.list; return nil },
		shown: func(*Settings) string { return "none" },
	},
	{
		Name: "check.exclude", kind: kindList, Project: true,
		Help: "Files and folders that are not checked, even if named: patterns as in `.gitignore`, relative to the file's folder.",
		set: func(s *Settings, v value, dir string) error {
			s.Check.Exclude, s.Check.ExcludeIn = v.list, dir
			return nil
		},
		shown: func(*Settings) string { return "none" },
	},
	{
		Name: "check.baseline", kind: kindFile, Project: true, Help: "File of known findings, which are not reported, relative to the file's folder; `check --write-baseline` writes it.",
		set: func(s *Settings, v value, dir string) error {
			s.Check.Baseline = filepath.FromSlash(v.text)
			if !filepath.IsAbs(s.Check.Baseline) {
				s.Check.Baseline = filepath.Join(dir, s.Check.Baseline)
			}
			return nil
		},
		shown: func(*Settings) string { return "none" },
	},
	{
		Name: "check.fail-on", kind: kindWord, words: []string{"error", "warning", "information"}, Help: "The lowest severity that makes the exit code 4.",
		set:   func(s *Settings, v value, _ string) error { s.Check.FailOn = rules.Severity(v.text); return nil },
		shown: func(s *Settings) string { return string(s.Check.FailOn) },
	},
	{
		Name: "check.max-bytes", kind: kindNumber, least: 1, most: prose.MaxBytes, Help: "The largest size of a file that is checked, in bytes.",
		set: func(s *Settings, v value, _ string) (err error) {
			s.Check.MaxBytes, err = strconv.ParseInt(v.text, 10, 64)
			return err
		},
		shown: func(s *Settings) string { return strconv.FormatInt(s.Check.MaxBytes, 10) },
	},
	{
		Name: "check.vendored", kind: kindBoolean, Help: "Check vendored code, too.",
		set:   func(s *Settings, v value, _ string) error { s.Check.Vendored = v.text == "true"; return nil },
		shown: func(s *Settings) string { return strconv.FormatBool(s.Check.Vendored) },
	},
	{
		Name: "check.ignored", kind: kindBoolean, Help: "Check files that git ignores, too.",
		set:   func(s *Settings, v value, _ string) error { s.Check.Ignored = v.text == "true"; return nil },
		shown: func(s *Settings) string { return strconv.FormatBool(s.Check.Ignored) },
	},
	{
		Name: "engine", kind: kindWord, words: []string{EngineEmbedded, EngineMeili}, Person: true,
		Help:  "Where passages are found: in the library on this machine, or on a team's Meilisearch servers.",
		set:   func(s *Settings, v value, _ string) error { s.Engine = v.text; return nil },
		shown: func(s *Settings) string { return s.Engine },
	},
	{
		Name: "meili.url", kind: kindURLs, Person: true, Help: "The servers of a team's library; their keys are in `PQCITE_MEILI_KEY`.",
		set:   func(s *Settings, v value, _ string) error { s.Meili.URLs = v.list; return nil },
		shown: func(*Settings) string { return "none" },
	},
	{
		Name: "meili.collections", kind: kindNames, Person: true, Help: "The collections of the servers that are read.",
		set:   func(s *Settings, v value, _ string) error { s.Meili.Collections = v.list; return nil },
		shown: func(*Settings) string { return "`library`" },
	},
})

// ruleKeys are the severities of the rules.
func ruleKeys() []Key {
	var out []Key
	for _, r := range rules.All() {
		if r.Fixed {
			continue
		}
		k := Key{Name: "check.rules." + r.ID, kind: kindWord, Help: r.Title}
		for _, s := range rules.SeverityWords() {
			k.words = append(k.words, string(s))
		}
		k.set = func(s *Settings, v value, _ string) error { return s.Check.Rules.Set(r.ID, rules.Severity(v.text)) }
		k.shown = func(s *Settings) string { return string(s.Check.Rules.Of(r.ID)) }
		out = append(out, k)
	}
	return out
}

func keyOf(name string) *Key {
	for i := range keys {
		if keys[i].Name == name {
			return &keys[i]
		}
	}
	return nil
}
