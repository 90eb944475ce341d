package trace

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/golden"
)

func writeAll(t *testing.T, path string, runs ...Run) error {
	t.Helper()
	w, err := Create(path)
	if err != nil {
		return err
	}
	defer w.Discard()
	for _, r := range runs {
		for _, e := range r {
			w.Observe(e)
		}
	}
	return w.Commit()
}

func readAll(name string, in io.Reader) ([]Run, error) {
	var runs []Run
	for r := NewReader(name, in); ; {
		run, err := r.Next()
		if errors.Is(err, io.EOF) {
			return runs, nil
		}
		if err != nil {
			return runs, err
		}
		runs = append(runs, run)
	}
}

func text(t testing.TB, runs ...Run) string {
	t.Helper()
	var b bytes.Buffer
	for _, r := range runs {
		for i := range r {
			if err := encode(&b, &r[i]); err != nil {
				t.Fatal(err)
			}
		}
	}
	return b.String()
}

// onlyFile fails if a folder holds something besides a file of the name.
func onlyFile(t *testing.T, dir string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}

func TestWriteAndRead(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "runs.jsonl")
	want := []Run{compared(), refused(), compared()}
	if err := writeAll(t, path, want...); err != nil {
		t.Fatal(err)
	}
	onlyFile(t, dir, "runs.jsonl")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "runs.jsonl", data)
	got, err := readAll(path, bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("runs (-want +got):\n%s", diff)
	}
}

// TestRunWithoutEnd checks that a run that failed leaves nothing, and the others
// are kept.
func TestRunWithoutEnd(t *testing.T) {
	path := filepath.Join(t.TempDir(), "runs.jsonl")
	if err := writeAll(t, path, compared()[:5], refused(), compared()[:3]); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(text(t, refused()), string(data)); diff != "" {
		t.Errorf("file (-want +got):\n%s", diff)
	}
}

func TestWriteErrors(t *testing.T) {
	long := refused()
	long[1].Plan.Query = strings.Repeat("x", MaxLine)
	bad := refused()
	bad[2].Seq = 9
	tests := []struct {
		name string
		runs []Run
		want string
	}{
		{"no run", nil, "no run has ended"},
		{"no end", []Run{compared()[:4]}, "no run has ended"},
		{"broken order", []Run{compared(), bad}, "event has the number 9 where 3 is next"},
		{"a long event", []Run{long}, "take event 2 of "},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "runs.jsonl")
			if err := os.WriteFile(path, []byte("before"), 0o600); err != nil {
				t.Fatal(err)
			}
			err := writeAll(t, path, test.runs...)
			if err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), path) {
				t.Errorf("error %v, want the path and %q", err, test.want)
			}
			onlyFile(t, dir, "runs.jsonl")
			if data, _ := os.ReadFile(path); string(data) != "before" {
				t.Errorf("file holds %q, want what it held before", data)
			}
		})
	}
}

func TestCreateErrors(t *testing.T) {
	dir := t.TempDir()
	for _, path := range []string{dir, filepath.Join(dir, "none", "runs.jsonl")} {
		if err := writeAll(t, path, refused()); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("error %v, want one that names %q", err, path)
		}
	}
	onlyFile(t, dir)
}

