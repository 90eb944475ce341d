package rules

import (
	"flag"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	_ "github.com/pqcite/pqcite/internal/golden" // -update
)

// TestRules holds each rule of the registry to its shape.
func TestRules(t *testing.T) {
	seen := map[string]bool{}
	sentences := regexp.MustCompile(`^\p{Lu}.*[.]$`)
	for _, r := range All() {
		if seen[r.ID] || !regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`).MatchString(r.ID) {
			t.Errorf("%q is there twice, or is no id", r.ID)
		}
		seen[r.ID] = true
		for _, s := range []string{r.Title, r.Do} {
			if !sentences.MatchString(s) {
				t.Errorf("%s: %q is no sentence", r.ID, s)
			}
		}
		if strings.Count(r.Help, ". ") < 1 && len(r.Help) < 100 || r.Example == "" {
			t.Errorf("%s: its help is no paragraph with an example", r.ID)
		}
		if (r.Severity == SeverityOff) != (r.Asked != "") {
			t.Errorf("%s: only a rule that is off has a severity for who asks for it", r.ID)
		}
		if got, ok := ByID(r.ID); !ok || got != r {
			t.Errorf("%s is not found by its id", r.ID)
		}
		if slices.Contains(IDs(), r.ID) == r.Fixed {
			t.Errorf("%s can be set and is fixed, or neither", r.ID)
		}
		if text := r.HelpText(); strings.Contains(text, "`") || !strings.Contains(r.HelpMarkdown(), r.Example) {
			t.Errorf("%s: help %q", r.ID, text)
		}
	}
	if _, ok := ByID("nope"); ok {
		t.Error("there is a rule nope")
	}
}

// TestRuleSeverities holds the severities that people rely on: what is quiet, and what
// fails a check.
func TestRuleSeverities(t *testing.T) {
	want := map[string]Severity{
		"unknown-document": "warning", "dangling": "error", "contradicted": "error", "misquoted": "error", "wrong-value": "error",
		"superseded": "information", "superseded-outside": "off", "draft": "information", "unused-ignore": "warning", "not-read": "error",
	}
	got := map[string]Severity{}
	for _, r := range All() {
		got[r.ID] = r.Severity
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("severities (-want +got):\n%s", diff)
	}
}

func TestRuleSetting(t *testing.T) {
	for id, want := range map[string]string{"unknown-document": "unknownDocument", "draft": "draft", "superseded-outside": "supersededOutside"} {
		if r, _ := ByID(id); r.Setting() != want {
			t.Errorf("%s is the setting %q, want %q", id, r.Setting(), want)
		}
	}
}

func TestSeverity(t *testing.T) {
	order := SeverityWords()
	for i, s := range order {
		for j, least := range order {
			if want := s != SeverityOff && i <= j; s.Reaches(least) != want {
				t.Errorf("%s reaches %s: %t, want %t", s, least, !want, want)
			}
		}
	}
}

// TestRulesPage compares docs/rules.md with the registry; -update writes it anew.
func TestRulesPage(t *testing.T) {
	const page = "../../docs/rules.md"
	want := markdown()
	if flag.Lookup("update").Value.String() == "true" {
		if err := os.WriteFile(page, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("%s differs from the registry (-registry +page); run with -update:\n%s", page, diff)
	}
}

func TestRuleSeveritiesSet(t *testing.T) {
	s := DefaultSeverities()
	for _, r := range All() {
		if s.Of(r.ID) != r.Severity {
			t.Errorf("%s is %s, want %s", r.ID, s.Of(r.ID), r.Severity)
		}
	}
	if err := s.Set("draft", SeverityError); err != nil || s.Of("draft") != SeverityError || s.Of("superseded") != SeverityInformation {
		t.Errorf("draft set to error: %v, %v", s, err)
	}
	for _, bad := range []string{"not-read", "nope", ""} {
		if err := s.Set(bad, SeverityOff); err == nil {
			t.Errorf("%q was set", bad)
		}
	}
	if s.Of("") != SeverityOff || s.Of("not-read") != SeverityError {
		t.Errorf("got %v", s)
	}
}
