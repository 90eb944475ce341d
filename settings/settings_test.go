package settings_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/citations/rules"
	"github.com/pqcite/pqcite/settings"
)

// faultsOf are the lines of an error, each of which must wrap ErrInvalid.
func faultsOf(t *testing.T, err error) []string {
	t.Helper()
	if err == nil {
		return nil
	}
	if !errors.Is(err, settings.ErrInvalid) {
		t.Errorf("%v wraps no ErrInvalid", err)
	}
	return strings.Split(err.Error(), "\n")
}

func TestRead(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, file string
		want       func(*settings.Settings) // what differs from the defaults; nil for nothing
		faults     []string                 // what each line of the error must contain
	}{
		{"empty", "", nil, nil},
		{"comments", "# nothing\n", nil, nil},
		{"empty groups", "check:\n  rules:\n", nil, nil},
		{"all", "check:\n  rules: {superseded: off, draft: warning}\n  select: [draft]\n  ignore: []\n  exclude: [testdata/, \"*.pb.go\"]\n  baseline: sub/known.json\n" +
			"  fail-on: error\n  max-bytes: 10\n  vendored: true\n  ignored: true\n",
			func(s *settings.Settings) {
				c := &s.Check
				c.Rules.Set("superseded", rules.SeverityOff)
				c.Rules.Set("draft", rules.SeverityWarning)
				c.Select, c.Ignore, c.Exclude, c.ExcludeIn = []string{"draft"}, []string{}, []string{"testdata/", "*.pb.go"}, "/p"
				c.Baseline, c.FailOn, c.MaxBytes, c.Vendored, c.Ignored = "/p/sub/known.json", rules.SeverityError, 10, true, true
			}, nil},
		{"a severity that is none", "check:\n  rules:\n    draft: loud\n", nil,
			[]string{`/p/.pqcite.yaml:3: check.rules.draft is "loud", must be one of ["error" "warning" "information" "hint" "off"]`}},
		{"a truth for a severity", "check: {rules: {draft: false}}\n", nil, []string{`:1: check.rules.draft is "false", must be one of`}},
		{"a rule that is none", "check:\n  rules:\n    drfat: off\n", nil,
			[]string{`/p/.pqcite.yaml:3: there is no setting check.rules.drfat; there are unknown-document, dangling,`}},
		{"a rule that can't be set", "check: {rules: {not-read: off}}\n", nil, []string{"there is no setting check.rules.not-read"}},
		{"a key that is none", "chekc: 1\n", nil, []string{"/p/.pqcite.yaml:1: there is no setting chekc; there are check"}},
		{"a secret is not shown", "discord:\n  token: hunter2\n", nil, []string{"/p/.pqcite.yaml:1: there is no setting discord; there are check"}},
		{"names with full stops", "check.fail-on: error\n", nil, []string{"names are nested, without full stops"}},
		{"out of range", "check:\n  max-bytes: 0\n", nil, []string{`/p/.pqcite.yaml:2: check.max-bytes is "0", must be a whole number from 1 to 1073741824`}},
		{"a fraction", "check: {max-bytes: 1.5}\n", nil, []string{"check.max-bytes"}},
		{"no truth", "check: {vendored: yes}\n", nil, []string{`check.vendored is "yes", must be true or false`}},
		{"a word for a list", "check: {select: draft}\n", nil, []string{`check.select is "draft", must be a list of rules out of`}},
		{"a list for a word", "check: {fail-on: [error]}\n", nil, []string{`check.fail-on is ["error"], must be one of`}},
		{"a mapping for a word", "check: {fail-on: {a: b}}\n", nil, []string{`check.fail-on must be one of`}},
		{"a word for a mapping", "check: 1\n", nil, []string{"check must be a mapping"}},
		{"a list for the file", "- 1\n", nil, []string{"the file must be a mapping"}},
		{"unknown rules in a list", "check: {select: [dangeling]}\n", nil, []string{`check.select is ["dangeling"], must be a list of rules out of ["unknown-document"`}},
		{"an empty pattern", "check: {exclude: [\"\"]}\n", nil, []string{"check.exclude"}},
		{"twice", "check:\n  fail-on: error\n  fail-on: warning\n", func(s *settings.Settings) { s.Check.FailOn = rules.SeverityError }, []string{":3: check.fail-on is there twice"}},
		{"an anchor", "check: &a\n  fail-on: error\n", nil, []string{"check has an anchor or an alias"}},
		{"an alias", "check:\n  fail-on: &w error\n  rules: {draft: *w}\n", nil, []string{"check.fail-on has an anchor", "check.rules.draft has an anchor or an alias"}},
		{"a second document", "check: {fail-on: error}\n---\nx: 1\n", nil, []string{"has a second document"}},
		{"no YAML", "check: [\n", nil, []string{"/p/.pqcite.yaml: line 1: did not find"}},
		{"one wrong, others right", "check:\n  fail-on: error\n  nope: 1\n", func(s *settings.Settings) { s.Check.FailOn = rules.SeverityError }, []string{":3: there is no setting check.nope"}},
		{"large", strings.Repeat("#", 1<<20+1), nil, []string{"has more than 1048576 bytes"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got, want := settings.Default(), settings.Default()
			faults := faultsOf(t, got.Read("/p/.pqcite.yaml", []byte(test.file), false))
			if test.want != nil {
				test.want(&want)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("settings (-want +got):\n%s", diff)
			}
			if len(faults) != len(test.faults) {
				t.Fatalf("faults %q, want %q", faults, test.faults)
			}
			for i, want := range test.faults {
				if !strings.Contains(faults[i], want) || strings.Contains(faults[i], "hunter2") {
					t.Errorf("fault %q, want %q", faults[i], want)
				}
			}
		})
	}
}

