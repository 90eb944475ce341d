package retrieval

import (
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"

	"github.com/pqcite/pqcite/retrieval/lexical"
)

// openIndex opens the index of n entries that was saved in dir under the key, or
// builds it and saves it there. Where that fails, and with an empty dir, the index is in
// memory.
func openIndex(dir, name string, key [32]byte, n int, params lexical.Params, entries iter.Seq[lexical.Entry]) (*lexical.Index, error) {
	path := filepath.Join(dir, name)
	if dir != "" {
		if x, err := openSaved(path, key, n); err == nil {
			return x, nil
		}
	}
	file, err := lexical.Encode(key, params, entries)
	if err != nil {
		return nil, err
	}
	if dir != "" {
		if x, err := saveIndex(path, file, key, n); err == nil {
			return x, nil
		}
	}
	return lexical.Load(file, key)
}

// saveIndex writes an index and opens it from where it was written, which leaves
// its memory to the system.
func saveIndex(path string, file []byte, key [32]byte, n int) (*lexical.Index, error) {
	if err := os.MkdirAll(filepath.Dir(filepath.Dir(path)), 0o700); err != nil {
		return nil, fmt.Errorf("write index: %w", err)
	}
	if err := lexical.Write(path, file); err != nil {
		return nil, err
	}
	return openSaved(path, key, n)
}

func openSaved(path string, key [32]byte, n int) (*lexical.Index, error) {
	x, err := lexical.Open(path, key)
	if err != nil {
		return nil, err
	}
	if x.Len() != n {
		return nil, errors.Join(fmt.Errorf("%w: %q has %d entries, want %d", lexical.ErrStale, path, x.Len(), n), x.Close())
	}
	return x, nil
}
