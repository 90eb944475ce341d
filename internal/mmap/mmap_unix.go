//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package mmap

import (
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// Open returns the bytes of a file, which can't be written, and a function that gives them
// back. It fails with fs.ErrInvalid for what is empty or no regular file.
func Open(path string) (data []byte, unmap func() error, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, nil, err
	}
	size := info.Size()
	if !info.Mode().IsRegular() || size == 0 || int64(int(size)) != size {
		return nil, nil, fmt.Errorf("%w: %q has mode %v and %d bytes", fs.ErrInvalid, path, info.Mode(), size)
	}
	data, err = syscall.Mmap(int(f.Fd()), 0, int(size), syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		return nil, nil, fmt.Errorf("map %q: %w", path, err)
	}
	return data, func() error { return syscall.Munmap(data) }, nil
}
