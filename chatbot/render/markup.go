package render

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// nodeKind says what a node is.
type nodeKind string

// The kinds of nodes.
const (
	nodeText      nodeKind = "text"      // Text is what is shown
	nodeBreak     nodeKind = "break"     // the end of a line
	nodeBold      nodeKind = "bold"      //
	nodeItalic    nodeKind = "italic"    //
	nodeUnderline nodeKind = "underline" //
	nodeStrike    nodeKind = "strike"    //
	nodeSpoiler   nodeKind = "spoiler"   //
	nodeHeading   nodeKind = "heading"   //
	nodeSmall     nodeKind = "small"     // subtext
	nodeItem      nodeKind = "item"      // of a list; Text is its mark
	nodeQuote     nodeKind = "quote"     //
	nodeCode      nodeKind = "code"      // Text is the code
	nodeFence     nodeKind = "fence"     // Text is the code, without the language
	nodeLink      nodeKind = "link"      // Text is the address; Nodes are what is shown, if that differs
	nodeMention   nodeKind = "mention"   // of a user, role, channel, command, or everyone; Text is the source
	nodeEmoji     nodeKind = "emoji"     // by its name; Text is the source
	nodeTime      nodeKind = "time"      // Text is the source
)

// Node is a part of a parsed text.
type Node struct {
	Kind  nodeKind
	Text  string
	Nodes []Node
}

// ReadMarkdown parses Discord's Markdown as its clients do: for previews, and to prove that
// escaped text means nothing. Where clients differ or a rule is not documented, it
// recognises more: a text that it takes for plain is plain to every client. Not covered are
// the nesting of lists and the look of spoilers. The work is at most quadratic in the
// length of the text.
func ReadMarkdown(text string) []Node { return read(text, scope{blocks: true, quotes: true}) }

// scope says what is recognised in a part of a text.
type scope struct {
	blocks bool // what starts a line
	quotes bool // quotes do not nest
	inLink bool // links do not nest
}

type reader struct {
	text  string
	at    int
	scope scope
	nodes []Node
}

func read(text string, s scope) []Node {
	r := reader{text: text, scope: s}
	for r.at < len(text) {
		if r.lineStarts() && s.blocks && r.block() {
			continue
		}
		if r.inline() {
			continue
		}
		c, size := utf8.DecodeRuneInString(text[r.at:])
		r.at += size
		if c == '\n' {
			r.nodes = append(r.nodes, Node{Kind: nodeBreak})
			continue
		}
		r.say(string(c))
	}
	return r.nodes
}

func (r *reader) rest() string { return r.text[r.at:] }

func (r *reader) lineStarts() bool { return r.at == 0 || r.text[r.at-1] == '\n' }

// say adds plain text.
func (r *reader) say(s string) {
	if n := len(r.nodes); n > 0 && r.nodes[n-1].Kind == nodeText {
		r.nodes[n-1].Text += s
		return
	}
	r.nodes = append(r.nodes, Node{Kind: nodeText, Text: s})
}

var (
	headingMark = regexp.MustCompile(`^ *#{1,3} +`)
	smallMark   = regexp.MustCompile(`^ *-# +`)
	itemMark    = regexp.MustCompile(`^ *(?:[-*+]|\d+[.)]) +`)
)

// block reads what starts at the beginning of a line.
func (r *reader) block() bool {
	rest := r.rest()
	if r.scope.quotes && strings.HasPrefix(rest, ">>> ") {
		r.nodes = append(r.nodes, Node{Kind: nodeQuote, Nodes: read(rest[4:], scope{blocks: true})})
		r.at = len(r.text)
		return true
	}
	if r.scope.quotes && strings.HasPrefix(rest, "> ") {
		r.quote()
		return true
	}
	for _, b := range []struct {
		mark *regexp.Regexp
		kind nodeKind
	}{{headingMark, nodeHeading}, {smallMark, nodeSmall}, {itemMark, nodeItem}} {
		mark := b.mark.FindString(rest)
		line, _, _ := strings.Cut(rest, "\n")
		if mark == "" || len(mark) == len(line) {
			continue
		}
		n := Node{Kind: b.kind, Nodes: read(line[len(mark):], scope{inLink: r.scope.inLink})}
		if b.kind == nodeItem {
			n.Text = strings.TrimSpace(mark)
		}
		r.nodes = append(r.nodes, n)
		r.at += len(line)
		r.skipBreak()
		return true
	}
	return false
}

// quote reads the lines of a block quote.
func (r *reader) quote() {
	var lines []string
	for strings.HasPrefix(r.rest(), "> ") {
		line, _, more := strings.Cut(r.rest(), "\n")
		lines = append(lines, line[2:])
		r.at += len(line)
		if more {
			r.at++
		}
	}
	r.nodes = append(r.nodes, Node{Kind: nodeQuote, Nodes: read(strings.Join(lines, "\n"), scope{blocks: true})})
}

func (r *reader) skipBreak() {
	if r.at < len(r.text) && r.text[r.at] == '\n' {
		r.at++
	}
}

