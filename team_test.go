package pqcite

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/store"
	"github.com/pqcite/pqcite/internal/meilitest"
	"github.com/pqcite/pqcite/retrieval/meili"
)

// The environment variables of a live Meilisearch that the conformance tests run against as well
// as against the stand-in. The key is the master key; collections of the name conformance are
// made there.
const (
	liveURL = "PQCITE_TEST_MEILI_URL"
	liveKey = "PQCITE_TEST_MEILI_KEY"
)

// failures collects what a team says of its servers.
type failures struct {
	mu   sync.Mutex
	errs []error
}

func (f *failures) add(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.errs = append(f.errs, err)
}

func (f *failures) all() []error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.errs)
}

// teamOf is a team on stand-ins.
func teamOf(servers ...*meilitest.Server) (*Team, *failures) {
	f := new(failures)
	t := &Team{Failed: f.add}
	for _, s := range servers {
		t.Servers = append(t.Servers, TeamServer{s.URL, s.Key})
	}
	return t, f
}

// gadgets is a library of small documents of one's own.
func gadgets(t *testing.T) string {
	t.Helper()
	home := t.TempDir()
	for _, name := range []string{"widget", "sprocket", "flange"} {
		change(t, home, name+".txt")
	}
	return home
}

func openTeamLibrary(t *testing.T, home string, team *Team) *Library {
	t.Helper()
	l, err := Open(t.Context(), Options{Home: home, Team: team})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
	return l
}

// outcomeOf is what a library answers, without the times.
func outcomeOf(t *testing.T, l *Library, question string) string {
	t.Helper()
	o, err := l.Ask(t.Context(), question, AskOptions{})
	if err != nil {
		t.Fatal(err)
	}
	o.TimingUS = nil
	data, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// conform compares both engines over the library in a folder: the same hits with the same scores,
// and the same outcomes. At most ties questions may differ in their hits.
func conform(t *testing.T, home string, team *Team, said *failures, questions []string, ties int) {
	t.Helper()
	if _, err := team.Push(t.Context(), home, nil); err != nil {
		t.Fatal(err)
	}
	embedded := openTeamLibrary(t, home, nil)
	remote := openTeamLibrary(t, t.TempDir(), team)
	hits, answers := 0, 0
	for _, q := range questions {
		want, err := embedded.Search(t.Context(), q, SearchOptions{Explain: true})
		if err != nil {
			t.Fatal(err)
		}
		got, err := remote.Search(t.Context(), q, SearchOptions{Explain: true})
		if err != nil {
			t.Fatal(err)
		}
		if !same(got, want) {
			if hits++; hits > ties {
				t.Errorf("%q finds other hits", q)
			}
		}
		if got, want := outcomeOf(t, remote, q), outcomeOf(t, embedded, q); got != want {
			if answers++; answers > ties {
				t.Errorf("%q: answered\n%s\nwant\n%s", q, got, want)
			}
		}
	}
	t.Logf("%d questions: %d differ in their hits, %d in their outcomes", len(questions), hits, answers)
	if errs := said.all(); len(errs) > 0 {
		t.Errorf("the servers were not used: %v", errs)
	}
}

func same(a, b []Hit) bool {
	x, _ := json.Marshal(a)
	y, _ := json.Marshal(b)
	return string(x) == string(y)
}

// serversOf are stand-ins, or the live server where one is named.
func serversOf(t *testing.T, n int) map[string]func(*testing.T) (*Team, *failures) {
	all := map[string]func(*testing.T) (*Team, *failures){
		"stand-in": func(t *testing.T) (*Team, *failures) {
			var servers []*meilitest.Server
			for range n {
				servers = append(servers, meilitest.New(t))
			}
			return teamOf(servers...)
		},
	}
	if url := os.Getenv(liveURL); url != "" && n == 1 {
		all["live"] = func(*testing.T) (*Team, *failures) {
			f := new(failures)
			return &Team{Servers: []TeamServer{{url, os.Getenv(liveKey)}}, Collections: []string{"conformance"}, Failed: f.add}, f
		}
	}
	return all
}

func TestConformance(t *testing.T) {
	questions := []string{"What is a widget?", "What holds two gadgets together?", "flange sprocket", "Is ML-KEM-768 smaller than HQC?", "xyzzy", "What is the size of an ML-KEM-768 ciphertext?"}
	for n := 1; n <= 2; n++ {
		for name, servers := range serversOf(t, n) {
			t.Run(strings.Repeat(name+" ", n), func(t *testing.T) {
				team, said := servers(t)
				conform(t, gadgets(t), team, said, questions, 0)
			})
		}
	}
}

// TestConformanceOfficial compares both engines over the six documents, with the questions of the
// newest set: some of them in the short tests.
func TestConformanceOfficial(t *testing.T) {
	home := officialHome(t)
	questions := newest(t)
	if testing.Short() {
		questions = questions[:40]
	}
	for name, servers := range serversOf(t, 1) {
		t.Run(name, func(t *testing.T) {
			team, said := servers(t)
			conform(t, home, team, said, questions, len(questions)/100)
		})
	}
}

func newest(t *testing.T) []string {
	t.Helper()
	sets, err := filepath.Glob("eval/questions/test*.jsonl")
	if err != nil || len(sets) == 0 {
		t.Fatal("no question sets", err)
	}
	f, err := os.Open(slices.MaxFunc(sets, cmp.Compare[string]))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var questions []string
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var q struct{ Question string }
		if err := json.Unmarshal(lines.Bytes(), &q); err != nil {
			t.Fatal(err)
		}
		if q.Question != "" {
			questions = append(questions, q.Question)
		}
	}
	return questions
}

