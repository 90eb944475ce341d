//go:build unix && !linux && !darwin

package atomicfile

import "os"

// keepAttributes does nothing here.
func keepAttributes(_, _ *os.File) error { return nil }
