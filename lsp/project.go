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

	"github.com/pqcite/pqcite/citations"
	"github.com/pqcite/pqcite/internal/walk"
	"github.com/pqcite/pqcite/settings"
)

// projects are the settings of the folders that documents lie in, as they were read
// last. What a project's file sets wins over the editor's settings: the editor shows
// what a check of the project fails on.
type projects struct {
	mu       sync.Mutex
	byFolder map[string]*project
}

// project is what is set for a folder. It does not change but for what is made when it
// is first asked for.
type project struct {
	folder string
	files  []stamped // that it was made of; those that were not there too

	mu     sync.Mutex
	editor *citations.RuleSeverities // that check was made for; guarded by mu
	check  settings.Check            // guarded by mu
	known  *citations.Baseline       // guarded by mu; nil until asked for
}

// stamped is a file as it was, to tell whether it has changed.
type stamped struct{ name, stamp string }

func stamp(name string) stamped {
	info, err := os.Stat(name)
	if err != nil {
		return stamped{name, ""}
	}
	return stamped{name, fmt.Sprint(info.ModTime().UnixNano(), info.Size())}
}

// settingsFile is the project's file of a folder; "" if there is none.
func settingsFile(folder string) string {
	file, err := settings.Find(folder)
	if err != nil {
		return ""
	}
	return file
}

// folderOf is the folder of the workspace that a file lies in, the innermost one, else
// the file's own; "" for what is no file.
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
		return false // nobody has asked for it
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

// checkFor is what the project sets over an editor's severities. The error joins one for
// each mistake, and is told once.
func (p *project) checkFor(editor citations.RuleSeverities) (settings.Check, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.editor != nil && *p.editor == editor {
		return p.check, nil
	}
	s := settings.Default()
	s.Check.Rules = editor
	file := settingsFile(p.folder)
	p.files = []stamped{stamp(file)} // before it is read, so that no change is missed
	err := s.Add(settings.Sources{Project: file, Env: os.Environ(), Dir: p.folder})
	if s.Check.Baseline != "" {
		p.files = append(p.files, stamp(s.Check.Baseline))
	}
	p.editor, p.check, p.known = &editor, s.Check, nil
	return s.Check, err
}

// knownOf are the known findings of a file. The error says why there are none, and is
// told once.
func (p *project) knownOf(path string) (citations.KnownFindings, error) {
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

// readBaseline reads a file of known findings; one that can't be read has none.
func readBaseline(name string) (*citations.Baseline, error) {
	f, err := os.Open(name)
	if err != nil {
		return &citations.Baseline{}, fmt.Errorf("read the baseline: %w", err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, citations.MaxBaselineBytes+1))
	if err != nil {
		return &citations.Baseline{}, fmt.Errorf("read the baseline: %w", err)
	}
	b, err := citations.DecodeBaseline(data)
	if err != nil {
		return &citations.Baseline{}, fmt.Errorf("read the baseline %q: %w", name, err)
	}
	return b, nil
}

// ruling is what is reported of a document.
type ruling struct {
	severities citations.RuleSeverities
	excluded   bool
	known      citations.KnownFindings // of the baseline; to be cloned by who takes from it
}

// ruling reads what the project of the document sets, once for a view. Mistakes are
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

// of is the view of another document.
func (v *view) of(d *document) *view {
	return &view{server: v.server, client: v.client, settings: v.settings, doc: d, ready: v.ready}
}

// breaches are what is reported of the view's document: what breaks a rule that is not
// off, is ignored by no comment and is not known. Comments that ignore nothing come last.
func (v *view) breaches(k *knowledge) iter.Seq[citations.Breach] {
	return func(yield func(citations.Breach) bool) {
		found := v.doc.references(k)
		s := citations.NewSifter(found.ignores, &v.ruling().severities)
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

// reported are those of some occurrences of the document that are reported, in their
// order.
func (v *view) reported(k *knowledge, some iter.Seq[citations.Occurrence]) iter.Seq[citations.Breach] {
	return func(yield func(citations.Breach) bool) {
		s := citations.NewSifter(v.doc.references(k).ignores, &v.ruling().severities)
		v.sift(s, some, v.taking(), yield)
	}
}

// sift yields what is reported of some occurrences; false if nobody wants more. Only
// what breaks a rule is kept: there may be 100,000 others.
func (v *view) sift(s *citations.Sifter, some iter.Seq[citations.Occurrence], known citations.KnownFindings, yield func(citations.Breach) bool) bool {
	for o := range some {
		if o.Rule() == "" {
			continue
		}
		kept := o
		if b, ok := s.Sift(&kept); ok && v.reports(&b, known) && !yield(b) {
			return false
		}
	}
	return true
}

// taking are the known findings of the document, to take from.
func (v *view) taking() citations.KnownFindings {
	known := make(citations.KnownFindings, len(v.ruling().known))
	for f, count := range v.ruling().known {
		known[f] = count
	}
	return known
}

// reports reports whether a breach is told to the person.
func (v *view) reports(b *citations.Breach, known citations.KnownFindings) bool {
	if v.ruling().excluded || b.Ignored != nil {
		return false
	}
	return len(known) == 0 || !known.Take(b.Fingerprint(v.doc.text.String()))
}
