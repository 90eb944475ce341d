package eval

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
)

// Arm is one way of running the system, to be held against the control arm.
type Arm struct {
	Name     string        `json:"name"`
	Role     ArmRole       `json:"role"`
	Preset   string        `json:"preset"` // that the features began from
	Features core.Features `json:"features"`
	What     string        `json:"what"` // for readers of the report
	// Same names an earlier arm with the same features, which stands for this one.
	Same string `json:"same,omitempty"`
}

// ArmRole says what an arm is there to show.
type ArmRole string

// The roles of arms.
const (
	RoleControl ArmRole = "control" // the default preset, and once more: the noise
	RoleWithout ArmRole = "without" // what a feature of the default is worth beside the others
	RoleOnly    ArmRole = "only"    // what a feature is worth alone
	RolePreset  ArmRole = "preset"
)

// The names of the arms that others are held against.
const (
	controlArm = "control"
	minimalArm = "preset-minimal"
)

// modelFeatures ask a language model. Without one they change nothing.
var modelFeatures = []string{"model", "grade", "rewrite", "gaps"}

// Arms are the arms of an ablation, the control first. Without a model the
// features that need one are off, so that presets that differ in them alone are
// seen to be the same. With presetsOnly single features are not switched.
func Arms(model, presetsOnly bool) ([]Arm, error) {
	control := core.DefaultFeatures()
	arms := []Arm{
		{Name: controlArm, Role: RoleControl, Preset: core.DefaultPreset, Features: control,
			What: fmt.Sprintf("the default preset, `%s`", core.DefaultPreset)},
		{Name: "control-again", Role: RoleControl, Preset: core.DefaultPreset, Features: control, What: "the same once more: its difference is the noise"},
	}
	for _, name := range core.PresetNames() {
		f, err := core.Preset(name)
		if err != nil {
			return nil, err
		}
		arms = append(arms, Arm{Name: "preset-" + name, Role: RolePreset, Preset: name, Features: f, What: fmt.Sprintf("the preset `%s`", name)})
	}
	if !presetsOnly {
		single, err := singleArms(control)
		if err != nil {
			return nil, err
		}
		arms = append(arms, single...)
	}
	if !model {
		switchModelOff(arms)
	}
	markSame(arms)
	return arms, nil
}

// singleArms switch one feature: each that is on in the control off, and each
// that needs no model on over nothing.
func singleArms(control core.Features) ([]Arm, error) {
	var arms []Arm
	for _, name := range control.On() {
		f := control
		if err := f.Set(name, false); err != nil {
			return nil, err
		}
		arms = append(arms, Arm{Name: "without-" + name, Role: RoleWithout, Preset: core.DefaultPreset, Features: f,
			What: fmt.Sprintf("the control without `%s`", name)})
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
		arms = append(arms, Arm{Name: "only-" + name, Role: RoleOnly, Preset: "minimal", Features: f,
			What: fmt.Sprintf("`minimal` with `%s`", name)})
	}
	return arms, nil
}

func switchModelOff(arms []Arm) {
	for i := range arms {
		var off []string
		for _, name := range arms[i].Features.On() {
			if slices.Contains(modelFeatures, name) {
				off = append(off, "`"+name+"`")
				_ = arms[i].Features.Set(name, false) // On named it, so it is a feature
			}
		}
		if len(off) > 0 {
			arms[i].What += "; no language model is configured, which is what this is for: " + strings.Join(off, ", ")
		}
	}
}

// markSame finds arms that an earlier one stands for. The control's second run is
// none: it is there to be run.
func markSame(arms []Arm) {
	for i := range arms {
		if arms[i].Role == RoleControl {
			continue
		}
		if at := slices.IndexFunc(arms[:i], func(a Arm) bool { return a.Features == arms[i].Features }); at >= 0 {
			arms[i].Same = arms[at].Name
		}
	}
}
