// Package walk reads the text files of a tree: those that git would not ignore, that
// are not vendored, and that are not binary. It reports what it leaves out, with the
// reason.
//
// It follows no symbolic links inside a tree, so cycles do no harm, and reads regular
// files only.
package walk

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/git-pkgs/gitignore"
)

// Reason says why a file was left out.
type Reason string

// The reasons.
const (
	Ignored   Reason = "ignored by git"
	Vendored  Reason = "somebody else's code"
	Binary    Reason = "binary file"
	TooLarge  Reason = "too large"
	Link      Reason = "symbolic link"
	Irregular Reason = "not a regular file"
	Excluded  Reason = "excluded by the settings"
)

// Options bound a walk. The zero value of a field means its default.
type Options struct {
	MaxBytes int64 // of a file; larger ones are left out
	Vendored bool  // read vendored code as well
	Ignored  bool  // read what git ignores as well
	// Exclude are patterns, as in .gitignore, of files that are not read even if named,
	// relative to the absolute folder ExcludeIn.
	Exclude   []string
	ExcludeIn string
	// ExcludeFiles are absolute paths of files that are not read.
	ExcludeFiles []string
}

// DefaultMaxBytes is far above anything written by hand.
const DefaultMaxBytes = 16 << 20

// Visitor receives the files. Paths start with the root as given.
type Visitor struct {
	// File gets a file's name and bytes. An error ends the walk.
	File func(name string, data []byte) error
	// Skip gets a file or folder that was left out; may be nil.
	Skip func(name string, why Reason)
	// Failed gets a file or folder that could not be read.
	Failed func(name string, err error)
}

// vendored are folders of third-party code.
var vendored = []string{"vendor", "node_modules", "third_party", "thirdparty", "bower_components", "__pycache__", "site-packages", ".venv"}

// hidden are folders of version control and tools.
var hidden = []string{".git", ".hg", ".svn", ".jj", ".idea"}

// Tree walks a root: a file, which is read whatever its name, or a folder. Files come
// in the order of their names. If the root itself is left out, Skip gets its name as
// given.
func Tree(ctx context.Context, root string, o Options, v Visitor) error {
	if o.MaxBytes <= 0 {
		o.MaxBytes = DefaultMaxBytes
	}
	info, err := os.Stat(root)
	if err != nil {
		return err
	}
	if v.Skip == nil {
		v.Skip = func(string, Reason) {}
	}
	w := walker{ctx: ctx, root: root, options: o, visitor: v}
	abs, err := filepath.Abs(root)
	if err != nil {
		return fmt.Errorf("find %q: %w", root, err)
	}
	w.addExcluded()
	if w.excludes(abs, info.IsDir()) {
		w.visitor.Skip(root, Excluded)
		return nil
	}
	if !info.IsDir() {
		return w.file(root, info)
	}
	if err := w.rules(); err != nil {
		return err
	}
	if w.ignores(abs, true) {
		w.visitor.Skip(root, Ignored) // so is all that is below it
		return nil
	}
	return w.folder(root)
}

// Excludes reports whether the options exclude an absolute path, or a folder that
// contains it.
func (o *Options) Excludes(abs string, folder bool) bool {
	w := walker{options: *o}
	w.addExcluded()
	return w.excludes(abs, folder)
}

func (w *walker) addExcluded() {
	patterns, _ := boundedRules(strings.Join(w.options.Exclude, "\n"), maxRules)
	w.exclude.AddPatterns([]byte(patterns), "")
}

// excludes reports whether the settings leave out a path.
func (w *walker) excludes(abs string, folder bool) bool {
	if slices.Contains(w.options.ExcludeFiles, abs) {
		return true
	}
	if len(w.options.Exclude) == 0 {
		return false
	}
	rel, err := filepath.Rel(w.options.ExcludeIn, abs)
	if err != nil || rel == "." || !filepath.IsLocal(rel) {
		return false
	}
	rel = filepath.ToSlash(rel)
	for i := range len(rel) {
		if rel[i] == '/' && w.exclude.MatchPath(rel[:i], true) {
			return true // with the folder, everything below it
		}
	}
	return w.exclude.MatchPath(rel, folder)
}

type walker struct {
	ctx     context.Context
	root    string
	options Options
	visitor Visitor
	ignore  gitignore.Matcher
	exclude gitignore.Matcher // of the options
	ruled   int               // rules that it has
	base    string            // absolute folder that the rules' paths are relative to
}

// rules reads the ignore files above the root, up to the repository's folder.
func (w *walker) rules() error {
	abs, err := filepath.Abs(w.root)
	if err != nil {
		return fmt.Errorf("find %q: %w", w.root, err)
	}
	w.base = abs
	var above []string
	for dir := abs; ; dir = filepath.Dir(dir) {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			w.base = dir
			slices.Reverse(above)
			break
		}
		if filepath.Dir(dir) == dir {
			return nil // no repository: only what is below the root counts
		}
		above = append(above, filepath.Dir(dir))
	}
	w.addRules(filepath.Join(w.base, ".git", "info", "exclude"), "")
	for _, dir := range above {
		w.addRules(filepath.Join(dir, ".gitignore"), w.relative(dir))
	}
	return nil
}

