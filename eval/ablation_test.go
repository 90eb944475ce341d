package eval

import (
	"bytes"
	"context"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/golden"
)

// featured is a system in which some features matter: notes find the answer to "one",
// rerank and context together that to "three", and slots keep from answering "six" and
// "seven".
func featured(f core.Features) Asker {
	o := map[string]core.Outcome{
		"one":   refused(0.1, core.RefusalMissingFact),
		"two":   answered(0.85, "It has 2 400 bytes.", p("A", 8)),
		"three": answered(0.65, "Because it is smaller.", p("B", 2)),
		"four":  refused(0.2, core.RefusalMissingFact),
		"five":  answered(0.7, "So it is.", p("B", 9)),
		"six":   refused(0.3, core.RefusalMissingTerm),
		"seven": refused(0.3, core.RefusalMissingTerm),
		"eight": refused(0, core.RefusalOffCorpus),
	}
	if f.Notes {
		o["one"] = answered(0.9, "It has 1184 bytes.", p("A", 6, 7))
	}
	if !f.Rerank || !f.Context {
		o["three"] = answered(0.6, "Because it is faster.", p("B", 3))
	}
	if !f.Slots {
		o["six"] = answered(0.6, "It is so.", p("A", 1))
		o["seven"] = answered(0.5, "It is seven.", p("A", 7))
	}
	return func(_ context.Context, q *Question, _ core.Observer) (core.Outcome, error) {
		return o[q.Text], nil
	}
}

func ablate(t testing.TB, set *QuestionSet, askWith func(core.Features) Asker, presetsOnly bool) *Ablation {
	t.Helper()
	r, err := Ablate(t.Context(), set, askWith, AblationOptions{Library: "d1", PresetsOnly: presetsOnly, Now: ticking()})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func armNames(arms []arm, of role, ran bool) []string {
	var out []string
	for _, a := range arms {
		if a.role == of && (a.same == "") == ran {
			out = append(out, a.name)
		}
	}
	return out
}

func TestArms(t *testing.T) {
	arms, err := armsOf(false)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"control", "control-again"}, armNames(arms, controls, true)); diff != "" {
		t.Errorf("controls (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"preset-minimal"}, armNames(arms, presets, true)); diff != "" {
		t.Errorf("presets that run without a model (-want +got):\n%s", diff)
	}
	stands := map[string]string{}
	for _, a := range arms {
		if a.same != "" {
			stands[a.name] = a.same
		}
	}
	want := map[string]string{"preset-balanced": "control", "preset-enhanced": "control", "preset-research": "control", "preset-full": "control"}
	if diff := cmp.Diff(want, stands); diff != "" {
		t.Errorf("arms that another stands for (-want +got):\n%s", diff)
	}
	if got, want := len(armNames(arms, without, true)), len(core.DefaultFeatures().On()); got != want {
		t.Errorf("%d features are switched off, want the %d of the default", got, want)
	}
	for _, a := range arms {
		on := a.features.On()
		switch a.role {
		case only:
			if len(on) != 1 || "only-"+on[0] != a.name {
				t.Errorf("%s has the features %v", a.name, on)
			}
		case without:
			if len(on) != len(core.DefaultFeatures().On())-1 || slices.Contains(on, strings.TrimPrefix(a.name, "without-")) {
				t.Errorf("%s has the features %v", a.name, on)
			}
		}
	}
}

// Every model feature is one of core's, and no other is left out of the arms.
func TestModelFeatures(t *testing.T) {
	for _, name := range modelFeatures {
		if !slices.Contains(core.FeatureNames(), name) {
			t.Errorf("%q is no feature", name)
		}
	}
	arms, err := armsOf(false)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := len(armNames(arms, only, true)), len(core.FeatureNames())-len(modelFeatures); got != want {
		t.Errorf("%d features are switched on alone, want %d", got, want)
	}
}

func TestAblateControlHasNoDifference(t *testing.T) {
	again := ablate(t, answerSample(t), featured, false).arm("control-again")
	if again.control.Changed != 0 {
		t.Errorf("the control differs from itself in %d outcomes", again.control.Changed)
	}
	for _, p := range again.control.Measures {
		if p.Delta != 0 || p.Low != 0 || p.High != 0 || p.P != 1 {
			t.Errorf("the control differs from itself: %+v", p)
		}
	}
}