// TestPersonFile: a person's file can't set what is of one project.
func TestPersonFile(t *testing.T) {
	s := settings.Default()
	faults := faultsOf(t, s.Read("/h/config.yaml", []byte("check: {baseline: b.json, exclude: [x], fail-on: error}\n"), true))
	if len(faults) != 2 || !strings.Contains(faults[0], "check.baseline can be set by a project only, in its .pqcite.yaml") {
		t.Errorf("faults %q", faults)
	}
	if s.Check.FailOn != rules.SeverityError || s.Check.Baseline != "" || s.Check.Exclude != nil {
		t.Errorf("got %+v", s.Check)
	}
}

// write writes files below a new folder, and returns it.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// TestLoad holds the rank of the sources.
func TestLoad(t *testing.T) {
	root := write(t, map[string]string{
		"config.yaml":  "check: {fail-on: error, max-bytes: 1, rules: {draft: error, superseded: error, dangling: warning}}\n",
		".pqcite.yaml": "check: {max-bytes: 2, rules: {superseded: warning, dangling: information}}\n",
	})
	from := settings.Sources{
		Person: filepath.Join(root, "config.yaml"), Project: filepath.Join(root, ".pqcite.yaml"), Dir: "/w",
		Env: []string{"PQCITE_CHECK_RULES_DANGLING=off", "PQCITE_CHECK_SELECT=draft, dangling", "PQCITE_CHECK_BASELINE=b.json", "PQCITE_HOME=x", "OTHER=1"},
	}
	s, err := settings.Load(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Set("check.rules.draft", "information", "/w"); err != nil {
		t.Fatal(err)
	}
	want := settings.Default()
	want.Check.FailOn, want.Check.MaxBytes, want.Check.Select, want.Check.Baseline = rules.SeverityError, 2, []string{"draft", "dangling"}, "/w/b.json"
	for id, severity := range map[string]rules.Severity{"draft": "information", "superseded": "warning", "dangling": "off"} {
		want.Check.Rules.Set(id, severity)
	}
	if diff := cmp.Diff(want, s); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}

	from.Env = []string{"PQCITE_CHECK_FAILON=error", "PQCITE_CHECK_MAX_BYTES=x"}
	_, err = settings.Load(from)
	faults := faultsOf(t, err)
	if len(faults) != 2 || !strings.Contains(faults[0], "there is no setting PQCITE_CHECK_FAILON") || !strings.Contains(faults[1], `PQCITE_CHECK_MAX_BYTES: check.max-bytes is "x"`) {
		t.Errorf("faults %q", faults)
	}
	if err := s.Set("check.nope", "1", ""); !errors.Is(err, settings.ErrInvalid) {
		t.Errorf("set a key that is none: %v", err)
	}
	if _, err := settings.Load(settings.Sources{Person: filepath.Join(root, "none.yaml")}); err != nil {
		t.Errorf("a person without a file: %v", err)
	}
	if _, err := settings.Load(settings.Sources{Project: filepath.Join(root, "none.yaml")}); err == nil {
		t.Error("a project's file that is not there is no error")
	}
}

func TestFind(t *testing.T) {
	root := write(t, map[string]string{
		".pqcite.yaml": "", "repo/.git/HEAD": "", "repo/.pqcite.yaml": "", "repo/sub/deep/a.go": "", "repo/own/.pqcite.yaml": "", "repo/own/a.go": "",
		"bare/.git/HEAD": "", "bare/a.go": "", "loose/.pqcite.yaml": "", "loose/a.go": "", "loose/sub/a.go": "", "dir/.git/HEAD": "", "dir/.pqcite.yaml/x": "",
	})
	for path, want := range map[string]string{
		"repo": "repo/.pqcite.yaml", "repo/sub/deep": "repo/.pqcite.yaml", "repo/sub/deep/a.go": "repo/.pqcite.yaml", "repo/own/a.go": "repo/own/.pqcite.yaml",
		"bare": "", "bare/a.go": "", "loose": "loose/.pqcite.yaml", "loose/a.go": "loose/.pqcite.yaml", "loose/sub": "", "dir": "", "repo/sub/none.go": "repo/.pqcite.yaml",
	} {
		got, err := settings.Find(filepath.Join(root, filepath.FromSlash(path)))
		if want != "" {
			want = filepath.Join(root, filepath.FromSlash(want))
		}
		if got != want || err != nil {
			t.Errorf("%s has the settings %q, %v, want %q", path, got, err, want)
		}
	}
}

