package ingest

import "golang.org/x/sys/unix"

// limitProcess bounds the data segment, which on Linux holds all private
// writable memory; the runtime's own reservations are not counted. A failure
// leaves the watchdog.
func limitProcess(limit int64) {
	n := uint64(limit) + runtimeOverhead
	_ = unix.Setrlimit(unix.RLIMIT_DATA, &unix.Rlimit{Cur: n, Max: n})
	_ = unix.Setrlimit(unix.RLIMIT_CORE, &unix.Rlimit{})
}

// runtimeOverhead is what the Go runtime needs beside the heap, in bytes.
const runtimeOverhead = 256 << 20
