package ingest

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"time"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/ingest/build"
	"github.com/pqcite/pqcite/corpus/ingest/pdf"
	"github.com/pqcite/pqcite/corpus/store"
)

// RunWorker is the body of a worker's child process: it bounds its own memory,
// reads a request from in, writes the encoded document to out or the reason for
// its failure to complaint, and returns the exit code.
func RunWorker(ctx context.Context, in io.Reader, out, complaint io.Writer) int {
	limit, err := strconv.ParseInt(os.Getenv(memoryEnv), 10, 64)
	if err != nil || limit <= 0 {
		limit = DefaultMemory
	}
	stop := boundMemory(limit, complaint)
	defer stop()
	encoded, err := serve(ctx, in)
	if err != nil {
		fmt.Fprintln(complaint, encodeFailure(err))
		return exitFailed
	}
	if _, err := out.Write(encoded); err != nil {
		fmt.Fprintln(complaint, encodeFailure(fmt.Errorf("write reply: %w", err)))
		return exitFailed
	}
	return 0
}

func serve(ctx context.Context, in io.Reader) ([]byte, error) {
	r := bufio.NewReader(in)
	line, err := r.ReadBytes('\n')
	if err != nil {
		return nil, fmt.Errorf("read request: %w", err)
	}
	var req request
	if err := json.Unmarshal(line, &req); err != nil {
		return nil, fmt.Errorf("read request: %w", err)
	}
	data, err := io.ReadAll(io.LimitReader(r, pdf.DefaultLimits().FileBytes+1))
	if err != nil {
		return nil, fmt.Errorf("read file: %w", err)
	}
	d, err := documentRecovered(ctx, File{Name: req.Name, URL: req.URL, As: req.As, Data: data})
	if err != nil {
		return nil, err
	}
	return store.Encode(d), nil
}

// documentRecovered turns a panic of a reader into an error: the file is
// refused, with the panic's text for the report that somebody will write.
func documentRecovered(ctx context.Context, f File) (d *core.Document, err error) {
	defer func() {
		if p := recover(); p != nil {
			d, err = nil, fmt.Errorf("%w: panic: %v", ErrCrashed, p)
		}
	}()
	return Document(ctx, f)
}

// watchInterval is how often the watchdog looks at the heap.
const watchInterval = 20 * time.Millisecond

// boundMemory sets the operating system's limit where there is one, asks the
// collector to keep below it, and ends the process when the heap outgrows it
// all the same. The returned function ends the watchdog.
func boundMemory(limit int64, complaint io.Writer) (stop func()) {
	debug.SetMemoryLimit(limit * 9 / 10)
	debug.SetMaxStack(64 << 20)
	limitProcess(limit)
	done := make(chan struct{})
	go func() {
		tick := time.NewTicker(watchInterval)
		defer tick.Stop()
		sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
		for {
			select {
			case <-done:
				return
			case <-tick.C:
			}
			if metrics.Read(sample); sample[0].Value.Uint64() > uint64(limit) {
				fmt.Fprintln(complaint, "out of memory: bound reached")
				os.Exit(exitMemory)
			}
		}
	}()
	return func() { close(done) }
}

// failure is a child's error on its way to the parent.
type failure struct {
	Kind    string `json:"kind"`
	Message string `json:"message"`
}

// failureKinds names the sentinels that survive the way to the parent.
var failureKinds = map[string]error{
	"not_pdf": pdf.ErrNotPDF, "unreadable": pdf.ErrUnreadable, "encrypted": pdf.ErrEncrypted, "damaged": pdf.ErrDamaged,
	"limit": pdf.ErrLimit, "no_text": build.ErrNoText, "build_limit": build.ErrLimit, "crashed": ErrCrashed,
}

func encodeFailure(err error) string {
	f := failure{Message: err.Error()}
	for kind, sentinel := range failureKinds {
		if errors.Is(err, sentinel) {
			f.Kind = kind
		}
	}
	b, err := json.Marshal(f)
	if err != nil {
		return `{"message":"unknown"}`
	}
	return string(b)
}

// workerError carries a child's message and the sentinel it stood for.
type workerError struct {
	message  string
	sentinel error
}

func (e *workerError) Error() string { return e.message }
func (e *workerError) Unwrap() error { return e.sentinel }

func decodeFailure(complaint []byte) error {
	var f failure
	if err := json.Unmarshal([]byte(firstLine(complaint, "")), &f); err != nil {
		return fmt.Errorf("%w: %s", ErrCrashed, firstLine(complaint, "no reason given"))
	}
	return &workerError{message: f.Message, sentinel: failureKinds[f.Kind]}
}
