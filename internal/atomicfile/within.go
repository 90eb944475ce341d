package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
)

// WriteWithin writes a whole file of the program's own below a root folder that must
// exist; name is relative to it. Missing folders are created for the user only. A
// symbolic link at the file's place is replaced, not followed, and one on the way that
// leads out of the root is refused, whoever planted it.
func WriteWithin(rootFolder, name string, perm fs.FileMode, data []byte) error {
	root, err := os.OpenRoot(rootFolder)
	if err != nil {
		return err
	}
	defer root.Close()
	name = filepath.ToSlash(name)
	if err := root.MkdirAll(path.Dir(name), 0o700); err != nil {
		return err
	}
	temp, file, err := createWithin(root, name, perm)
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	if err == nil {
		err = file.Sync()
	}
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = root.Rename(temp, name)
	}
	if err != nil {
		_ = root.Remove(temp)
	}
	return err
}

// createWithin opens a new file next to the named one.
func createWithin(root *os.Root, name string, perm fs.FileMode) (temp string, f *os.File, err error) {
	dir, base := path.Split(name)
	for try := 1; ; try++ {
		temp = fmt.Sprintf("%s.%s.%08x.tmp", dir, base, rand.Uint32())
		f, err = root.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
		if !errors.Is(err, fs.ErrExist) || try == maxTries {
			return temp, f, err
		}
	}
}
