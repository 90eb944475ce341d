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

// RunWorker is the main function of a worker's child process: it bounds its own memory,
// reads a request from in, writes the encoded document to out or the reason for failure
// to complaint, and returns the exit code.
func RunWorker(ctx context.Context, in io.Reader, out, complaint io.Writer) int {
	limit, err := strconv.ParseInt(os.Getenv(memoryEnv), 10, 64)
	if err != nil || limit <= 0 {
		limit = defaultMemory
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
	if most := pdf.DefaultLimits().FileBytes; req.Size < 0 || req.Size > most {
		return nil, fmt.Errorf("%w: file has %d MiB, more than %d", pdf.ErrLimit, req.Size>>20, most>>20)
	}
	data := make([]byte, req.Size) // at once: a growing buffer would need twice the memory
	if _, err := io.ReadFull(r, data); err != nil {
		return nil, fmt.Errorf("read file: %w", err)
	}
	d, err := documentRecovered(ctx, File{Name: req.Name, URL: req.URL, As: req.As, Data: data})
	if err != nil {
		return nil, err
	}
	return store.Encode(d), nil
}

// documentRecovered turns a reader's panic into an error without the panic's text,
// which is of no use to the person who added the file.
func documentRecovered(ctx context.Context, f File) (d *core.Document, err error) {
	defer func() {
		if p := recover(); p != nil {
			d, err = nil, errCrashed
		}
	}()
	return Document(ctx, f)
}

// watchInterval is how often the watchdog checks the memory in use. watchMargin is what
// may be allocated in between, at some GB a second.
const (
	watchInterval = 10 * time.Millisecond
	watchMargin   = 96 << 20
)

// boundMemory sets the operating system's limit if there is one, asks the collector to
// stay below it, and ends the process if its memory comes near the limit all the same.
// The returned function stops the watchdog.
func boundMemory(limit int64, complaint io.Writer) (stop func()) {
	debug.SetMemoryLimit(limit * 3 / 4)
	debug.SetMaxStack(64 << 20)
	limitProcess(limit)
	done := make(chan struct{})
	go func() {
		tick := time.NewTicker(watchInterval)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
			}
			if inUse() > limit-min(watchMargin, limit/4) {
				fmt.Fprintln(complaint, "out of memory: bound reached")
				os.Exit(exitMemory)
			}
		}
	}()
	return func() { close(done) }
}

// inUse is the memory in bytes that the process has from the system: heap, stacks and
// the runtime's own, without what was given back.
func inUse() int64 {
	sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64()) - int64(sample[1].Value.Uint64())
}

// failure is a child's error on its way to the parent.
type failure struct {
	Kind    string `json:"kind"`
	Message string `json:"message"`
}

// failureKinds names the sentinels that survive the way to the parent.
var failureKinds = map[string]error{
	"not_pdf": pdf.ErrNotPDF, "unreadable": pdf.ErrUnreadable, "encrypted": pdf.ErrEncrypted, "damaged": pdf.ErrDamaged,
	"limit": pdf.ErrLimit, "no_text": build.ErrNoText, "build_limit": build.ErrLimit, "crashed": errCrashed,
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

// workerError carries a child's message and its sentinel.
type workerError struct {
	message  string
	sentinel error
}

func (e *workerError) Error() string { return e.message }
func (e *workerError) Unwrap() error { return e.sentinel }

func decodeFailure(complaint []byte) error {
	var f failure
	if err := json.Unmarshal([]byte(firstLine(complaint, "")), &f); err != nil {
		return errCrashed
	}
	return &workerError{message: f.Message, sentinel: failureKinds[f.Kind]}
}
