package main

import (
	"testing"

	"github.com/pqcite/pqcite/corpus/ingest"
	"github.com/pqcite/pqcite/corpus/store"
)

// emptied is the home of a library from which every document was removed: nothing needs to
// be said of it, and the pack answers.
func emptied(t *testing.T) string {
	t.Helper()
	home, text := t.TempDir(), []byte("A text.\n")
	d, err := ingest.Document(t.Context(), ingest.File{Name: "a.txt", Data: text})
	if err != nil {
		t.Fatal(err)
	}
	for _, change := range []func(*store.Tx) error{
		func(tx *store.Tx) error { _, err := tx.Put(d, text, "a.txt"); return err },
		func(tx *store.Tx) error { return tx.Remove(d.ID) },
	} {
		if err := store.Update(t.Context(), home, change); err != nil {
			t.Fatal(err)
		}
	}
	return home
}
