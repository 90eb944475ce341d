package archtest

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// layer is a rule on the imports of the packages that its pattern matches.
type layer struct {
	Packages string
	May      []string
	Reason   string
	// Pending marks a rule for packages that are still to be written. It must be
	// cleared with the first of them, and a rule that is not pending must match,
	// so that a renamed package can't slip out of its rule.
	Pending bool
}

// owner is a rule on who may import a library.
type owner struct {
	Library string
	Only    []string
	Reason  string
	Pending bool // no package imports it yet
}

// pkg is a folder with Go files. Its path is relative to the module, "." for the
// root.
type pkg struct {
	path  string
	files []file
}

type file struct {
	path         string
	test         bool
	imports      []string // of this module: relative to it
	lines        int
	commentLines int // of the package comment
}

const (
	maxFileLines    = 600
	minCommentLines = 2
)

// load parses the Go files below fsys, whatever their build constraints, up to
// the imports. Like the go command it leaves out testdata, vendor, hidden folders
// and those that begin with an underscore, and other modules.
func load(fsys fs.FS, module string) ([]pkg, error) {
	var pkgs []pkg
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir():
			return enter(fsys, name)
		case path.Ext(name) != ".go":
			return nil
		}
		f, err := loadFile(fsys, name, module)
		if err != nil {
			return err
		}
		dir := path.Dir(name)
		i := slices.IndexFunc(pkgs, func(p pkg) bool { return p.path == dir })
		if i < 0 {
			i = len(pkgs)
			pkgs = append(pkgs, pkg{path: dir})
		}
		pkgs[i].files = append(pkgs[i].files, f)
		return nil
	})
	return pkgs, err
}

func enter(fsys fs.FS, dir string) error {
	base := path.Base(dir)
	if dir == "." {
		return nil
	}
	if base == "testdata" || base == "vendor" || base == "node_modules" || base[0] == '.' || base[0] == '_' {
		return fs.SkipDir
	}
	if _, err := fs.Stat(fsys, path.Join(dir, "go.mod")); err == nil {
		return fs.SkipDir
	}
	return nil
}

func loadFile(fsys fs.FS, name, module string) (file, error) {
	src, err := fs.ReadFile(fsys, name)
	if err != nil {
		return file{}, err
	}
	parsed, err := parser.ParseFile(token.NewFileSet(), name, src, parser.ImportsOnly|parser.ParseComments)
	if err != nil {
		return file{}, err
	}
	f := file{path: name, test: strings.HasSuffix(name, "_test.go"), lines: bytes.Count(src, []byte("\n"))}
	if parsed.Doc != nil {
		f.commentLines = strings.Count(parsed.Doc.Text(), "\n")
	}
	for _, spec := range parsed.Imports {
		f.imports = append(f.imports, importPath(spec, module))
	}
	return f, nil
}

func importPath(spec *ast.ImportSpec, module string) string {
	p, err := strconv.Unquote(spec.Path.Value)
	if err != nil { // the parser has checked it
		panic(err)
	}
	if p == module {
		return "."
	}
	return strings.TrimPrefix(p, module+"/")
}

// isLibrary reports whether an import comes from elsewhere: a module's path
// begins with a host, which has a dot.
func isLibrary(imp string) bool {
	host, _, _ := strings.Cut(imp, "/")
	return imp != "." && strings.Contains(host, ".")
}

// matches reports whether a path falls under a pattern; "..." alone takes all.
func matches(pattern, p string) bool {
	root, below := strings.CutSuffix(pattern, "...")
	root = strings.TrimSuffix(root, "/")
	return p == root || below && (root == "" || strings.HasPrefix(p, root+"/"))
}

func matchesAny(patterns []string, p string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool { return matches(pattern, p) })
}

// allows reports whether a layer may import a package. own distinguishes packages of
// the module from the standard library.
func (l layer) allows(imp string, own func(string) bool) bool {
	switch {
	case isLibrary(imp):
		return slices.Contains(l.May, "lib") || matchesAny(without(l.May, "..."), imp)
	case own(imp):
		return matchesAny(without(l.May, "std", "lib"), imp)
	}
	return slices.Contains(l.May, "std")
}

func without(patterns []string, words ...string) []string {
	return slices.DeleteFunc(slices.Clone(patterns), func(p string) bool { return slices.Contains(words, p) })
}

func checkLayers(pkgs []pkg, rules []layer) []string {
	top := map[string]bool{}
	for _, p := range pkgs {
		first, _, _ := strings.Cut(p.path, "/")
		top[first] = true
	}
	own := func(imp string) bool {
		first, _, _ := strings.Cut(imp, "/")
		return top[first]
	}
	var out []string
	used := make([]bool, len(rules))
	for _, p := range pkgs {
		best := -1
		for i, l := range rules {
			if matches(l.Packages, p.path) && (best < 0 || len(l.Packages) > len(rules[best].Packages)) {
				best = i
			}
		}
		if best < 0 {
			out = append(out, fmt.Sprintf("package %s is in no layer: give it a rule", p.path))
			continue
		}
		used[best] = true
		out = append(out, rules[best].check(p, own)...)
	}
	for i, l := range rules {
		out = append(out, staleness("layer "+l.Packages, used[i], l.Pending)...)
	}
	return out
}

