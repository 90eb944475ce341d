package textual

import (
	"regexp"
	"strings"

	"github.com/pqcite/pqcite/corpus/ingest/build"
)

// front is the lines of front matter, between "---" lines at the top.
type front []string

// maxFrontLines bounds front matter; a rule far below does not end it.
const maxFrontLines = 200

var (
	frontKey  = regexp.MustCompile(`^([A-Za-z][\w-]*):(?:\s+(.*))?$`)
	frontDate = regexp.MustCompile(`^\d{4}(?:-\d{2}(?:-\d{2})?)?$`)
)

// frontMatter cuts the front matter off a text. A text that begins with a thematic
// break has none: the next line is not a key.
func frontMatter(text string) (front, string) {
	rest, ok := strings.CutPrefix(text, "---\n")
	if !ok {
		return nil, text
	}
	var lines front
	for len(lines) < maxFrontLines && rest != "" {
		line, after, _ := strings.Cut(rest, "\n")
		switch line = strings.TrimRight(line, " \t"); {
		case line == "---" || line == "...":
			return lines, after
		case len(lines) == 0 && !frontKey.MatchString(line):
			return nil, text
		}
		lines, rest = append(lines, line), after
	}
	return nil, text
}

// fill sets title and date unless the caller has.
func (f front) fill(m build.Meta) build.Meta {
	if m.Title == "" {
		m.Title = f.value("title")
	}
	if date := f.value("date"); m.Date == "" && frontDate.MatchString(date) {
		m.Date = date
	}
	return m
}

// value returns a scalar of the front matter, unquoted.
func (f front) value(key string) string {
	for _, l := range f {
		m := frontKey.FindStringSubmatch(l)
		if m == nil || m[1] != key {
			continue
		}
		for _, q := range []string{`"`, `'`} {
			if len(m[2]) > 1 && strings.HasPrefix(m[2], q) && strings.HasSuffix(m[2], q) {
				return m[2][1 : len(m[2])-1]
			}
		}
		return strings.TrimSpace(m[2])
	}
	return ""
}
