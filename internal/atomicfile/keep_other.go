//go:build !unix

package atomicfile

import (
	"io/fs"
	"os"
)

// mayReplace says why a file must not be replaced.
func mayReplace(_ string, info fs.FileInfo) error {
	if info.Mode()&0o222 == 0 {
		return ErrReadOnly
	}
	return nil
}

// keep copies to a new file what belongs to an old one: here, only its mode.
func keep(file, _ *os.File, info fs.FileInfo) error { return file.Chmod(info.Mode().Perm()) }
