//go:build unix

package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"golang.org/x/sys/unix"
)

// mayReplace says why a file must not be replaced. The mode bits count for root as
// well, whom the system would let.
func mayReplace(path string, info fs.FileInfo) error {
	dir := filepath.Dir(path)
	folder, err := os.Stat(dir)
	if err != nil {
		return bare(err)
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	switch {
	case info.Mode()&0o222 == 0:
		return errReadOnly
	case folder.Mode()&0o222 == 0:
		return fmt.Errorf("its folder: %w", errReadOnly)
	case ok && stat.Nlink > 1:
		return errLinks
	}
	if err := unix.Faccessat(unix.AT_FDCWD, path, unix.W_OK, unix.AT_EACCESS); err != nil {
		return fmt.Errorf("%w: %w", errReadOnly, err) // immutable files too
	}
	if err := unix.Faccessat(unix.AT_FDCWD, dir, unix.W_OK|unix.X_OK, unix.AT_EACCESS); err != nil {
		return fmt.Errorf("its folder: %w: %w", errReadOnly, err)
	}
	return nil
}

// ofMode are the bits of a mode that chmod sets.
const ofMode = fs.ModePerm | fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky

// keep copies to a new file what belongs to an old one. The order matters: changing the
// owner clears mode bits and capabilities, and changing the mode alters the access
// control list.
func keep(file, old *os.File, info fs.FileInfo) error {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return errors.New("the system does not report its owner")
	}
	now, err := file.Stat()
	if err != nil {
		return bare(err)
	}
	if is, ok := now.Sys().(*syscall.Stat_t); !ok || is.Uid != stat.Uid || is.Gid != stat.Gid {
		if err := file.Chown(int(stat.Uid), int(stat.Gid)); err != nil {
			return fmt.Errorf("its owner and group: %w", bare(err))
		}
	}
	if err := keepAttributes(file, old); err != nil {
		return err
	}
	if err := file.Chmod(info.Mode() & ofMode); err != nil {
		return fmt.Errorf("its mode: %w", bare(err))
	}
	if now, err = file.Stat(); err != nil {
		return bare(err)
	}
	if now.Mode() != info.Mode() { // the system may drop bits silently
		return fmt.Errorf("its mode: %v would be %v", info.Mode(), now.Mode())
	}
	return nil
}
