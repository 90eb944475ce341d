package markdown

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/core/card"
	"github.com/pqcite/pqcite/internal/golden"
)

// cards are one of each state and each exactness, with all that a card can have.
func cards() []card.Card {
	whole := card.Card{
		Heading: "FIPS 203, Algorithm 9 — NTT", DocID: "NIST.FIPS.203", Anchor: "algorithm-9", Status: core.StatusFinal, Date: "2024-08-13",
		StartPage: 35, EndPage: 36, PrintedPage: "26", URL: "https://nvlpubs.nist.gov/nistpubs/FIPS/NIST.FIPS.203.pdf#page=35",
		Facts: []card.Fact{{Name: "in", Value: "array f ∈ Z_q^256"}, {Name: "run by", Value: "K-PKE.KeyGen (13), K-PKE.Encrypt (14)"}},
	}
	nearest := []core.Nearest{
		{DocID: "NIST.FIPS.203", Anchor: "algorithm-21", Title: "FIPS 203, Algorithm 21. ML-KEM.Decaps", StartPage: 47, PrintedPage: "38"},
		{DocID: "NIST.FIPS.204", Anchor: "algorithm-1", Title: "FIPS 204, Algorithm 1. ML-DSA.KeyGen", StartPage: 27}, {Title: "FIPS 205"},
	}
	make := func(state card.State, e card.Exactness, change func(*card.Card)) card.Card {
		c := whole
		c.State, c.Exactness = state, e
		change(&c)
		return c
	}
	return []card.Card{
		make(card.Resolved, card.Verbatim, func(c *card.Card) { c.Text = "1: for len ← 128\n\n2:   end\t```\n3: x" }),
		make(card.Resolved, card.Verbatim, func(c *card.Card) {
			c.Anchor, c.Text, c.Facts = "section-7.2", "A ciphertext *shall* be checked.\n\nType\tBytes\n<a>\t|b|\nMore [text](command:x).\n", nil
		}),
		make(card.Resolved, card.Summary, func(c *card.Card) { c.Text, c.Note = "It maps 256 coefficients.", "not a_b * c" }),
		make(card.Resolved, card.None, func(c *card.Card) { c.EndPage, c.URL, c.StartPage, c.PrintedPage = 0, "", 0, "" }),
		make(card.Dangling, card.None, func(c *card.Card) { c.Heading, c.Nearest = "FIPS 203, Algorithm 99 does not exist", nearest }),
		make(card.Contradicted, card.Summary, func(c *card.Card) { c.Nearest, c.Text = nearest[:1], "It maps." }),
		make(card.Misquoted, card.Verbatim, func(c *card.Card) { c.Text, c.Nearest = strings.Repeat("a line\n", 9), nearest[2:] }),
		make(card.Superseded, card.Summary, func(c *card.Card) { c.Status, c.Text, c.Note = core.StatusFinal, "Old.", "superseded by FIPS 186-5" }),
		make(card.UnknownDocument, card.None, func(c *card.Card) {
			*c = card.Card{State: card.UnknownDocument, Heading: "FIPS 999", Note: "never published"}
		}),
		make(card.NotInLibrary, card.None, func(c *card.Card) {
			*c = card.Card{State: card.NotInLibrary, Heading: "RFC 9180", URL: "https://www.rfc-editor.org/rfc/rfc9180"}
		}),
	}
}

// TestCards writes each card for each kind of editor.
func TestCards(t *testing.T) {
	var b strings.Builder
	for _, c := range cards() {
		fmt.Fprintf(&b, "======== %s %s\n", c.State, c.Exactness)
		for _, s := range []Style{{MaxLines: 12, Links: true}, {MaxLines: 2, Links: true, Commands: true}, {MaxLines: 1}} {
			fmt.Fprintf(&b, "---- Markdown %+v\n%s\n", s, Card(&c, s))
		}
		for _, s := range []Style{{MaxLines: 12, Links: true}, {MaxLines: 2}} {
			fmt.Fprintf(&b, "---- plain %+v\n%s\n", s, PlainCard(&c, s))
		}
	}
	golden.Check(t, "cards.txt", []byte(b.String()))
}

