package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/plan"
	"github.com/pqcite/pqcite/core/trace"
)

// recorded is the file that core/trace tests with: an answer with a model, a
// refusal, and the answer again.
const recorded = "../../core/trace/testdata/runs.jsonl"

func recordedRuns(t *testing.T) []trace.Run {
	t.Helper()
	var runs []trace.Run
	err := new(app).eachRun(t.Context(), recorded, func(_ int, r trace.Run) error { runs = append(runs, r); return nil })
	if err != nil || len(runs) != 3 {
		t.Fatalf("%d runs, %v", len(runs), err)
	}
	return runs
}

func emit(to core.Observer, run trace.Run) {
	for _, e := range run {
		to(e)
	}
}

func TestTraced(t *testing.T) {
	runs := recordedRuns(t)
	failure := errors.New("engine is down")
	tests := []struct {
		name  string
		ask   func(o core.Observer) error
		want  error
		kept  int // runs in the file
		whole bool
	}{
		{"answered", func(o core.Observer) error { emit(o, runs[0]); return nil }, nil, 1, true},
		{"refused", func(o core.Observer) error { emit(o, runs[1]); return exitCode(exitRefused) }, exitCode(exitRefused), 1, true},
		{"a batch with a bad line", func(o core.Observer) error {
			emit(o, runs[0])
			emit(o, runs[1][:4])
			emit(o, runs[2])
			return exitCode(exitError)
		}, exitCode(exitError), 2, true},
		{"failed", func(o core.Observer) error { emit(o, runs[0][:3]); return failure }, failure, 0, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "t.jsonl")
			var o core.Observer
			if err := traced(file, &o, func() error { return test.ask(o) }); !errors.Is(err, test.want) {
				t.Errorf("error %v, want %v", err, test.want)
			}
			n := 0
			err := new(app).eachRun(t.Context(), file, func(int, trace.Run) error { n++; return nil })
			if n != test.kept || (err == nil) != test.whole {
				t.Errorf("%d runs are kept, %v", n, err)
			}
		})
	}
}

func TestTracedFails(t *testing.T) {
	dir := t.TempDir()
	var o core.Observer
	asked := false
	err := traced(dir, &o, func() error { asked = true; return nil })
	if err == nil || !strings.Contains(err.Error(), dir) || asked {
		t.Errorf("error %v; asked before the file was known to be writable: %v", err, asked)
	}
	file := filepath.Join(dir, "t.jsonl")
	err = traced(file, &o, func() error { return exitCode(exitRefused) })
	if err == nil || !strings.Contains(err.Error(), "no run has ended") {
		t.Errorf("error %v of a run that told nothing", err)
	}
	if left, err := os.ReadDir(dir); len(left) != 0 || err != nil {
		t.Errorf("files are left: %v, %v", left, err)
	}
}

