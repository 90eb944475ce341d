//go:build unix

package main

import (
	"os"
	"os/signal"
	"syscall"
	"time"
)

// endBy ends the process by a signal, so that who started it sees that it was one: a
// shell ends its loop, a service manager counts no failure. It returns where the
// signal does not end it, as that of the first process of a container.
func endBy(s os.Signal) {
	number, ok := s.(syscall.Signal)
	if !ok {
		return
	}
	signal.Reset(s)
	if syscall.Kill(os.Getpid(), number) == nil {
		time.Sleep(50 * time.Millisecond)
	}
}
