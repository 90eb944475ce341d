package main

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/pqcite/pqcite/internal/race"
)

var update = flag.Bool("update", false, "rewrite the outputs in testdata/script")

// mainVariable makes the test binary the program itself.
const mainVariable = "PQCITE_TEST_MAIN"

// TestMain lets the test binary stand for pqcite: under that name in scripts, as a
// process of a test, and as its own worker process.
func TestMain(m *testing.M) {
	if os.Getenv(mainVariable) != "" || len(os.Args) > 1 && os.Args[1] == workerName {
		main()
		return
	}
	testscript.Main(m, map[string]func(){"pqcite": main})
}

// forge writes a file with the first occurrence of a text replaced, which must be
// there: forge FROM TO OLD NEW.
func forge(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 4 {
		ts.Fatalf("usage: forge FROM TO OLD NEW")
	}
	before := ts.ReadFile(args[0])
	after := strings.Replace(before, args[2], args[3], 1)
	if after == before {
		ts.Fatalf("%s has no %q", args[0], args[2])
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(after), 0o644))
}

// long writes a file of one line of so many bytes: long FILE BYTES.
func long(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: long FILE BYTES")
	}
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), bytes.Repeat([]byte("x"), n), 0o644))
}

// lines writes a file of so many lines, which are the rest of the arguments or else no
// text: lines FILE COUNT [LINE].
func lines(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: lines FILE COUNT [LINE]")
	}
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	line := "\x7fELF\x00\xff"
	if len(args) > 2 {
		line = strings.Join(args[2:], " ")
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Repeat(line+"\n", n)), 0o644))
}

// cut writes a file without the last bytes of another: cut FROM TO BYTES.
func cut(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: cut FROM TO BYTES")
	}
	n, err := strconv.Atoi(args[2])
	ts.Check(err)
	whole := ts.ReadFile(args[0])
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(whole[:len(whole)-n]), 0o644))
}

// corpusEnv names the folder with the six official PDF files.
const corpusEnv = "PQCITE_TEST_CORPUS"

// TestScripts runs the binary as a user would. Scripts that need the official
// documents skip without them.
func TestScripts(t *testing.T) {
	scripts, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil || len(scripts) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	testscript.Run(t, testscript.Params{
		Files:               race.Sample(scripts),
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"forge": forge, "long": long, "lines": lines, "cut": cut, "bot": bot, "versionone": versionOne},
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("PQCITE_HOME", filepath.Join(env.WorkDir, "home"))
			env.Setenv("CORPUS", os.Getenv(corpusEnv))
			if dir, err := os.UserCacheDir(); err == nil {
				env.Setenv("XDG_CACHE_HOME", dir) // else each script derives the questions anew
			}
			return nil
		},
		Condition: func(cond string) (bool, error) {
			switch cond {
			case "corpus":
				return os.Getenv(corpusEnv) != "", nil
			}
			return false, nil
		},
	})
}