// source are the forms that are read literally.
var source = []struct {
	form *regexp.Regexp
	kind nodeKind
}{
	{regexp.MustCompile(`^<(?:@[!&]?\d+|#\d+|/[^:<>\n]+:\d+|id:\w+)>`), nodeMention},
	{regexp.MustCompile(`^@(?:everyone|here)`), nodeMention},
	{regexp.MustCompile(`^<a?:\w+:\d+>`), nodeEmoji},
	{regexp.MustCompile(`^:[\w+-]+:`), nodeEmoji},
	{regexp.MustCompile(`^<t:-?\d+(?::\w)?>`), nodeTime},
	{regexp.MustCompile(`^<(?:https?://|mailto:|tel:)[^\s<>]+>`), nodeLink},
	{regexp.MustCompile(`(?i)^(?:https?|steam)://[^\s<]+[^<.,:;"'\]\s]`), nodeLink},
	{regexp.MustCompile(`(?i)^discord(?:app)?\.(?:gg|com/invite)/[\w-]+`), nodeLink},
}

// inline reads one element inside a line.
func (r *reader) inline() bool {
	rest := r.rest()
	if len(rest) > 1 && rest[0] == '\\' {
		c, size := utf8.DecodeRuneInString(rest[1:])
		if !unicode.IsSpace(c) && (c > unicode.MaxASCII || !unicode.IsLetter(c) && !unicode.IsDigit(c)) {
			r.say(string(c))
			r.at += 1 + size
			return true
		}
	}
	if r.fence(rest) || r.code(rest) || r.link(rest) {
		return true
	}
	for _, s := range source {
		if found := s.form.FindString(rest); found != "" && !(r.scope.inLink && s.kind == nodeLink) {
			n := Node{Kind: s.kind, Text: found}
			if s.kind == nodeLink {
				n.Text = strings.Trim(found, "<>")
			}
			r.nodes = append(r.nodes, n)
			r.at += len(found)
			return true
		}
	}
	return r.styled(rest)
}

var fenceForm = regexp.MustCompile("(?s)^```(?:[a-zA-Z0-9_+\\-.#]+?\n)?\n*([^\n].*?)\n*```")

func (r *reader) fence(rest string) bool {
	m := fenceForm.FindStringSubmatchIndex(rest)
	if m == nil {
		return false
	}
	r.nodes = append(r.nodes, Node{Kind: nodeFence, Text: rest[m[2]:m[3]]})
	r.at += m[1]
	r.skipBreak()
	return true
}

// code reads a span of code: as many backticks after it as before it.
func (r *reader) code(rest string) bool {
	ticks := len(rest) - len(strings.TrimLeft(rest, "`"))
	if ticks == 0 {
		return false
	}
	for at := ticks; at < len(rest); {
		i := strings.IndexByte(rest[at:], '`')
		if i < 0 {
			return false
		}
		end := at + i
		run := len(rest[end:]) - len(strings.TrimLeft(rest[end:], "`"))
		if run == ticks && end > ticks {
			r.nodes = append(r.nodes, Node{Kind: nodeCode, Text: rest[ticks:end]})
			r.at += end + run
			return true
		}
		at = end + run
	}
	return false
}

var destinationForm = regexp.MustCompile(`^\(\s*<?([^\s<>()]*(?:\([^\s<>()]*\)[^\s<>()]*)*)>?(?:\s+['"].*?['"])?\s*\)`)

// link reads [text](address).
func (r *reader) link(rest string) bool {
	if rest[0] != '[' || r.scope.inLink {
		return false
	}
	depth := 0
	for i := 0; i < len(rest); i++ {
		switch rest[i] {
		case '\\':
			i++
		case '[':
			depth++
		case ']':
			if depth--; depth > 0 {
				continue
			}
			m := destinationForm.FindStringSubmatch(rest[i+1:])
			if m == nil || i == 1 {
				return false
			}
			r.nodes = append(r.nodes, Node{Kind: nodeLink, Text: m[1], Nodes: read(rest[1:i], scope{inLink: true})})
			r.at += i + 1 + len(m[0])
			return true
		}
	}
	return false
}

// marks are the delimiters of styles, the longer ones first.
var marks = []struct {
	mark string
	kind nodeKind
}{{"**", nodeBold}, {"__", nodeUnderline}, {"~~", nodeStrike}, {"||", nodeSpoiler}, {"*", nodeItalic}, {"_", nodeItalic}}

func (r *reader) styled(rest string) bool {
	for _, m := range marks {
		if !strings.HasPrefix(rest, m.mark) {
			continue
		}
		if end := closing(rest, m.mark); end > 0 {
			inner := rest[len(m.mark):end]
			r.nodes = append(r.nodes, Node{Kind: m.kind, Nodes: read(inner, scope{inLink: r.scope.inLink})})
			r.at += end + len(m.mark)
			return true
		}
	}
	return false
}

// closing returns where the mark at the start of a text occurs again, or 0.
func closing(text, mark string) int {
	if len(mark) == 1 && len(text) > 1 && (text[1] == ' ' || text[1] == '\n' || text[1] == mark[0]) {
		return 0
	}
	for i := len(mark); i < len(text); i++ {
		if text[i] == '\\' {
			i++
			continue
		}
		if i > len(mark) && strings.HasPrefix(text[i:], mark) && !strings.HasPrefix(text[i+len(mark):], mark[:1]) {
			return i
		}
	}
	return 0
}
