package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/eval"
)

// TestNotice fails when what is linked into pqcite is not what NOTICE lists.
func TestNotice(t *testing.T) {
	got, err := notice(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("../../NOTICE")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("NOTICE is out of date: go run ./cmd/pqcite-dev notice NOTICE (-file +now):\n%s", diff)
	}
}

func TestLicenceName(t *testing.T) {
	for text, want := range map[string]string{
		"Apache License\nVersion 2.0":                          "Apache-2.0",
		"Permission is hereby\ngranted, free of charge, to":    "MIT",
		"Redistribution and use in source and binary\nforms, ": "BSD-2-Clause",
		"GNU GENERAL PUBLIC LICENSE":                           "",
		"Creative Commons Attribution 4.0":                     "",
		"The FreeType Project LICENSE":                         "",
	} {
		if got := licenceName(text); got != want {
			t.Errorf("licence of %q is %q, want %q", text, got, want)
		}
	}
}

func TestPlot(t *testing.T) {
	dir := t.TempDir()
	writeAblation(t, dir)
	var out, complaint bytes.Buffer
	if code := run(t.Context(), []string{"plot", dir}, &out, &complaint); code != 0 {
		t.Fatalf("exit code %d: %s", code, complaint.String())
	}
	report, err := os.ReadFile(filepath.Join(dir, "report.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"differences-sound", "risk-coverage", "reliability"} {
		if !strings.Contains(string(report), "!["+name+"]("+name+".svg)") {
			t.Errorf("the report does not show %s.svg", name)
		}
		svg, err := os.ReadFile(filepath.Join(dir, name+".svg"))
		if err != nil || !bytes.Contains(svg, []byte("<svg ")) {
			t.Errorf("%s.svg: %v, %d bytes", name, err, len(svg))
		}
	}
}

func TestPlotNamesWhatIsMissing(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{
		"nothing": "", "no ablation": `{"set":"s","arms":[]}`, "no JSON": "{",
	} {
		path := filepath.Join(dir, "ablation.json")
		os.Remove(path)
		if content != "" {
			if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		var complaint bytes.Buffer
		if code := run(t.Context(), []string{"plot", dir}, &complaint, &complaint); code != 1 || !strings.Contains(complaint.String(), "ablation") {
			t.Errorf("%s: exit code %d, %q", name, code, complaint.String())
		}
	}
}

// writeAblation writes the ablation of a set of two questions that are both answered.
func writeAblation(t *testing.T, dir string) {
	t.Helper()
	set, err := eval.ParseQuestions("set.jsonl", strings.NewReader(`{"qid":"a","question":"a","answerable":true,"must":["yes"]}
{"qid":"b","question":"b","answerable":false}`))
	if err != nil {
		t.Fatal(err)
	}
	ask := func(core.Features) eval.Asker { return answerYes }
	a, err := eval.Ablate(t.Context(), set, ask, eval.AblationOptions{PresetsOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Create(filepath.Join(dir, "ablation.json"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := a.WriteJSON(f); err != nil {
		t.Fatal(err)
	}
}

func answerYes(context.Context, string) (eval.Asked, error) {
	return eval.Asked{Outcome: core.Outcome{Status: core.Answered, ShortAnswer: "yes", Confidence: 0.9}}, nil
}
