package render

import (
	"net/url"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// hostile are texts that try to mean something, for the seeds of all fuzz tests.
var hostile = []string{
	"", " ", "plain", "@everyone", "@here", "a@everyone.com", "<@123>", "<@!123>", "<@&123>", "<#123>", "</ask:123>", "<t:0:R>", "<:a:123>", "<a:a:123>", "<id:customize>", ":smile:", ":+1:",
	"[a](https://evil.example)", "[a](<https://evil.example>)", "https://evil.example", "<https://evil.example>", "http://a", "discord.gg/abc", "DISCORD.GG/abc", "discord.com/invite/abc", "discordapp.com/invite/abc", "steam://x",
	"# h", "## h", "-# s", "- i", "* i", "+ i", "1. i", "1) i", "12345. i", "> q", ">>> q", "**b**", "*i*", "__u__", "_i_", "~~s~~", "||x||", "`c`", "``", "```", "```go\nx\n```", "\\", "\\\\*", "\\`", "¯\\_(ツ)_/¯",
	"a\nb", "a\r\nb\rc", "a\n\n\nb", "\n> q", "\n# h", "x\t y", "a\u202eb", "a\u200bb", "\u2066a\u2069", "@\u200beveryone", "<\u200b@1>", "\u00ad", "\ufeff# x", "\u2028# x", "\x00\x07", "\xff\xfe", "\u3164", "e\u0301\u0301\u0301\u0301\u0301\u0301\u0301",
	"2^-138.8", "x_1", "d_u and d_v", "𝔹^{384𝑘+32}", "mldsa_44", "[1]", "see [4]", "`[1]`", "👩‍👩‍👧‍👦", "🇩🇪🇫🇷", "ᄀᄀᄀ각", "RSA | x", "\tcell\tcell", "no-break\u00a0space", "\U000161f7", "\ue000",
}

// shownPlain is what a text shows of itself on one line: it is written anew here, rather
// than taken from printable.
func shownPlain(s string) string {
	var b strings.Builder
	marks := 0
	for s = strings.ReplaceAll(s, "\r\n", "\n"); len(s) > 0; {
		r, size := utf8.DecodeRuneInString(s)
		s = s[size:]
		if unicode.IsMark(r) {
			marks++
		} else {
			marks = 0
		}
		switch {
		case unicode.IsSpace(r) || r == '\u2028' || r == '\u2029':
			b.WriteByte(' ')
		case unicode.IsControl(r), unicode.In(r, unicode.Cf, unicode.Co, unicode.Cs), marks > 4, strings.ContainsRune("\u034F\u115F\u1160\u17B4\u17B5\u3164\uFFA0", r):
		default:
			b.WriteRune(r)
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// reads is what a reader of Markdown sees of it, on one line and without what has no
// width.
func reads(markdown string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(shownText(ReadMarkdown(markdown)), noWidth, "")), " ")
}

// kinds are the kinds of nodes of a text that are more than text, each once.
func kinds(markdown string) string {
	var out []string
	walkNodes(ReadMarkdown(markdown), func(n *Node) {
		if n.Kind != nodeText && n.Kind != nodeBreak {
			out = append(out, string(n.Kind))
		}
	})
	return strings.Join(out, " ")
}

// bare finds what Discord's servers see in the bare text, before any Markdown.
var bare = regexp.MustCompile(`(?i)@(?:everyone|here)|<(?:@[!&]?|#|a?:\w+:|t:)\d+(?::\w)?>|<id:\w+>|</[^>\\]*:\d+>|https?://|discord(?:app)?\.(?:gg|com)/`)

// FuzzEscape sets any text in each way, reads it as a client does, and wants the text
// back with nothing else.
func FuzzEscape(f *testing.F) {
	for _, s := range hostile {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 2000 {
			return // the reader's work is quadratic
		}
		if !utf8.ValidString(s) {
			s = strings.ToValidUTF8(s, "\uFFFD") // how many there are of one is not the point
		}
		want := shownPlain(s)
		if want == "" {
			return
		}
		check := func(how, markdown, kind, want string) {
			t.Helper()
			if got := reads(markdown); got != want || kinds(markdown) != kind {
				t.Errorf("%s of %q = %q: reads as %q with %q, want %q", how, s, markdown, got, kinds(markdown), want)
			}
			if found := bare.FindString(markdown); found != "" {
				t.Errorf("%s of %q = %q: a server sees %q", how, s, markdown, found)
			}
		}
		check("Escape", "x "+Escape(s), "", "x "+want)
		check("Escape of a line", Escape(s), "", want)
		check("bold", bold(Escape(s)), "bold", want)
		check("italic", italic(Escape(s)), "italic", want)
		check("small", small(Escape(s)), "small", want)
		check("bold before", bold(Escape(s))+" x", "bold", want+" x")
		if got := reads(quoted(s)); letters(got) != letters(want) || kinds(quoted(s)) != "quote" {
			t.Errorf("quote of %q = %q: reads as %q with %q", s, quoted(s), got, kinds(quoted(s)))
		}
		if got := reads(fenced(s) + "\nx"); got != want+" x" || kinds(fenced(s)) != "fence" {
			t.Errorf("fence of %q = %q: reads as %q with %q, want %q", s, fenced(s), got, kinds(fenced(s)), want)
		}
	})
}

// letters are the characters of a text without white space and cell separators.
func letters(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(columnGap, r) }), "")
}

