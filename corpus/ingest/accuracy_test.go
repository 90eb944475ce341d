package ingest_test

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/pqcite/pqcite/core"
)

// accuracy counts what of a known text a document has. Letters are all
// characters but white space, hyphens (one at the end of a line may or may not
// be the word's) and the marks of scripts, in compatibility form.
type accuracy struct {
	letters int // of the known text, furniture included
	right   int // found on their page
	marked  int // U+FFFD
	wrong   int // neither: lost, taken for others, or too many

	body    int // letters of the known text without furniture
	inOrder int // the longest common subsequence of these with the page's text

	scripts, scriptsFound int // sub- and superscripts
	rows, rowsFound       int // of tables, as lines of cells
	exposed               int // lines of hidden text that are not set apart as such
}

func (a *accuracy) add(b accuracy) {
	a.letters, a.right, a.marked, a.wrong = a.letters+b.letters, a.right+b.right, a.marked+b.marked, a.wrong+b.wrong
	a.body, a.inOrder = a.body+b.body, a.inOrder+b.inOrder
	a.scripts, a.scriptsFound = a.scripts+b.scripts, a.scriptsFound+b.scriptsFound
	a.rows, a.rowsFound, a.exposed = a.rows+b.rows, a.rowsFound+b.rowsFound, a.exposed+b.exposed
}

// knownPage is what is on a page.
type knownPage struct {
	body, furniture, hidden []string
}

// parseKnown reads a known text: a paragraph or row of a table a line, pages
// divided by "[page]", "[furniture] " and "[hidden] " before lines of that kind.
func parseKnown(text string) []knownPage {
	pages := make([]knownPage, 1)
	for line := range strings.Lines(text) {
		p, line := &pages[len(pages)-1], strings.TrimRight(line, "\n")
		if line == "[page]" {
			pages = append(pages, knownPage{})
		} else if f, ok := strings.CutPrefix(line, "[furniture] "); ok {
			p.furniture = append(p.furniture, f)
		} else if h, ok := strings.CutPrefix(line, "[hidden] "); ok {
			p.hidden = append(p.hidden, h)
		} else if line != "" {
			p.body = append(p.body, line)
		}
	}
	return pages
}

// measure holds a document against the known pages. Pages too many or too few
// count as letters too many or lost.
func measure(known []knownPage, d *core.Document) accuracy {
	var sum accuracy
	for i := range max(len(known), len(d.Pages)) {
		var k knownPage
		if i < len(known) {
			k = known[i]
		}
		text, furniture := "", ""
		if i < len(d.Pages) {
			text = d.Quote(d.Pages[i].Span)
			furniture = shownFurniture(d.Pages[i].Furniture)
		}
		sum.add(measurePage(k, text, furniture))
	}
	return sum
}

func shownFurniture(fs []core.Furniture) string {
	var out []string
	for _, f := range fs {
		if f.Kind != core.FurnitureHidden {
			out = append(out, f.Text)
		}
	}
	return strings.Join(out, "\n")
}

func measurePage(k knownPage, text, furniture string) accuracy {
	body := lettersOf(strings.Join(k.body, "\n"))
	want, got := slices.Concat(body, lettersOf(strings.Join(k.furniture, "\n"))), slices.Concat(lettersOf(text), lettersOf(furniture))
	a := accuracy{letters: len(want), body: len(body), inOrder: commonSubsequence(body, lettersOf(text))}
	a.right, a.marked = compareBags(want, got)
	lost, extra := a.letters-a.right-a.marked, len(got)-a.right-a.marked
	a.wrong = max(lost, extra, 0)
	a.scripts, a.scriptsFound = found(scriptsOf(strings.Join(k.body, "\n")), scriptsOf(text))
	a.rows, a.rowsFound = found(rowsOf(strings.Join(k.body, "\n")), rowsOf(text))
	shown := string(got)
	for _, h := range k.hidden {
		if strings.Contains(shown, string(lettersOf(h))) {
			a.exposed++
		}
	}
	return a
}

// twins are characters that mean one thing, or that a font draws in place of
// another: an accent set on its own, a dotless letter under an accent.
var twins = strings.NewReplacer("ˆ", "\u0302", "ˇ", "\u030C", "`", "\u0300", "ı", "i", "ȷ", "j", "⋅", "·", "∗", "*", "∥", "‖", "ϵ", "ε", "∆", "Δ", "Ω", "Ω")

// lettersOf returns the letters of a text in compatibility form.
func lettersOf(s string) []rune {
	var out []rune
	for _, r := range norm.NFKD.String(twins.Replace(norm.NFKC.String(s))) {
		switch {
		case unicode.IsSpace(r), r == '-', r == '‐', r == '\u00AD', strings.ContainsRune("^_{}", r):
		default:
			out = append(out, r)
		}
	}
	return out
}

// compareBags counts the letters that both have, in any order, and the marks.
func compareBags(want, got []rune) (right, marked int) {
	bag := map[rune]int{}
	for _, r := range want {
		bag[r]++
	}
	for _, r := range got {
		if r == core.Unreadable {
			marked++
		} else if bag[r] > 0 {
			bag[r]--
			right++
		}
	}
	return right, marked
}

// commonSubsequence is the length of the longest common subsequence.
func commonSubsequence(a, b []rune) int {
	row := make([]int, len(b)+1)
	for _, x := range a {
		diagonal := 0
		for j, y := range b {
			above := row[j+1]
			if x == y {
				row[j+1] = diagonal + 1
			} else {
				row[j+1] = max(above, row[j])
			}
			diagonal = above
		}
	}
	return row[len(b)]
}

// found counts the strings that are wanted, and those of them that are there.
func found(want, got []string) (all, there int) {
	bag := map[string]int{}
	for _, s := range got {
		bag[s]++
	}
	for _, s := range want {
		if bag[s] > 0 {
			bag[s]--
			there++
		}
	}
	return len(want), there
}

// scriptsOf returns the scripts of a text with the letter they are at, as
// "2^64" and "x_i", the braces dropped.
func scriptsOf(text string) []string {
	var out []string
	rs := []rune(norm.NFKC.String(text))
	base := ""
	for i := 0; i < len(rs); i++ {
		if rs[i] != '^' && rs[i] != '_' {
			if !strings.ContainsRune("{} \n\t", rs[i]) {
				base = string(rs[i])
			}
			continue
		}
		end := scriptEnd(rs, i+1)
		out = append(out, base+string(rs[i])+strings.Trim(string(rs[i+1:end]), "{}"))
		i = end - 1
	}
	return out
}

// scriptEnd returns the end of the script that starts at i: its brace, or the
// end of its word.
func scriptEnd(rs []rune, i int) int {
	if i < len(rs) && rs[i] == '{' {
		for ; i < len(rs); i++ {
			if rs[i] == '}' {
				return i + 1
			}
		}
		return i
	}
	for start := i; i < len(rs); i++ {
		inside := unicode.In(rs[i], unicode.L, unicode.Nd, unicode.Mn) || rs[i] == '′' || rs[i] == '.' && i+1 < len(rs) && unicode.IsDigit(rs[i+1])
		if !inside && (i > start || !strings.ContainsRune("+-−", rs[i])) {
			break
		}
	}
	return i
}

// rowsOf returns the lines of a text that have cells.
func rowsOf(text string) []string {
	var out []string
	for line := range strings.Lines(norm.NFKC.String(text)) {
		if line = strings.TrimSpace(line); strings.Contains(line, "\t") {
			out = append(out, strings.NewReplacer("{", "", "}", "").Replace(line))
		}
	}
	return out
}