// TestReplace checks that the target of a link is replaced, with its permissions,
// and not the link.
func TestReplace(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	if err := os.WriteFile(file, nil, 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("file", link); err != nil {
		t.Skip("no links here:", err)
	}
	if err := writeAll(t, link, refused()); err != nil {
		t.Fatal(err)
	}
	if at, err := os.Readlink(link); err != nil || at != "file" {
		t.Errorf("link leads to %q, %v", at, err)
	}
	info, err := os.Stat(file)
	if err != nil || info.Size() == 0 || info.Mode().Perm() != 0o640 {
		t.Errorf("file is %v, %v", info, err)
	}
}

func TestReadErrors(t *testing.T) {
	whole := text(t, refused())
	lines := strings.SplitAfter(whole, "\n")
	long := `{"seq":1,"at_us":0,"state":"` + strings.Repeat("x", MaxLine) + `"}`
	tests := []struct {
		name, text, want string
	}{
		{"empty", "", `read trace "t.jsonl": it holds no run`},
		{"blank", "\n", `line 1: decode an event: empty line`},
		{"binary", "\x7fELF\x02\x01\x00\xff\n", "line 1: decode an event: not UTF-8 text"},
		{"zeros", "\x00\x00\x00\n", "line 1: decode an event: invalid character"},
		{"no event", "[]\n", "line 1: decode an event: json: cannot unmarshal array"},
		{"null", "null\n", "line 1: decode an event: null is none"},
		{"two in a line", strings.Replace(whole, "\n", "", 1), "line 1: decode an event: more than one value"},
		{"unknown field", strings.Replace(whole, `"seq"`, `"evil\u001b[2J":1,"seq"`, 1), `line 1: decode an event: json: unknown field "evil\x1b[2J"`},
		{"unknown kind", strings.Replace(whole, `"kind":"plan"`, `"kind":"plot"`, 1), `line 2: unknown kind "plot"`},
		{"unknown state", strings.Replace(whole, `"state":"retrieve"`, `"state":"dream"`, 1), `line 3: unknown state "dream"`},
		{"another part", strings.Replace(whole, `"kind":"plan"`, `"kind":"draft"`, 1), `line 2: event of the kind "draft" has the part of "plan"`},
		{"no part", strings.Replace(whole, `"plan":{`, `"plan":null,"start":{`, 1), `line 2: decode an event`},
		{"bare", `{"seq":1,"at_us":0,"state":"analyze","kind":"start"}` + "\n", `line 1: event of the kind "start" has no part of its own`},
		{"no start", strings.Join(lines[1:], ""), `line 1: a run begins with "plan", not with a start`},
		{"start twice", lines[0] + whole, "line 2: a run starts where the one before it has no end, after event 1 of it"},
		{"behind the end", whole + lines[3], `line 8: a run begins with "model", not with a start`},
		{"a line is missing", lines[0] + lines[2], "line 2: event has the number 3 where 2 is next"},
		{"back in time", strings.Replace(whole, `"at_us":1250`, `"at_us":-1`, 1), "line 2: time goes back from 0 µs to -1 µs"},
		{"cut between lines", whole + strings.Join(lines[:3], ""), "line 10: the file is cut short, the run has no end after event 3"},
		{"cut line", whole + lines[0] + lines[1][:20], "line 9: the file is cut short inside an event"},
		{"cut in the last event", whole[:len(whole)-3], "line 7: the file is cut short inside an event"},
		{"long line", lines[0] + long, "line 2: read an event: more than 4194304 bytes"},
		{"long run", lines[0] + longRun(t), "read a run: more than 4194304 bytes in an event or 16777216 in a run"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := readAll("t.jsonl", strings.NewReader(test.text))
			if err == nil || !strings.Contains(err.Error(), test.want) || !strings.HasPrefix(err.Error(), `read trace "t.jsonl": `) {
				t.Errorf("error %v, want %q", err, test.want)
			}
		})
	}
}

// longRun are the events of a run after its start, more than it may hold.
func longRun(t *testing.T) string {
	var b bytes.Buffer
	for seq := 2; b.Len() <= MaxRun; seq++ {
		e := core.Event{Seq: seq, State: core.StateAnswer, Kind: core.EventModel, Exchange: &core.Exchange{Reply: strings.Repeat("x", MaxLine/2)}}
		if err := encode(&b, &e); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

// TestReadOn checks that what comes before an error is read, and nothing after.
func TestReadOn(t *testing.T) {
	r := NewReader("t.jsonl", strings.NewReader(text(t, refused())+"\n"+text(t, refused())))
	if run, err := r.Next(); err != nil || len(run) != len(refused()) {
		t.Fatalf("first run has %d events, %v", len(run), err)
	}
	for range 2 {
		if run, err := r.Next(); err == nil || errors.Is(err, io.EOF) || run != nil {
			t.Fatalf("second run is %v, %v", run, err)
		}
	}
}

// TestLastLineWithoutItsEnd checks that a file that an editor saved is whole.
func TestLastLineWithoutItsEnd(t *testing.T) {
	runs, err := readAll("t.jsonl", strings.NewReader(strings.TrimSuffix(text(t, compared()), "\n")))
	if err != nil || len(runs) != 1 {
		t.Errorf("%d runs, %v", len(runs), err)
	}
}

func TestUnreadable(t *testing.T) {
	failure := errors.New("disk is gone")
	_, err := readAll("t.jsonl", io.MultiReader(strings.NewReader("{"), failing{failure}))
	if !errors.Is(err, failure) {
		t.Errorf("error %v, want %v", err, failure)
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// FuzzRead reads arbitrary files: what is read can be written, is read again as
// the same, and is shown without what drives a terminal.
func FuzzRead(f *testing.F) {
	whole := text(f, compared(), refused())
	for _, s := range []string{whole, text(f, refused()), whole[:len(whole)/2], "", "\n", "null\n", "{}", "\x00", `{"seq":1,"kind":"start","state":"analyze","start":{}}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		runs, err := readAll("t.jsonl", bytes.NewReader(data))
		if err != nil && !strings.HasPrefix(err.Error(), `read trace "t.jsonl": `) {
			t.Errorf("error %v does not name the file", err)
		}
		if len(runs) == 0 {
			return
		}
		again, err := readAll("again", strings.NewReader(text(t, runs...)))
		if err != nil || len(again) != len(runs) {
			t.Fatalf("%d runs of %d are read again, %v", len(again), len(runs), err)
		}
		for i := range runs {
			if d, err := Diff(runs[i], again[i]); d != nil || err != nil {
				t.Errorf("run %d is another one when it is read again: %v, %v", i, d, err)
			}
			wantPlain(t, Timeline(runs[i]))
		}
		var table strings.Builder
		if err := summaryOf(runs...).WriteText(&table); err != nil {
			t.Error(err)
		}
		wantPlain(t, table.String())
	})
}
