package eval

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/golden"
)

// featured is a system in which some features matter: notes find the answer to
// "one", rerank and context together that to "three", and slots keep from
// answering "six" and "seven".
func featured(f core.Features) Asker {
	o := secondSystem()
	o["one"] = refused(0.1, core.RefusalMissingFact)
	if f.Notes {
		o["one"] = firstSystem()["one"]
	}
	if !f.Rerank || !f.Context {
		o["three"] = firstSystem()["three"]
	}
	if !f.Slots {
		o["six"] = firstSystem()["six"]
		o["seven"] = answered(0.5, "It is seven.", p("A", 7))
	}
	return o.ask
}

func ablate(t testing.TB, askWith func(core.Features) Asker, model, presetsOnly bool) *Ablation {
	t.Helper()
	a, err := Ablate(t.Context(), answerSample(t), askWith, AblationOptions{
		Library: "d1", Model: model, PresetsOnly: presetsOnly, Now: ticking(),
	})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func armNames(arms []Arm, role ArmRole, ran bool) []string {
	var out []string
	for _, a := range arms {
		if a.Role == role && (a.Same == "") == ran {
			out = append(out, a.Name)
		}
	}
	return out
}

func TestArms(t *testing.T) {
	arms, err := Arms(false, false)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"control", "control-again"}, armNames(arms, RoleControl, true)); diff != "" {
		t.Errorf("controls (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"preset-minimal"}, armNames(arms, RolePreset, true)); diff != "" {
		t.Errorf("presets that run without a model (-want +got):\n%s", diff)
	}
	stands := map[string]string{}
	for _, a := range arms {
		if a.Same != "" {
			stands[a.Name] = a.Same
		}
	}
	want := map[string]string{"preset-balanced": "control", "preset-enhanced": "control", "preset-research": "control", "preset-full": "control"}
	if diff := cmp.Diff(want, stands); diff != "" {
		t.Errorf("arms that another stands for (-want +got):\n%s", diff)
	}
	if got, want := len(armNames(arms, RoleWithout, true)), len(core.DefaultFeatures().On()); got != want {
		t.Errorf("%d features are switched off, want the %d of the default", got, want)
	}
	for _, a := range arms {
		on := a.Features.On()
		switch a.Role {
		case RoleOnly:
			if len(on) != 1 || "only-"+on[0] != a.Name {
				t.Errorf("%s has the features %v", a.Name, on)
			}
		case RoleWithout:
			if len(on) != len(core.DefaultFeatures().On())-1 || slices.Contains(on, strings.TrimPrefix(a.Name, "without-")) {
				t.Errorf("%s has the features %v", a.Name, on)
			}
		}
	}
}

func TestArmsWithAModel(t *testing.T) {
	arms, err := Arms(true, true)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"preset-minimal", "preset-enhanced", "preset-research", "preset-full"}
	if diff := cmp.Diff(want, armNames(arms, RolePreset, true)); diff != "" {
		t.Errorf("presets that run with a model (-want +got):\n%s", diff)
	}
	if n := len(armNames(arms, RoleOnly, true)) + len(armNames(arms, RoleWithout, true)); n != 0 {
		t.Errorf("%d arms switch single features, want none", n)
	}
}

// Every model feature is one of core's, and no other is left out of the arms.
func TestModelFeatures(t *testing.T) {
	for _, name := range modelFeatures {
		if !slices.Contains(core.FeatureNames(), name) {
			t.Errorf("%q is no feature", name)
		}
	}
	arms, err := Arms(false, false)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := len(armNames(arms, RoleOnly, true)), len(core.FeatureNames())-len(modelFeatures); got != want {
		t.Errorf("%d features are switched on alone, want %d", got, want)
	}
}

func TestAblateControlHasNoDifference(t *testing.T) {
	again := ablate(t, featured, false, false).Arm("control-again")
	if again.Control.Changed != 0 {
		t.Errorf("the control differs from itself in %d outcomes", again.Control.Changed)
	}
	for _, p := range again.Control.Measures {
		if p.Delta != 0 || p.Low != 0 || p.High != 0 || p.P != 1 {
			t.Errorf("the control differs from itself: %+v", p)
		}
	}
}

func TestAblate(t *testing.T) {
	a := ablate(t, featured, false, false)
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
		p := a.Arm(tc.arm).Control.Of(tc.measure)
		if got := [2]string{strings.Join(p.Gained, " "), strings.Join(p.Lost, " ")}; got != [2]string{tc.gained, tc.lost} {
			t.Errorf("%s of %s gained and lost %q, want %q and %q", tc.measure, tc.arm, got, tc.gained, tc.lost)
		}
	}
	// Alone, notes and slots are worth something; rerank and context are not.
	for arm, want := range map[string]string{"only-notes": "a1", "only-slots": "n1 n2", "only-rerank": "", "only-context": ""} {
		if got := strings.Join(a.Arm(arm).Minimal.Of("sound").Gained, " "); got != want {
			t.Errorf("%s gained %q over minimal, want %q", arm, got, want)
		}
	}
	// Two of the three unanswerable questions: 2/3 more.
	if d := a.Arm("without-slots").Control.Of("false_answer"); d.Delta != figure(2.0/3) || d.Low < 0 || d.High != 1 {
		t.Errorf("without slots false answers change by %+v", d)
	}
	if a.Arm("preset-full") != a.Arm("control") || a.Arm("nonsense") != nil {
		t.Error("an arm that was not run is not the one that stands for it, or an unknown one is there")
	}
}

func TestAblateFails(t *testing.T) {
	broken := func(core.Features) Asker {
		return func(context.Context, string) (Asked, error) { return Asked{}, fmt.Errorf("no engine") }
	}
	_, err := Ablate(t.Context(), answerSample(t), broken, AblationOptions{})
	if err == nil || !strings.Contains(err.Error(), `run arm "control": evaluate question "a1": no engine`) {
		t.Errorf("error is %v, want it to name the arm and the question", err)
	}
}

func TestAblationGolden(t *testing.T) {
	var b bytes.Buffer
	if err := ablate(t, featured, false, false).WriteMarkdown(&b, []string{"differences-right.svg"}); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "ablation.md", b.Bytes())
}

// A system that answers otherwise each time is not passed off as one without
// noise.
func TestAblationSaysThatThereIsNoise(t *testing.T) {
	n := 0
	noisy := func(f core.Features) Asker {
		return func(ctx context.Context, q string) (Asked, error) {
			asked, err := featured(f)(ctx, q)
			n++
			asked.Outcome.Detail = fmt.Sprint(n)
			return asked, err
		}
	}
	var b bytes.Buffer
	if err := ablate(t, noisy, false, true).WriteMarkdown(&b, nil); err != nil {
		t.Fatal(err)
	}
	if want := "**The control was run twice and 8 of 8 outcomes read differently.**"; !strings.Contains(b.String(), want) {
		t.Errorf("the report lacks %q", want)
	}
	if strings.Contains(b.String(), "## Plots") || strings.Contains(b.String(), "differences to `minimal`") {
		t.Error("the report has plots or single features, of which there are none")
	}
}

func TestAblationSurvivesItsFile(t *testing.T) {
	a := ablate(t, featured, false, false)
	var file bytes.Buffer
	if err := a.WriteJSON(&file); err != nil {
		t.Fatal(err)
	}
	again, err := ReadAblation(&file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(a, again, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("ablation (-before +after):\n%s", diff)
	}
}