// TestCardsDiffer requires a sign and words of its own for each state, and an icon only
// if the editor has them.
func TestCardsDiffer(t *testing.T) {
	words := make(map[string]card.State)
	for _, c := range cards() {
		m := markOf(&c)
		if other, ok := words[m.words]; ok && (other != c.State || c.State != card.Resolved) {
			t.Errorf("%s and %s are both called %q", other, c.State, m.words)
		}
		words[m.words] = c.State
		for _, commands := range []bool{false, true} {
			s := Style{MaxLines: 3, Links: true, Commands: commands}
			first, _, _ := strings.Cut(Card(&c, s), "\n")
			if got := strings.HasPrefix(first, m.icon); got != commands {
				t.Errorf("%s: got the first line %q, want an icon: %t", c.State, first, commands)
			}
			if got := strings.Contains(Card(&c, s), "](command:"); got && !commands {
				t.Errorf("%s: a command for an editor that runs none", c.State)
			}
			if !strings.Contains(first, Escape(c.Heading)) {
				t.Errorf("%s: the first line is %q, want the heading in it", c.State, first)
			}
		}
		if plain := PlainCard(&c, Style{MaxLines: 3}); strings.Contains(plain, "**") || strings.Contains(plain, "https://") || strings.Contains(plain, m.icon) {
			t.Errorf("%s: plain text is %q", c.State, plain)
		}
	}
}

func TestCardShowsWhatIsUnread(t *testing.T) {
	c := &card.Card{State: card.Resolved, Exactness: card.Unread, Heading: "H", Text: "must \uFFFD be \uFFFD exceeded"}
	got := Card(c, Style{MaxLines: 9, Links: true, Commands: true})
	if !strings.Contains(got, "has 2 unreadable characters") || strings.Contains(got, "verbatim") || strings.Contains(got, "Copy quote") {
		t.Errorf("card reads\n%s", got)
	}
	if c.Text = "must \uFFFD be exceeded"; !strings.Contains(Card(c, Style{MaxLines: 9}), "has 1 unreadable character_") {
		t.Errorf("card reads\n%s", Card(c, Style{MaxLines: 9}))
	}
}

// TestCardIsInert puts hostile text in every part of a card.
func TestCardIsInert(t *testing.T) {
	for _, h := range []string{
		"[click](command:x)", "![x](https://evil.example)", "<img src=x>", "$(error)", "`code`", "# h", "https://evil.example", "a\n\n# b\n- c\n> d\n```\ne", "| a | b |", "\\", "*x*", "&lt;",
	} {
		c := card.Card{
			State: card.Contradicted, Exactness: card.Verbatim, Heading: h, Text: h, DocID: "d", Anchor: "section-1", Status: core.StatusFinal, Date: h, StartPage: 1, EndPage: 2, PrintedPage: h,
			URL: "command:" + h, Note: h, Facts: []card.Fact{{Name: "x " + h, Value: h}}, Nearest: []core.Nearest{{Title: h, StartPage: 1, PrintedPage: h}},
		}
		got := render(Card(&c, Style{MaxLines: 20, Links: true}))
		for _, n := range got.nodes {
			if strings.Contains(" Link Image AutoLink RawHTML HTMLBlock CodeSpan Heading Table code Strikethrough ", " "+n+" ") {
				t.Errorf("a card of %q has a %s:\n%s", h, n, Card(&c, Style{MaxLines: 20, Links: true}))
			}
		}
		if strings.Contains(Card(&c, Style{MaxLines: 20, Links: true}), "](") && !strings.Contains(h, "](") {
			t.Errorf("a card of %q has a link", h)
		}
	}
}

// TestFactsBeginLists puts what makes blocks where a list's item begins.
func TestFactsBeginLists(t *testing.T) {
	for _, h := range []string{"# h", "- x", "1. x", "> x", "+ x"} {
		c := card.Card{Heading: "x", Facts: []card.Fact{{Name: h, Value: "y"}}}
		if got := render(Card(&c, Style{MaxLines: 1})); !got.is("Paragraph", "Emphasis", "List", "ListItem", "TextBlock", "Paragraph", "Emphasis") {
			t.Errorf("a fact %q: reads as %q", h, got.nodes)
		}
	}
}

func TestLink(t *testing.T) {
	for _, test := range []struct{ text, address, want string }{
		{"a", "https://x.example/y", "[a](https://x.example/y)"},
		{"a", "http://x", "[a](http://x)"}, {"a", "file:///a", "[a](file:///a)"}, {"a", "pqcite:/a#L1", "[a](pqcite:/a#L1)"},
		{"a", "", "a"}, {"a", "command:x", "a"}, {"a", "javascript:x", "a"}, {"a", "data:text/html,x", "a"}, {"a", "vscode://x", "a"}, {"a", " https://x", "a"}, {"a", "HTTPS://x", "a"}, {"a", "https:x", "a"},
		{"[a]", "https://x", `[\[a\]](https://x)`},
		{"a", "https://x/(y)\\<z> \"q\"", "[a](https://x/%28y%29%5C%3Cz%3E%20%22q%22)"},
		{"a", "https://x)](command:y)", "[a](https://x%29%5D%28command:y%29)"},
		{"a", "https://x\ny", "[a](https://xy)"},
	} {
		if diff := cmp.Diff(test.want, Link(test.text, test.address)); diff != "" {
			t.Errorf("Link(%q, %q) (-want +got):\n%s", test.text, test.address, diff)
		}
	}
}
