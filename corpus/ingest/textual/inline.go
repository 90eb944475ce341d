package textual

import (
	"html"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"
)

// inline removes the inline markup of Markdown. It reads what CommonMark reads in time
// linear in the text: where that needs a search, the search is bounded, and markup
// beyond the bound stays as written.
//
// Strikethrough stays marked, since struck-out text must not read as valid. Brackets
// without a link stay too: "[FIPS 203]" cites.
type inline struct {
	labels map[string]bool // of link reference definitions, folded
}

const (
	// maxTarget is the length in bytes of the longest link target with its title.
	maxTarget = 2048
	// maxLabel is the length in bytes of the longest link label; the patterns
	// below repeat it.
	maxLabel = 200
	// maxOpen is how far emphasis looks back for its opening mark.
	maxOpen = 64
)

// The patterns of labels are compiled when a text has markup: counted repetition takes milliseconds.
var (
	labelLine  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^ {0,3}\[((?:[^\[\]\\]|\\.){1,200})\]:`) })
	linkTarget = regexp.MustCompile(`^\(\s*(?:<[^<>\n]*>|[^\s<>()\\]*(?:(?:\\.|\([^\s()]*\))[^\s<>()\\]*)*)(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*\)`)
	linkLabel  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\[((?:[^\[\]\\]|\\.){0,200})\]`) })
	autolink   = regexp.MustCompile(`^<(?:[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)>`)
	entity     = regexp.MustCompile(`^&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});`)
)

// linkLabels returns the labels that a text defines, anywhere: an extra label from a
// code block only turns "[a][b]" into "a".
func linkLabels(text string) map[string]bool {
	labels := map[string]bool{}
	for _, m := range labelLine().FindAllStringSubmatch(text, -1) {
		labels[foldLabel(m[1])] = true
	}
	return labels
}

func foldLabel(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), " ")) }

// plain returns the lines of one paragraph without markup. Their number stays.
func (in inline) plain(lines []string) []string {
	text := strings.Join(lines, "\n")
	if !strings.ContainsAny(text, "*_`[]\\<&") {
		return lines
	}
	s := scan{inline: in, text: text, edits: make([]edit, 0, 16)}
	s.run()
	return strings.Split(s.apply(), "\n")
}

// edit replaces a range of the text.
type edit struct {
	start, end int
	with       string
}

// scan is one pass over a paragraph.
type scan struct {
	inline
	text     string
	edits    []edit
	brackets []bracket
	marks    []mark
	ticks    map[int][]int // where runs of n backticks start, from here on
}

// bracket is an opening bracket that may start a link.
type bracket struct {
	at, marks int // marks is how many emphasis marks came before it
	image     bool
}

func (s *scan) drop(start, end int) { s.edits = append(s.edits, edit{start: start, end: end}) }

func (s *scan) run() {
	s.ticks = backticks(s.text)
	for i := 0; i < len(s.text); {
		i = s.step(i)
	}
}

// step reads the construct at i and returns where the next one starts.
func (s *scan) step(i int) int {
	switch s.text[i] {
	case '\\':
		return s.escape(i)
	case '`':
		return s.code(i)
	case '$':
		return s.formula(i)
	case '<':
		if m := autolink.FindString(s.window(i)); m != "" {
			s.drop(i, i+1)
			s.drop(i+len(m)-1, i+len(m))
			return i + len(m)
		}
		return s.tag(i)
	case '&':
		return s.entity(i)
	case '!':
		if strings.HasPrefix(s.text[i+1:], "[") {
			s.open(bracket{at: i, image: true})
			return i + 2
		}
	case '[':
		s.open(bracket{at: i})
	case ']':
		return s.close(i)
	case '*', '_':
		return s.emphasis(i)
	}
	return i + 1
}

// window is the text at i as far as a bounded search may look.
func (s *scan) window(i int) string { return s.text[i:min(len(s.text), i+maxTarget)] }

func (s *scan) escape(i int) int {
	if i+1 == len(s.text) {
		return i + 1
	}
	if c := s.text[i+1]; c == '\n' || isPunctuation(c) {
		s.drop(i, i+1)
		return i + 2
	}
	return i + 1
}

func isPunctuation(c byte) bool {
	return c > ' ' && c < 0x7F && !('0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z')
}

