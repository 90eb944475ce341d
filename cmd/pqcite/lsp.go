package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/pqcite/pqcite/lsp"
)

// lspOptions are the flags of the language server.
type lspOptions struct {
	stdio, schema, verbose bool
	socket                 int
	pipe                   string
	parent                 int
	model                  modelFlags
}

func (a *app) lspCommand() *cobra.Command {
	var o lspOptions
	c := &cobra.Command{
		Use:   "lsp",
		Short: "Serve an editor",
		Long: `Speaks the Language Server Protocol over standard input and output, or with an editor
that listens on a port or a pipe. docs/editors.md has set-ups for editors. Exit code 0
after shutdown and exit, else 1.`,
		Args: exactly(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.schema {
				_, err := a.data.Write(lsp.Schema)
				return err
			}
			return a.serveEditor(cmd.Context(), &o)
		},
	}
	f := c.Flags()
	f.BoolVar(&o.stdio, "stdio", false, "speak over standard input and output (the default)")
	f.IntVar(&o.socket, "socket", 0, "connect to the editor on this port of 127.0.0.1")
	f.StringVar(&o.pipe, "pipe", "", "connect to the editor on this socket file")
	f.IntVar(&o.parent, "clientProcessId", 0, "end with this process")
	f.BoolVar(&o.schema, "schema", false, "print the JSON schema of the settings, and end")
	f.BoolVarP(&o.verbose, "verbose", "v", false, "log what happens to standard error")
	o.model.register(f)
	a.servers.register(f)
	return c
}

// serveEditor serves one editor.
func (a *app) serveEditor(ctx context.Context, o *lspOptions) error {
	stream, err := a.editorStream(ctx, o)
	if err != nil {
		return err
	}
	level := slog.LevelWarn
	if o.verbose {
		level = slog.LevelDebug
	}
	spareMemory()
	source, err := a.openHome(ctx, &o.model)
	if err != nil {
		return err
	}
	defer source.Close()
	server := lsp.New(lsp.Config{
		Version: version(), Source: source, Logger: slog.New(slog.NewTextHandler(a.err, &slog.HandlerOptions{Level: level})),
		Cache: filepath.Join(source.Dir(), "cache", "editor"), Parent: o.parent,
	})
	if code := server.Serve(ctx, stream); code != 0 {
		return exitCode(code)
	}
	return nil
}

// editorGarbage is how much garbage is collected at, in percent of what is held. A server
// that sits beside every file does nothing most of the time: the memory that it saves
// against Go's 100 is worth the few milliseconds more that it works.
const editorGarbage = 50

// spareMemory collects garbage early, unless a person has set what to do.
func spareMemory() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(editorGarbage)
	}
}

// dialTime bounds how long an editor that listens may take to accept.
const dialTime = 10 * time.Second

// editorStream is the stream to the editor.
func (a *app) editorStream(ctx context.Context, o *lspOptions) (io.ReadWriteCloser, error) {
	network, address := "unix", o.pipe
	switch {
	case o.socket < 0 || o.socket > 65535:
		return nil, usageError{fmt.Errorf("--socket is %d, must be a port from 1 to 65535", o.socket)}
	case o.stdio && (o.socket > 0 || o.pipe != "") || o.socket > 0 && o.pipe != "":
		return nil, usageError{errors.New("--stdio, --socket and --pipe exclude each other")}
	case o.socket > 0:
		network, address = "tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(o.socket))
	case o.pipe == "":
		return newStandardStreams(a.raw.in, a.raw.out), nil
	case strings.HasPrefix(o.pipe, `\\.\pipe\`): // of Windows, where it is opened like a file
		return os.OpenFile(o.pipe, os.O_RDWR, 0)
	}
	dialer := net.Dialer{Timeout: dialTime}
	conn, err := dialer.DialContext(ctx, network, address)
	if err != nil {
		return nil, hinted{fmt.Errorf("connect to the editor: %w", err), "the editor must listen there before it starts the server"}
	}
	return conn, nil
}

// standardStreams joins standard input and output. Input is read ahead of the reader
// by a goroutine, since a read of a pipe goes on when the pipe is closed here: so
// Close ends the reader at once, and the goroutine ends with the process.
type standardStreams struct {
	*io.PipeReader
	out io.Writer
}

func newStandardStreams(in io.Reader, out io.Writer) *standardStreams {
	r, w := io.Pipe()
	go func() {
		_, err := io.Copy(w, in)
		w.CloseWithError(err) // nil is the end of input
	}()
	return &standardStreams{r, out}
}

func (s *standardStreams) Write(p []byte) (int, error) { return s.out.Write(p) }
