package lsp_test

import (
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/pqcite/pqcite/corpus/ingest"
	"github.com/pqcite/pqcite/corpus/standards"
	"github.com/pqcite/pqcite/corpus/store"
)

// officialHome is a library with the six official documents, read once for all
// tests.
func officialHome(tb testing.TB) string {
	tb.Helper()
	dir := os.Getenv("PQCITE_TEST_CORPUS")
	if dir == "" {
		tb.Skip("PQCITE_TEST_CORPUS is not set: it names the folder with the six official PDF files")
	}
	official.Do(func() { official.home, official.err = readOfficial(dir) })
	if official.err != nil {
		tb.Fatal(official.err)
	}
	return official.home
}

var official struct {
	sync.Once
	home string
	err  error
}

func readOfficial(dir string) (string, error) {
	home, err := os.MkdirTemp("", "pqcite-lsp")
	if err != nil {
		return "", err
	}
	for _, s := range standards.Documents() {
		name := s.ID + ".pdf"
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return home, err
		}
		d, err := ingest.Document(ctx, ingest.File{Name: name, Data: data})
		if err != nil {
			return home, err
		}
		err = store.Update(ctx, home, func(tx *store.Tx) error {
			_, err := tx.Put(d, data, name)
			return err
		})
		if err != nil {
			return home, err
		}
	}
	return home, nil
}
