package lsp_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/pqcite/pqcite"
	"github.com/pqcite/pqcite/internal/lsptest"
)

func initializeAs(pid int) json.RawMessage {
	return json.RawMessage(fmt.Sprintf(`{"processId":%d,"rootUri":null,"capabilities":%s}`, pid, lsptest.DefaultCapabilities()))
}

// child starts a process that runs until the returned function ends it.
func child(t *testing.T) (pid int, end func()) {
	t.Helper()
	c := exec.Command("sleep", "60")
	if err := c.Start(); err != nil {
		t.Skipf("there is no process to start: %v", err)
	}
	end = func() {
		_ = c.Process.Kill() // it may be gone
		_ = c.Wait()         // it was killed; else a zombie would seem alive
	}
	t.Cleanup(end)
	return c.Process.Pid, end
}

func TestRule15ParentEnds(t *testing.T) {
	t.Parallel()
	for name, shut := range map[string]bool{"running": false, "shut down": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pid, end := child(t)
			from := new(counting)
			s := begin(t, from, lsptest.Options{Initialize: initializeAs(pid)})
			s.Initialize()
			from.awaitLooks(t, 2)
			want := 1
			if shut {
				s.Shutdown()
				want = 0
			}
			end()
			if got := s.exitCode(); got != want {
				t.Errorf("got exit code %d, want %d", got, want)
			}
		})
	}
}

// TestRule15ParentEndsEarly ends the client's process between initialize and
// initialized: it was there when it was named.
func TestRule15ParentEndsEarly(t *testing.T) {
	t.Parallel()
	pid, end := child(t)
	s := begin(t, pack{}, lsptest.Options{})
	if err := s.Call(ctx, "initialize", initializeAs(pid), nil); err != nil {
		t.Fatal(err)
	}
	end()
	s.Notify("initialized", map[string]any{})
	if got := s.exitCode(); got != 1 {
		t.Errorf("got exit code %d, want 1", got)
	}
}

// TestRule15ParentOfAnotherMachine names a process that is not there, or is none: the
// server outlives some looks at it.
func TestRule15ParentOfAnotherMachine(t *testing.T) {
	t.Parallel()
	pid, end := child(t)
	end()
	for _, pid := range []int{pid, 0, -1, os.Getpid()} {
		t.Run(fmt.Sprint(pid), func(t *testing.T) {
			t.Parallel()
			from := new(counting)
			s := begin(t, from, lsptest.Options{Initialize: initializeAs(pid)})
			s.Initialize()
			s.configured()
			from.awaitLooks(t, 3)
			if _, text := s.hover(noteA, 2, 10); text == "" {
				t.Error("no hover")
			}
		})
	}
}

// counting counts how often the watch has looked.
type counting struct {
	pack
	looks atomic.Int32
}

func (c *counting) Library(ctx context.Context) (*pqcite.Library, error) {
	c.looks.Add(1)
	return c.pack.Library(ctx)
}

// awaitLooks waits until the watch has looked at the library so often, which it does
// as often as it looks at the process.
func (c *counting) awaitLooks(t *testing.T, n int32) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); c.looks.Load() < n; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("the watch has looked %d times, want %d", c.looks.Load(), n)
		}
	}
}

// TestRule12StaleLibrary begins without a library, which comes later. The server
// watches that itself, and asks the client to watch nothing.
func TestRule12StaleLibrary(t *testing.T) {
	t.Parallel()
	from := &late{}
	s := begin(t, from, lsptest.Options{})
	s.Initialize()
	s.Await("the person to be told", func() bool { return len(s.messages()) == 1 })
	if got := s.messages()[0]; !strings.Contains(got, "the disk is full") {
		t.Errorf("the person is shown %q, want the reason", got)
	}
	s.Open(noteA, "go", dangling)
	if got := s.refusal("textDocument/hover", hoverParams(noteA)); got != -32803 {
		t.Errorf("hover without a library: got code %d, want -32803", got)
	}
	from.there.Store(true)
	if got := s.AwaitDiagnostics(noteA, 1); len(got) != 1 {
		t.Errorf("got %d diagnostics of the new library, want 1", len(got))
	}
	s.Await("inlay hints to be asked for again", func() bool { return len(s.Requests("workspace/inlayHint/refresh")) == 1 })
	for _, raw := range s.Requests("client/registerCapability") {
		if strings.Contains(string(raw), "didChangeWatchedFiles") {
			t.Errorf("got %s, want no watchers", raw)
		}
	}
}

// late is a source without a library at first.
type late struct {
	pack
	there atomic.Bool
}

func (l *late) Library(ctx context.Context) (*pqcite.Library, error) {
	if !l.there.Load() {
		return nil, errors.New("the disk is full")
	}
	return l.pack.Library(ctx)
}

var _ pqcite.Source = (*late)(nil)

// TestRule17QuickShutdown shuts down while questions run, and while the client owes
// answers of its own.
func TestRule17QuickShutdown(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name      string
		questions int
		mute      bool
	}{{"at rest", 0, false}, {"a question runs", 1, false}, {"the client is mute", 1, true}, {"many questions run", 4, false}} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			w := newWaiting()
			s := begin(t, pack{w.ask}, lsptest.Options{})
			if test.mute {
				for _, method := range []string{"workspace/configuration", "client/registerCapability"} {
					s.Handle(method, func(json.RawMessage) (any, error) { <-s.Done(); return nil, errors.New("gone") })
				}
			}
			s.Initialize()
			for range test.questions {
				s.asked("What is it?")
				w.awaitStart(t)
			}
			s.Shutdown()
			s.Exit()
			if got := s.exitCode(); got != 0 {
				t.Errorf("got exit code %d, want 0", got)
			}
			for range test.questions {
				w.awaitEnd(t)
			}
		})
	}
}
