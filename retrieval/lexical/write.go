package lexical

import (
	"fmt"
	"iter"
	"os"
	"path/filepath"

	"github.com/pqcite/pqcite/retrieval/analysis"
)

// Build writes an index of the entries to the path, as EncodeWith makes it. The
// file appears whole or not at all: it is written under another name in the
// same directory, synced and renamed. Readers of a file that stood there before
// keep it.
func Build(a *analysis.Analyzer, path string, digest [32]byte, params Params, entries iter.Seq[Entry]) error {
	file, err := EncodeWith(a, digest, params, entries)
	if err != nil {
		return fmt.Errorf("build index %q: %w", path, err)
	}
	return Write(path, file)
}

// Write writes the bytes of an index to the path as Build does.
func Write(path string, file []byte) error {
	if err := writeAtomic(path, file); err != nil {
		return fmt.Errorf("write index: %w", err)
	}
	return nil
}

func writeAtomic(path string, data []byte) (err error) {
	dir := filepath.Dir(path)
	f, err := os.CreateTemp(dir, "."+filepath.Base(path)+".*.tmp")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	if _, err := f.Write(data); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return err
	}
	syncDirectory(dir)
	return nil
}

// syncDirectory makes a rename outlast a crash where the system can. Without it
// a crash loses the index, which costs building it again.
func syncDirectory(dir string) {
	if d, err := os.Open(dir); err == nil {
		d.Sync()
		d.Close()
	}
}
