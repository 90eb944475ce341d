//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package lexical

import "os"

// mapFile reads the file: not every system can map one.
func mapFile(path string) (data []byte, unmap func() error, err error) {
	data, err = os.ReadFile(path)
	return data, func() error { return nil }, err
}
