// Package walk reads the text files of a tree: those that git would not ignore,
// that are nobody else's code, and that are no binaries. What it leaves out it
// reports, with the reason.
//
// It follows no symbolic link inside a tree, so that a cycle of them is walked
// once, and reads nothing but regular files.
package walk

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

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
)

// Options bound a walk. The zero value of a field means its default.
type Options struct {
	MaxBytes int64 // of a file; larger ones are left out
	Vendored bool  // read vendored code as well
	Ignored  bool  // read what git ignores as well
}

// DefaultMaxBytes is far above what people write by hand.
const DefaultMaxBytes = 16 << 20

// Visitor is told of each file. Paths are as the root was given, joined with
// what lies below it.
type Visitor struct {
	// File gets a file's name and bytes. An error ends the walk.
	File func(name string, data []byte) error
	// Skip gets a file or folder that was left out, if it is not nil.
	Skip func(name string, why Reason)
	// Failed gets a file or folder that could not be read.
	Failed func(name string, err error)
}

// vendored are folders of code that the project only carries.
var vendored = []string{"vendor", "node_modules", "third_party", "thirdparty", "bower_components", "__pycache__", "site-packages", ".venv"}

// hidden are folders of version control and tools.
var hidden = []string{".git", ".hg", ".svn", ".jj", ".idea"}

// Tree walks a root: a file, which is read whatever its name, or a folder. Files
// come in the order of their names.
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
	if !info.IsDir() {
		return w.file(root, info)
	}
	if err := w.rules(); err != nil {
		return err
	}
	return w.folder(root)
}

type walker struct {
	ctx     context.Context
	root    string
	options Options
	visitor Visitor
	ignore  gitignore.Matcher
	base    string // absolute folder that the rules' paths are relative to
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
			return nil // no repository: only what lies below the root counts
		}
		above = append(above, filepath.Dir(dir))
	}
	w.addRules(filepath.Join(w.base, ".git", "info", "exclude"), "")
	for _, dir := range above {
		w.addRules(filepath.Join(dir, ".gitignore"), w.relative(dir))
	}
	return nil
}

func (w *walker) addRules(file, dir string) {
	if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() && info.Size() <= 1<<20 {
		w.ignore.AddFromFile(file, dir)
	}
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
	if err := w.ctx.Err(); err != nil {
		return err
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return fmt.Errorf("find %q: %w", dir, err)
	}
	w.addRules(filepath.Join(abs, ".gitignore"), w.relative(abs))
	entries, err := os.ReadDir(dir)
	if err != nil {
		w.visitor.Failed(dir, err)
		return nil
	}
	for _, e := range entries {
		if err := w.entry(filepath.Join(dir, e.Name()), filepath.Join(abs, e.Name()), e); err != nil {
			return err
		}
	}
	return nil
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

// leftOut says why an entry is not looked at, "" if it is.
func (w *walker) leftOut(abs string, e fs.DirEntry) Reason {
	switch {
	case e.Type()&fs.ModeSymlink != 0:
		return Link
	case !e.IsDir() && !e.Type().IsRegular():
		return Irregular
	case e.IsDir() && !w.options.Vendored && slices.Contains(vendored, e.Name()):
		return Vendored
	case !w.options.Ignored && w.ignore.MatchPath(w.relative(abs), e.IsDir()):
		return Ignored
	}
	return ""
}

func (w *walker) file(name string, info fs.FileInfo) error {
	switch {
	case !info.Mode().IsRegular():
		w.visitor.Skip(name, Irregular)
		return nil
	case info.Size() > w.options.MaxBytes:
		w.visitor.Skip(name, TooLarge)
		return nil
	}
	data, err := os.ReadFile(name)
	switch {
	case err != nil:
		w.visitor.Failed(name, err)
		return nil
	case IsBinary(data):
		w.visitor.Skip(name, Binary)
		return nil
	}
	return w.visitor.File(name, data)
}

// IsBinary reports whether bytes are no text, as git tells: a zero byte among the
// first 8,000.
func IsBinary(data []byte) bool {
	return bytes.IndexByte(data[:min(len(data), 8000)], 0) >= 0
}

// String is the reason in words.
func (r Reason) String() string { return strings.TrimSpace(string(r)) }
