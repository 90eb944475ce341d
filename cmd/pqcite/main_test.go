package main

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite the outputs in testdata/script")

// TestMain lets the test binary stand for pqcite: under that name in scripts, and
// as its own worker process.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == workerName {
		main()
		return
	}
	testscript.Main(m, map[string]func(){"pqcite": main})
}

// corpusEnv names the folder with the six official PDF files.
const corpusEnv = "PQCITE_TEST_CORPUS"

// TestScripts runs the binary as a user would. Scripts that need the official
// documents skip without them.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("PQCITE_HOME", filepath.Join(env.WorkDir, "home"))
			env.Setenv("CORPUS", os.Getenv(corpusEnv))
			return nil
		},
		Condition: func(cond string) (bool, error) {
			return cond == "corpus" && os.Getenv(corpusEnv) != "", nil
		},
	})
}
