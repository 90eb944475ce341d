package markdown

import (
	"bufio"
	"html"
	"net/url"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	mdhtml "github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"

	"github.com/pqcite/pqcite/internal/visible"
)

// rendered is what a reader of Markdown makes of a text: the text of its blocks, and
// the names of all nodes that are more than text.
type rendered struct {
	text  string
	nodes []string
	link  string // the address of the last link
}

// render reads Markdown with the extensions of GitHub, which editors read too.
func render(markdown string) rendered {
	source := []byte(markdown)
	var out rendered
	var b strings.Builder
	doc := goldmark.New(goldmark.WithExtensions(extension.GFM, extension.Footnote, extension.DefinitionList)).Parser().Parse(text.NewReader(source))
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Document:
		case *ast.Text:
			if entering {
				b.WriteString(unescaped(n.Segment.Value(source)))
			} else if n.SoftLineBreak() || n.HardLineBreak() {
				b.WriteByte('\n')
			}
		case *ast.String:
			if entering {
				b.Write(n.Value)
			}
		case *ast.FencedCodeBlock:
			if entering {
				out.nodes = append(out.nodes, "code")
				for i := range n.Lines().Len() {
					line := n.Lines().At(i)
					b.Write(line.Value(source))
				}
			}
		default:
			if l, ok := n.(*ast.Link); ok {
				out.link = string(l.Destination)
			}
			if !entering {
				break
			}
			if _, ok := n.(*extast.Table); ok {
				out.nodes = append(out.nodes, "Table")
			} else {
				out.nodes = append(out.nodes, n.Kind().String())
			}
		}
		return ast.WalkContinue, nil
	})
	out.text = b.String()
	return out
}

// unescaped is what a text of the source shows.
func unescaped(source []byte) string {
	var b strings.Builder
	w := bufio.NewWriter(&b)
	mdhtml.DefaultWriter.Write(w, source)
	_ = w.Flush() // a Builder takes everything
	return html.UnescapeString(b.String())
}

func (r rendered) is(nodes ...string) bool {
	return strings.Join(r.nodes, " ") == strings.Join(nodes, " ")
}

// folded is what shows of a text on one line.
func folded(s string) string { return strings.Join(strings.Fields(kept(s)), " ") }

// kept is a text as it can be shown. What can be is tested where it is decided.
func kept(s string) string {
	return visible.Text(strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n"))
}

// FuzzEscape writes any text in each way, reads the Markdown with another program,
// and wants the text back with nothing else.
func FuzzEscape(f *testing.F) {
	for _, seed := range []string{
		"", " ", "plain", "# h", "1. x", "1) x", "- x", "+ x", "* x", "> x", "a_b _c_ __d__", "**x**", "`c`", "``", "[a](b)", "![a](b)", "[a]: b", "[^a]", "<b>", "<https://x.y>",
		"https://x.y", "http://x", "ftp://x.y", "www.x.y", "a@b.cd", "mailto:a@b.cd", "&amp; &#65; &x", "a|b\n-|-", "~~x~~", "\\", "\\\\*", "```\nx\n```", "~~~", "---", "===", "a\n===", "\ta\tb", "    x", "a\x00b",
		"\u202ex", "\u2028", "$(error)", "command:x", ":x", "- [ ] x", "x #", "123456789. x", "!", "a\r\nb\rc", "\xff", "\u00a0x", "\ufeff# x", "a\n\nb", "1.\n2.", "x  \ny", "www.\u00e9.y", "\u200b- x",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		want := folded(s)
		if want == "" {
			return
		}
		if got := render("x " + Escape(s)); !got.is("Paragraph") || got.text != "x "+want {
			t.Errorf("Escape(%q) = %q: reads as %q with %q", s, Escape(s), got.text, got.nodes)
		}
		if got := render(EscapeLine(s)); !got.is("Paragraph") || got.text != want {
			t.Errorf("EscapeLine(%q) = %q: reads as %q with %q", s, EscapeLine(s), got.text, got.nodes)
		}
		if got := render("**" + Escape(s) + "**"); !got.is("Paragraph", "Emphasis") || got.text != want {
			t.Errorf("bold %q: reads as %q with %q", Escape(s), got.text, got.nodes)
		}
		if got := render(Quote(s)); !got.quotes(s) {
			t.Errorf("Quote(%q) = %q: reads as %q with %q", s, Quote(s), got.text, got.nodes)
		}
		code := strings.TrimRight(strings.ReplaceAll(kept(s), "\t", "   "), "\n")
		if got := render(Fence(s)); !got.is("code") || strings.TrimSuffix(got.text, "\n") != code {
			t.Errorf("Fence(%q) = %q: reads as %q with %q", s, Fence(s), got.text, got.nodes)
		}
		if got := render(Link(s, "https://example.org/a")); !got.is("Paragraph", "Link") || got.text != want || got.link != "https://example.org/a" {
			t.Errorf("Link(%q) = %q: reads as %q with %q to %q", s, Link(s, "https://example.org/a"), got.text, got.nodes, got.link)
		}
	})
}

func TestEscapeUnderscores(t *testing.T) {
	for _, s := range []string{"\u2014_a_\u2014", "\u2026__a__\u2026", "\u00ab_a_\u00bb", "\u00e9_a_\u00e9"} {
		if got := render(EscapeLine(s)); !got.is("Paragraph") || got.text != s {
			t.Errorf("EscapeLine(%q): reads as %q with %q", s, got.text, got.nodes)
		}
	}
}

// quotes reports whether it reads as one quote of the lines of a text.
func (r rendered) quotes(s string) bool {
	if len(r.nodes) == 0 || r.nodes[0] != "Blockquote" {
		return false
	}
	for _, n := range r.nodes[1:] {
		if n != "Paragraph" { // an empty line ends one
			return false
		}
	}
	return strings.Join(strings.Fields(r.text), "") == strings.Join(strings.Fields(kept(s)), "")
}

// FuzzLink links to any address: what comes out is a link to a place of the web, of
// a file or of the server, or the text alone.
func FuzzLink(f *testing.F) {
	for _, seed := range []string{
		"https://example.org/a_(b)", "http://x", "file:///a b", "pqcite:/a#L1", "command:x", "javascript:x", "https://x)](command:y", "https://x\" onclick", "https://a\nb", "data:x", "", "HTTPS://x", "https://x\\", "https://x<y>", "https://x&amp;y",
		"https://x\x00y", "https://x\x7f", "https://\u202ex", "https://x&#41;(command:y)", "https://x\u00a0y", " https://x", "https://x\x0b",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, address string) {
		got := render("x " + Link("text", address))
		if got.text != "x text" {
			t.Errorf("Link to %q = %q: reads as %q with %q", address, Link("text", address), got.text, got.nodes)
		}
		if got.is("Paragraph") {
			return
		}
		u, err := url.Parse(strings.ToValidUTF8(got.link, "?"))
		if !got.is("Paragraph", "Link") || err == nil && u.Scheme != "https" && u.Scheme != "http" && u.Scheme != "file" && u.Scheme != "pqcite" || strings.HasPrefix(got.link, "command:") {
			t.Errorf("Link to %q: reads as %q to %q", address, got.nodes, got.link)
		}
	})
}
