package lsp

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/pqcite/pqcite/citations/refs"
	"github.com/pqcite/pqcite/citations/rules"
	"github.com/pqcite/pqcite/internal/walk"
	"github.com/pqcite/pqcite/settings"
)

// projects are the settings of the folders that contain documents, as last read. A
// project's file overrides the editor's settings: the editor shows what a check of the
// project fails on.
type projects struct {
	mu       sync.Mutex
	byFolder map[string]*project
}

// project is the settings of a folder. It is immutable except for what is derived when
// first needed.
type project struct {
	folder string
	files  []stamped // that it was read from, including missing ones

	mu     sync.Mutex
	editor *rules.Severities // that check was derived for; guarded by mu
	check  settings.Check    // guarded by mu
	known  *rules.Baseline   // guarded by mu; nil until needed
}

// stamped is the state of a file, to detect changes.
type stamped struct{ name, stamp string }

func stamp(name string) stamped {
	info, err := os.Stat(name)
	if err != nil {
		return stamped{name, ""}
	}
	return stamped{name, fmt.Sprint(info.ModTime().UnixNano(), info.Size())}
}

// settingsFile is the project's file for a folder; "" if there is none.
func settingsFile(folder string) string {
	file, err := settings.Find(folder)
	if err != nil {
		return ""
	}
	return file
}

// folderOf is the innermost workspace folder that contains a file, otherwise the file's
// own; "" for anything but files.
func (s *Server) folderOf(path string) string {
	if path == "" {
		return ""
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	best := ""
	for _, f := range s.folders {
		p := pathOf(f.URI)
		if p != "" && len(p) > len(best) && strings.HasPrefix(path, strings.TrimSuffix(p, string(filepath.Separator))+string(filepath.Separator)) {
			best = p
		}
	}
	if best == "" {
		return filepath.Dir(path)
	}
	return best
}

// of returns the project of a folder.
func (ps *projects) of(folder string) *project {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	p := ps.byFolder[folder]
	if p == nil {
		if ps.byFolder == nil {
			ps.byFolder = make(map[string]*project)
		}
		p = &project{folder: folder}
		ps.byFolder[folder] = p
	}
	return p
}

// refresh forgets the projects whose files have changed, and reports whether there are
// any.
func (ps *projects) refresh() (changed bool) {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	for folder, p := range ps.byFolder {
		if p.stale() {
			delete(ps.byFolder, folder)
			changed = true
		}
	}
	return changed
}

func (p *project) stale() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.editor == nil {
		return false // not needed yet
	}
	if len(p.files) == 0 || p.files[0].name != settingsFile(p.folder) {
		return true
	}
	for _, f := range p.files {
		if f.name != "" && stamp(f.name) != f {
			return true
		}
	}
	return false
}

// checkFor is the project's settings over an editor's severities. The error joins all
// mistakes, and is returned once.
func (p *project) checkFor(editor rules.Severities) (settings.Check, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.editor != nil && *p.editor == editor {
		return p.check, nil
	}
	s := settings.Default()
	s.Check.Rules = editor
	file := settingsFile(p.folder)
	p.files = []stamped{stamp(file)} // before reading, so that no change is missed
	err := s.Add(settings.Sources{Project: file, Env: os.Environ(), Dir: p.folder})
	if s.Check.Baseline != "" {
		p.files = append(p.files, stamp(s.Check.Baseline))
	}
	p.editor, p.check, p.known = &editor, s.Check, nil
	return s.Check, err
}

// knownOf are the known findings of a file. The error says why there are none, and is
// returned once.
func (p *project) knownOf(path string) (rules.KnownFindings, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.check.Baseline == "" {
		return nil, nil
	}
	var err error
	if p.known == nil {
		p.known, err = readBaseline(p.check.Baseline)
	}
	rel, relErr := filepath.Rel(filepath.Dir(p.check.Baseline), path)
	if relErr != nil {
		return nil, err
	}
	return p.known.Of(filepath.ToSlash(rel)), err
}

