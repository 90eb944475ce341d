package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/pqcite/pqcite/internal/visible"
)

// onTerminal runs a command with its standard output on a terminal of so many columns,
// and returns what the terminal was sent.
func onTerminal(t *testing.T, width int, args ...string) string {
	t.Helper()
	return sentTo(t, width, func(terminal *os.File) {
		run(t.Context(), args, streams{in: strings.NewReader(""), out: terminal, err: io.Discard})
	})
}

// sentTo returns what a terminal of so many columns is sent.
func sentTo(t *testing.T, width int, send func(terminal *os.File)) string {
	t.Helper()
	control, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip("no terminal can be made:", err)
	}
	defer control.Close()
	if err := unix.IoctlSetPointerInt(int(control.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	number, err := unix.IoctlGetInt(int(control.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	if err := unix.IoctlSetWinsize(int(control.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Col: uint16(width), Row: 50}); err != nil {
		t.Fatal(err)
	}
	terminal, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip("no terminal can be opened:", err)
	}
	sent := make(chan string, 1)
	go func() {
		data, _ := io.ReadAll(control) // it ends with an error, when nobody has the terminal open
		sent <- string(data)
	}()
	send(terminal)
	terminal.Close()
	return strings.ReplaceAll(<-sent, "\r\n", "\n")
}

// TestTerminal: a terminal is sent colour, and tables that fit it.
func TestTerminal(t *testing.T) {
	home := t.TempDir()
	t.Setenv("COLUMNS", "")
	t.Setenv("NO_COLOR", "")
	t.Setenv("TERM", "xterm-256color")
	for _, width := range []int{44, 60, 80, 200} {
		for _, args := range [][]string{
			{"corpus", "show", "FIPS 203, Table 3"}, {"corpus", "list"}, {"search", "ciphertext"},
			{"ask", "What are the differences between ML-KEM-512 and ML-KEM-768?"},
		} {
			out := onTerminal(t, width, append(args, "--home", home)...)
			if !strings.Contains(out, "\x1b[1m") || !strings.Contains(out, "\x1b[0m") {
				t.Errorf("%q on %d columns is sent no colour: %q", args, width, out)
			}
			for _, e := range escapes {
				out = strings.ReplaceAll(out, e, "")
			}
			for line := range strings.Lines(out) {
				table := args[1] == "list" || strings.Contains(line, "│ ") && args[0] == "ask" && !strings.HasPrefix(line, "     │") || strings.HasPrefix(line, "ML-KEM") && args[1] == "show" || strings.HasPrefix(line, "    ") && args[0] == "search"
				if n := visible.Width(strings.TrimRight(line, " \n")); table && n > width {
					t.Errorf("%q on %d columns has a line of %d: %q", args, width, n, line)
				}
			}
			for _, none := range [][2]string{{"NO_COLOR", "1"}, {"TERM", "dumb"}} {
				was := os.Getenv(none[0])
				t.Setenv(none[0], none[1])
				if plain := onTerminal(t, width, append(args, "--home", home)...); plain != out {
					t.Errorf("%q with %v on %d columns differs by more than colour:\n%s\n%s", args, none, width, plain, out)
				}
				t.Setenv(none[0], was)
			}
		}
	}
	if out := onTerminal(t, 80, "corpus", "list", "--color", "never", "--home", home); strings.Contains(out, "\x1b") {
		t.Errorf("with --color never it is sent %q", out)
	}
}

// TestWaiting: a terminal shows what takes long, while it does, and a pipe nothing.
func TestWaiting(t *testing.T) {
	slow := func(err io.Writer) func() {
		a := &app{raw: streams{err: err}}
		return a.waiting("working")
	}
	got := sentTo(t, 80, func(terminal *os.File) {
		slow(terminal)()
		done := slow(terminal)
		time.Sleep(unexplained + unexplained/2)
		done()
	})
	if want := "\rpqcite: working …\r" + strings.Repeat(" ", 17) + "\r"; got != want {
		t.Errorf("a terminal is sent %q, want %q", got, want)
	}
	var pipe strings.Builder
	done := slow(&pipe)
	time.Sleep(unexplained + unexplained/2)
	if done(); pipe.Len() > 0 {
		t.Errorf("a pipe is sent %q", pipe.String())
	}
}

// TestProgress: a bar is drawn over itself, and cleared.
func TestProgress(t *testing.T) {
	var out strings.Builder
	p := &progress{to: &out, what: "reading"}
	p.set(10, 40)
	p.set(11, 40) // too soon
	p.drawn = time.Time{}
	p.set(3, -1)
	p.done()
	want := "\rreading  25% |" + strings.Repeat("=", 6) + strings.Repeat(" ", 18) + "| 10/40" + "\rreading 3" + strings.Repeat(" ", 36) + "\r" + strings.Repeat(" ", 9) + "\r"
	if out.String() != want {
		t.Errorf("drawn is\n%q, want\n%q", out.String(), want)
	}
}