func TestAblate(t *testing.T) {
	a := ablate(t, answerSample(t), featured, false)
	for _, tc := range []struct{ arm, measure, gained, lost string }{
		{"without-slots", "false_answer", "", "n1 n2"},
		{"without-slots", "sound", "", "n1 n2"},
		{"without-slots", "right", "", ""},
		{"without-notes", "right", "", "a1"},
		{"without-rerank", "page", "", "a3"},
		{"without-context", "page", "", "a3"},
		{"without-terms", "sound", "", ""},
		{"only-slots", "right", "", "a1 a3"},
		{"preset-minimal", "sound", "", "a1 a3 n1 n2"},
	} {
		p := a.arm(tc.arm).control.Of(tc.measure)
		if got := [2]string{strings.Join(p.Gained, " "), strings.Join(p.Lost, " ")}; got != [2]string{tc.gained, tc.lost} {
			t.Errorf("%s of %s gained and lost %q, want %q and %q", tc.measure, tc.arm, got, tc.gained, tc.lost)
		}
	}
	// Alone, notes and slots are worth something; rerank and context are not.
	for arm, want := range map[string]string{"only-notes": "a1", "only-slots": "n1 n2", "only-rerank": "", "only-context": ""} {
		if got := strings.Join(a.arm(arm).minimal.Of("sound").Gained, " "); got != want {
			t.Errorf("%s gained %q over minimal, want %q", arm, got, want)
		}
	}
	// Two of the three unanswerable questions: 2/3 more.
	if d := a.arm("without-slots").control.Of("false_answer"); d.Delta != figure(2.0/3) || d.Low < 0 || d.High != 1 {
		t.Errorf("without slots false answers change by %+v", d)
	}
	if a.arm("preset-full") != a.arm("control") || a.arm("nonsense") != nil {
		t.Error("an arm that was not run is not the one that stands for it, or an unknown one is there")
	}
}

func TestAblateFails(t *testing.T) {
	broken := func(core.Features) Asker {
		return func(context.Context, *Question, core.Observer) (core.Outcome, error) {
			return core.Outcome{}, fmt.Errorf("no engine")
		}
	}
	_, err := Ablate(t.Context(), answerSample(t), broken, AblationOptions{})
	if err == nil || !strings.Contains(err.Error(), `run arm "control": evaluate question "a1": no engine`) {
		t.Errorf("error is %v, want it to name the arm and the question", err)
	}
}

func TestAblationGolden(t *testing.T) {
	var b bytes.Buffer
	if err := ablate(t, answerSample(t), featured, false).WriteMarkdown(&b); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "ablation.md", b.Bytes())
}

// A system that answers otherwise each time is not passed off as one without
// noise.
func TestAblationSaysThatThereIsNoise(t *testing.T) {
	n := 0
	noisy := func(f core.Features) Asker {
		return func(ctx context.Context, q *Question, watch core.Observer) (core.Outcome, error) {
			o, err := featured(f)(ctx, q, watch)
			n++
			o.Detail = fmt.Sprint(n)
			return o, err
		}
	}
	var b bytes.Buffer
	if err := ablate(t, answerSample(t), noisy, true).WriteMarkdown(&b); err != nil {
		t.Fatal(err)
	}
	if want := "**The control was run twice and 8 of 8 outcomes read differently.**"; !strings.Contains(b.String(), want) {
		t.Errorf("the report lacks %q", want)
	}
	if strings.Contains(b.String(), "differences to `minimal`") {
		t.Error("the report has single features, of which there are none")
	}
}

// manyQuestions are 60 answerable ones and 20 others.
func manyQuestions(t *testing.T) *QuestionSet {
	t.Helper()
	var b strings.Builder
	for i := range 80 {
		answerable := strconv.FormatBool(i < 60)
		b.WriteString(`{"qid":"q` + strconv.Itoa(i) + `","question":"q` + strconv.Itoa(i) + `","answerable":` + answerable + `,"must":["yes"]}` + "\n")
	}
	s, err := parseQuestions("set.jsonl", strings.NewReader(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// lucky makes a system that is the better the more features are on, by the
// hash of a question.
func lucky(f core.Features) Asker {
	on := len(f.On())
	if f.Slots {
		on += 6
	}
	return func(_ context.Context, q *Question, _ core.Observer) (core.Outcome, error) {
		h := fnv.New32a()
		h.Write([]byte(q.Text))
		luck := int(h.Sum32()>>8) % 24
		o := core.Outcome{Status: core.Answered, Confidence: float64(luck) / 24, ShortAnswer: "no"}
		switch {
		case luck < on:
			o.ShortAnswer, o.Confidence = "yes", 1-float64(luck)/40
		case luck%3 == 0:
			o = core.Outcome{Status: core.Refused, RefusalReason: core.RefusalMissingFact}
		}
		return o, nil
	}
}

func TestWriteFiles(t *testing.T) {
	dir, second := t.TempDir(), t.TempDir()
	a := ablate(t, manyQuestions(t), lucky, false)
	for _, err := range []error{a.WriteFiles(dir), ablate(t, manyQuestions(t), lucky, false).WriteFiles(second)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(read(t, dir, "report.md"), read(t, second, "report.md")) {
		t.Error("report.md differs from one run to the next")
	}
	for _, arm := range a.arms {
		_, err := os.Stat(filepath.Join(dir, "arms", arm.name+".jsonl"))
		if (err == nil) != (arm.report != nil) {
			t.Errorf("questions of arm %s: %v", arm.name, err)
		}
	}
	if _, err := ReadAnswerReport(bytes.NewReader(read(t, dir, "arms/control.json"))); err != nil {
		t.Errorf("the report of an arm is no baseline: %v", err)
	}
}

func read(t *testing.T, dir, name string) []byte {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return raw
}
