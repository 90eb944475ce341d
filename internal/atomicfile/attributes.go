//go:build linux || darwin

package atomicfile

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// automatic are attributes that the system sets on every file.
var automatic = map[string]bool{"com.apple.provenance": true}

// keepAttributes gives a new file the extended attributes of an old one and no others:
// the folder may have set some.
func keepAttributes(file, old *os.File) error {
	want, err := attributes(old)
	if err != nil {
		return fmt.Errorf("its attributes: %w", err)
	}
	have, err := attributes(file)
	if err != nil {
		return fmt.Errorf("its attributes: %w", err)
	}
	fd := int(file.Fd())
	for name := range have {
		if _, ok := want[name]; !ok {
			if err := unix.Fremovexattr(fd, name); err != nil {
				return fmt.Errorf("no attribute %q: %w", name, err)
			}
		}
	}
	for name, value := range want {
		if has, ok := have[name]; ok && has == value {
			continue
		}
		if err := unix.Fsetxattr(fd, name, []byte(value), 0); err != nil {
			return fmt.Errorf("its attribute %q: %w", name, err)
		}
	}
	return nil
}

// attributes are the extended attributes of a file that its user may see; none if the
// file system has none.
func attributes(f *os.File) (map[string]string, error) {
	names, err := grown(func(b []byte) (int, error) { return unix.Flistxattr(int(f.Fd()), b) })
	if errors.Is(err, unix.ENOTSUP) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	all := make(map[string]string)
	for name := range strings.SplitSeq(string(names), "\x00") {
		if name == "" || automatic[name] {
			continue
		}
		value, err := grown(func(b []byte) (int, error) { return unix.Fgetxattr(int(f.Fd()), name, b) })
		if err != nil {
			return nil, fmt.Errorf("%q: %w", name, err)
		}
		all[name] = string(value)
	}
	return all, nil
}

// maxAttribute bounds a list of names, and a value, in bytes: Linux allows 64 KiB for
// either.
const maxAttribute = 1 << 20

// grown calls a function with ever larger buffers until one is large enough.
func grown(fill func([]byte) (int, error)) ([]byte, error) {
	for size := 4 << 10; ; size *= 4 {
		b := make([]byte, size)
		n, err := fill(b)
		if errors.Is(err, unix.ERANGE) && size < maxAttribute {
			continue
		}
		if err != nil {
			return nil, err
		}
		return b[:n], nil
	}
}
