package ingest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/store"
)

// Errors of a worker that are not about the file.
var (
	errTimeout = errors.New("file takes too long to read")
	errMemory  = errors.New("file needs too much memory to read")
	errCrashed = errors.New("reading the file crashed")
)

// Worker ingests files in child processes. The zero value of a bound means its
// default.
type Worker struct {
	// Command starts a child that calls RunWorker: usually this binary and the
	// name of its hidden subcommand.
	Command  []string
	Timeout  time.Duration // default 1 minute a file
	Memory   int64         // bytes of memory for a child, default 512 MiB
	MaxReply int64         // bytes of an ingested document, default 256 MiB
}

// The defaults of a Worker. The largest of the six standards takes 0.3 s and 120 MB; a
// hostile file within pdf.DefaultLimits takes a few seconds, so the deadline is for a
// busy machine.
const (
	defaultTimeout  = time.Minute
	defaultMemory   = 512 << 20
	defaultMaxReply = 256 << 20
)

// memoryEnv passes a child its memory bound in bytes.
const memoryEnv = "PQCITE_WORKER_MEMORY"

// exitFailed is the exit code of a child that refused its file: the reason is on its
// standard error, as JSON.
const exitFailed = 3

// exitMemory is the exit code of a child that hit its memory bound.
const exitMemory = 4

// request is what a child reads from its standard input: this header as one
// line of JSON, then the file's bytes.
type request struct {
	Name string `json:"name"`
	URL  string `json:"url"`
	As   string `json:"as"`
	Size int64  `json:"size"` // of the file, in bytes
}

// Ingest reads a file; PDF files in a child process, text in this one.
func (w *Worker) Ingest(ctx context.Context, f File) (*core.Document, error) {
	if len(f.Data) == 0 {
		return nil, errEmpty
	}
	if detect(f.Name, f.Data) != core.FormatPDF {
		return Document(ctx, f)
	}
	ctx, cancel := context.WithTimeoutCause(ctx, orDefault(w.Timeout, defaultTimeout), errTimeout)
	defer cancel()
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	return w.run(ctx, stop, f)
}

// run starts a child and reads its reply; it calls stop if the reply does not end.
func (w *Worker) run(ctx context.Context, stop context.CancelCauseFunc, f File) (*core.Document, error) {
	header, err := json.Marshal(request{Name: f.Name, URL: f.URL, As: f.As, Size: int64(len(f.Data))})
	if err != nil {
		return nil, fmt.Errorf("encode request: %w", err)
	}
	cmd := exec.CommandContext(ctx, w.Command[0], w.Command[1:]...)
	cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%d", memoryEnv, orDefault(w.Memory, defaultMemory)))
	cmd.Stdin = io.MultiReader(bytes.NewReader(header), strings.NewReader("\n"), bytes.NewReader(f.Data))
	cmd.WaitDelay = 5 * time.Second
	reply := &boundedBuffer{limit: orDefault(w.MaxReply, defaultMaxReply), full: func() { stop(errReply) }}
	complaint := &boundedBuffer{limit: 64 << 10}
	cmd.Stdout, cmd.Stderr = reply, complaint
	if err := cmd.Run(); err != nil {
		return nil, w.failure(ctx, err, complaint.Bytes())
	}
	d, err := store.Decode(reply.Bytes())
	if err != nil {
		return nil, fmt.Errorf("read the worker's reply: %w", err)
	}
	return d, d.Validate()
}

// failure turns a child's end into an error.
func (w *Worker) failure(ctx context.Context, err error, complaint []byte) error {
	if ctx.Err() != nil {
		switch cause := context.Cause(ctx); {
		case errors.Is(cause, errTimeout):
			return fmt.Errorf("%w: not done after %v", errTimeout, orDefault(w.Timeout, defaultTimeout))
		case errors.Is(cause, errReply):
			return fmt.Errorf("%w: %w", errCrashed, errReply)
		}
		return ctx.Err()
	}
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		return fmt.Errorf("start worker: %w", err)
	}
	switch {
	case exit.ExitCode() == exitFailed:
		return decodeFailure(complaint)
	case exit.ExitCode() == exitMemory, outOfMemory(complaint):
		return fmt.Errorf("%w: more than %d MiB", errMemory, orDefault(w.Memory, defaultMemory)>>20)
	}
	return errCrashed
}

// outOfMemory reports whether a child's last output is that of the runtime, or of the
// race detector's, when the system refuses more memory.
func outOfMemory(complaint []byte) bool {
	for _, words := range []string{"out of memory", "cannot allocate memory", "failed to allocate"} {
		if bytes.Contains(complaint, []byte(words)) {
			return true
		}
	}
	return false
}

func orDefault[T int64 | time.Duration](v, fallback T) T {
	if v > 0 {
		return v
	}
	return fallback
}

func firstLine(b []byte, fallback string) string {
	if line, _, _ := strings.Cut(strings.TrimSpace(string(b)), "\n"); line != "" {
		return line
	}
	return fallback
}

// errReply is for a child whose reply does not end.
var errReply = errors.New("the worker's reply exceeds its bound")

// boundedBuffer keeps at most limit bytes and drops the rest, after calling full if it
// is set. The inner buffer is not embedded, because its ReadFrom would let io.Copy
// exceed the bound.
type boundedBuffer struct {
	kept  bytes.Buffer
	limit int64
	full  func()
}

func (b *boundedBuffer) Bytes() []byte { return b.kept.Bytes() }

func (b *boundedBuffer) Write(p []byte) (int, error) {
	room := b.limit - int64(b.kept.Len())
	if int64(len(p)) <= room {
		return b.kept.Write(p)
	}
	if b.full != nil {
		b.full()
	}
	b.kept.Write(p[:max(room, 0)])
	return len(p), nil
}