// FuzzLink links to any address: what comes out leads to a place of the web, or
// nowhere.
func FuzzLink(f *testing.F) {
	for _, s := range append([]string{"https://example.org/a_(b)", "https://x)](y", "javascript:x", "HTTPS://x", "https://", "https:///x", "https://a@b", "https://x\" title", "https://x\\", "data:x", "https://é.example"}, hostile...) {
		f.Add("text", s)
		f.Add(s, "https://example.org/a#page=48")
	}
	f.Fuzz(func(t *testing.T, text, address string) {
		if len(text) > 2000 || len(address) > 2000 {
			return
		}
		text = strings.ToValidUTF8(text, "\uFFFD")
		got := ReadMarkdown("x " + link(text, address))
		for _, n := range got {
			switch n.Kind {
			case nodeText:
			case nodeLink:
				if u, err := url.Parse(n.Text); err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.User != nil {
					t.Errorf("link(%q, %q) leads to %q", text, address, n.Text)
				}
			default:
				t.Errorf("link(%q, %q) = %q has %s", text, address, link(text, address), n.Kind)
			}
		}
		want := shownPlain(text)
		if shown := reads("x " + link(text, address)); units(want) < 50 && shown != strings.TrimSpace("x "+want) {
			t.Errorf("link(%q, %q) = %q shows %q", text, address, link(text, address), shown)
		}
	})
}

func TestFenceCannotBeEnded(t *testing.T) {
	for _, s := range []string{"```", "a```b", "````", "``` ```\n@everyone", "`", "x`", "`x", "\n\n```\n"} {
		if got := ReadMarkdown(fenced(s)); len(got) != 1 || got[0].Kind != nodeFence {
			t.Errorf("fenced(%q) = %q reads as %v", s, fenced(s), got)
		}
	}
}

func TestScripts(t *testing.T) {
	for in, want := range map[string]string{
		"2^256":            "2²⁵⁶",
		"2^−63":            "2⁻⁶³",
		"2^-63 and":        "2⁻⁶³ and",
		"2^−164.8":         "2^−164.8", // there is no raised point
		"2^-138.8.":        "2^-138.8.",
		"is 2^63.":         "is 2⁶³.",
		"2^63, 2^64":       "2⁶³, 2⁶⁴",
		"𝔹^32":             "𝔹³²",
		"𝔹^{32}":           "𝔹³²",
		"𝔹^{384𝑘+32}":      "𝔹^{384𝑘+32}",
		"x_1":              "x₁",
		"𝜂_1 = 2":          "𝜂₁ = 2",
		"(𝐲_2)":            "(𝐲₂)",
		"d_u":              "d_u",
		"mldsa_44":         "mldsa_44",
		"ML_1":             "ML_1",
		"K-PKE_1":          "K-PKE_1",
		"x_1y":             "x_1y",
		"x_{12}":           "x₁₂",
		"x_12_3":           "x_12_3",
		"^3":               "^3",
		"_1":               "_1",
		"a^":               "a^",
		"a^{":              "a^{",
		"a^{1":             "a^{1",
		"a^-":              "a^-",
		"x^2^3":            "x^2³", // read from the right, as it is meant
		"10^6/s":           "10⁶/s",
		"2^1/2":            "2^1/2",
		"𝑓̂_2":             "𝑓̂₂",
		"SHA2_256":         "SHA2_256",
		"ML-KEM-768 is 1.": "ML-KEM-768 is 1.",
	} {
		if got := scripts(in); got != want {
			t.Errorf("scripts(%q) = %q, want %q", in, got, want)
		}
	}
}
