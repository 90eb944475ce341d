package lsp_test

import (
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/lsptest"
)

// hostile are texts that would do something in somebody's Markdown.
var hostile = []string{
	"[click](command:workbench.action.terminal.new)", "![x](https://evil.example/p.png)", "<img src=https://evil.example onerror=x>", "<script>x</script>",
	"</td></table><h1>x", "$(error) $(warning~spin)", "\u202egnp.exe \u2066x\u2069", "# heading", "1. list", "- item", "> quote", "```\ncode", "    code", "a | b\n--|--",
	"https://evil.example", "www.evil.example", "me@evil.example", "<https://evil.example>", "[x]: https://evil.example", "[^1]: note", "&lt;b&gt; &#91;", "**bold** _it_ ~~gone~~ `code`",
	"\\[x\\](command:y)", "end\\", "---", "===", "\x00\x1b[31mred\r\n\r\n# next", "\xff\xfe", "line\u2028separator", "- [ ] task", "[x][y]", "a\n\n<div>\n\n# b", "#", "*", "C #",
}

func TestAskHostile(t *testing.T) {
	t.Parallel()
	for _, h := range hostile {
		good := cited(t, "c1", "NIST.FIPS.203", "algorithm-20")
		good.Quote, good.Draft = h+"\n\n"+h+"\tcell\n", true
		answered := core.Outcome{
			Question: h, Status: core.Answered, ShortAnswer: h, Citations: []core.Citation{good},
			Claims: []core.Claim{{Text: h, Citations: []string{"c1"}}, {Text: h, Citations: []string{"c1"}, Side: h, Aspect: h}, {Text: h, Citations: []string{"c1"}, Side: h + "2", Aspect: h}},
		}
		answered.Citations[0].URL = "command:evil"
		nothing := refused(h)
		nothing.Detail, nothing.Searched = h, []string{h, h}
		for name, o := range map[string]core.Outcome{"answer": answered, "refusal": nothing} {
			s := begin(t, answering(o), lsptest.Options{})
			s.Initialize()
			var got answer
			if err := s.execute("pqcite.ask", map[string]any{"question": "?"}, &got); err != nil {
				t.Fatal(err)
			}
			for _, fault := range inert(got.Markdown) {
				t.Errorf("%s with %q: %s\nin %s", name, h, fault, got.Markdown)
			}
			s.Shutdown()
			s.Exit()
		}
	}
}

// TestRefusalBeginsLists puts what makes blocks where a list's item begins.
func TestRefusalBeginsLists(t *testing.T) {
	t.Parallel()
	for _, h := range hostile {
		o := refused("?")
		o.Missing, o.Nearest = []core.Facet{{Text: h}}, []core.Nearest{{Title: h}}
		s := begin(t, answering(o), lsptest.Options{})
		s.Initialize()
		var got answer
		if err := s.execute("pqcite.ask", map[string]any{"question": "?"}, &got); err != nil {
			t.Fatal(err)
		}
		for _, fault := range inert(got.Markdown) {
			t.Errorf("with %q: %s\nin %s", h, fault, got.Markdown)
		}
		s.Shutdown()
		s.Exit()
	}
}

// inert lists what an answer contains apart from its usual parts: links into the
// server's documents and the web of the standards, tables, and <br> in their cells.
func inert(markdown string) []string {
	source := []byte(markdown)
	var faults []string
	headings := 0
	_ = ast.Walk(goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser().Parse(text.NewReader(source)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Image, *ast.HTMLBlock, *ast.AutoLink, *ast.CodeSpan:
			faults = append(faults, "there is a "+n.Kind().String())
		case *ast.RawHTML:
			if raw := string(n.Segments.Value(source)); raw != "<br>" {
				faults = append(faults, "there is HTML: "+raw)
			}
		case *ast.Link:
			if to := string(n.Destination); !strings.HasPrefix(to, "pqcite:/NIST.FIPS.203.txt#L") {
				faults = append(faults, "there is a link to "+to)
			}
		case *ast.Heading:
			if headings++; n.Parent().Kind() != ast.KindDocument || headings > 2 {
				faults = append(faults, "there is a heading too many")
			}
		case *ast.Blockquote, *ast.List:
			if n.Parent().Kind() != ast.KindDocument {
				faults = append(faults, "there is a "+n.Kind().String()+" in another block")
			}
		case *ast.ThematicBreak:
			faults = append(faults, "there is a rule")
		}
		return ast.WalkContinue, nil
	})
	for _, part := range []string{"\u202e", "\u2066", "\x00", "\x1b", "\r"} {
		if strings.Contains(markdown, part) {
			faults = append(faults, "there is a control character")
		}
	}
	for rest := markdown; ; {
		i := strings.Index(rest, "$(")
		if i < 0 {
			return faults
		}
		if i == 0 || rest[i-1] != '\\' {
			if !strings.Contains(markdown, "```") {
				faults = append(faults, "there is an icon")
			}
		}
		rest = rest[i+2:]
	}
}
