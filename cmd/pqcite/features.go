package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pqcite/pqcite/core"
)

// featureFlags choose the features of a run: a preset, and single ones switched
// on and off.
type featureFlags struct {
	preset        string
	with, without []string
}

// budgetFlag sets some of the bounds of a run.
type budgetFlag struct{ bounds map[string]int }

func (f *budgetFlag) add(c *cobra.Command) {
	c.Flags().StringToIntVar(&f.bounds, "budget", nil, "bounds of a run: steps=8,tool_calls=3,rounds=2,min_hits=2")
}

// budget is the default one with the bounds that were given.
func (f *budgetFlag) budget() (core.Budget, error) {
	b := core.DefaultBudget()
	at := map[string]*int{"steps": &b.Steps, "tool_calls": &b.ToolCalls, "rounds": &b.Rounds, "min_hits": &b.MinHits}
	for name, value := range f.bounds {
		if at[name] == nil {
			return core.Budget{}, usageError{fmt.Errorf("budget has no %q: it has steps, tool_calls, rounds and min_hits", name)}
		}
		*at[name] = value
	}
	if err := b.Validate(); err != nil {
		return core.Budget{}, usageError{err}
	}
	return b, nil
}

func (f *featureFlags) add(c *cobra.Command) {
	c.Flags().StringVar(&f.preset, "preset", core.DefaultPreset, "features: "+strings.Join(core.PresetNames(), ", "))
	c.Flags().StringSliceVar(&f.with, "with", nil, "switch a feature on: "+strings.Join(core.FeatureNames(), ", "))
	c.Flags().StringSliceVar(&f.without, "without", nil, "switch a feature off")
}

// features are the preset's with the single ones switched. One that is asked for
// both ways is an error: no order among the flags would be plain.
func (f *featureFlags) features() (core.Features, error) {
	out, err := core.Preset(f.preset)
	if err != nil {
		return core.Features{}, usageError{err}
	}
	for _, name := range f.with {
		if err := out.Set(name, true); err != nil {
			return core.Features{}, usageError{err}
		}
	}
	for _, name := range f.without {
		if slices.Contains(f.with, name) {
			return core.Features{}, usageError{fmt.Errorf("feature %q is both in --with and --without", name)}
		}
		if err := out.Set(name, false); err != nil {
			return core.Features{}, usageError{err}
		}
	}
	return out, nil
}