// TestTeamWithoutLibrary: a machine that has none lists and quotes the team's documents.
func TestTeamWithoutLibrary(t *testing.T) {
	team, _ := teamOf(meilitest.New(t))
	source := gadgets(t)
	if _, err := team.Push(t.Context(), source, nil); err != nil {
		t.Fatal(err)
	}
	l := openTeamLibrary(t, t.TempDir(), team)
	o, err := l.Ask(t.Context(), "What is a widget?", AskOptions{})
	if err != nil || o.Status != core.Answered {
		t.Fatalf("%s: %v", o.Status, err)
	}
	for _, e := range l.Corpus().Stored().Entries() {
		if e.Origin != "" {
			t.Errorf("%s says where it was on another machine: %q", e.ID, e.Origin)
		}
	}
}

// TestTeamFaults: where servers fail, a copy answers as the servers would have, and it is said;
// without one there is an error.
func TestTeamFaults(t *testing.T) {
	html := func(w http.ResponseWriter, _ meilitest.Request) bool {
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte("<html>"))
		return true
	}
	for name, tt := range map[string]struct {
		fault func(*meilitest.Server)
		want  error
	}{
		"down":        {func(s *meilitest.Server) { s.Stop() }, meili.ErrDown},
		"HTML":        {func(s *meilitest.Server) { s.SetFault(html) }, meili.ErrAnswer},
		"another key": {func(s *meilitest.Server) { s.Key = "another-master-key" }, meili.ErrKey},
	} {
		t.Run(name, func(t *testing.T) {
			at := meilitest.New(t)
			team, said := teamOf(at)
			if _, err := team.Push(t.Context(), gadgets(t), nil); err != nil {
				t.Fatal(err)
			}
			home := t.TempDir()
			before := openTeamLibrary(t, home, team)
			want := outcomeOf(t, before, "What is a widget?")
			tt.fault(at)
			if got := outcomeOf(t, before, "What is a widget?"); got != want {
				t.Errorf("while the library is open: answered\n%s\nwant\n%s", got, want)
			}
			expect(t, said, 1, tt.want, "searching without the server")
			if got := outcomeOf(t, openTeamLibrary(t, home, team), "What is a widget?"); got != want {
				t.Errorf("from the copy: answered\n%s\nwant\n%s", got, want)
			}
			expect(t, said, 2, tt.want, "the copy of 20")
			openTeamLibrary(t, gadgets(t), team)
			expect(t, said, 3, tt.want, "the library in ")
			if _, err := Open(t.Context(), Options{Home: t.TempDir(), Team: team}); !errors.Is(err, ErrTeam) || !errors.Is(err, tt.want) {
				t.Errorf("with nothing to answer from: %v", err)
			}
			for _, err := range said.all() {
				if strings.Contains(err.Error(), team.Servers[0].Key) {
					t.Errorf("the key is in %q", err)
				}
			}
		})
	}
}

