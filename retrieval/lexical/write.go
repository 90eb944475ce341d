package lexical

import (
	"fmt"
	"iter"
	"path/filepath"

	"github.com/pqcite/pqcite/internal/atomicfile"
	"github.com/pqcite/pqcite/retrieval/analysis"
)

// Build writes an index of the entries to the path, as encodeWith makes it. The file
// appears whole or not at all, and readers of an old file keep it.
func Build(a *analysis.Analyzer, path string, digest [32]byte, params Params, entries iter.Seq[Entry]) error {
	file, err := encodeWith(a, digest, params, entries)
	if err != nil {
		return fmt.Errorf("build index %q: %w", path, err)
	}
	return Write(path, file)
}

// Write writes the bytes of an index to the path as Build does. A symbolic link in its
// place is replaced, and its folder must not be one that leads out of the folder above.
func Write(path string, file []byte) error {
	folder := filepath.Dir(path)
	name := filepath.Join(filepath.Base(folder), filepath.Base(path))
	if err := atomicfile.WriteWithin(filepath.Dir(folder), name, 0o600, file); err != nil {
		return fmt.Errorf("write index %q: %w", path, err)
	}
	return nil
}
