package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/citations/refs"
	"github.com/pqcite/pqcite/core"
)

// Bounds of one comment in bytes: the rules in its brackets, and all of it.
const (
	maxIgnored    = 512
	maxIgnoreText = 1024
)

// Ignore is a comment that ignores findings: "pqcite:ignore[dangling] the old draft".
type Ignore struct {
	Span   core.Span // of the mark and the rules, without the reason
	Text   string    // of the span
	Rules  []string  // that it names, in their order; nil for all
	Reason string    // "" if none is given
	File   bool      // it applies to the whole file
	Fault  string    // why it can't be obeyed, one sentence; "" if it can

	cover core.Span // it ignores what begins or ends here; whole lines
}

// ignoreAt reads the comment whose mark is at an offset of a text; false if it is
// some other word.
func ignoreAt(text string, at int) (Ignore, bool) {
	line := text[at:min(len(text), at+maxIgnoreText)]
	if i := strings.IndexAny(line, "\r\n"); i >= 0 {
		line = line[:i]
	}
	var g Ignore
	rest := line[len(refs.IgnoreMark):]
	word := rest[:len(rest)-len(strings.TrimLeft(rest, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"))]
	if i := strings.Index(word, "--"); i >= 0 {
		word = word[:i] // the end of a comment of HTML
	}
	rest = rest[len(word):]
	switch {
	case word == "-file":
		g.File = true
	case strings.HasPrefix(word, "-") && len(word) > 1:
		g.Fault = fmt.Sprintf("there is no %s%s, only %s and %s-file", refs.IgnoreMark, word, refs.IgnoreMark, refs.IgnoreMark)
	case word != "":
		return Ignore{}, false
	}
	if strings.HasPrefix(rest, "[") {
		rest = g.readRules(rest)
	}
	g.Text = line[:len(line)-len(rest)]
	g.Span = core.Span{Start: at, End: at + len(g.Text)}
	for _, end := range []string{"-->", "*/", "*)", "-}"} {
		rest, _, _ = strings.Cut(rest, end)
	}
	g.Reason = strings.TrimSpace(rest)
	return g, true
}

// readRules reads the rules in brackets, and returns what is after them.
func (g *Ignore) readRules(text string) string {
	inner, _, closed := strings.Cut(text[1:min(len(text), maxIgnored)], "]")
	if !closed {
		g.Fault = "its brackets have no end"
		return text[1:]
	}
	for name := range strings.SplitSeq(inner, ",") {
		name = strings.TrimSpace(name)
		switch r, ok := ByID(name); {
		case name == "":
			g.Fault = "its brackets name no rule"
		case !ok:
			g.Fault = fmt.Sprintf("there is no rule %q", name)
		case r.Fixed:
			g.Fault = fmt.Sprintf("the rule %q can't be ignored", name)
		}
		if !slices.Contains(g.Rules, name) {
			g.Rules = append(g.Rules, name)
		}
	}
	return text[len(inner)+2:]
}

// UnusedIgnore is the status of a comment that ignores findings where there are none. It
// is no reference.
const StatusUnusedIgnore refs.Status = "unused_ignore"

// unused is what is reported of a comment that is not needed, or can't be obeyed.
func (g *Ignore) unused(why string) refs.Occurrence {
	return refs.Occurrence{Reference: refs.Reference{Span: g.Span, Text: g.Text}, Status: StatusUnusedIgnore, Note: why}
}
