package atomicfile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Why Replace leaves a file alone.
var (
	errChanged  = errors.New("it has changed since it was read")
	errReadOnly = errors.New("it is read-only")
	errLinks    = errors.New("it has other hard links, which would be parted from it")
	errOutside  = errors.New("it is a symbolic link out of its folder; name the file that it leads to")
	errKeep     = errors.New("what belongs to it can't be kept")
)

// Replace puts new content in place of a regular file in one step, if it still has the
// old content. Everything else that belongs to the file stays: owner, group, all mode
// bits, and extended attributes, including access control lists, capabilities and
// security labels; so do symbolic links to it. If one of these cannot be kept, the file
// is left alone and the error says why. So is a read-only file, or one in a read-only
// folder, whoever asks, and one with several hard links: only writing in place would
// keep those, and that is not one step.
//
// A symbolic link is followed to a file in the link's folder or below. The modification
// time is not kept, nor, on systems other than Linux and macOS, are extended
// attributes. A change that somebody else makes between our last look at the file and
// the rename is lost.
func Replace(path string, before, after []byte) error {
	dest, err := followed(path)
	if err != nil {
		return err
	}
	old, err := os.Open(dest)
	if err != nil {
		return bare(err)
	}
	defer old.Close()
	info, err := old.Stat()
	if err != nil {
		return bare(err)
	}
	if err := errors.Join(mayReplace(dest, info), stillHolds(old, before)); err != nil {
		return err
	}
	temp, err := create(dest, 0o600)
	if err != nil {
		return bare(err)
	}
	f := &File{dest: dest, temp: temp}
	defer f.Discard()
	if _, err := f.Write(after); err != nil {
		return bare(err)
	}
	if err := keep(temp, old, info); err != nil {
		return fmt.Errorf("%w: %w", errKeep, err)
	}
	if err := errors.Join(stillThere(dest, info), stillHolds(old, before)); err != nil {
		return err
	}
	return bare(f.Commit())
}

// followed resolves a path that may be a symbolic link.
func followed(path string) (string, error) {
	info, err := os.Lstat(path)
	switch {
	case err != nil:
		return "", bare(err)
	case info.Mode()&fs.ModeSymlink == 0:
		return path, regular(info)
	}
	dest, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", bare(err)
	}
	dir, err := filepath.EvalSymlinks(filepath.Dir(path))
	if err != nil {
		return "", bare(err)
	}
	rel, err := filepath.Rel(dir, dest)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return "", errOutside
	}
	if info, err = os.Stat(dest); err != nil {
		return "", bare(err)
	}
	return dest, regular(info)
}

func regular(info fs.FileInfo) error {
	if !info.Mode().IsRegular() {
		return errors.New("it is no regular file")
	}
	return nil
}

// stillHolds checks that a file still has the old content.
func stillHolds(f *os.File, before []byte) error {
	now, err := io.ReadAll(io.NewSectionReader(f, 0, int64(len(before))+1))
	if err != nil {
		return bare(err)
	}
	if !bytes.Equal(now, before) {
		return errChanged
	}
	return nil
}

// stillThere checks that a path still leads to the same file.
func stillThere(path string, was fs.FileInfo) error {
	now, err := os.Lstat(path)
	if err != nil || !os.SameFile(now, was) {
		return errChanged
	}
	return nil
}

// bare is a system error without the path, which the caller names.
func bare(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &link):
		return link.Err
	}
	return err
}
