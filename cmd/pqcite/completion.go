package main

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/pqcite/pqcite/citations/rules"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus"
	"github.com/pqcite/pqcite/corpus/standards"
)

// offer is what a shell offers for an argument or the value of a flag.
type offer = cobra.CompletionFunc

// offers are what the shell offers for the values of flags, by their names, which mean the
// same wherever they are.
func (a *app) offers() map[string]offer {
	var severities []string
	for _, s := range rules.SeverityWords() {
		severities = append(severities, string(s))
	}
	units := []string{string(core.ByPassage), string(core.ByPage)}
	return map[string]offer{
		"doc": a.offerDocuments, "as": offerStandards, "preset": one(core.PresetNames()), "unit": one(units), "color": one(colourModes),
		"with": list(core.FeatureNames()), "without": list(core.FeatureNames()), "select": list(rules.IDs()), "ignore": list(rules.IDs()),
		"fail-on": one(severities),
	}
}

// completed gives the commands below root what a shell offers. Documents and anchors are
// read from the library, and no index is opened.
func (a *app) completed(root *cobra.Command) {
	flags := a.offers()
	words := map[string]offer{
		"corpus show": a.offerAnchors, "corpus remove": a.offerDocuments, "corpus pull": offerStandards,
		"ask": cobra.NoFileCompletions, "search": cobra.NoFileCompletions, "verify": cobra.NoFileCompletions,
	}
	var each func(c *cobra.Command)
	each = func(c *cobra.Command) {
		if o := words[strings.TrimPrefix(c.CommandPath(), root.Name()+" ")]; o != nil {
			c.ValidArgsFunction = o
		}
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if o := flags[f.Name]; o != nil {
				_ = c.RegisterFlagCompletionFunc(f.Name, o) // it fails for a flag that is not there
			}
		})
		for _, sub := range c.Commands() {
			each(sub)
		}
	}
	each(root)
}

// one offers values for a flag that takes one.
func one(values []string) offer {
	return cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)
}

// list offers values for a flag that takes several with commas between them, those that it
// has not got yet.
func list(values []string) offer {
	return func(_ *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		before := typed[:strings.LastIndexByte(typed, ',')+1]
		var out []cobra.Completion
		for _, v := range values {
			if !strings.Contains(","+before, ","+v+",") {
				out = append(out, before+v)
			}
		}
		return out, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
}

// offerStandards offers the official documents.
func offerStandards(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var out []cobra.Completion
	for _, s := range standards.Documents() {
		out = append(out, cobra.CompletionWithDesc(s.ID, s.Label))
	}
	return out, cobra.ShellCompDirectiveNoFileComp
}

// offerDocuments offers the documents of the library.
func (a *app) offerDocuments(c *cobra.Command, _ []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var out []cobra.Completion
	for _, d := range a.documentsToOffer(c) {
		out = append(out, cobra.CompletionWithDesc(d.ID, printable(d.Label+": "+d.Title)))
	}
	return out, cobra.ShellCompDirectiveNoFileComp
}

// offerAnchors offers the documents, and behind "#" the anchors of one.
func (a *app) offerAnchors(c *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	id, _, inside := strings.Cut(typed, "#")
	var out []cobra.Completion
	for _, d := range a.documentsToOffer(c) {
		switch {
		case !inside:
			out = append(out, cobra.CompletionWithDesc(d.ID+"#", printable(d.Label+": "+d.Title)))
		case d.ID == id:
			for i := range d.Anchors {
				out = append(out, cobra.CompletionWithDesc(d.ID+"#"+d.Anchors[i].ID, printable(d.Anchors[i].Heading())))
			}
		}
	}
	if inside {
		return out, cobra.ShellCompDirectiveNoFileComp
	}
	return out, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

// documentsToOffer are the documents of the library; none where it can't be read, for a
// shell has no place for the reason.
func (a *app) documentsToOffer(c *cobra.Command) []*core.Document {
	home, err := a.libraryHome()
	if err != nil {
		return nil
	}
	lib, err := corpus.Open(c.Context(), home)
	if err != nil {
		return nil
	}
	return lib.Documents()
}