// backticks returns where each run of backticks starts, by its length.
func backticks(text string) map[int][]int {
	runs := map[int][]int{}
	for i := 0; i < len(text); {
		n := runLength(text, i)
		if text[i] == '`' {
			runs[n] = append(runs[n], i)
		}
		i += n
	}
	return runs
}

// runLength is how often the byte at i is repeated from there.
func runLength(text string, i int) int {
	n := 1
	for i+n < len(text) && text[i+n] == text[i] {
		n++
	}
	return n
}

// code reads a code span: its text stays, its backticks go.
func (s *scan) code(i int) int {
	n := runLength(s.text, i)
	ahead := s.ticks[n]
	for len(ahead) > 0 && ahead[0] <= i {
		ahead = ahead[1:]
	}
	s.ticks[n] = ahead
	if len(ahead) == 0 {
		return i + n
	}
	start, end := i+n, ahead[0]
	inner := s.text[start:end]
	if len(inner) > 2 && strings.TrimSpace(inner) != "" && inner[0] == ' ' && inner[len(inner)-1] == ' ' {
		start, end = start+1, end-1
	}
	s.drop(i, start)
	s.drop(end, ahead[0]+n)
	return ahead[0] + n
}

// formula skips "$…$" and "$$…$$", whose content is not markup. As in prices, a single
// dollar before a space or a digit does not end a formula.
func (s *scan) formula(i int) int {
	n := runLength(s.text, i)
	if n > 2 {
		return i + n
	}
	start := i + n
	end := strings.IndexByte(s.text[start:], '$')
	if end <= 0 || runLength(s.text, start+end) < n {
		return start
	}
	end += start
	after := end + n
	digit := after < len(s.text) && '0' <= s.text[after] && s.text[after] <= '9'
	if n == 1 && (isSpaceByte(s.text[start]) || isSpaceByte(s.text[end-1]) || digit) {
		return start
	}
	return after
}

func isSpaceByte(c byte) bool { return c == ' ' || c == '\n' || c == '\t' }

var htmlTag = regexp.MustCompile(`^</?[A-Za-z][A-Za-z0-9-]*(?:\s+[A-Za-z_:][\w:.-]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>` + "`" + `]+))?)*\s*/?>`)

// tag skips an HTML tag: it is kept, and its attributes are not markup.
func (s *scan) tag(i int) int {
	if m := htmlTag.FindString(s.window(i)); m != "" {
		return i + len(m)
	}
	return i + 1
}

// entity reads a character reference such as "&lt;".
func (s *scan) entity(i int) int {
	m := entity.FindString(s.text[i:min(len(s.text), i+40)])
	with := html.UnescapeString(m)
	if m == "" || with == m || strings.ContainsFunc(with, func(r rune) bool { return r < ' ' || r == utf8.RuneError }) {
		return i + 1
	}
	s.edits = append(s.edits, edit{start: i, end: i + len(m), with: with})
	return i + len(m)
}

func (s *scan) open(b bracket) {
	b.marks = len(s.marks)
	s.brackets = append(s.brackets, b)
}

// close reads what follows a closing bracket: a target makes it a link or an image,
// whose text stays.
func (s *scan) close(i int) int {
	if len(s.brackets) == 0 {
		return i + 1
	}
	b := s.brackets[len(s.brackets)-1]
	s.brackets = s.brackets[:len(s.brackets)-1]
	end := s.target(i, b)
	if end == 0 {
		return i + 1
	}
	width := 1
	if b.image {
		width = 2
	} else {
		s.brackets = s.brackets[:0] // links do not nest
	}
	s.drop(b.at, b.at+width)
	s.drop(i, end)
	s.marks = s.marks[:min(b.marks, len(s.marks))]
	return end
}

// target returns the end of the target that follows the bracket at i, or 0.
func (s *scan) target(i int, b bracket) int {
	rest := s.window(i + 1)
	if m := linkTarget.FindString(rest); m != "" {
		return i + 1 + len(m)
	}
	m := linkLabel().FindStringSubmatch(rest)
	if m == nil {
		return 0
	}
	label := m[1]
	if label == "" {
		first := b.at + 1
		if b.image {
			first++
		}
		label = s.text[first:i]
	}
	if len(label) > maxLabel || !s.labels[foldLabel(label)] {
		return 0
	}
	return i + 1 + len(m[0])
}