// TestSeverities holds what selecting and ignoring rules does.
func TestSeverities(t *testing.T) {
	off := func(c *settings.Check, id string) { c.Rules.Set(id, rules.SeverityOff) }
	for _, test := range []struct {
		name  string
		check func(*settings.Check)
		want  map[string]rules.Severity // of some rules
	}{
		{"the defaults", func(*settings.Check) {}, map[string]rules.Severity{"dangling": "error", "superseded-outside": "off", "not-read": "error"}},
		{"selected", func(c *settings.Check) { c.Select = []string{"dangling", "superseded-outside"} },
			map[string]rules.Severity{"dangling": "error", "superseded-outside": "information", "draft": "off", "not-read": "error"}},
		{"selected and switched off", func(c *settings.Check) { c.Select = []string{"draft"}; off(c, "draft") }, map[string]rules.Severity{"draft": "information", "dangling": "off"}},
		{"nothing selected", func(c *settings.Check) { c.Select = []string{} }, map[string]rules.Severity{"dangling": "off", "not-read": "error"}},
		{"ignored", func(c *settings.Check) { c.Ignore = []string{"dangling"} }, map[string]rules.Severity{"dangling": "off", "contradicted": "error"}},
		{"both", func(c *settings.Check) { c.Select, c.Ignore = []string{"dangling", "draft"}, []string{"draft"} }, map[string]rules.Severity{"dangling": "error", "draft": "off"}},
	} {
		s := settings.Default()
		test.check(&s.Check)
		got := s.Check.Severities()
		for id, want := range test.want {
			if got.Of(id) != want {
				t.Errorf("%s: %s is %s, want %s", test.name, id, got.Of(id), want)
			}
		}
	}
}

// FuzzRead reads any file: whatever it sets is within bounds, and what is refused says
// where.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{"check: {rules: {draft: off}}", "a: &x [*x]", "check:\n  max-bytes: 1e3\n", "? [a]\n: b\n", "<<: {a: b}", "check: !!binary aGk=\n", "\x00", "check:\n  exclude: [a, b]\n---\n"} {
		f.Add([]byte(seed), true)
	}
	f.Fuzz(func(t *testing.T, file []byte, person bool) {
		s := settings.Default()
		err := s.Read("/p/x.yaml", file, person)
		for _, fault := range faultsOf(t, err) {
			if strings.HasPrefix(fault, settings.ErrInvalid.Error()) && !strings.Contains(fault, "/p/x.yaml") {
				t.Errorf("%q does not say where", fault)
			}
		}
		c := s.Check
		if c.MaxBytes < 1 || c.FailOn == rules.SeverityOff || len(c.Exclude) > 1000 || person && (c.Baseline != "" || c.Exclude != nil) {
			t.Errorf("%q sets %+v", file, c)
		}
		for _, severity := range c.Severities() {
			if !slices.Contains(rules.SeverityWords(), severity) {
				t.Errorf("%q sets the severity %q", file, severity)
			}
		}
	})
}

// TestPersonKeys: a project can't send anybody's questions to a server, and no error repeats the
// password of an address.
func TestPersonKeys(t *testing.T) {
	file := []byte("engine: meili\nmeili:\n  url: [\"http://search:7700\"]\n  collections: [team-a]\n")
	s := settings.Default()
	if err := s.Read("config.yaml", file, true); err != nil || s.Engine != settings.EngineMeili || len(s.Meili.URLs) != 1 || len(s.Meili.Collections) != 1 {
		t.Errorf("a person's: %+v, %v", s, err)
	}
	s = settings.Default()
	err := s.Read(settings.ProjectFile, file, false)
	if !errors.Is(err, settings.ErrInvalid) || s.Engine != settings.EngineEmbedded || s.Meili.URLs != nil || s.Meili.Collections != nil {
		t.Errorf("a project's: %+v, %v", s, err)
	}
	env := settings.Sources{Env: []string{"PQCITE_MEILI_URL=http://a:7700, https://b/search", "PQCITE_ENGINE=meili", "PQCITE_MEILI_KEY=hunter22"}}
	if s, err := settings.Load(env); err != nil || len(s.Meili.URLs) != 2 {
		t.Errorf("the environment's: %+v, %v", s, err)
	}
	for _, url := range []string{"http://me:hunter22@search", "search:7700", "http://search?key=hunter22", "http://[hunter22"} {
		if err := s.Set("meili.url", url, ""); err == nil || strings.Contains(err.Error(), "hunter22") {
			t.Errorf("%q: %v", url, err)
		}
	}
}
