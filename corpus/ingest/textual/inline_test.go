package textual

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	gmtext "github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

func TestPlain(t *testing.T) {
	in := inline{labels: map[string]bool{"spec": true}}
	for _, tt := range []struct{ name, text, want string }{
		{"emphasis", "*a* **b** ***c*** _d_ __e__", "a b c d e"},
		{"underscores in names", "K_KEYGEN_internal and a__b__c", "K_KEYGEN_internal and a__b__c"},
		{"products", "2 * 3 * 4", "2 * 3 * 4"},
		{"unclosed", "*a and **b", "*a and **b"},
		{"over lines", "*a\nb*", "a\nb"},
		{"strikethrough stays", "~~not~~", "~~not~~"},
		{"code", "`a*b*` ``c`d`` ` e `", "a*b* c`d e"},
		{"code unclosed", "`a *b*", "`a b"},
		{"link", "see [the *memo*](http://x.example/a_(b) \"T\").", "see the memo."},
		{"image in link", "[![alt](a.png)](b)", "alt"},
		{"empty target", "[a]()", "a"},
		{"label defined", "[a][spec] [Spec][]", "a Spec"},
		{"label undefined", "x[a][b] [FIPS 203] [c][]", "x[a][b] [FIPS 203] [c][]"},
		{"shortcut stays", "[spec]", "[spec]"},
		{"target over lines", "[a](b\n\"c\") d", "a\n d"},
		{"autolink", "<https://x.example/*a*> <a@b.example>", "https://x.example/*a* a@b.example"},
		{"html", `a <b title="*x*">*c*</b> <!-- d -->`, `a <b title="*x*">c</b> <!-- d -->`},
		{"less than", "a < b and *c* > d", "a < b and c > d"},
		{"escapes", `\*a\* \\ \[b\](c) \d`, `*a* \ [b](c) \d`},
		{"hard break", "a\\\nb", "a\nb"},
		{"entities", "&lt;&amp;&#945;&nosuch; &#10;", "<&α&nosuch; &#10;"},
		{"formula", `$a*b*c$ and $$x_{*}\{1\}*$$`, `$a*b*c$ and $$x_{*}\{1\}*$$`},
		{"prices", "$5 and *$6* and $ 7", "$5 and $6 and $ 7"},
		{"emphasis ends at a link", "[*a](b) c*", "*a c*"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, strings.Join(in.plain(strings.Split(tt.text, "\n")), "\n")); diff != "" {
				t.Errorf("plain text of %q (-want +got):\n%s", tt.text, diff)
			}
		})
	}
}

// reference reads emphasis as goldmark does.
var reference = parser.NewParser(
	parser.WithBlockParsers(util.Prioritized(parser.NewParagraphParser(), 1)),
	parser.WithInlineParsers(util.Prioritized(parser.NewEmphasisParser(), 1)),
)

func referenceText(text string) string {
	var b strings.Builder
	src := []byte(text)
	_ = ast.Walk(reference.Parse(gmtext.NewReader(src)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if s, ok := n.(*ast.Text); ok && entering {
			b.Write(s.Segment.Value(src))
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

// TestEmphasis compares all short texts of marks, letters, points and spaces
// with what a full CommonMark parser makes of them.
func TestEmphasis(t *testing.T) {
	const alphabet, length = "*_a .", 7
	var walk func(prefix string)
	failed := 0
	walk = func(prefix string) {
		if text := "x" + prefix + "x"; failed < 10 {
			if got, want := strings.Join(inline{}.plain([]string{text}), ""), referenceText(text); got != want {
				failed++
				t.Errorf("plain text of %q is %q, want %q", text, got, want)
			}
		}
		if len(prefix) == length {
			return
		}
		for _, c := range alphabet {
			walk(prefix + string(c))
		}
	}
	walk("")
}

func FuzzInline(f *testing.F) {
	f.Add("*a* [b](c) `d` &lt; $e$ <f> \\g\n**h**")
	f.Add("[![a](b)](c)[d][e]\n[e]: f")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1<<14 {
			return
		}
		lines := strings.Split(text, "\n")
		if got := (inline{labels: linkLabels(text)}).plain(lines); len(got) != len(lines) {
			t.Fatalf("%d lines became %d", len(lines), len(got))
		}
	})
}

// BenchmarkInlineHostile measures what makes naive inline parsers quadratic.
func BenchmarkInlineHostile(b *testing.B) {
	for _, tt := range []struct{ name, unit string }{
		{"links", "[a]("}, {"brackets", "["}, {"emphasis", "*a **b _c "}, {"closers", "a* b_ "},
		{"labels", "[][]]"}, {"tags", "<a b=\""}, {"ticks", "` `` ``` "}, {"dollars", "$a $$*"}, {"entities", "&a"},
	} {
		b.Run(tt.name, func(b *testing.B) {
			lines := []string{strings.Repeat(tt.unit, (1<<20)/len(tt.unit))}
			b.SetBytes(1 << 20)
			for b.Loop() {
				inline{}.plain(lines)
			}
		})
	}
}
