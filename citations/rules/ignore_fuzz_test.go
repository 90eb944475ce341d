package rules

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/pqcite/pqcite/citations/prose"
	"github.com/pqcite/pqcite/citations/refs"
)

// FuzzIgnores reads the comments that ignore findings out of any file: each stands where
// it says, covers its own place and stays in the file, and each finding of a comment
// that is not needed stands at one.
func FuzzIgnores(f *testing.F) {
	for i, seed := range []string{
		"// pqcite:ignore[dangling] r\n// FIPS 999\n", "/* pqcite:ignore */\r\n/* FIPS 999 */", "<!-- pqcite:ignore-file[a,b] -->\n\ntext",
		"# pqcite:ignore[\n# pqcite:ignore-x", "% pqcite:ignore[]", "\r\rpqcite:ignore\r\n", "/**\n*pqcite:ignore*/", "//pqcite:ignore//pqcite:ignore",
	} {
		f.Add(seed, byte(i))
	}
	languages := []*prose.Language{&prose.Go, &prose.Text, &prose.Markdown, &prose.LaTeX, &prose.Python, prose.LanguageNamed("shell"), prose.LanguageNamed("assembly"), &prose.Rust}
	s := refs.NewScanner(nil, nil)
	f.Fuzz(func(t *testing.T, file string, which byte) {
		lang := languages[int(which)%len(languages)]
		r, err := s.Read(context.Background(), file, lang, nil)
		if err != nil {
			t.Fatal(err)
		}
		all := Ignores(file, lang)
		for i := range all {
			g := &all[i]
			if file[g.Span.Start:g.Span.End] != g.Text || !strings.HasPrefix(g.Text, refs.IgnoreMark) || strings.ContainsAny(g.Text, "\r\n") {
				t.Errorf("%q at %v of %q", g.Text, g.Span, file)
			}
			if g.cover.Start > g.Span.Start || g.cover.End < g.Span.End || g.cover.End > len(file) || g.cover.Start < 0 {
				t.Errorf("%q at %v covers %v of %q", g.Text, g.Span, g.cover, file)
			}
			if i > 0 && g.Span.Start < all[i-1].Span.End {
				t.Errorf("%v comes after %v", all[i-1].Span, g.Span)
			}
			if g.Fault == "" && slices.ContainsFunc(g.Rules, func(rule string) bool { return !slices.Contains(IDs(), rule) }) {
				t.Errorf("%q names rules that there are none of", g.Text)
			}
		}
		severities := DefaultSeverities()
		last := 0
		for _, b := range Breaches(r.Found, all, r.Unread, &severities) {
			if b.Span.Start < last {
				t.Errorf("findings are out of order in %q", file)
			}
			last = b.Span.Start
			if b.Rule == unusedIgnore && file[b.Span.Start:b.Span.End] != b.Text {
				t.Errorf("%q is not at %v", b.Text, b.Span)
			}
		}
	})
}

// BenchmarkIgnores reads files of comments that ignore findings; the time for a byte
// must not grow with the file.
func BenchmarkIgnores(b *testing.B) {
	s := refs.NewScanner(nil, nil)
	for name, line := range map[string]string{
		"one block": "// pqcite:ignore[dangling] r\n", "one line": "/*pqcite:ignore[dangling]*/", "one comment": "pqcite:ignore ", "blocks": "/* pqcite:ignore */\n\n",
		"text": "pqcite:ignore\n", "paragraphs": "pqcite:ignore\n\n",
	} {
		lang := &prose.C
		if !strings.Contains(line, "/") {
			lang = &prose.Text
		}
		for _, size := range []int{1 << 16, 1 << 20} {
			file := strings.Repeat(line, size/len(line))
			b.Run(name+map[bool]string{true: "/1M", false: "/64K"}[size > 1<<16], func(b *testing.B) {
				b.SetBytes(int64(len(file)))
				for b.Loop() {
					r, _ := s.Read(context.Background(), file, lang, nil)
					severities := DefaultSeverities()
					Breaches(r.Found, Ignores(file, lang), r.Unread, &severities)
				}
			})
		}
	}
}