// relative is the path of a folder below the base, with slashes; "" for the base.
func (w *walker) relative(abs string) string {
	rel, err := filepath.Rel(w.base, abs)
	if err != nil || rel == "." {
		return ""
	}
	return filepath.ToSlash(rel)
}

func (w *walker) folder(dir string) error {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return fmt.Errorf("find %q: %w", dir, err)
	}
	// A folder's rules end with it: otherwise each file of a large tree would be
	// matched against the rules of all folders before it.
	above, ruled := w.ignore, w.ruled
	defer func() { w.ignore, w.ruled = above, ruled }()
	w.addRules(filepath.Join(abs, ".gitignore"), w.relative(abs))
	entries, err := w.entries(dir)
	if w.ctx.Err() != nil {
		return w.ctx.Err()
	}
	if err != nil {
		w.visitor.Failed(dir, err)
		return nil
	}
	for _, e := range entries {
		if err := w.ctx.Err(); err != nil {
			return err
		}
		if err := w.entry(filepath.Join(dir, e.Name()), filepath.Join(abs, e.Name()), e); err != nil {
			return err
		}
	}
	return nil
}

// entriesAtOnce is how many entries of a folder are read between two checks of the
// context.
const entriesAtOnce = 4096

// entries are those of a folder, by name.
func (w *walker) entries(dir string) ([]fs.DirEntry, error) {
	d, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	defer d.Close()
	var all []fs.DirEntry
	for w.ctx.Err() == nil {
		some, err := d.ReadDir(entriesAtOnce)
		all = append(all, some...)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
	}
	slices.SortFunc(all, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return all, nil
}

func (w *walker) entry(name, abs string, e fs.DirEntry) error {
	if why := w.leftOut(abs, e); why != "" {
		w.visitor.Skip(name, why)
		return nil
	}
	if e.IsDir() {
		if slices.Contains(hidden, e.Name()) {
			return nil
		}
		return w.folder(name)
	}
	info, err := e.Info()
	if errors.Is(err, fs.ErrNotExist) {
		return nil // it went away
	}
	if err != nil {
		w.visitor.Failed(name, err)
		return nil
	}
	return w.file(name, info)
}

// leftOut says why an entry is skipped, "" if it is not.
func (w *walker) leftOut(abs string, e fs.DirEntry) Reason {
	switch {
	case e.Type()&fs.ModeSymlink != 0:
		return Link
	case !e.IsDir() && !e.Type().IsRegular():
		return Irregular
	case e.IsDir() && !w.options.Vendored && slices.Contains(vendored, e.Name()):
		return Vendored
	case w.excludes(abs, e.IsDir()):
		return Excluded
	case w.ignores(abs, e.IsDir()):
		return Ignored
	}
	return ""
}

func (w *walker) file(name string, info fs.FileInfo) error {
	if why := w.unfit(info); why != "" {
		w.visitor.Skip(name, why)
		return nil
	}
	data, why, err := w.read(name)
	switch {
	case err != nil:
		w.visitor.Failed(name, err)
		return nil
	case why != "":
		w.visitor.Skip(name, why)
		return nil
	}
	return w.visitor.File(name, data)
}

// unfit says why a file is not opened, "" if it is.
func (w *walker) unfit(info fs.FileInfo) Reason {
	switch {
	case !info.Mode().IsRegular():
		return Irregular
	case info.Size() > w.options.MaxBytes:
		return TooLarge
	}
	return ""
}

// read reads a file, or says why it is left out. The file may have been replaced since
// it was listed, so it is checked again, and read up to the bound whatever its stated
// size. Opening never waits for the other end of a pipe.
func (w *walker) read(name string) ([]byte, Reason, error) {
	f, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, "", err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, "", err
	}
	if why := w.unfit(info); why != "" {
		return nil, why, nil
	}
	var b bytes.Buffer
	b.Grow(int(info.Size()) + bytes.MinRead)
	_, err = b.ReadFrom(io.LimitReader(f, w.options.MaxBytes+1))
	switch data := b.Bytes(); {
	case err != nil:
		return nil, "", err
	case int64(len(data)) > w.options.MaxBytes:
		return nil, TooLarge, nil
	case isBinary(data):
		return nil, Binary, nil
	default:
		return data, "", nil
	}
}

// isBinary reports whether bytes are binary by git's rule: a zero byte among the first
// 8,000.
func isBinary(data []byte) bool {
	return bytes.IndexByte(data[:min(len(data), 8000)], 0) >= 0
}

// String is the reason in words.
func (r Reason) String() string { return strings.TrimSpace(string(r)) }
