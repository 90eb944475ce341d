package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// maxWords bounds a question, claim or query that is read from standard input, in bytes.
const maxWords = 64 << 10

// wordsOrBatch wants no argument where a batch file is given, and else takes what [app.words]
// reads.
func wordsOrBatch(file *string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if *file != "" {
			return exactly(0)(c, args)
		}
		return nil
	}
}

// wordsUnless is [app.words] where no batch file is given, and else nothing.
func (a *app) wordsUnless(batchFile string, c *cobra.Command, args []string, what string) (string, error) {
	if batchFile != "" {
		return "", nil
	}
	return a.words(c, args, what)
}

// words is the text that a command is about: its arguments, joined by blanks, so that a
// shell's quotes may be left out; for "-", or for none while nobody sits at the standard
// input, what is read from there. What the text is, "question", is for errors.
func (a *app) words(c *cobra.Command, args []string, what string) (string, error) {
	missing := hinted{fmt.Errorf("there is no %s", what), fmt.Sprintf("write it after %q, or to its standard input; see %q", c.CommandPath(), c.CommandPath()+" --help")}
	text := strings.Join(args, " ")
	switch {
	case text != "" && text != "-":
		return text, nil
	case text == "" && (len(args) > 0 || a.typed()):
		return "", usageError{missing}
	}
	data, err := readAll(a.in, "standard input", maxWords)
	if err != nil {
		return "", err
	}
	if text = strings.TrimSpace(string(data)); text == "" {
		missing.error = errors.New("standard input is empty: there is no " + what)
		return "", usageError{missing}
	}
	return text, nil
}

// counted is a number of things, "1 file" or "2 files".
func counted(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %ss", n, one)
}

// leftOut says how many files and folders were not read.
func leftOut(n int) string {
	if n == 1 {
		return "1 file or folder left out"
	}
	return fmt.Sprintf("%d files and folders left out", n)
}

// typed reports whether a person sits at the standard input.
func (a *app) typed() bool {
	f, ok := a.raw.in.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
