package render

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// outline writes nodes with their kinds: bold(text).
func outline(nodes []Node) string {
	var parts []string
	for _, n := range nodes {
		switch {
		case n.Kind == nodeText:
			parts = append(parts, n.Text)
		case n.Kind == nodeBreak:
			parts = append(parts, "/")
		case n.Nodes == nil:
			parts = append(parts, string(n.Kind)+"{"+n.Text+"}")
		default:
			parts = append(parts, strings.TrimSuffix(string(n.Kind)+":"+n.Text, ":")+"("+outline(n.Nodes)+")")
		}
	}
	return strings.Join(parts, "")
}

func TestReadMarkdown(t *testing.T) {
	for in, want := range map[string]string{
		"plain":                        "plain",
		"a\nb":                         "a/b",
		"**b** *i* _i_ __u__ ~~s~~":    "bold(b) italic(i) italic(i) underline(u) strike(s)",
		"||x||":                        "spoiler(x)",
		"**a *b* c**":                  "bold(a italic(b) c)",
		`\*a\* \_b\_ \<@1\>`:           "*a* _b_ <@1>",
		`\a \ b`:                       `\a \ b`,
		"`c` ``a`b`` `":                "code{c} code{a`b} `",
		"```go\nx\n```y":               "fence{x}y",
		"```\n\nx ```":                 "fence{x }",
		"[t](https://x/y) [t](<u>)":    "link:https://x/y(t) link:u(t)",
		`[\[1\]](u)`:                   "link:u([1])",
		"[a [b] c](u)":                 "link:u(a [b] c)",
		"[1] (u)":                      "[1] (u)",
		"https://x.y/z. <https://x.y>": "link{https://x.y/z}. link{https://x.y}",
		"discord.gg/abc":               "link{discord.gg/abc}",
		"<@1> <@!1> <@&1> <#1> </a:1>": "mention{<@1>} mention{<@!1>} mention{<@&1>} mention{<#1>} mention{</a:1>}",
		"@everyone @here":              "mention{@everyone} mention{@here}",
		"<:a:1> :smile: <t:1:R>":       "emoji{<:a:1>} emoji{:smile:} time{<t:1:R>}",
		"> a\n> b\nc":                  "quote(a/b)c",
		">>> a\nb":                     "quote(a/b)",
		"# h\n-# s\n- i\n1. j\n* k\nl": "heading(h)small(s)item:-(i)item:1.(j)item:*(k)l",
		"a # b - c > d 1. e":           "a # b - c > d 1. e",
		"2 * 3 * 4":                    "2 * 3 * 4",
		"**open":                       "**open",
		"****":                         "****",
		"#no":                          "#no",
	} {
		if diff := cmp.Diff(want, outline(ReadMarkdown(in))); diff != "" {
			t.Errorf("ReadMarkdown(%q) (-want +got):\n%s", in, diff)
		}
	}
}

func TestShownText(t *testing.T) {
	got := shownText(ReadMarkdown("> q\n**b** [t](https://x) `c`\n```\nf\n```\n- i"))
	if want := "q\nb t c\nf\n- i\n"; got != want {
		t.Errorf("shows %q, want %q", got, want)
	}
}

func FuzzReadMarkdown(f *testing.F) {
	for _, s := range []string{"", "**", "`", "[", "[a](", "```", "> ", "\\", "<@", "\xff", "[[[[", "a\n> b", "||||"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		walkNodes(ReadMarkdown(s), func(n *Node) {
			if n.Kind == "" || n.Kind == nodeText && n.Text == "" {
				t.Errorf("ReadMarkdown(%q) has an empty node", s)
			}
		})
	})
}

// shownText is the visible text of nodes without any style: quotes, items and fences on
// lines of their own.
func shownText(nodes []Node) string {
	var b strings.Builder
	for _, n := range nodes {
		switch n.Kind {
		case nodeBreak:
			b.WriteByte('\n')
		case nodeQuote, nodeHeading, nodeSmall, nodeItem:
			ownLine(&b)
			b.WriteString(strings.TrimLeft(n.Text+" ", " ") + shownText(n.Nodes) + "\n")
		case nodeFence:
			ownLine(&b)
			b.WriteString(n.Text + "\n")
		case nodeLink:
			if n.Nodes == nil {
				b.WriteString(n.Text)
			}
			b.WriteString(shownText(n.Nodes))
		case nodeText, nodeCode, nodeMention, nodeEmoji, nodeTime:
			b.WriteString(n.Text)
		default:
			b.WriteString(shownText(n.Nodes))
		}
	}
	return b.String()
}

func ownLine(b *strings.Builder) {
	if s := b.String(); s != "" && !strings.HasSuffix(s, "\n") {
		b.WriteByte('\n')
	}
}

// walkNodes calls a function for every node, parents first.
func walkNodes(nodes []Node, visit func(*Node)) {
	for i := range nodes {
		visit(&nodes[i])
		walkNodes(nodes[i].Nodes, visit)
	}
}
