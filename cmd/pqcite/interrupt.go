package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
	"time"
)

// patience is how long a command may take to end by itself after a signal: enough
// to put away what it has begun, and with the rest of the way below a second.
const patience = 600 * time.Millisecond

// lastWords bounds how long the message of a command may take that did not end by
// itself: whoever reads it may have stopped to.
const lastWords = 100 * time.Millisecond

// interruption is the cause of the end of a run's context: a signal.
type interruption struct{ signal os.Signal }

func (i interruption) Error() string { return fmt.Sprintf("stopped by a signal: %v", i.signal) }

// exitCode is what a shell shows for a process that a signal has ended.
func (i interruption) exitCode() int {
	if s, ok := i.signal.(syscall.Signal); ok {
		return 128 + int(s)
	}
	return exitError
}

// interruptedBy is the signal that has ended a run's context, nil if none has.
func interruptedBy(ctx context.Context) *interruption {
	var i interruption
	if errors.As(context.Cause(ctx), &i) {
		return &i
	}
	return nil
}

// listen returns the signals that end a run. One that the process was started to
// ignore, as nohup and a shell's background do, stays ignored.
func listen() (signals <-chan os.Signal, stop func()) {
	heard := make(chan os.Signal, 2)
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(s) {
			signal.Notify(heard, s)
		}
	}
	return heard, func() { signal.Stop(heard) }
}

// supervise runs the subcommand and returns its exit code, and the signal that ended
// it, if one did. The first signal ends the run's context; a command that has not
// ended after its patience, or when a second signal comes, is left behind: it may be
// in a system call that nothing ends but the end of the process, which comes next.
func supervise(args []string, s streams, signals <-chan os.Signal) (code int, by os.Signal) {
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	a, ctx := newApp(ctx, s)
	ended := make(chan int, 1)
	go func() { ended <- a.run(ctx, args) }()
	var stopped interruption
	select {
	case code = <-ended:
		return code, nil
	case stopped.signal = <-signals:
		cancel(stopped)
	}
	left := time.NewTimer(a.patience())
	defer left.Stop()
	select {
	case code = <-ended:
		if code != stopped.exitCode() {
			return code, nil
		}
	case <-left.C:
		a.leave()
	case <-signals:
		a.leave()
	}
	return stopped.exitCode(), stopped.signal
}

// leave says that the command was stopped, if somebody listens.
func (a *app) leave() {
	said := make(chan struct{})
	go func() {
		defer close(said)
		fmt.Fprintln(a.err, "pqcite: stopped before it was done")
	}()
	select {
	case <-said:
	case <-time.After(lastWords):
	}
}

// allowance is the patience of the command that runs; 0 stands for the usual one.
type allowance struct{ nanoseconds atomic.Int64 }

// patience is how long the command may take to end by itself.
func (a *allowance) patience() time.Duration {
	return max(patience, time.Duration(a.nanoseconds.Load()))
}

// allow gives a command that serves others the time that it has promised them.
func (a *allowance) allow(d time.Duration) { a.nanoseconds.Store(int64(d)) }