// apart is a run that shares nothing with another, so that it can be changed.
func apart(t *testing.T, run trace.Run) trace.Run {
	t.Helper()
	data, err := json.Marshal(run)
	if err != nil {
		t.Fatal(err)
	}
	var out trace.Run
	if err := json.Unmarshal(data, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// rerunner replays runs as the function makes them of the recorded ones.
type rerunner struct {
	t       *testing.T
	library string
	again   func(trace.Run) trace.Run
}

func (r *rerunner) Replayable(run trace.Run) error {
	if run.Start().Library != r.library {
		return pqcite.ErrOtherLibrary
	}
	return nil
}

func (r *rerunner) Replay(_ context.Context, run trace.Run) (trace.Run, error) {
	return r.again(apart(r.t, run)), nil
}

// rerun replays the recorded file, and returns what is printed.
func rerun(t *testing.T, file, library string, again func(trace.Run) trace.Run) (string, error) {
	t.Helper()
	var out bytes.Buffer
	r := &replay{app: &app{streams: streams{out: &out}}, file: file, library: &rerunner{t, library, again}, digest: library}
	err := r.all(t.Context())
	return out.String(), err
}

func TestReplay(t *testing.T) {
	library := recordedRuns(t)[0].Start().Library
	tests := []struct {
		name  string
		again func(trace.Run) trace.Run
		want  string
		code  error
	}{
		{"same", func(r trace.Run) trace.Run { r[2].AtUS += 7; return r },
			`run 1: same events, same outcome: "Compare the ciphertexts of ML-KEM-768 and HQC-192."
run 2: same events, same outcome: "What is the airspeed of an unladen swallow?"
run 3: same events, same outcome: "Compare the ciphertexts of ML-KEM-768 and HQC-192."
runs: 3 the same, 0 differ, 0 not rerun
`, nil},
		{"another score", func(r trace.Run) trace.Run {
			if hits := r[2].Retrieval.Hits; len(hits) > 0 {
				hits[0].Score = 2
			}
			return r
		}, `run 1: differs, with the same outcome: "Compare the ciphertexts of ML-KEM-768 and HQC-192."
  first at event 3 (retrieval), retrieval.hits[0].score: was 14.25, is 2
run 2: same events, same outcome: "What is the airspeed of an unladen swallow?"
run 3: differs, with the same outcome: "Compare the ciphertexts of ML-KEM-768 and HQC-192."
  first at event 3 (retrieval), retrieval.hits[0].score: was 14.25, is 2
runs: 1 the same, 2 differ, 0 not rerun
`, exitCode(exitFindings)},
		{"another outcome", func(r trace.Run) trace.Run {
			if r.End().Claims > 0 {
				r.End().OutcomeSHA256 = "\x1b[2J"
			}
			return r
		}, `run 1: differs, with another outcome: "Compare the ciphertexts of ML-KEM-768 and HQC-192."
  first at event 16 (end), end.outcome_sha256: was "` + strings.Repeat("ab", 32) + `", is "\u001b[2J"
run 2: same events, same outcome: "What is the airspeed of an unladen swallow?"
run 3: differs, with another outcome: "Compare the ciphertexts of ML-KEM-768 and HQC-192."
  first at event 16 (end), end.outcome_sha256: was "` + strings.Repeat("ab", 32) + `", is "\u001b[2J"
runs: 1 the same, 2 differ, 0 not rerun
`, exitCode(exitFindings)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := rerun(t, recorded, library, test.again)
			if err != test.code {
				t.Errorf("error %v, want %v", err, test.code)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("printed (-want +got):\n%s", diff)
			}
		})
	}
}

func TestReplayOfAnotherLibrary(t *testing.T) {
	got, err := rerun(t, recorded, "other", func(r trace.Run) trace.Run { t.Error("it was rerun"); return r })
	if err != exitCode(exitFindings) || !strings.HasPrefix(got, "not rerun: run 1 is of another library\n") || !strings.Contains(got, `this one has   "other"`) {
		t.Errorf("%v, printed %q", err, got)
	}
}

// TestReplayOfNoQuestion checks that a question that a trace does not keep whole is
// not held against what was asked.
func TestReplayOfNoQuestion(t *testing.T) {
	for question, want := range map[string]string{
		"bell \a": "same", strings.Repeat("long", plan.MaxQuestion): "not rerun", "not \uFFFD text": "not rerun",
	} {
		run := recordedRuns(t)[1]
		run[0].Start.Question = question
		run.End().StopReason = core.StopInvalid
		file := filepath.Join(t.TempDir(), "t.jsonl")
		var o core.Observer
		if err := traced(file, &o, func() error { emit(o, run); return nil }); err != nil {
			t.Fatal(err)
		}
		got, err := rerun(t, file, run.Start().Library, func(r trace.Run) trace.Run { return r })
		if err != nil || !strings.HasPrefix(got, "run 1: "+want) || len(got) > 300 {
			t.Errorf("%v, printed %q, want %q", err, got, want)
		}
	}
}

// whenPrinting calls a function at the first write.
type whenPrinting func()

func (f *whenPrinting) Write(p []byte) (int, error) {
	if *f != nil {
		(*f)()
		*f = nil
	}
	return len(p), nil
}

// TestTraceBeforeAnswer checks that the trace is whole before the answer is printed:
// the reader of a pipe may leave at the first line, and that ends the process.
func TestTraceBeforeAnswer(t *testing.T) {
	file := filepath.Join(t.TempDir(), "t.jsonl")
	printed := false
	out := whenPrinting(func() {
		printed = true
		in, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		defer in.Close()
		if _, err := trace.NewReader(file, in).Next(); err != nil {
			t.Error(err)
		}
	})
	args := []string{"--home", t.TempDir(), "ask", "--trace", file, "How long is an ML-KEM-768 ciphertext?"}
	code := run(t.Context(), args, streams{in: strings.NewReader(""), out: &out, err: io.Discard})
	if code != 0 || !printed {
		t.Errorf("exit code %d, printed %v, want 0 and an answer", code, printed)
	}
}
