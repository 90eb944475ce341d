package standards

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"sync"
)

// Digest names the data of the pack, as 64 hex digits: whatever changes a file of it
// changes it, and the order of files does not.
var Digest = sync.OnceValues(func() (string, error) { return digestOf(dataFiles()) })

// digestOf sums the paths and the contents of files, in the order of their paths.
func digestOf(files fs.FS) (string, error) {
	sum := sha256.New()
	err := fs.WalkDir(files, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(files, path)
		if err != nil {
			return err
		}
		fmt.Fprintf(sum, "%q %x\n", path, sha256.Sum256(data))
		return nil
	})
	if err != nil {
		return "", fmt.Errorf("sum the pack: %w", err)
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
