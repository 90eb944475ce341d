//go:build unix

package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// process is the binary while it runs.
type process struct {
	*exec.Cmd
	out, err bytes.Buffer
	ended    chan error
}

// processPatience bounds what a test waits for. It is no expectation.
const processPatience = 60 * time.Second

// start starts the binary. It is ended with the test.
func start(t *testing.T, in io.Reader, args ...string) *process {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := &process{}
	p.begin(t, in, &p.out, self, args...)
	return p
}

// begin starts a program that is the binary or becomes it.
func (p *process) begin(t *testing.T, in io.Reader, out io.Writer, program string, args ...string) {
	t.Helper()
	p.Cmd, p.ended = exec.Command(program, args...), make(chan error, 1)
	p.Env = append(os.Environ(), mainVariable+"=1", "PQCITE_HOME="+emptied(t))
	p.Stdin, p.Stdout, p.Stderr = in, out, &p.err
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { p.ended <- p.Wait() }()
	t.Cleanup(func() { _ = p.Process.Kill() })
}

// end waits for the end, which must be that of a signal.
func (p *process) end(t *testing.T, by syscall.Signal) {
	t.Helper()
	var exit *exec.ExitError
	select {
	case err := <-p.ended:
		if !errors.As(err, &exit) {
			t.Fatalf("it ends with %v: %s%s", err, &p.out, &p.err)
		}
	case <-time.After(processPatience):
		t.Fatalf("it does not end: %s%s", &p.out, &p.err)
	}
	if status := exit.Sys().(syscall.WaitStatus); !status.Signaled() || status.Signal() != by {
		t.Errorf("it ends with %v, want %v: %s", exit, by, &p.err)
	}
}

// fifo makes a pipe with a name, which nobody writes to.
func fifo(t *testing.T) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Skip("no named pipes here:", err)
	}
	return name
}

// idle is a pipe with a writer that says nothing.
func idle(t *testing.T) *os.File {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close(); w.Close() })
	return r
}

// TestSignalEndsABlockedRead sends a signal to every command that reads, in a read or
// an open that blocks. That each ended, and by the signal, is all that is asked; the
// time is bounded by the patience of supervise.
func TestSignalEndsABlockedRead(t *testing.T) {
	for _, args := range []string{
		"ask --batch", "search --batch", "verify --batch", "refs --batch", "refs", "check", "verify-receipt", "trace show", "trace stats",
	} {
		for name, input := range map[string]func(t *testing.T) (io.Reader, string){
			"standard input": func(t *testing.T) (io.Reader, string) { return idle(t), "-" },
			"fifo":           func(t *testing.T) (io.Reader, string) { return nil, fifo(t) },
		} {
			if name == "fifo" && (args == "refs" || args == "check") {
				continue // a walk leaves pipes out
			}
			t.Run(args+" "+name, func(t *testing.T) {
				t.Parallel()
				in, file := input(t)
				p := start(t, in, append(strings.Fields(args), file)...)
				awaitRead(t, p)
				if err := p.Process.Signal(syscall.SIGTERM); err != nil {
					t.Fatal(err)
				}
				p.end(t, syscall.SIGTERM)
				if got := p.err.String(); got != "pqcite: stopped\n" {
					t.Errorf("it says %q", got)
				}
			})
		}
	}
}

// awaitRead waits until a process has come to where it waits: it has started, and uses
// no processor any more.
func awaitRead(t *testing.T, p *process) {
	t.Helper()
	const quiet = 5 // looks
	before, same := "", 0
	for deadline := time.Now().Add(processPatience); same < quiet; time.Sleep(100 * time.Millisecond) {
		stat, err := os.ReadFile("/proc/" + strconv.Itoa(p.Process.Pid) + "/stat")
		if err != nil {
			t.Skip("no /proc to look at the process")
		}
		fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
		used := fields[11] + " " + fields[12] // user and system time (proc(5), fields 14 and 15)
		if same++; used != before || used == "0 0" {
			same = 0
		}
		before = used
		if time.Now().After(deadline) {
			t.Fatal("it does not come to rest")
		}
	}
}

// TestSignalEndsABlockedWrite has a reader that has stopped to read.
func TestSignalEndsABlockedWrite(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	var p process
	p.begin(t, strings.NewReader(strings.Repeat(`{"text":"FIPS 203, Algorithm 13"}`+"\n", 5000)), w, self, "refs", "--batch", "-")
	awaitRead(t, &p)
	if err := p.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	p.end(t, syscall.SIGINT)
	if !strings.Contains(p.err.String(), "pqcite: stopped") {
		t.Errorf("it says %q", &p.err)
	}
}

// TestIgnoredSignalStaysIgnored: what nohup and the background of a shell protect from
// a signal is not ended by it.
func TestIgnoredSignalStaysIgnored(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var p process
	p.begin(t, r, &p.out, "sh", "-c", `trap "" HUP; exec "$0" verify --batch -`, self)
	awaitRead(t, &p)
	_ = p.Process.Signal(syscall.SIGHUP)
	if _, err := io.WriteString(w, `{"claim":"x"}`+"\n"); err != nil {
		t.Fatal(err)
	}
	w.Close()
	select {
	case err := <-p.ended:
		if err != nil || !strings.HasPrefix(p.out.String(), `{"verdict"`) {
			t.Errorf("it ends with %v: %s%s", err, &p.out, &p.err)
		}
	case <-time.After(processPatience):
		t.Error("it does not end")
	}
}

// TestSecondSignal leaves a command at once that has time to end, as a bot that still
// answers has.
func TestSecondSignal(t *testing.T) {
	signals, pipe := make(chan os.Signal, 2), fifo(t)
	signals <- syscall.SIGTERM
	signals <- syscall.SIGTERM
	var errs bytes.Buffer
	// It opens its questions before it looks at a context, and is left in that.
	code, by := supervise([]string{"eval", "retrieval", pipe}, streams{in: strings.NewReader(""), out: io.Discard, err: &errs}, signals)
	if code != 128+15 || by != syscall.SIGTERM || errs.String() != "pqcite: stopped before it was done\n" {
		t.Errorf("exit code %d by %v: %q", code, by, &errs)
	}
}
