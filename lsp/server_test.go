package lsp_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"go.uber.org/goleak"

	"github.com/pqcite/pqcite"
	"github.com/pqcite/pqcite/internal/lsptest"
	"github.com/pqcite/pqcite/lsp"
)

// ctx is of what outlives a test.
var ctx = context.Background()

func TestMain(m *testing.M) {
	code := m.Run()
	os.RemoveAll(official.home)
	if err := goleak.Find(); err != nil && code == 0 {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

// home is the library of a folder; where it is empty, the pack alone answers.
func home(tb testing.TB, dir string) *pqcite.Home {
	tb.Helper()
	h, err := pqcite.NewHome(pqcite.Options{Home: dir})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := h.Close(); err != nil {
			tb.Error(err)
		}
	})
	return h
}

// pipe is one end of two real pipes.
type pipe struct {
	*os.File // what is read
	out      *os.File
}

func (p pipe) Write(b []byte) (int, error) { return p.out.Write(b) }
func (p pipe) Close() error                { return errors.Join(p.File.Close(), p.out.Close()) }

// pipes connects two ends.
func pipes(tb testing.TB) (client, server io.ReadWriteCloser) {
	tb.Helper()
	r1, w1, err := os.Pipe()
	if err != nil {
		tb.Fatal(err)
	}
	r2, w2, err := os.Pipe()
	if err != nil {
		tb.Fatal(err)
	}
	return pipe{r1, w2}, pipe{r2, w1}
}

// serve starts a server and returns an editor that speaks with it.
func serve(tb testing.TB, from pqcite.Source, o lsptest.Options) *lsptest.Editor {
	tb.Helper()
	client, server := pipes(tb)
	s := lsp.New(lsp.Config{Version: "test", Source: from, Asker: askerOf(from), Logger: logger(tb), Cache: filepath.Join(tb.TempDir(), "editor")})
	done := make(chan int, 1)
	go func() { done <- s.Serve(ctx, server) }()
	tb.Cleanup(func() { <-done })
	return lsptest.Start(tb, client, o)
}

// logger writes what the server logs to the test's log.
func logger(tb testing.TB) *slog.Logger {
	return slog.New(slog.NewTextHandler(tb.Output(), &slog.HandlerOptions{Level: slog.LevelWarn}))
}
