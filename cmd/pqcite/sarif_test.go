package main

import (
	"bytes"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/pqcite/pqcite/citations/rules"
)

// runIn runs pqcite in this process with an empty library.
func runIn(t *testing.T, args ...string) (code int, out string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code = run(t.Context(), append([]string{"--home", t.TempDir()}, args...), streams{in: strings.NewReader(""), out: &stdout, err: &stderr})
	if stderr.Len() > 0 {
		t.Logf("standard error: %s", stderr.String())
	}
	return code, stdout.String()
}

// sarifSchema is the schema of OASIS for SARIF 2.1.0. It is read from the source
// of a library that carries it, whose own validation is of its own types only.
func sarifSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	pkg, err := build.Import("github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif", ".", build.FindOnly)
	if err != nil {
		t.Fatal(err)
	}
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(pkg.Dir, "schema.go"), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	literal := file.Scope.Lookup("schema").Decl.(*ast.ValueSpec).Values[0].(*ast.BasicLit)
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(strings.Trim(literal.Value, "`")))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("sarif.json", doc); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("sarif.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// TestSARIF holds a log with a finding of each rule, and one without any, against
// the schema of SARIF 2.1.0.
func TestSARIF(t *testing.T) {
	dir := t.TempDir()
	files := map[string]string{
		"clean dir/ok.go": "// FIPS 203, Algorithm 13 (K-PKE.KeyGen)\n",
		"bad/Größe.go": "// ü FIPS 203, Algorithm 22\n// FIPS 203,\n// Algorithm 13 (ML-KEM.KeyGen)\n// FIPS 999\n" +
			"// IR 8547, Table 2\n// \xff FIPS 203, Table 9\n",
		"bad/old.go": "\n// FIPS 203 ipd\n",
	}
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	schema := sarifSchema(t)
	for folder, want := range map[string]struct{ code, results int }{"clean dir": {0, 0}, "bad": {exitFindings, 6}} {
		code, out := runIn(t, "check", "--sarif", filepath.Join(dir, folder))
		report, err := sarif.FromString(out)
		if err != nil {
			t.Fatalf("%s: read the log: %v", folder, err)
		}
		log, err := jsonschema.UnmarshalJSON(strings.NewReader(out))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(log); err != nil {
			t.Errorf("%s: the log is not valid SARIF 2.1.0: %v", folder, err)
		}
		if n := len(report.Runs[0].Results); code != want.code || n != want.results {
			t.Errorf("%s: exit code %d with %d results, want %d with %d\n%s", folder, code, n, want.code, want.results, out)
		}
		broken := map[string]bool{}
		for _, r := range report.Runs[0].Results {
			broken[*r.RuleID] = true
			region := r.Locations[0].PhysicalLocation.Region
			if *region.StartLine == 1 && *region.StartColumn != 6 {
				t.Errorf("column of the reference behind ü is %d, want 6 code points", *region.StartColumn)
			}
		}
		wantBroken := map[string]bool{"dangling": true, "contradicted": true, "unknown-document": true, "superseded": true, "draft": true}
		if diff := cmp.Diff(wantBroken, broken); want.results > 0 && diff != "" {
			t.Errorf("%s: rules (-want +got):\n%s", folder, diff)
		}
		for i, r := range report.Runs[0].Tool.Driver.Rules {
			of, ok := rules.ByID(*r.ID)
			if !ok || i >= len(rules.All()) || rules.All()[i] != of || *r.HelpURI != of.HelpURI() || *r.Help.Markdown != of.HelpMarkdown() || *r.FullDescription.Text == "" {
				t.Errorf("rule %s is not that of the registry", *r.ID)
			}
		}
		if got := len(report.Runs[0].Tool.Driver.Rules); got != len(rules.All()) {
			t.Errorf("%d rules are described, want %d", got, len(rules.All()))
		}
	}
}

// TestSARIFNotRead holds a log with notifications against the schema: of files that
// are not there, more than are listed, and of one that is too large.
func TestSARIFNotRead(t *testing.T) {
	big := filepath.Join(t.TempDir(), "big.go")
	if err := os.WriteFile(big, []byte("// FIPS 203, Algorithm 99"), 0o644); err != nil {
		t.Fatal(err)
	}
	args := []string{"check", "--sarif", "--max-bytes", "10", big}
	for range maxNoted + 7 {
		args = append(args, big+".none")
	}
	code, out := runIn(t, args...)
	log, err := jsonschema.UnmarshalJSON(strings.NewReader(out))
	if err != nil {
		t.Fatal(err)
	}
	if err := sarifSchema(t).Validate(log); err != nil {
		t.Errorf("the log is not valid SARIF 2.1.0: %v", err)
	}
	report, err := sarif.FromString(out)
	if err != nil {
		t.Fatal(err)
	}
	run := report.Runs[0].Invocations[0]
	notes := run.ToolExecutionNotifications
	if code != exitError || *run.ExecutionSuccessful || len(notes) != maxNoted+1 {
		t.Fatalf("exit code %d, %d notifications, want %d with %d", code, len(notes), exitError, maxNoted+1)
	}
	if first, last := *notes[0].Message.Text, *notes[maxNoted].Message.Text; !strings.HasSuffix(first, "it has more than 10 bytes; see --max-bytes") || last != "8 others were not read" {
		t.Errorf("notifications from %q to %q", first, last)
	}
}

// TestSARIFFixes holds corrections, fingerprints and suppressions against the schema, and
// the corrections against the file: made as a reader of SARIF makes them, in code points,
// they are those of --fix.
func TestSARIFFixes(t *testing.T) {
	dir := t.TempDir()
	path, baseline := filepath.Join(dir, "a.go"), filepath.Join(dir, "known.json")
	const known = "// FIPS 203, Table 8\n"
	text := known + "// ü𝔸 as in FIPS 203,\n// Algorithm 13 (ML-KEM.KeyGen), moved\n\n// FIPS 203, Table 9 pqcite:ignore[dangling] the ](draft\n"
	write := func(text string) {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(known)
	if code, _ := runIn(t, "check", "--settings", "none", "--baseline", baseline, "--write-baseline", path); code != 0 {
		t.Fatalf("exit code %d", code)
	}
	write(text)
	code, out := runIn(t, "check", "--settings", "none", "--baseline", baseline, "--sarif", path)
	log, err := jsonschema.UnmarshalJSON(strings.NewReader(out))
	if err != nil || code != exitFindings {
		t.Fatalf("exit code %d, %v", code, err)
	}
	if err := sarifSchema(t).Validate(log); err != nil {
		t.Errorf("the log is not valid SARIF 2.1.0: %v", err)
	}
	report, err := sarif.FromString(out)
	if err != nil {
		t.Fatal(err)
	}
	results := report.Runs[0].Results
	if len(results) != 3 {
		t.Fatalf("%d results, want 3\n%s", len(results), out)
	}
	fingerprints := map[string]bool{}
	var suppressed []string
	for _, r := range results {
		fingerprints[r.PartialFingerprints["pqcite/v1"]] = true
		for _, s := range r.Suppressions {
			suppressed = append(suppressed, *s.Kind+": "+*s.Justification)
		}
	}
	if len(fingerprints) != 3 || fingerprints[""] {
		t.Errorf("fingerprints %v, want one of each result", fingerprints)
	}
	slices.Sort(suppressed)
	if diff := cmp.Diff([]string{"external: known by the baseline", "inSource: the ](draft"}, suppressed); diff != "" {
		t.Errorf("suppressions (-want +got):\n%s", diff)
	}
	change := results[0].Fixes[0].ArtifactChanges[0]
	if *change.ArtifactLocation.URI != *results[0].Locations[0].PhysicalLocation.ArtifactLocation.URI {
		t.Error("the correction is of another file")
	}
	corrected := replaced(text, change.Replacements[0])
	if code, _ := runIn(t, "check", "--settings", "none", "--baseline", baseline, "--fix", path); code != 0 {
		t.Errorf("exit code %d after all was corrected, ignored or known", code)
	}
	fixed, err := os.ReadFile(path)
	if err != nil || corrected != string(fixed) || corrected == text {
		t.Errorf("by SARIF %q\nby --fix %q", corrected, fixed)
	}
}

// replaced makes a replacement in a text whose lines end in \n, with columns in code
// points.
func replaced(text string, r *sarif.Replacement) string {
	offset := func(line, column int) int {
		lines := strings.SplitAfter(text, "\n")
		at := len(strings.Join(lines[:line-1], ""))
		return at + len(string([]rune(lines[line-1])[:column-1]))
	}
	d := r.DeletedRegion
	return text[:offset(*d.StartLine, *d.StartColumn)] + *r.InsertedContent.Text + text[offset(*d.EndLine, *d.EndColumn):]
}
