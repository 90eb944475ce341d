//go:build unix && !linux && !darwin

package atomicfile

import "os"

// keepAttributes keeps none.
func keepAttributes(_, _ *os.File) error { return nil }
