package pqcite

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/pqcite/pqcite/corpus/store"
)

// change adds a document to the library of a folder.
func change(t *testing.T, home, name string) {
	t.Helper()
	err := store.Update(t.Context(), home, func(tx *store.Tx) error {
		return put(t.Context(), tx, name, []byte("A "+name+" is a small part that holds two gadgets together.\n"))
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestHome(t *testing.T) {
	h, err := NewHome(Options{Home: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	library := func() *Library {
		t.Helper()
		l, err := h.Library(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	first := library()
	if library() != first {
		t.Error("it is another library, and nothing has changed")
	}
	change(t, h.Dir(), "widget.txt")
	second := library()
	if second == first || second.corpus.Document("widget") == nil || first.corpus.Document("widget") != nil {
		t.Errorf("after the change it is %p of %d documents, before %p of %d", second, len(second.corpus.Documents()), first, len(first.corpus.Documents()))
	}
	for _, l := range []*Library{first, second} { // an older one may still be asked
		if _, err := l.Ask(t.Context(), "What is a widget?", AskOptions{}); err != nil {
			t.Error(err)
		}
	}
	if err := h.Close(); err != nil {
		t.Error(err)
	}
	for _, l := range []*Library{first, second} {
		if _, err := l.Ask(t.Context(), "What is a widget?", AskOptions{}); !errors.Is(err, ErrClosed) {
			t.Errorf("a closed library answers, or fails with %v", err)
		}
	}
}

// TestHomeDamaged damages the library: the error stays until the folder changes.
func TestHomeDamaged(t *testing.T) {
	h, err := NewHome(Options{Home: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	change(t, h.Dir(), "widget.txt")
	whole, err := os.ReadFile(store.ManifestPath(h.Dir()))
	if err != nil {
		t.Fatal(err)
	}
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(store.ManifestPath(h.Dir()), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("{")
	_, broken := h.Library(t.Context())
	if _, again := h.Library(t.Context()); !errors.Is(broken, store.ErrCorrupt) || again != broken {
		t.Errorf("damaged, it fails with %v, then %v", broken, again)
	}
	write(string(whole))
	if l, err := h.Library(t.Context()); err != nil || l.corpus.Document("widget") == nil {
		t.Errorf("mended, it fails with %v", err)
	}
}

func TestHomeCancelled(t *testing.T) {
	h, err := NewHome(Options{Home: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	change(t, h.Dir(), "widget.txt")
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := h.Library(ended); err == nil {
		t.Skip("the library is read before anything looks at the context")
	}
	if _, err := h.Library(t.Context()); err != nil {
		t.Errorf("who was cancelled has spoilt it for others: %v", err)
	}
}

// scripted is a source that returns one result after the other, and the last for ever. An
// entry is a library, an error, or what it panics with.
type scripted struct{ results []any }

func (s *scripted) Library(context.Context) (*Library, error) {
	now := s.results[0]
	if len(s.results) > 1 {
		s.results = s.results[1:]
	}
	switch now := now.(type) {
	case *Library:
		return now, nil
	case error:
		return nil, now
	}
	panic(now)
}

// TestFollow tells each change once, and goes on after errors and panics.
func TestFollow(t *testing.T) {
	a, b := new(Library), new(Library)
	synctest.Test(t, func(t *testing.T) {
		from := &scripted{[]any{errors.New("full"), errors.New("full"), "fault", a, a, errors.New("full"), errors.New("gone"), b, b}}
		names := map[*Library]string{a: "a", b: "b"}
		ctx, end := context.WithCancel(t.Context())
		var told []string
		done := make(chan struct{})
		go func() {
			defer close(done)
			Follow(ctx, from, time.Second, func(l *Library, err error) {
				if err != nil {
					text, _, _ := strings.Cut(err.Error(), "\n")
					told = append(told, text)
					return
				}
				told = append(told, names[l])
			})
		}()
		time.Sleep(time.Minute)
		end()
		<-done
		want := []string{"full", "open the library: internal error, please report it: fault", "a", "full", "gone", "b"}
		if !slices.Equal(told, want) {
			t.Errorf("told %q, want %q", told, want)
		}
	})
}

// TestPrepareWaits: who waits for another that opens the index waits no longer than the
// context.
func TestPrepareWaits(t *testing.T) {
	lib, err := Open(t.Context(), Options{Home: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer lib.Close()
	lib.opening <- struct{}{}
	ctx, end := context.WithCancel(t.Context())
	failed := make(chan error)
	go func() { failed <- lib.Prepare(ctx) }()
	end()
	if err := <-failed; !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled, it fails with %v", err)
	}
	<-lib.opening
	if err := lib.Prepare(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestSearchOptions(t *testing.T) {
	lib, _ := open(t, Options{Home: t.TempDir()})
	for _, o := range []SearchOptions{{Count: -1}, {Count: MaxCount + 1}, {Unit: "line"}} {
		if hits, err := lib.Search(t.Context(), "ciphertext", o); err == nil {
			t.Errorf("%+v finds %d hits", o, len(hits))
		}
	}
	if hits, err := lib.Search(t.Context(), "ciphertext", SearchOptions{}); err != nil || len(hits) != DefaultCount {
		t.Errorf("it finds %d hits, %v, want %d", len(hits), err, DefaultCount)
	}
}
