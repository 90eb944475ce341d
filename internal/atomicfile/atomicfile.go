// Package atomicfile writes files that appear whole or not at all.
//
// A file is written under another name in its folder, synced, and renamed into place; a
// reader that has the old file open keeps it. The price is space for a second file, and
// other hard links keep the old content. Existing libraries for this do not support
// Windows.
package atomicfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// File is a file being written. It is for one goroutine.
type File struct {
	dest string // where a symbolic link leads
	temp *os.File
}

// Create opens a file for writing, so that an unwritable path is detected before there
// is anything to write. A new file gets perm less the umask; a replaced one keeps its
// permissions, and a symbolic link to it stays. Anything but a regular file is refused.
// Discard must be called in any case.
func Create(path string, perm fs.FileMode) (*File, error) {
	info, err := os.Stat(path)
	dest := path
	switch {
	case err == nil && !info.Mode().IsRegular():
		return nil, errors.New("it is no regular file")
	case err == nil:
		if dest, err = filepath.EvalSymlinks(path); err != nil {
			return nil, err
		}
	}
	temp, err := create(dest, perm)
	if err != nil {
		return nil, err
	}
	f := &File{dest: dest, temp: temp}
	if info != nil {
		if err := temp.Chmod(info.Mode().Perm()); err != nil {
			f.Discard()
			return nil, err
		}
	}
	return f, nil
}

// maxTries bounds the search for an unused name.
const maxTries = 100

// create opens a new file next to dest. os.CreateTemp would make it readable by its
// owner only, whatever the umask.
func create(dest string, perm fs.FileMode) (*os.File, error) {
	dir, name := filepath.Split(dest)
	for try := 1; ; try++ {
		temp := fmt.Sprintf("%s.%s.%08x.tmp", dir, name, rand.Uint32())
		f, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
		if !errors.Is(err, fs.ErrExist) || try == maxTries {
			return f, err
		}
	}
}

// Write writes the next bytes.
func (f *File) Write(p []byte) (int, error) { return f.temp.Write(p) }

// Commit puts the file in place. If it fails, nothing there has changed.
func (f *File) Commit() error {
	err := f.temp.Sync()
	if err == nil {
		err = f.temp.Close()
	}
	if err == nil {
		err = os.Rename(f.temp.Name(), f.dest)
	}
	if err != nil {
		f.Discard()
		return err
	}
	f.temp = nil
	syncFolder(filepath.Dir(f.dest))
	return nil
}

// syncFolder makes a rename survive a crash where the system supports it. Elsewhere a
// crash may leave the old file, which is whole as well.
func syncFolder(dir string) {
	if d, err := os.Open(dir); err == nil {
		_ = d.Sync()
		_ = d.Close()
	}
}

// Discard removes the file unless Commit has put it in place.
func (f *File) Discard() {
	if f.temp == nil {
		return
	}
	_ = f.temp.Close() // may be closed by a Commit that failed
	_ = os.Remove(f.temp.Name())
	f.temp = nil
}

// Write writes a whole file through a function, with the permissions of [Create].
func Write(path string, perm fs.FileMode, write func(io.Writer) error) error {
	f, err := Create(path, perm)
	if err != nil {
		return err
	}
	defer f.Discard()
	if err := write(f); err != nil {
		return err
	}
	return f.Commit()
}

// WriteBytes writes a whole file.
func WriteBytes(path string, perm fs.FileMode, data []byte) error {
	return Write(path, perm, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}
