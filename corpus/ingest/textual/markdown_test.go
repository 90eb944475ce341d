package textual

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/ingest/build"
)

func markdown(t *testing.T, src string) *core.Document {
	t.Helper()
	d, err := Markdown(build.Meta{ID: "x"}, []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestMarkdownText(t *testing.T) {
	for _, tt := range []struct{ name, src, want string }{
		{"loose and tight items", "- a\n- b\n\n1) c\n\n2) d\n", "- a\n\n- b\n\n1) c\n\n2) d\n\n"},
		{"empty item", "- \n- b\n", "- b\n\n"},
		{"heading in a quote", "> # a\n> b\n", "a\n\nb\n\n"},
		{"code in an item", "- a\n\n  ```\n  \tb\n  ```\n", "- a\n\n    b\n\n"},
		{"html block", "<pre>\n*a*\n</pre>\n\nb\n", "<pre>\n*a*\n</pre>\n\nb\n\n"},
		{"comment to the end", "<!--\n*a*\n", "<!--\n*a*\n\n"},
		{"definition stays", "[a]: http://x.example\n\n[b][a]\n", "[a]: http://x.example\n\nb\n\n"},
		{"empty heading", "#\n\na\n", "a\n\n"},
		{"attributes of a heading", "## a ## {#b-c .d}\n\n# e {: #f}\n\n# g\n", "a\n\ne\n\ng\n\n"},
		{"no-break space in a heading", "- a\n\n##\u00a0b\n", "- a\n\nb\n\n"},
		{"braces in a heading", "# \\#a {x}\n\n# b #{1}\n", "#a {x}\n\nb #{1}\n\n"},
		{"rule", "a\n\n***\n\nb\n", "a\n\nb\n\n"},
		{"form feed", "a\fb\n", "a\nb\n\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, markdown(t, tt.src).Text); diff != "" {
				t.Errorf("text (-want +got):\n%s", diff)
			}
		})
	}
}

func TestFrontMatter(t *testing.T) {
	for _, tt := range []struct{ name, src, title, date string }{
		{"title and date", "---\ntitle: 'A: b'\ndate: 2026-01\n---\n# C\n", "A: b", "2026-01"},
		{"no title", "---\nkey: v\ndate: yesterday\n...\n# *C*\n", "C", ""},
		{"a rule", "---\nnot a key\n---\n\n# C\n", "C", ""},
		{"not closed", "---\ntitle: a\n\n# C\n", "C", ""},
		{"none", "## D\n\n# C\n", "C", ""},
		{"nothing", "text\n", "x", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if d := markdown(t, tt.src); d.Title != tt.title || d.Date != tt.date {
				t.Errorf("title %q, date %q; want %q, %q", d.Title, d.Date, tt.title, tt.date)
			}
		})
	}
}

func TestMarkdownTableCaptions(t *testing.T) {
	table := "| a |\n|---|\n| 1 |\n\n"
	src := "Table 1: Above\n\n" + table + table + "**Table 2:** *Below*\n\n" + "Table 3: Next\n\n" + table
	var got []string
	for _, tb := range markdown(t, src).Tables {
		got = append(got, tb.Anchor+" "+tb.Caption)
	}
	if diff := cmp.Diff([]string{"table-1 Above", "table-2 Below", "table-3 Next"}, got); diff != "" {
		t.Errorf("tables (-want +got):\n%s", diff)
	}
}

func TestNesting(t *testing.T) {
	for _, tt := range []struct{ name, src string }{
		{"quotes", strings.Repeat(">", 1<<20) + "a"},
		{"items", strings.Repeat("- ", 1<<20) + "a"},
		{"numbers", strings.Repeat("1. ", 200) + "a"},
		{"indented items", strings.Repeat(" ", 300) + "- a"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := Markdown(build.Meta{ID: "x"}, []byte("text\n\n"+tt.src)); !errors.Is(err, errNested) || !strings.Contains(err.Error(), "line 3") {
				t.Errorf("error is %v, want %v at line 3", err, errNested)
			}
		})
	}
	for _, src := range []string{strings.Repeat("> ", 50) + "a", strings.Repeat("-", 500), strings.Repeat("* ", 60), strings.Repeat(" ", 300) + "code"} {
		if _, err := Markdown(build.Meta{ID: "x"}, []byte("a\n\n"+src)); err != nil {
			t.Errorf("%.10q… is refused: %v", src, err)
		}
	}
}

// BenchmarkMarkdownHostile measures what makes block parsers slow.
func BenchmarkMarkdownHostile(b *testing.B) {
	for _, tt := range []struct{ name, unit string }{
		{"text", "Some *words* of text with `code` and [links](x).\n\n"}, {"quotes", strings.Repeat("> ", maxNesting) + "a\n"},
		{"lazy", strings.Repeat("> ", maxNesting) + "a\n" + strings.Repeat("b\n", 100)}, {"items", "- \n\n"},
		{"tables", "|a\n|-\n\n"}, {"pipes", "|a\n"}, {"rules", "|-\n"}, {"fences", "```\n"}, {"html", "<div>\n"}, {"definitions", "[a]: b 'c\n"},
	} {
		b.Run(tt.name, func(b *testing.B) {
			src := []byte("a\n\n" + strings.Repeat(tt.unit, (1<<18)/len(tt.unit)))
			b.SetBytes(int64(len(src)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Markdown(build.Meta{ID: "x"}, src); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
