package main

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/pqcite/pqcite/corpus/ingest"
	"github.com/pqcite/pqcite/corpus/store"
)

var update = flag.Bool("update", false, "rewrite the outputs in testdata/script")

// TestMain makes the test binary stand for pqcite-dev in scripts.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"pqcite-dev": main})
}

// TestScripts runs the tools as a maintainer would. "add FILE..." puts files into the
// library, which pqcite corpus add does elsewhere.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script", UpdateScripts: *update, RequireExplicitExec: true, RequireUniqueNames: true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("PQCITE_HOME", filepath.Join(env.WorkDir, "home"))
			if dir, err := os.UserCacheDir(); err == nil {
				env.Setenv("XDG_CACHE_HOME", dir) // else each script derives the questions anew
			}
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"add": func(ts *testscript.TestScript, neg bool, names []string) {
				if neg || len(names) == 0 {
					ts.Fatalf("usage: add FILE...")
				}
				for i := range names {
					names[i] = ts.MkAbs(names[i])
				}
				ts.Check(addFiles(context.Background(), ts.Getenv("PQCITE_HOME"), names...))
			},
		},
	})
}

// addFiles ingests files into the library of a home.
func addFiles(ctx context.Context, home string, paths ...string) error {
	return store.Update(ctx, home, func(tx *store.Tx) error {
		for _, path := range paths {
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			d, err := ingest.Document(ctx, ingest.File{Name: filepath.Base(path), Data: data})
			if err != nil {
				return err
			}
			if _, err := tx.Put(d, data, filepath.Base(path)); err != nil {
				return err
			}
		}
		return nil
	})
}

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
