package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
)

// scenario is a change that is interrupted, and the library before and after it.
type scenario struct {
	name     string
	before   func(t testing.TB, home string)
	change   func(t testing.TB) func(*Tx) error // may be made twice
	old, new func(t testing.TB) []sample

	generation uint64 // before the change
	folders    bool   // the change makes folders
}

var scenarios = []scenario{{
	name: "first change", folders: true,
	before: func(testing.TB, string) {},
	change: func(t testing.TB) func(*Tx) error { return put(smallSample(t, "A", ""), smallSample(t, "B", "")) },
	old:    func(testing.TB) []sample { return nil },
	new:    func(t testing.TB) []sample { return []sample{smallSample(t, "A", ""), smallSample(t, "B", "")} },
}, {
	name: "replace, remove and add", generation: 2,
	before: func(t testing.TB, home string) {
		mustUpdate(t, home, put(smallSample(t, "A", "swept later"), smallSample(t, "B", "")))
		mustUpdate(t, home, put(smallSample(t, "A", "old")))
	},
	change: func(t testing.TB) func(*Tx) error {
		return func(tx *Tx) error {
			if err := tx.Remove("B"); err != nil && !errors.Is(err, errNotFound) {
				return err
			}
			return put(smallSample(t, "A", "new"), smallSample(t, "C", ""))(tx)
		}
	},
	old: func(t testing.TB) []sample { return []sample{smallSample(t, "A", "old"), smallSample(t, "B", "")} },
	new: func(t testing.TB) []sample { return []sample{smallSample(t, "A", "new"), smallSample(t, "C", "")} },
}}

// home makes a home as the scenario's change finds it. The folder itself is
// missing before the first change. Faults are scripted here, so the home is in memory
// where it can be: thousands of real syncs take minutes.
func (s *scenario) home(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "pqcite-store-")
	if err != nil {
		dir = t.TempDir()
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	home := filepath.Join(dir, "data", "pqcite")
	s.before(t, home)
	return home
}

// check fails the test unless the library is the old or the new one, and still
// can be changed. It reports whether it is the new one.
func (s *scenario) check(t *testing.T, home string) (changed bool) {
	t.Helper()
	l := mustOpen(t, home)
	switch {
	case reflect.DeepEqual(l.Documents(), holds(s.new(t)...)):
		changed = true
	case !reflect.DeepEqual(l.Documents(), holds(s.old(t)...)):
		t.Fatalf("the library is neither the old nor the new one:\n%s", cmp.Diff(holds(s.old(t)...), l.Documents()))
	}
	if changed != (l.manifest.Generation > s.generation) {
		t.Fatalf("documents are changed: %v, but the generation is %d", changed, l.manifest.Generation)
	}
	mustUpdate(t, home, s.change(t))
	if want, got := holds(s.new(t)...), mustOpen(t, home).Documents(); !reflect.DeepEqual(want, got) {
		t.Fatalf("documents after the next change (-want +got):\n%s", cmp.Diff(want, got))
	}
	if found := findings(t, home); len(found) != 0 {
		t.Fatalf("files after the next change are broken: %v", found)
	}
	return changed
}

// checkSwept fails the test if a crash left garbage that two more changes do
// not remove.
func (s *scenario) checkSwept(t *testing.T, home string) {
	t.Helper()
	d := smallSample(t, "D", "")
	mustUpdate(t, home, put(d))
	mustUpdate(t, home, func(tx *Tx) error { return tx.Remove("D") })
	if diff := cmp.Diff(filesOf(append(s.new(t), d)...), filesBelow(t, home)); diff != "" {
		t.Fatalf("files after two more changes (-want +got):\n%s", diff)
	}
}

// The environment of a child process of these tests.
const (
	roleEnv     = "PQCITE_TEST_ROLE"
	homeEnv     = "PQCITE_TEST_HOME"
	argumentEnv = "PQCITE_TEST_ARGUMENT"
)

// roles are what a child process of these tests can be.
var roles = map[string]func(t *testing.T, home, argument string){
	"crash": crashingChild,
	"add":   addingChild,
	"churn": churningChild,
	"read":  readingChild,
}

// TestAsChild is the body of the child processes.
func TestAsChild(t *testing.T) {
	role, ok := roles[os.Getenv(roleEnv)]
	if !ok {
		t.Skip("runs in the child processes of other tests")
	}
	role(t, os.Getenv(homeEnv), os.Getenv(argumentEnv))
}

// childTimeout bounds a child that hangs; it takes some milliseconds otherwise.
const childTimeout = time.Minute

// runChild runs this test binary in a role and returns what it printed.
func runChild(t *testing.T, role, home, argument string) (output string, err error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), childTimeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, os.Args[0], "-test.run=^TestAsChild$", "-test.v")
	cmd.Env = append(os.Environ(), roleEnv+"="+role, homeEnv+"="+home, argumentEnv+"="+argument)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

