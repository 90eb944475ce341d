package store

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
)

// longEnv makes the tests below run for long; docs/decisions/library.md has the figures of
// such a run.
const longEnv = "PQCITE_TEST_LONG"

// rounds is how often a test tries.
func rounds(short, long int) int {
	if os.Getenv(longEnv) == "1" {
		return long
	}
	return short
}

const (
	churned      = 5 // origins that a churning child adds from in turn
	churnedBytes = 40_000
)

// churn is the addition of a round: a newer version from one of a few origins, all of one
// name.
func churn(t testing.TB, round int) Addition {
	origin := fmt.Sprintf("/%d/README.md", round%churned)
	a := addition(t, origin, "round "+strconv.Itoa(round)+strings.Repeat(".", churnedBytes))
	return a
}

// churningChild adds until it is killed, and prints each round that is done. The argument
// is the first round.
func churningChild(t *testing.T, home, argument string) {
	first, err := strconv.Atoi(argument)
	if err != nil {
		t.Fatal(err)
	}
	for round := first; ; round++ {
		a := churn(t, round)
		mustUpdate(t, home, func(tx *Tx) error { _, err := tx.Add(a); return err })
		fmt.Println("done", round)
	}
}

// TestKilledAtAnyTime kills a process that changes a library again and again. What it said
// was done is done, nothing is half done, and the next one goes on.
func TestKilledAtAnyTime(t *testing.T) {
	home := filepath.Join(t.TempDir(), "pqcite")
	done := -1
	for kill := range rounds(8, 400) {
		last := killChurn(t, home, done+1)
		done = max(done, last)
		l := mustOpen(t, home)
		latest := -1
		for _, d := range l.Documents() {
			latest = max(latest, roundOf(t, d))
		}
		if latest < done || latest > done+1 {
			t.Fatalf("kill %d: the library is at round %d, %d was done", kill, latest, done)
		}
		done = latest
		for _, d := range l.Documents() {
			if r := roundOf(t, d); r <= done-churned {
				t.Fatalf("kill %d: a document is of round %d, %d was done", kill, r, done)
			}
		}
		if found := findings(t, home); len(found) != 0 {
			t.Fatalf("kill %d: findings %v", kill, found)
		}
	}
	t.Logf("%d kills, %d changes", rounds(8, 400), done+1)
}

func roundOf(t *testing.T, d *core.Document) int {
	t.Helper()
	_, rest, _ := strings.Cut(d.Text, "Section of round ")
	n, err := strconv.Atoi(rest[:strings.IndexAny(rest, ".\n")])
	if err != nil {
		t.Fatalf("%q is of no round: %v", d.ID, err)
	}
	return n
}

// killChurn starts a churning child, kills it after a moment, and returns the last round
// that it said was done, or -1.
func killChurn(t *testing.T, home string, first int) int {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), childTimeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, os.Args[0], "-test.run=^TestAsChild$", "-test.v")
	cmd.Env = append(os.Environ(), roleEnv+"=churn", homeEnv+"="+home, argumentEnv+"="+strconv.Itoa(first))
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	last := -1
	after := 1 + rand.IntN(6) // rounds, and then some part of one
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if n, found := strings.CutPrefix(lines.Text(), "done "); found {
			if last, err = strconv.Atoi(n); err != nil {
				t.Fatal(err)
			}
			if after--; after == 0 {
				time.AfterFunc(time.Duration(rand.IntN(8000))*time.Microsecond, func() { _ = cmd.Process.Kill() })
			}
		}
	}
	_ = cmd.Wait()
	return last
}

// TestFlippedBytes changes single bytes of every file of a home. No other text is ever
// read, and Verify finds each.
func TestFlippedBytes(t *testing.T) {
	home := t.TempDir()
	for round := range 3 {
		mustAdd(t, home, addition(t, fmt.Sprintf("/%d/README.md", round), strconv.Itoa(round)))
	}
	want := mustOpen(t, home).Documents()
	flips := 0
	for _, file := range filesBelow(t, home) {
		name := below(home, file)
		good, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for n := range rounds(min(len(good), 40), 4*len(good)) {
			at := n % len(good)
			if rounds(0, 1) == 0 {
				at = rand.IntN(len(good))
			}
			bad := append([]byte{}, good...)
			bad[at] ^= byte(1 << rand.IntN(8))
			if err := os.WriteFile(name, bad, 0o644); err != nil {
				t.Fatal(err)
			}
			flips++
			checkFlipped(t, home, fmt.Sprintf("%s, byte %d", file, at), want)
		}
		if err := os.WriteFile(name, good, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d flipped bytes", flips)
}

func checkFlipped(t *testing.T, home, what string, want []*core.Document) {
	t.Helper()
	found := 0
	_, verified := Verify(t.Context(), home, func(Finding) { found++ })
	if verified == nil && found == 0 {
		t.Fatalf("%s: Verify finds nothing", what)
	}
	l, err := Open(t.Context(), home)
	switch {
	case err != nil && !errors.Is(err, ErrCorrupt) && !errors.Is(err, ErrVersion):
		t.Fatalf("%s: error is %v", what, err)
	case err == nil && !cmp.Equal(want, l.Documents()):
		t.Fatalf("%s: other documents are read", what)
	}
}

// readingChild reads the library until the file of its argument is there.
func readingChild(t *testing.T, home, argument string) {
	most := 0
	for reads := 1; ; reads++ {
		l := mustOpen(t, home)
		if n := len(l.Documents()); n < most {
			t.Fatalf("read %d: %d documents are left of %d", reads, n, most)
		} else {
			most = n
		}
		if _, err := os.Stat(argument); err == nil {
			fmt.Println("reads", reads)
			return
		}
	}
}

// TestManyProcesses has processes add documents of one name from origins of their own,
// while others read: nothing is lost, and nobody ever reads a part.
func TestManyProcesses(t *testing.T) {
	adders, readers := rounds(2, 6), rounds(2, 4)
	home := filepath.Join(t.TempDir(), "pqcite")
	stop := filepath.Join(t.TempDir(), "stop")
	var adding, reading sync.WaitGroup
	run := func(wg *sync.WaitGroup, role, argument string) {
		wg.Go(func() {
			output, err := runChild(t, role, home, argument)
			if err != nil {
				t.Errorf("child %s: %v\n%s", role, err, output)
			}
			if _, reads, found := strings.Cut(output, "reads "); found {
				t.Log("reads", strings.Fields(reads)[0])
			}
		})
	}
	for range readers {
		run(&reading, "read", stop)
	}
	for a := range adders {
		run(&adding, "addmany", strconv.Itoa(a))
	}
	adding.Wait()
	if err := os.WriteFile(stop, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	reading.Wait()
	l := mustOpen(t, home)
	if n, want := len(l.Documents()), adders*rounds(5, 40); n != want {
		t.Errorf("library has %d documents, want %d", n, want)
	}
	if found := findings(t, home); len(found) != 0 {
		t.Errorf("findings: %v", found)
	}
	t.Logf("%d adders, %d readers, %d documents", adders, readers, len(l.Documents()))
}

func init() {
	roles["addmany"] = func(t *testing.T, home, argument string) {
		for i := range rounds(5, 40) {
			origin := fmt.Sprintf("/%s/%d/README.md", argument, i)
			a := addition(t, origin, origin)
			mustUpdate(t, home, func(tx *Tx) error { _, err := tx.Add(a); return err })
		}
	}
}
