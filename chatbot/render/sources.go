package render

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/chatbot/words"
	"github.com/pqcite/pqcite/core"
)

// sources are the citations that an answer's claims use, numbered from 1 in the order
// in which they are first cited. The numbers are the same on every page.
type sources struct {
	all     []*core.Citation
	numbers map[string]int  // by key
	said    map[string]bool // keys of those whose words the shown claims say
}

// sourcesOf numbers what the claims of an outcome cite.
func sourcesOf(o *core.Outcome) *sources {
	s := &sources{numbers: make(map[string]int)}
	byKey := make(map[string]*core.Citation, len(o.Citations))
	for i := range o.Citations {
		if c := &o.Citations[i]; byKey[c.Key] == nil && strings.TrimSpace(printable(c.Quote)) != "" {
			byKey[c.Key] = c
		}
	}
	for i := range o.Claims {
		for _, key := range o.Claims[i].Citations {
			if c := byKey[key]; c != nil && s.numbers[key] == 0 {
				s.all = append(s.all, c)
				s.numbers[key] = len(s.all)
			}
		}
	}
	return s
}

// of are the numbers of what a claim cites, each once.
func (s *sources) of(c *core.Claim) []int {
	var out []int
	for _, key := range c.Citations {
		if n := s.numbers[key]; n > 0 && !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	return out
}

// maxMarkers is how many sources one claim shows; "Evidence" has the others.
const maxMarkers = 4

// shown are the numbers shown for a claim.
func shown(numbers []int) []int { return numbers[:min(len(numbers), maxMarkers)] }

// marker is how a number is written, in a claim and before its source. It is styled as
// code: a document's own "[4]" cannot be mistaken for it, since data never is.
func marker(n int) string { return code(fmt.Sprintf("[%d]", n)) }

func markers(numbers []int) string {
	var b strings.Builder
	for i, n := range shown(numbers) {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(marker(n))
	}
	if len(numbers) > maxMarkers {
		b.WriteString(" " + ellipsis)
	}
	return b.String()
}

// entry is one source: its number, its place, and as much of its words as fits in a
// number of units.
func (v View) entry(s *sources, n, mostQuote int) string {
	c := s.all[n-1]
	head := joined(" · ", marker(n)+" "+v.place(c), v.tags(c))
	if mostQuote == 0 || s.said[c.Key] {
		return head
	}
	return joined("\n", head, v.excerpt(c, mostQuote))
}

// excerpt is as much of a quote as fits in a number of units, as a block quote.
func (v View) excerpt(c *core.Citation, most int) string {
	var quote string
	if setAsIs(c) {
		quote, _ = v.wholeLines(oneRun(c), most, 0, quoted)
	} else {
		quote, _ = fit(oneRun(c), most, quoted)
	}
	return quote
}

// tags say what a reader must know of a source.
func (v View) tags(c *core.Citation) string {
	var out []string
	if c.Draft {
		out = append(out, italic(v.Words.Text("answer.draft", nil)))
	}
	if c.Source == core.SourcePack {
		out = append(out, italic(v.Words.Text("answer.summary", nil)))
	}
	if c.Declared {
		out = append(out, italic(v.Words.Text("answer.declared", words.Args{"Label": plain(v.label(c.DocID))})))
	}
	return strings.Join(out, " · ")
}

// oneRun joins the lines of prose, which pages break arbitrarily. Lines with a meaning
// keep their breaks: those of boxes and tables, rows of cells, steps, items.
func oneRun(c *core.Citation) string {
	text := strings.Trim(printable(c.Text()), "\n")
	if setAsIs(c) {
		return text
	}
	lines := strings.Split(text, "\n")
	var b strings.Builder
	for i, line := range lines {
		line = strings.TrimSpace(line)
		b.WriteString(line)
		switch {
		case i+1 == len(lines):
		case !runsOn(line) || !runsOn(strings.TrimSpace(lines[i+1])) || dividedWord.MatchString(line):
			b.WriteByte('\n')
		case !strings.HasSuffix(line, "-"):
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// apart are the beginnings of lines that are kept separate.
var apart = regexp.MustCompile(`^(?:\d+:|•|Input:|Output:)`)

// dividedWord matches the end of a line inside a word: only a dictionary knows whether
// the hyphen belongs to it.
var dividedWord = regexp.MustCompile(`\p{Ll}-$`)

// runsOn reports whether a line is part of a paragraph.
func runsOn(line string) bool { return line != "" && !apart.MatchString(line) }

// reservations is what must be said of all the sources of a page together.
func (v View) reservations(cited []*core.Citation) []string {
	var out []string
	draft := func(c *core.Citation) bool { return c.Draft }
	summary := func(c *core.Citation) bool { return c.Source == core.SourcePack }
	if slices.ContainsFunc(cited, draft) {
		out = append(out, v.Words.Text("answer.drafts", nil))
	}
	if slices.ContainsFunc(cited, summary) {
		return append(out, v.Words.Text("answer.summaries", nil))
	}
	return append(out, v.Words.Text("answer.proved", nil))
}