const killed = "killed before step"

// crashingChild makes the change of a scenario and is killed before one of its
// steps. The argument is "scenario step".
func crashingChild(t *testing.T, home, argument string) {
	var at, scene int
	if _, err := fmt.Sscan(argument, &scene, &at); err != nil {
		t.Fatal(err)
	}
	self, err := os.FindProcess(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	d := disk{fault: func(s step, path string) error {
		if count++; count == at {
			fmt.Println(killed, count, s, path)
			if err := self.Kill(); err != nil {
				t.Fatal(err)
			}
			select {}
		}
		return nil
	}}
	if err := update(t.Context(), d, home, scenarios[scene].change(t)); err != nil {
		t.Fatal(err)
	}
}

// TestKilledAtEveryStep kills a change before each of its steps, or, in a short run,
// before every third.
func TestKilledAtEveryStep(t *testing.T) {
	stride := rounds(3, 1)
	for i, s := range scenarios {
		t.Run(s.name, func(t *testing.T) {
			changed := 0
			for at := 1; ; at += stride {
				home := s.home(t)
				output, err := runChild(t, "crash", home, fmt.Sprint(i, " ", at))
				if err != nil && !strings.Contains(output, killed) {
					t.Fatalf("child failed: %v\n%s", err, output)
				}
				if isNew := s.check(t, home); isNew {
					changed++
				} else if changed > 0 {
					t.Fatalf("the new library was seen, then the old one again at\n%s", output)
				}
				s.checkSwept(t, home)
				if err == nil {
					t.Logf("%d kills, %d of them after the commit", (at-1)/stride, changed-1)
					if at < 20 || changed*stride < 2 {
						t.Errorf("%d steps, %d kills after the commit: want all of them", at-1, changed-1)
					}
					return
				}
			}
		})
	}
}

// errPower is the error of every step after the power has failed.
var errPower = errors.New("power failed")

// powerLoss is a disk whose power fails before a step. What was not synced until
// then may be lost: what was written to files, names, and folders.
type powerLoss struct {
	at, count int
	unsynced  map[string]bool // files
	names     []name          // files that were renamed, oldest first
	folders   []string
}

// name is a file's name that a rename gave it, and what was there before.
type name struct {
	path    string
	content []byte
	existed bool
}

func (p *powerLoss) fault(s step, path string) error {
	if p.count++; p.count >= p.at {
		return errPower
	}
	switch s {
	case stepWrite:
		p.unsynced[path] = true
	case stepSync:
		delete(p.unsynced, path)
	case stepRename:
		p.rename(path)
	case stepFolder:
		p.folders = append(p.folders, path)
	case stepSyncFolder:
		p.names = slices.DeleteFunc(p.names, func(n name) bool { return filepath.Dir(n.path) == path })
		p.folders = slices.DeleteFunc(p.folders, func(f string) bool { return filepath.Dir(f) == path })
	}
	return nil
}

func (p *powerLoss) rename(path string) {
	for temporary := range p.unsynced {
		if strings.HasPrefix(temporary, path+".") {
			delete(p.unsynced, temporary)
			p.unsynced[path] = true
		}
	}
	content, err := os.ReadFile(path)
	p.names = append(p.names, name{path, content, err == nil})
}

// loss says which of the things that may be lost are.
type loss struct{ manifestName, otherNames, folders bool }

func (p *powerLoss) apply(t *testing.T, l loss) {
	t.Helper()
	for path := range p.unsynced {
		if err := os.Truncate(path, 10); err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
	}
	for _, n := range slices.Backward(p.names) {
		if filepath.Base(n.path) == manifestName && !l.manifestName || filepath.Base(n.path) != manifestName && !l.otherNames {
			continue
		}
		var err error
		if err = os.Remove(n.path); err == nil && n.existed {
			err = os.WriteFile(n.path, n.content, 0o644)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
	}
	for _, f := range p.folders {
		if l.folders {
			if err := os.RemoveAll(f); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestPowerLossAtEveryStep(t *testing.T) {
	for i, s := range scenarios {
		for n := range 8 {
			l := loss{manifestName: n&1 > 0, otherNames: n&2 > 0, folders: n&4 > 0}
			if l.folders && !s.folders {
				continue
			}
			if i > 1 && !(l.manifestName && l.otherNames) && rounds(0, 1) == 0 { // the worst covers the others
				continue
			}
			t.Run(fmt.Sprintf("%s, losing %+v", s.name, l), func(t *testing.T) {
				t.Parallel()
				for at := 1; ; at++ {
					home := s.home(t)
					p := &powerLoss{at: at, unsynced: map[string]bool{}}
					err := update(t.Context(), disk{fault: p.fault}, home, s.change(t))
					if err != nil && !errors.Is(err, errPower) {
						t.Fatal(err)
					}
					p.apply(t, l)
					if isNew := s.check(t, home); err == nil && !isNew {
						t.Fatalf("step %d: Update returned before the change would outlast a power failure", at)
					}
					if p.count < at {
						return
					}
				}
			})
		}
	}
}

func TestErrorAtEveryStep(t *testing.T) {
	for _, s := range scenarios {
		for _, cause := range []error{syscall.ENOSPC, syscall.EIO} {
			t.Run(fmt.Sprintf("%s, %v", s.name, cause), func(t *testing.T) {
				t.Parallel()
				for at, done := 1, false; !done; at++ {
					done = s.failAt(t, at, cause)
				}
			})
		}
	}
}

// failAt makes the change fail at one step and checks what is left. It reports
// whether there is no such step any more.
func (s *scenario) failAt(t *testing.T, at int, cause error) (done bool) {
	t.Helper()
	home := s.home(t)
	before := filesBelow(t, home)
	f := failure{t: t, at: at, cause: cause}
	err := update(t.Context(), disk{fault: f.fault}, home, s.change(t))
	committed := err == nil
	switch {
	case f.step == "" || f.step == stepRemove: // garbage that stays is no failure
		if err != nil {
			t.Fatalf("step %d: %v", at, err)
		}
	case !errors.Is(err, cause) || !strings.Contains(err.Error(), f.path):
		t.Fatalf("%s %q: error is %v, want %v that names the path", f.step, f.path, err, cause)
	case strings.Contains(err.Error(), "the library is unchanged"):
		if diff := cmp.Diff(before, filesBelow(t, home)); diff != "" {
			t.Fatalf("%s %q: files (-want +got):\n%s", f.step, f.path, diff)
		}
	case f.step == stepSyncFolder && strings.Contains(err.Error(), "the change is made"):
		committed = true
	default:
		t.Fatalf("%s %q: error does not say what it means for the library: %v", f.step, f.path, err)
	}
	if isNew := s.check(t, home); isNew != committed {
		t.Fatalf("%s %q: the library is the new one: %v, the error %v", f.step, f.path, isNew, err)
	}
	return f.step == ""
}

// failure is a disk that fails at one step.
type failure struct {
	t     *testing.T
	at    int
	cause error

	count int
	step  step // that failed, and its path
	path  string
}

func (f *failure) fault(s step, path string) error {
	if f.count++; f.count != f.at {
		return nil
	}
	f.step, f.path = s, path
	if s == stepWrite { // a full disk takes a part
		if err := os.WriteFile(path, []byte("{"), 0o644); err != nil {
			f.t.Fatal(err)
		}
	}
	return f.cause
}

// TestFailedPutNeverCommits has a change that goes on after the disk failed.
func TestFailedPutNeverCommits(t *testing.T) {
	home := t.TempDir()
	a, b := smallSample(t, "A", ""), smallSample(t, "B", "")
	failing := true
	d := disk{fault: func(s step, _ string) error {
		if failing && s == stepWrite {
			return syscall.ENOSPC
		}
		return nil
	}}
	err := update(t.Context(), d, home, func(tx *Tx) error {
		if _, err := tx.Put(a.doc, a.source, a.name); !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("first Put: error is %v, want ENOSPC", err)
		}
		failing = false
		if _, err := tx.Put(b.doc, b.source, b.name); !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("second Put: error is %v, want the first one's", err)
		}
		return nil
	})
	if !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("error is %v, want ENOSPC", err)
	}
	if l := mustOpen(t, home); l.manifest.Generation != 0 {
		t.Errorf("generation is %d, want 0", l.manifest.Generation)
	}
}

// changesEach is how many changes each of the processes below makes.
const changesEach = 5

// addingChild adds documents one by one. The argument is the child's number.
func addingChild(t *testing.T, home, argument string) {
	for i := range changesEach {
		mustUpdate(t, home, put(smallSample(t, argument+"-"+strconv.Itoa(i), "")))
	}
}

func TestProcessesAtOnceLoseNothing(t *testing.T) {
	home := filepath.Join(t.TempDir(), "data", "pqcite")
	const processes = 4
	var want []*core.Document
	var wg sync.WaitGroup
	for p := range processes {
		wg.Go(func() {
			if output, err := runChild(t, "add", home, strconv.Itoa(p)); err != nil {
				t.Errorf("child %d: %v\n%s", p, err, output)
			}
		})
		for i := range changesEach {
			want = append(want, smallSample(t, fmt.Sprintf("%d-%d", p, i), "").doc)
		}
	}
	wg.Wait()
	l := mustOpen(t, home)
	if diff := cmp.Diff(want, l.Documents()); diff != "" {
		t.Errorf("documents (-want +got):\n%s", diff)
	}
	if l.manifest.Generation != processes*changesEach {
		t.Errorf("generation is %d, want %d", l.manifest.Generation, processes*changesEach)
	}
}
