package eval

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
)

// arm is one way of running the system, to be compared with the control.
type arm struct {
	name     string
	role     role
	preset   string // that the features began from
	features core.Features
	what     string // for readers of the report
	same     string // an earlier arm with the same features, which runs in place of this one
}

// role is what an arm is there to show.
type role int

const (
	controls role = iota // the default preset, and once more: the noise
	presets
	without // what a feature of the default is worth next to the others
	only    // what a feature is worth alone
)

// The names of the arms that others are compared with.
const (
	controlArm = "control"
	minimalArm = "preset-minimal"
)

// modelFeatures ask a language model.
var modelFeatures = []string{"model", "grade", "rewrite", "gaps"}

// armsOf are the arms of an ablation, the control first. It runs without a language model,
// so the features that need one are off, and presets that differ in them alone are seen to
// be the same. With presetsOnly single features are not switched.
func armsOf(presetsOnly bool) ([]arm, error) {
	control := core.DefaultFeatures()
	arms := []arm{
		{name: controlArm, role: controls, preset: core.DefaultPreset, features: control,
			what: fmt.Sprintf("the default preset, `%s`", core.DefaultPreset)},
		{name: "control-again", role: controls, preset: core.DefaultPreset, features: control, what: "the same once more: its difference is the noise"},
	}
	for _, name := range core.PresetNames() {
		f, err := core.Preset(name)
		if err != nil {
			return nil, err
		}
		arms = append(arms, arm{name: "preset-" + name, role: presets, preset: name, features: f, what: fmt.Sprintf("the preset `%s`", name)})
	}
	if !presetsOnly {
		single, err := singleArms(control)
		if err != nil {
			return nil, err
		}
		arms = append(arms, single...)
	}
	switchModelOff(arms)
	markSame(arms)
	return arms, nil
}

// singleArms switch one feature: each that is on in the control off, and each
// that needs no model on over nothing.
func singleArms(control core.Features) ([]arm, error) {
	var arms []arm
	for _, name := range control.On() {
		f := control
		if err := f.Set(name, false); err != nil {
			return nil, err
		}
		arms = append(arms, arm{name: "without-" + name, role: without, preset: core.DefaultPreset, features: f,
			what: fmt.Sprintf("the control without `%s`", name)})
	}
	for _, name := range core.FeatureNames() {
		if slices.Contains(modelFeatures, name) {
			continue
		}
		f, err := core.Preset("minimal")
		if err == nil {
			err = f.Set(name, true)
		}
		if err != nil {
			return nil, err
		}
		arms = append(arms, arm{name: "only-" + name, role: only, preset: "minimal", features: f,
			what: fmt.Sprintf("`minimal` with `%s`", name)})
	}
	return arms, nil
}

func switchModelOff(arms []arm) {
	for i := range arms {
		var off []string
		for _, name := range arms[i].features.On() {
			if slices.Contains(modelFeatures, name) {
				off = append(off, "`"+name+"`")
				_ = arms[i].features.Set(name, false) // On named it, so it is a feature
			}
		}
		if len(off) > 0 {
			arms[i].what += "; no language model is configured, which is what this is for: " + strings.Join(off, ", ")
		}
	}
}

// markSame finds arms that have the features of an earlier one. The control's second run is
// none: it is there to be run.
func markSame(arms []arm) {
	for i := range arms {
		if arms[i].role == controls {
			continue
		}
		if at := slices.IndexFunc(arms[:i], func(a arm) bool { return a.features == arms[i].features }); at >= 0 {
			arms[i].same = arms[at].name
		}
	}
}