func (l layer) check(p pkg, own func(string) bool) []string {
	var out []string
	for _, f := range p.files {
		for _, imp := range f.imports {
			if l.allows(imp, own) || f.test && forTests(imp) {
				continue
			}
			out = append(out, fmt.Sprintf("%s imports %s; %s may import only %s: %s",
				f.path, imp, l.Packages, strings.Join(l.May, ", "), l.Reason))
		}
	}
	return out
}

// staleness reports a rule whose mark does not fit the tree.
func staleness(rule string, used, pending bool) []string {
	switch {
	case used && pending:
		return []string{rule + " is marked pending but matches now: clear the mark"}
	case !used && !pending:
		return []string{rule + " matches nothing: correct it, or mark it pending"}
	}
	return nil
}

func checkOwners(pkgs []pkg, rules []owner) []string {
	var out []string
	for _, o := range rules {
		used := false
		for _, p := range pkgs {
			for _, f := range p.files {
				for _, imp := range f.imports {
					if !matches(o.Library, imp) {
						continue
					}
					used = true
					if !matchesAny(o.Only, p.path) {
						out = append(out, fmt.Sprintf("%s imports %s, which is for %s only: %s",
							f.path, imp, strings.Join(o.Only, ", "), o.Reason))
					}
				}
			}
		}
		out = append(out, staleness("owner of "+o.Library, used, o.Pending)...)
	}
	return out
}

func checkShipped(pkgs []pkg) []string {
	var out []string
	for _, p := range pkgs {
		for _, f := range p.files {
			if f.test || matchesAny(testSupport, p.path) {
				continue
			}
			for _, imp := range f.imports {
				if forTests(imp) {
					out = append(out, fmt.Sprintf("%s imports %s, which is for tests", f.path, imp))
				}
			}
		}
	}
	return out
}

func checkComments(pkgs []pkg) []string {
	var out []string
	for _, p := range pkgs {
		shipped, lines := false, 0
		for _, f := range p.files {
			if !f.test {
				shipped, lines = true, max(lines, f.commentLines)
			}
		}
		if shipped && lines < minCommentLines {
			out = append(out, fmt.Sprintf("package %s has a comment of %d lines, want at least %d: what it is for and what it trades away",
				p.path, lines, minCommentLines))
		}
	}
	return out
}

func checkLength(pkgs []pkg) []string {
	var out []string
	for _, p := range pkgs {
		for _, f := range p.files {
			if f.lines > maxFileLines {
				out = append(out, fmt.Sprintf("%s has %d lines, at most %d: split it", f.path, f.lines, maxFileLines))
			}
		}
	}
	return out
}

// machinePath finds an absolute path into somebody's machine. A path of a URL
// on a host is none: its slash follows a letter.
var machinePath = regexp.MustCompile(`(?:^|[^\w.-])/(?:home|root|tmp|work|workspace|Users)/[\w.-]`)

// resolved finds where a lock file of npm fetches from.
var resolved = regexp.MustCompile(`"resolved":\s*"([^"]*)"`)

const publicRegistry = "https://registry.npmjs.org/"

// maxText is the size above which a file is taken for data, not text.
const maxText = 4 << 20

// checkText looks into every text file of the tree, of any kind.
func checkText(fsys fs.FS) ([]string, error) {
	var out []string
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && slices.Contains([]string{".git", "node_modules", "dist"}, d.Name()) {
			return fs.SkipDir
		}
		if d.Name() == ".git" {
			return nil // of a work tree: it says where on this machine the repository is
		}
		info, err := d.Info()
		if err != nil || !info.Mode().IsRegular() || info.Size() > maxText {
			return err
		}
		src, err := fs.ReadFile(fsys, name)
		if err == nil && !bytes.Contains(src, []byte{0}) {
			out = append(out, checkLines(name, src)...)
		}
		return err
	})
	return out, err
}

func checkLines(name string, src []byte) []string {
	var out []string
	n := 0
	for line := range bytes.Lines(src) {
		n++
		if !bytes.ContainsRune(line, '/') {
			continue // neither a path nor an address: most lines
		}
		if m := machinePath.Find(line); m != nil {
			out = append(out, fmt.Sprintf("%s:%d: names a path of one machine, %q", name, n, m))
		}
		if m := resolved.FindSubmatch(line); m != nil && bytes.Contains(m[1], []byte("://")) && !bytes.HasPrefix(m[1], []byte(publicRegistry)) {
			out = append(out, fmt.Sprintf("%s:%d: fetches from %q, want %s", name, n, m[1], publicRegistry))
		}
	}
	return out
}
