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

	"github.com/pqcite/pqcite/corpus"
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

// home is a folder with an empty library: the pack alone answers.
type home struct{ dir string }

func (h home) Library(ctx context.Context) (*corpus.Library, error) { return corpus.Open(ctx, h.dir) }
func (h home) Stale() bool                                          { return false }
func (h home) Asker(context.Context, *corpus.Library) (lsp.Asker, error) {
	return nil, errors.New("this test asks nothing")
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
func serve(tb testing.TB, from lsp.Source, o lsptest.Options) *lsptest.Editor {
	tb.Helper()
	client, server := pipes(tb)
	s := lsp.New(lsp.Config{Version: "test", Source: from, Logger: logger(tb), Cache: filepath.Join(tb.TempDir(), "editor")})
	done := make(chan int, 1)
	go func() { done <- s.Serve(ctx, server) }()
	tb.Cleanup(func() { <-done })
	return lsptest.Start(tb, client, o)
}

// logger writes what the server logs to the test's log.
func logger(tb testing.TB) *slog.Logger {
	return slog.New(slog.NewTextHandler(tb.Output(), &slog.HandlerOptions{Level: slog.LevelWarn}))
}
