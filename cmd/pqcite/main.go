// Command pqcite answers questions about post-quantum standards with quotes that
// it has checked against their pages, or refuses.
//
// Each file holds one subcommand: its flags, its wiring and how its result is
// printed. What a result is made of lives in the packages that it calls.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], streams{in: os.Stdin, out: os.Stdout, err: os.Stderr}))
}
