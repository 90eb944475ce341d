package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/pqcite/pqcite"
	"github.com/pqcite/pqcite/citations/rules"
	"github.com/pqcite/pqcite/internal/walk"
	"github.com/pqcite/pqcite/settings"
)

// checkOptions are the flags of a check.
type checkOptions struct {
	tree           treeOptions
	json, sarif    bool
	omitSuppressed bool
	fix, dryRun    bool
	writeBaseline  bool
	settings       string // file in the place of the projects'; "none" for none
	// set are the flags that set what settings may set too, by the names of the flags.
	set map[string]string
}

// settingFlags are the flags that set what settings may set too.
var settingFlags = []string{"select", "ignore", "exclude", "baseline", "fail-on", "max-bytes", "vendored", "ignored"}

// noSettings is the value of --settings that reads no file.
const noSettings = "none"

func (o *checkOptions) validate() error {
	switch {
	case o.json && o.sarif:
		return usageError{errors.New("--json and --sarif exclude each other")}
	case o.dryRun && !o.fix:
		return usageError{errors.New("--dry-run shows what --fix would change: give both")}
	case (o.json || o.sarif) && o.dryRun:
		return usageError{errors.New("--dry-run prints a diff, and no --json or --sarif")}
	case o.omitSuppressed && !o.sarif:
		return usageError{errors.New("--omit-suppressed is for --sarif")}
	case o.writeBaseline && (o.json || o.sarif || o.fix):
		return usageError{errors.New("--write-baseline reports and corrects nothing: leave out --json, --sarif and --fix")}
	}
	return o.tree.validate()
}

func (a *app) checkCommand() *cobra.Command {
	var o checkOptions
	c := &cobra.Command{
		Use:   "check FILE|DIR…",
		Short: "Check the references to standards in files",
		Long: `Resolves every reference to a standard and reports those that do not hold: documents
and anchors that do not exist, numbers whose anchor is called something else. What each
rule means is explained in docs/rules.md, and what a project's .pqcite.yaml sets in
docs/settings.md. A comment "pqcite:ignore[RULE] reason" marks findings as intended.
Exit code 0: clean, 4: findings, 1: something could not be read.`,
		Args: atLeast(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.validate(); err != nil {
				return err
			}
			o.set = changedFlags(cmd.Flags())
			return a.check(cmd.Context(), args, o)
		},
	}
	f := c.Flags()
	f.BoolVar(&o.json, "json", false, "print one line of JSON a finding")
	f.BoolVar(&o.sarif, "sarif", false, "print the findings as SARIF 2.1.0")
	f.BoolVar(&o.omitSuppressed, "omit-suppressed", false, "with --sarif: leave out what a comment ignores or the baseline knows, for readers that know no suppressions")
	f.BoolVar(&o.fix, "fix", false, "correct the references whose right number is certain")
	f.BoolVar(&o.dryRun, "dry-run", false, "with --fix: show the changes as a diff, and make none")
	f.String("fail-on", string(rules.SeverityWarning), `what makes the exit code 4: "error", "warning" or "information" (drafts and editions that were replaced too)`)
	f.StringSlice("select", nil, "report these `rules` only, also those that are off")
	f.StringSlice("ignore", nil, "do not report these `rules`")
	f.StringSlice("exclude", nil, "leave out what matches these `patterns`, as in .gitignore, relative to the current folder")
	f.String("baseline", "", "`file` of known findings, which are not reported")
	f.BoolVar(&o.writeBaseline, "write-baseline", false, "write all findings to the baseline, and report none")
	f.StringVar(&o.settings, "settings", "", "`file` in the place of the project's "+settings.ProjectFile+`; "none" for no file`)
	o.tree.flags(c)
	return c
}

// changedFlags are the flags that were given of those that settings may set too.
func changedFlags(f *pflag.FlagSet) map[string]string {
	set := make(map[string]string)
	for _, name := range settingFlags {
		flag := f.Lookup(name)
		if !flag.Changed {
			continue
		}
		set[name] = flag.Value.String()
		if list, err := f.GetStringSlice(name); err == nil {
			set[name] = strings.Join(list, ",")
		}
	}
	if set["fail-on"] == "note" {
		set["fail-on"] = string(rules.SeverityInformation) // as it was called
	}
	return set
}

func (a *app) check(ctx context.Context, roots []string, o checkOptions) error {
	projects, err := a.projects(roots, &o)
	if err != nil {
		return err
	}
	lib, err := a.openLibrary(ctx)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(a.stream(o.json || o.sarif || o.dryRun)) // a diff is escaped where it is made
	c := checker{options: o, projects: projects, out: out, report: a.reporter(out, o), err: a.err}
	o.tree.of = func(root string) walk.Options { return projects.of(root).walk() }
	check := func(ctx context.Context, root string, f pqcite.File) (pqcite.Checked, error) {
		return lib.Check(ctx, f, &projects.of(root).severities)
	}
	err = a.scanTree(ctx, check, roots, o.tree, &c)
	_, unread := err.(exitCode)
	if err != nil && !unread {
		if stopped := c.report.stop(err); stopped != nil {
			return err // nothing can be printed any more
		}
		return errors.Join(err, out.Flush())
	}
	if flushed := out.Flush(); flushed != nil {
		return flushed
	}
	switch {
	case unread:
		return err
	case c.counts.leftAlone > 0:
		return exitCode(exitError)
	case c.counts.failing > 0:
		return exitCode(exitFindings)
	}
	return nil
}

// apply puts the flags that were given into settings.
func (o *checkOptions) apply(s *settings.Settings) error {
	dir, err := os.Getwd()
	if err != nil {
		return fmt.Errorf("find the current folder: %w", err)
	}
	if _, selected := o.set["select"]; selected {
		s.Check.Ignore = nil // the project's list is of what is not selected by name
	}
	for _, name := range slices.Sorted(slices.Values(settingFlags)) {
		if text, ok := o.set[name]; ok {
			if err := s.Set("check."+name, text, dir); err != nil {
				return usageError{fmt.Errorf("--%s", strings.TrimPrefix(err.Error(), "check."))}
			}
		}
	}
	return nil
}
