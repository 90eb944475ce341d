package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"
)

// maxBatchLine bounds one line of a batch file in bytes.
const maxBatchLine = 2 << 20

// oneOrBatch wants one argument, or none where a batch file is given.
func oneOrBatch(file *string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if *file != "" {
			return exactly(0)(cmd, args)
		}
		return exactly(1)(cmd, args)
	}
}

// batch reads JSON lines from a file, or from standard input for "-", and writes
// one JSON line for each, in the same order. A line that cannot be read or
// answered gets {"error": …} in its place and the exit code is 1.
func (a *app) batch(file string, answer func(line []byte) (any, error)) error {
	in, closeFile, err := a.openInput(file)
	if err != nil {
		return err
	}
	defer closeFile()
	out := bufio.NewWriter(a.out)
	defer out.Flush()
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	failed := false
	reader := bufio.NewReaderSize(in, 64<<10)
	for n := 1; ; n++ {
		line, err := readLine(reader)
		if errors.Is(err, io.EOF) {
			break
		}
		var result any
		if err == nil {
			result, err = answer(line)
		}
		if err != nil {
			failed = true
			result = map[string]string{"error": fmt.Sprintf("line %d: %v", n, err)}
		}
		if err := encoder.Encode(result); err != nil {
			return fmt.Errorf("write line %d: %w", n, err)
		}
	}
	if failed {
		return exitCode(exitError)
	}
	return nil
}

func (a *app) openInput(file string) (io.Reader, func(), error) {
	if file == "-" {
		return a.in, func() {}, nil
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, nil, err
	}
	return f, func() { f.Close() }, nil
}

var errLongLine = fmt.Errorf("it has more than %d bytes", maxBatchLine)

// readLine returns the next line without its end. A line that is too long is
// read past and reported.
func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	long := false
	for {
		part, err := r.ReadSlice('\n')
		if len(line)+len(part) > maxBatchLine {
			long = true
		} else {
			line = append(line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil && len(line) == 0 && !long:
			return nil, err
		case long:
			return nil, errLongLine
		}
		return bytes.TrimRight(line, "\r\n"), nil
	}
}

// questionLine is one line of a batch of questions.
type questionLine struct {
	Question *string `json:"question"`
}

func parseQuestion(line []byte) (string, error) {
	var q questionLine
	if err := json.Unmarshal(line, &q); err != nil {
		return "", fmt.Errorf("read JSON: %w", err)
	}
	if q.Question == nil {
		return "", errors.New(`it has no "question"`)
	}
	return *q.Question, nil
}

// printJSON writes a value as indented JSON.
func (a *app) printJSON(v any) error {
	e := json.NewEncoder(a.out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}
