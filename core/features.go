package core

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Features are the parts of a run that can be switched one by one, so that each
// can be measured alone. A run with none of them is one round of exact and
// lexical search and an answer by quotes: it is still verified, for verification
// is no feature.
type Features struct {
	Terms     bool // map old names, typos and acronyms to terms, and search for their names too
	Thesaurus bool // count other everyday words for what is asked
	Notes     bool // search the notes on anchors, our own summaries and aliases, and prefer what they cover
	FAQ       bool // match frequently asked questions: those that units answer, and those that none does
	Graph     bool // follow cross-references and calls between anchors
	Rerank    bool // reorder by the evidence in a passage's text
	Topics    bool // give each side of a comparison its share of the evidence
	Slots     bool // refuse where a name or number of the question is nowhere in the evidence, or a claim does not state what is asked
	Context   bool // quote the sentences around the best one
	Refine    bool // search again for what the evidence lacks
	Decompose bool // search for the parts of a question one by one
	Widen     bool // search with the other profile when little is found
	Repair    bool // search once more for a claim that fails its check
	Model     bool // let a language model write; its claims pass the same gate
	Grade     bool // let a model lower the confidence in the evidence
	Rewrite   bool // let a model reword the query of a second round
	Gaps      bool // let a model name what the evidence lacks
}

// feature is one switch by its name.
type feature struct {
	name string
	at   func(*Features) *bool
}

var features = []feature{
	{"terms", func(f *Features) *bool { return &f.Terms }},
	{"thesaurus", func(f *Features) *bool { return &f.Thesaurus }},
	{"notes", func(f *Features) *bool { return &f.Notes }},
	{"faq", func(f *Features) *bool { return &f.FAQ }},
	{"graph", func(f *Features) *bool { return &f.Graph }},
	{"rerank", func(f *Features) *bool { return &f.Rerank }},
	{"topics", func(f *Features) *bool { return &f.Topics }},
	{"slots", func(f *Features) *bool { return &f.Slots }},
	{"context", func(f *Features) *bool { return &f.Context }},
	{"refine", func(f *Features) *bool { return &f.Refine }},
	{"decompose", func(f *Features) *bool { return &f.Decompose }},
	{"widen", func(f *Features) *bool { return &f.Widen }},
	{"repair", func(f *Features) *bool { return &f.Repair }},
	{"model", func(f *Features) *bool { return &f.Model }},
	{"grade", func(f *Features) *bool { return &f.Grade }},
	{"rewrite", func(f *Features) *bool { return &f.Rewrite }},
	{"gaps", func(f *Features) *bool { return &f.Gaps }},
}

// FeatureNames are the names of all features, in the order of a run.
func FeatureNames() []string {
	names := make([]string, len(features))
	for i, f := range features {
		names[i] = f.name
	}
	return names
}

// presets are the named sets of features, from the fewest to the most: each has those of
// the one before, and adds some.
var presets = []struct {
	name string
	adds []string
}{
	{"minimal", nil},
	{"balanced", []string{
		"terms", "thesaurus", "notes", "faq", "graph", "rerank", "topics", "slots", "context",
		"refine", "decompose", "widen", "repair",
	}},
	{"enhanced", []string{"model"}},
	{"research", []string{"gaps"}},
	{"full", []string{"grade", "rewrite"}},
}

// DefaultPreset is the preset of a run that nobody configured.
const DefaultPreset = "balanced"

// ErrFeature is wrapped by the errors for a name that is no feature or preset.
var ErrFeature = errors.New("unknown feature")

// PresetNames are the names of the presets, from the fewest features to the most.
func PresetNames() []string {
	names := make([]string, len(presets))
	for i, p := range presets {
		names[i] = p.name
	}
	return names
}

// Preset returns the features of a preset.
func Preset(name string) (Features, error) {
	var f Features
	for _, p := range presets {
		for _, on := range p.adds {
			if err := f.Set(on, true); err != nil {
				return Features{}, err
			}
		}
		if p.name == name {
			return f, nil
		}
	}
	return Features{}, fmt.Errorf("%w: preset %q is none of %s", ErrFeature, name, strings.Join(PresetNames(), ", "))
}

// DefaultFeatures are the features of the default preset.
func DefaultFeatures() Features {
	f, _ := Preset(DefaultPreset) // a test loads every preset
	return f
}

// Set switches a feature by its name.
func (f *Features) Set(name string, on bool) error {
	i := slices.IndexFunc(features, func(f feature) bool { return f.name == name })
	if i < 0 {
		return fmt.Errorf("%w: %q is none of %s", ErrFeature, name, strings.Join(FeatureNames(), ", "))
	}
	*features[i].at(f) = on
	return nil
}

// On are the names of the features that are switched on, in the order of a run.
func (f Features) On() []string {
	names := []string{}
	for _, feature := range features {
		if *feature.at(&f) {
			names = append(names, feature.name)
		}
	}
	return names
}
