// Package golden compares the output of a test with a file checked in under testdata,
// so that changes of long output are reviewed as diffs.
//
// Run a package's tests with -update to rewrite the files. It is for tests only and
// does not normalise: bytes are compared as they are, so anything that varies from run
// to run (times, paths) must be fixed before the comparison.
package golden

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write golden files instead of comparing with them")

// Check fails the test if got differs from the file testdata/name of the package under
// test. The name may contain slashes but stays inside testdata. With -update it writes
// the file, with its folders, and never fails on a difference.
func Check(t testing.TB, name string, got []byte) {
	t.Helper()
	if !filepath.IsLocal(name) {
		t.Fatalf("golden name %q leaves testdata", name)
	}
	path := filepath.Join("testdata", filepath.FromSlash(name))
	if *update {
		write(t, path, got)
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("read golden file: %v; run the test with -update to write it", err)
	}
	if diff := cmp.Diff(lines(want), lines(got)); diff != "" {
		t.Errorf("%s differs (-want +got); if it should, run the test with -update:\n%s", path, diff)
	}
}

// lines keeps the line ends, so that the diff shows a missing last one.
func lines(b []byte) []string { return strings.SplitAfter(string(b), "\n") }

func write(t testing.TB, path string, got []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatalf("make the golden file's folder: %v", err)
	}
	if err := os.WriteFile(path, got, 0o644); err != nil {
		t.Fatalf("write golden file: %v", err)
	}
}
