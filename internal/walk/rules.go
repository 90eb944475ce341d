package walk

import (
	"io"
	"os"
	"strings"
)

// Bounds of an ignore file. Matching one rule takes up to the product of its length and
// the path's, and every path below the file is matched against all of its rules. Rules
// beyond a bound do not count.
const (
	maxRuleFile  = 1 << 20 // bytes; a larger file has no rules
	maxRules     = 4096    // of all files above a folder
	maxRuleBytes = 512     // of one
)

// addRules adds the rules of a file to those that apply below a folder.
func (w *walker) addRules(file, dir string) {
	info, err := os.Stat(file)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxRuleFile {
		return
	}
	f, err := os.Open(file)
	if err != nil {
		return
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxRuleFile))
	if err != nil {
		return
	}
	rules, n := boundedRules(string(data), maxRules-w.ruled)
	w.ruled += n
	w.ignore.AddPatterns([]byte(rules), dir)
}

// boundedRules returns the lines of a file that may be rules, up to a limit, and their
// number.
func boundedRules(file string, most int) (rules string, n int) {
	var b strings.Builder
	for line := range strings.Lines(file) {
		if text := strings.TrimSpace(line); text == "" || text[0] == '#' {
			continue
		}
		if n == most {
			break
		}
		if len(line) <= maxRuleBytes && !opensClass(line) {
			b.WriteString(line)
			n++
		}
	}
	return b.String(), n
}

// opensClass reports whether a rule has an unterminated character class, such as
// [:alpha:]: matching would search for its end from each of its brackets.
func opensClass(rule string) bool {
	open, shut := strings.LastIndex(rule, "[:"), strings.LastIndex(rule, ":]")
	return open >= 0 && shut < open
}

// ignores reports whether git ignores a path.
func (w *walker) ignores(abs string, folder bool) bool {
	rel := w.relative(abs)
	return rel != "" && !w.options.Ignored && w.ignore.MatchPath(rel, folder)
}
