// Command pqcite answers questions about post-quantum standards with quotes that
// it has checked against their pages, or refuses.
//
// Each file holds one subcommand: its flags, its wiring and how its result is
// printed. What a result is made of lives in the packages that it calls.
package main

import "os"

func main() {
	signals, stop := listen()
	code, by := supervise(os.Args[1:], streams{in: os.Stdin, out: os.Stdout, err: os.Stderr}, signals)
	stop()
	if by != nil {
		endBy(by)
	}
	os.Exit(code)
}
