package retrieval_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/retrieval"
)

func openIn(t *testing.T, dir string, docs []*core.Document, digest string, options ...retrieval.Option) *retrieval.Engine {
	t.Helper()
	if len(options) == 0 {
		options = bareLegs()
	}
	e, err := retrieval.Open(dir, docs, digest, options...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return e
}

var keyQuery = core.Query{Text: "encapsulation key", K: 9}

func TestIndexIsReused(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "made", "by open")
	docs := library(t)
	want := ask(t, openIn(t, dir, docs, digest), keyQuery)
	path := filepath.Join(dir, retrieval.IndexFile)
	before, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	e := openIn(t, dir, docs, digest)
	after, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if !os.SameFile(before, after) {
		t.Error("an index that fits was written again")
	}
	if diff := cmp.Diff(want, ask(t, e, keyQuery)); diff != "" {
		t.Errorf("hits of the index as reused (-want +got):\n%s", diff)
	}
}

func TestIndexIsBuiltAgain(t *testing.T) {
	docs := library(t)
	want := ask(t, open(t, docs), keyQuery)
	params := retrieval.DefaultParams()
	params.Lexical.K1 = 2
	for name, spoil := range map[string]func(t *testing.T, dir, path string){
		"another library": func(t *testing.T, dir, path string) {
			openIn(t, dir, docs[:1], strings.Repeat("cd", 32))
		},
		"fewer passages under the same digest": func(t *testing.T, dir, path string) {
			openIn(t, dir, docs[:1], digest)
		},
		"other parameters": func(t *testing.T, dir, path string) {
			openIn(t, dir, docs, digest, retrieval.WithParams(params))
		},
		"a damaged file": func(t *testing.T, dir, path string) {
			openIn(t, dir, docs, digest)
			file, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			file[len(file)/2] ^= 0xFF
			if err := os.WriteFile(path, file, 0o600); err != nil {
				t.Fatal(err)
			}
		},
		"an empty file": func(t *testing.T, dir, path string) {
			if err := os.WriteFile(path, nil, 0o600); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, retrieval.IndexFile)
			spoil(t, dir, path)
			spoiled, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			e := openIn(t, dir, docs, digest)
			if diff := cmp.Diff(want, ask(t, e, keyQuery)); diff != "" {
				t.Errorf("hits (-want +got):\n%s", diff)
			}
			if info, err := os.Stat(path); err != nil || os.SameFile(spoiled, info) {
				t.Errorf("the index was not replaced: %v", err)
			}
		})
	}
}

// A file in the place of the directory stops even a user who may write anything.
func TestIndexThatCannotBeSavedIsInMemory(t *testing.T) {
	docs := library(t)
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	e := openIn(t, filepath.Join(file, "dir"), docs, digest)
	if diff := cmp.Diff(ask(t, open(t, docs), keyQuery), ask(t, e, keyQuery)); diff != "" {
		t.Errorf("hits (-want +got):\n%s", diff)
	}
}

func TestOpenRefuses(t *testing.T) {
	docs := library(t)
	outside := document(t, "D", "D", passage{text: "text"})
	outside.Passages[0].Span.End++
	noPage := document(t, "D", "D", passage{text: "text"})
	noPage.Passages[0].EndPage = 2
	tests := []struct {
		name   string
		docs   []*core.Document
		digest string
		want   error
	}{
		{"digest that is none", docs, "abc", retrieval.ErrDigest},
		{"nil document", []*core.Document{nil}, digest, core.ErrInvalidDocument},
		{"one id twice", append(docs[:1:1], docs...), digest, core.ErrInvalidDocument},
		{"passage outside the text", []*core.Document{outside}, digest, core.ErrInvalidDocument},
		{"passage outside the pages", []*core.Document{noPage}, digest, core.ErrInvalidDocument},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := retrieval.Open("", tt.docs, tt.digest); !errors.Is(err, tt.want) {
				t.Errorf("error is %v, want %v", err, tt.want)
			}
		})
	}
}

func TestEmptyLibrary(t *testing.T) {
	e := open(t, nil)
	if hits := ask(t, e, core.Query{Text: "key", K: 3, Anchors: anchor("", core.KindSection, "1")}); len(hits) != 0 {
		t.Errorf("hits in an empty library: %v", show(hits))
	}
	m := e.Measure("key", false)
	if marks := m.Marks("key"); m.Share(marks) != 1 || m.Missing(marks) != nil {
		t.Errorf("share %v, missing %v; want 1 and nothing", m.Share(marks), m.Missing(marks))
	}
}
