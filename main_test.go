package pqcite

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/pqcite/pqcite/core/loop"
	"github.com/pqcite/pqcite/corpus/ingest"
	"github.com/pqcite/pqcite/corpus/store"
)

// corpusEnv names the folder with the six official PDF files.
const corpusEnv = "PQCITE_TEST_CORPUS"

// TestMain gives the examples, which open the user's library, one of their own without any
// document.
func TestMain(m *testing.M) {
	home, err := os.MkdirTemp("", "pqcite-home")
	if err != nil {
		panic(err)
	}
	os.Setenv(store.HomeEnv, filepath.Join(home, "none"))
	code := m.Run()
	os.RemoveAll(home)
	if official.home != "" {
		os.RemoveAll(official.home)
	}
	os.Exit(code)
}

// official is a library of the official documents, ingested once for all tests.
var official struct {
	once sync.Once
	home string
	err  error
}

// officialHome is the folder of a library of the official documents. It may not be changed.
func officialHome(tb testing.TB) string {
	tb.Helper()
	dir := os.Getenv(corpusEnv)
	if dir == "" {
		tb.Skipf("set %s to the folder with the six official PDF files", corpusEnv)
	}
	official.once.Do(func() {
		if official.home, official.err = os.MkdirTemp("", "pqcite-official"); official.err == nil {
			official.err = ingestAll(official.home, dir)
		}
	})
	if official.err != nil {
		tb.Fatal(official.err)
	}
	return official.home
}

func ingestAll(home, dir string) error {
	paths, err := filepath.Glob(filepath.Join(dir, "*.pdf"))
	if err != nil {
		return err
	}
	ctx := context.Background()
	return store.Update(ctx, home, func(tx *store.Tx) error {
		for _, path := range paths {
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			if err := put(ctx, tx, filepath.Base(path), data); err != nil {
				return err
			}
		}
		return nil
	})
}

func put(ctx context.Context, tx *store.Tx, name string, data []byte) error {
	d, err := ingest.Document(ctx, ingest.File{Name: name, Data: data})
	if err != nil {
		return err
	}
	_, err = tx.Put(d, data, name)
	return err
}

// open opens a library with its index. It is closed with the test.
func open(tb testing.TB, o Options) (*Library, loop.Ports) {
	tb.Helper()
	lib, err := Open(tb.Context(), o)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := lib.Close(); err != nil {
			tb.Error(err)
		}
	})
	i, err := lib.prepared(tb.Context())
	if err != nil {
		tb.Fatal(err)
	}
	return lib, i.ports
}
