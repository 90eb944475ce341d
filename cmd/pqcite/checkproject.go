package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/pqcite/pqcite/citations/rules"
	"github.com/pqcite/pqcite/internal/atomicfile"
	"github.com/pqcite/pqcite/internal/visible"
	"github.com/pqcite/pqcite/internal/walk"
	"github.com/pqcite/pqcite/settings"
)

// project is what is set for some of the roots of a check, with its baseline.
type project struct {
	settings.Check
	severities rules.Severities
	baseline   *rules.Baseline // known findings; empty if there are none
	checked    map[string]bool // files that were read, as the baseline names them
	written    rules.Baseline  // findings for a new baseline
	stale      int             // known findings that are not there any more
}

// walk are the options of a walk over the project's files.
func (p *project) walk() walk.Options {
	return walk.Options{
		MaxBytes: p.MaxBytes, Vendored: p.Vendored, Ignored: p.Ignored, Exclude: p.Exclude, ExcludeIn: p.ExcludeIn,
		ExcludeFiles: []string{p.Baseline}, // it quotes what it knows
	}
}

// projects are those of the roots of a check.
type projects struct {
	byRoot map[string]*project
	all    []*project // in the order of the roots
}

func (ps *projects) of(root string) *project { return ps.byRoot[root] }

// projects reads the settings that hold for the roots, each file once. All mistakes in
// them are usage errors, found before anything is checked.
func (a *app) projects(roots []string, o *checkOptions) (*projects, error) {
	home, err := a.libraryHome()
	if err != nil {
		return nil, err
	}
	ps := &projects{byRoot: make(map[string]*project)}
	byFile := make(map[string]*project)
	for _, root := range roots {
		file, err := o.settingsFile(root)
		if err != nil {
			return nil, err
		}
		if byFile[file] == nil {
			p, err := loadProject(file, home, o)
			if errors.Is(err, settings.ErrInvalid) {
				return nil, a.faults(err)
			}
			if err != nil {
				return nil, err
			}
			byFile[file] = p
			ps.all = append(ps.all, p)
		}
		ps.byRoot[root] = byFile[file]
	}
	return ps, nil
}

// faults prints what is wrong with settings, one mistake a line.
func (a *app) faults(err error) error {
	for line := range strings.SplitSeq(err.Error(), "\n") {
		fmt.Fprintf(a.err, "pqcite: %s\n", visible.Line(line))
	}
	return exitCode(exitUsage)
}

// settingsFile is the file of settings for a root; "" if there is none.
func (o *checkOptions) settingsFile(root string) (string, error) {
	switch o.settings {
	case noSettings:
		return "", nil
	case "":
		if root == "-" {
			root = "."
		}
		return settings.Find(trimTree(root))
	}
	return filepath.Abs(o.settings)
}

func loadProject(file, home string, o *checkOptions) (*project, error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, fmt.Errorf("find the current folder: %w", err)
	}
	s, err := settings.Load(settings.Sources{Person: filepath.Join(home, settings.PersonFile), Project: file, Env: os.Environ(), Dir: dir})
	if err != nil {
		return nil, err
	}
	if err := o.apply(&s); err != nil {
		return nil, err
	}
	p := &project{Check: s.Check, severities: s.Check.Severities(), baseline: &rules.Baseline{}, checked: make(map[string]bool)}
	switch {
	case p.Baseline == "" && o.writeBaseline:
		return nil, usageError{errors.New("--write-baseline needs a file: give --baseline FILE, or set check.baseline in " + settings.ProjectFile)}
	case p.Baseline == "":
		return p, nil
	}
	p.baseline, err = readBaseline(p.Baseline)
	if errors.Is(err, fs.ErrNotExist) && o.writeBaseline {
		p.baseline, err = &rules.Baseline{}, nil
	}
	return p, err
}

// readBaseline reads a file of known findings.
func readBaseline(name string) (*rules.Baseline, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("read the baseline: %w", err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, rules.MaxBaselineBytes+1))
	if err != nil {
		return nil, fmt.Errorf("read the baseline: %w", err)
	}
	b, err := rules.DecodeBaseline(data)
	if err != nil {
		return nil, fmt.Errorf("read the baseline %q: %w", name, err)
	}
	return b, nil
}

// known returns the known findings of a file, and how the baseline names it; "" if it
// can't.
func (p *project) known(name string) (rules.KnownFindings, string) {
	if p.Baseline == "" {
		return nil, ""
	}
	if name == "-" {
		return p.baseline.Of(name), name
	}
	abs, err := filepath.Abs(name)
	if err != nil {
		return nil, ""
	}
	rel, err := filepath.Rel(filepath.Dir(p.Baseline), abs)
	if err != nil {
		return nil, "" // on another drive
	}
	rel = filepath.ToSlash(rel)
	return p.baseline.Of(rel), rel
}

// left notes what of a file's known findings is left when all of it was read. Rules that
// are off say nothing.
func (p *project) left(known rules.KnownFindings) {
	for f, count := range known {
		if p.severities.Of(f.Rule) != rules.SeverityOff {
			p.stale += count
		}
	}
}

// gone adds to the stale findings those of files that are not there any more.
func (p *project) gone() {
	for _, file := range p.baseline.Files() {
		if !p.checked[file] && !p.exists(file) {
			p.left(p.baseline.Of(file))
		}
	}
}

// exists reports whether a file of the baseline is there.
func (p *project) exists(file string) bool {
	_, err := os.Lstat(filepath.Join(filepath.Dir(p.Baseline), filepath.FromSlash(file)))
	return err == nil
}

// writeBaseline writes the findings of this check. What is known of other files that are
// still there, and of rules that are off, stays.
func (p *project) writeBaseline() error {
	for _, file := range p.baseline.Files() {
		for f, count := range p.baseline.Of(file) {
			off := p.severities.Of(f.Rule) == rules.SeverityOff
			if p.checked[file] && off || !p.checked[file] && p.exists(file) {
				p.written.Add(file, rules.KnownFindings{f: count})
			}
		}
	}
	if err := atomicfile.Write(p.Baseline, 0o644, p.written.Encode); err != nil {
		return fmt.Errorf("write the baseline: %w", err)
	}
	return nil
}
