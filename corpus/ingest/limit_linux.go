package ingest

import "golang.org/x/sys/unix"

// limitProcess bounds the data segment, which on Linux is all private writable memory;
// the runtime's reservations do not count. If it fails, the watchdog remains.
func limitProcess(limit int64) {
	n := uint64(limit) + runtimeOverhead
	_ = unix.Setrlimit(unix.RLIMIT_DATA, &unix.Rlimit{Cur: n, Max: n})
	_ = unix.Setrlimit(unix.RLIMIT_CORE, &unix.Rlimit{})
}

// runtimeOverhead is what the Go runtime needs besides the heap, in bytes.
const runtimeOverhead = 256 << 20
