package walk

import (
	"io"
	"os"
	"strings"
)

// Bounds of a file with rules. To match one rule takes steps up to the product of its
// length and that of the path, and every path below the file is held against all of
// them. What lies beyond is no rule.
const (
	maxRuleFile  = 1 << 20 // bytes; a larger file has no rules
	maxRules     = 4096    // of all files that a folder lies below
	maxRuleBytes = 512     // of one
)

// addRules adds the rules of a file to those that hold below a folder.
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

// boundedRules returns the lines of a file that may be rules, at most some, and how
// many they are.
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

// opensClass reports whether a rule has a class of characters, such as [:alpha:], that
// does not end: it would be looked for from each of its brackets to the rule's end.
func opensClass(rule string) bool {
	open, shut := strings.LastIndex(rule, "[:"), strings.LastIndex(rule, ":]")
	return open >= 0 && shut < open
}

// ignores reports whether git ignores a path.
func (w *walker) ignores(abs string, folder bool) bool {
	rel := w.relative(abs)
	return rel != "" && !w.options.Ignored && w.ignore.MatchPath(rel, folder)
}