// expect expects that so many failures were said so far, the last of them with words.
func expect(t *testing.T, said *failures, n int, want error, words string) {
	t.Helper()
	errs := said.all()
	if len(errs) != n || !errors.Is(errs[n-1], want) || !strings.Contains(errs[n-1].Error(), words) {
		t.Errorf("said %q, want %d, the last %v with %q", errs, n, want, words)
	}
}

// TestTeamChanges: a copy follows the servers, and a library that is open stays as it was.
func TestTeamChanges(t *testing.T) {
	team, said := teamOf(meilitest.New(t))
	source, home := gadgets(t), t.TempDir()
	push := func(changed bool) {
		t.Helper()
		if p, err := team.Push(t.Context(), source, nil); err != nil || p.Changed != changed {
			t.Fatalf("%+v: %v", p, err)
		}
	}
	push(true)
	before := openTeamLibrary(t, home, team)
	push(false)
	change(t, source, "lever.txt")
	push(true)
	if o := outcomeOf(t, before, "What is a widget?"); !strings.Contains(o, `"answered"`) {
		t.Errorf("the open library: %s", o)
	}
	expect(t, said, 1, meili.ErrChanged, "searching without")
	after := openTeamLibrary(t, home, team)
	if after.Corpus().Document("lever") == nil || before.Corpus().Document("lever") != nil {
		t.Error("the copy has not followed")
	}
	folder := filepath.Join(team.mirrors(home), DefaultCollection)
	if err := os.WriteFile(filepath.Join(folder, after.Corpus().Stored().Entries()[0].File), []byte("damaged"), 0o600); err != nil {
		t.Fatal(err)
	}
	openTeamLibrary(t, home, team) // it is fetched again
	if err := verified(t.Context(), folder); err != nil {
		t.Error(err)
	}
}

func verified(ctx context.Context, folder string) error {
	_, err := store.Open(ctx, folder)
	return err
}

// TestTeamCollections reads two collections as one library.
func TestTeamCollections(t *testing.T) {
	at := meilitest.New(t)
	team, said := teamOf(at)
	one, two := t.TempDir(), t.TempDir()
	change(t, one, "widget.txt")
	change(t, one, "lever.txt")
	change(t, two, "flange.txt")
	change(t, two, "lever.txt") // the same in both
	both := t.TempDir()
	for _, name := range []string{"widget.txt", "lever.txt", "flange.txt"} {
		change(t, both, name)
	}
	for name, home := range map[string]string{"one": one, "two": two} {
		team.Collections = []string{name}
		if _, err := team.Push(t.Context(), home, nil); err != nil {
			t.Fatal(err)
		}
	}
	team.Collections = []string{"two", "one"}
	if _, err := team.Push(t.Context(), one, nil); err == nil {
		t.Error("one library is pushed as two collections")
	}
	l := openTeamLibrary(t, t.TempDir(), team)
	if got := len(l.Corpus().Stored().Documents()); got != 3 {
		t.Errorf("%d documents, want 3", got)
	}
	for _, q := range []string{"What is a widget?", "What is a flange?", "What is a lever?"} {
		if got := outcomeOf(t, l, q); !strings.Contains(got, `"answered"`) {
			t.Errorf("%q: %s", q, got)
		}
	}
	if errs := said.all(); len(errs) > 0 {
		t.Error(errs)
	}
}

// TestTeamHome: a server sees what is pushed without a restart.
func TestTeamHome(t *testing.T) {
	team, _ := teamOf(meilitest.New(t))
	source := gadgets(t)
	if _, err := team.Push(t.Context(), source, nil); err != nil {
		t.Fatal(err)
	}
	h, err := NewHome(Options{Home: t.TempDir(), Team: team})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	first, err := h.Library(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	change(t, source, "lever.txt")
	if _, err := team.Push(t.Context(), source, nil); err != nil {
		t.Fatal(err)
	}
	if l, err := h.Library(t.Context()); err != nil || l != first {
		t.Errorf("it asks the server again at once: %v", err)
	}
	h.looked = time.Now().Add(-2 * teamPause)
	if l, err := h.Library(t.Context()); err != nil || l.Corpus().Document("lever") == nil {
		t.Errorf("it has not seen the push: %v", err)
	}
}