// readBaseline reads a baseline; an unreadable one is empty.
func readBaseline(name string) (*rules.Baseline, error) {
	f, err := os.Open(name)
	if err != nil {
		return &rules.Baseline{}, fmt.Errorf("read the baseline: %w", err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, rules.MaxBaselineBytes+1))
	if err != nil {
		return &rules.Baseline{}, fmt.Errorf("read the baseline: %w", err)
	}
	b, err := rules.DecodeBaseline(data)
	if err != nil {
		return &rules.Baseline{}, fmt.Errorf("read the baseline %q: %w", name, err)
	}
	return b, nil
}

// ruling is what is reported of a document.
type ruling struct {
	severities rules.Severities
	excluded   bool
	known      rules.KnownFindings // of the baseline; users that consume findings clone it
}

// ruling reads the project's settings for the document, once per view. Mistakes are
// shown to the person.
func (v *view) ruling() *ruling {
	if v.rules != nil {
		return v.rules
	}
	v.rules = &ruling{severities: v.settings.Severities}
	path := pathOf(v.doc.uri)
	folder := v.server.folderOf(path)
	if folder == "" {
		return v.rules
	}
	p := v.server.projects.of(folder)
	check, err := p.checkFor(v.settings.Severities)
	known, err2 := p.knownOf(path)
	if err := errors.Join(err, err2); err != nil {
		v.server.log.Warn("settings of the project", "error", err)
		v.server.notice(err.Error())
	}
	o := walk.Options{Exclude: check.Exclude, ExcludeIn: check.ExcludeIn, ExcludeFiles: []string{check.Baseline}}
	v.rules.severities, v.rules.known, v.rules.excluded = check.Severities(), known, o.Excludes(path, false)
	return v.rules
}

// of is the same view for another document.
func (v *view) of(d *document) *view {
	return &view{server: v.server, client: v.client, settings: v.settings, doc: d, ready: v.ready}
}

// breaches are what is reported of the view's document: breaches of rules that are not
// off, neither ignored by a comment nor known. Comments that ignore nothing come last.
func (v *view) breaches(k *knowledge) iter.Seq[rules.Breach] {
	return func(yield func(rules.Breach) bool) {
		found := v.doc.references(k)
		s := rules.NewSifter(found.ignores, &v.ruling().severities)
		known := v.taking()
		if !v.sift(s, found.All(), known, yield) {
			return
		}
		for _, b := range s.Unused(found.Unread) {
			if v.reports(&b, known) && !yield(b) {
				return
			}
		}
	}
}

// reported are the breaches among some occurrences of the document that are reported,
// in order.
func (v *view) reported(k *knowledge, some iter.Seq[refs.Occurrence]) iter.Seq[rules.Breach] {
	return func(yield func(rules.Breach) bool) {
		s := rules.NewSifter(v.doc.references(k).ignores, &v.ruling().severities)
		v.sift(s, some, v.taking(), yield)
	}
}

// sift yields the reported breaches among some occurrences; false if the consumer has
// stopped. Only breaches are kept: there may be 100,000 other occurrences.
func (v *view) sift(s *rules.Sifter, some iter.Seq[refs.Occurrence], known rules.KnownFindings, yield func(rules.Breach) bool) bool {
	for o := range some {
		if rules.Broken(&o) == "" {
			continue
		}
		kept := o
		if b, ok := s.Sift(&kept); ok && v.reports(&b, known) && !yield(b) {
			return false
		}
	}
	return true
}

// taking are the known findings of the document, to be consumed.
func (v *view) taking() rules.KnownFindings {
	known := make(rules.KnownFindings, len(v.ruling().known))
	for f, count := range v.ruling().known {
		known[f] = count
	}
	return known
}

// reports decides whether a breach is shown to the person.
func (v *view) reports(b *rules.Breach, known rules.KnownFindings) bool {
	if v.ruling().excluded || b.Ignored != nil {
		return false
	}
	return len(known) == 0 || !known.Take(b.Fingerprint(v.doc.text.String()))
}
