package render

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/pqcite/pqcite/chatbot/words"
	"github.com/pqcite/pqcite/core"
)

// stepNumber is the number at the start of a step of an algorithm's box.
var stepNumber = regexp.MustCompile(`^\s*(\d{1,4}):`)

// stepOf is the number of a step; 0 for any other line.
func stepOf(line string) int {
	m := stepNumber.FindStringSubmatch(line)
	if m == nil {
		return 0
	}
	n, _ := strconv.Atoi(m[1]) // at most four digits
	return n
}

// box is an algorithm's box by its lines: what an answer shows of it is in their order,
// and what it does not show is named.
type box struct {
	lines []string // one line each, without indentation
	shown int      // lines up to which the answer has come
	whole bool     // claims show a step of it: the others are missing
	last  *core.Claim
}

// boxKey names the box whose lines a claim repeats; "" for other claims.
func (a *answer) boxKey(c *core.Claim) string {
	if c.Verdict != core.Verbatim {
		return ""
	}
	for _, n := range a.sources.of(c) {
		if s := a.sources.all[n-1]; strings.HasPrefix(s.Anchor, string(core.KindAlgorithm)+"-") {
			return s.DocID + " " + s.Anchor
		}
	}
	return ""
}

// readBoxes returns the cited boxes, from their documents; if the library no longer has
// a document, from the longest quote.
func (a *answer) readBoxes() map[string]*box {
	out := map[string]*box{}
	for _, s := range a.sources.all {
		if !strings.HasPrefix(s.Anchor, string(core.KindAlgorithm)+"-") {
			continue
		}
		text := s.Quote
		if d := a.view.Document(s.DocID); d != nil {
			if whole := d.Algorithm(s.Anchor); whole != nil {
				text = d.Quote(whole.Span)
			}
		}
		key := s.DocID + " " + s.Anchor
		if lines := flattened(text); out[key] == nil || len(lines) > len(out[key].lines) {
			out[key] = &box{lines: lines}
		}
	}
	return out
}

// flattened are the non-empty lines of a text.
func flattened(text string) []string {
	var out []string
	for line := range strings.Lines(text) {
		if line = plain(line); line != "" {
			out = append(out, line)
		}
	}
	return out
}

// find returns the lines of a claim: the first, and the one after the last.
func (b *box) find(claim string) (from, to int, ok bool) {
	want := flattened(claim)
	for i := 0; len(want) > 0 && i+len(want) <= len(b.lines); i++ {
		if slices.Equal(b.lines[i:i+len(want)], want) {
			return i, i + len(want), true
		}
	}
	return 0, 0, false
}

// inOrder moves the claims that repeat lines of a box after the first of them, in the
// order of the box. The others keep their places.
func (a *answer) inOrder(claims []*core.Claim) []*core.Claim {
	lines := map[string][]*core.Claim{}
	for _, c := range claims {
		b := a.boxes[a.boxKey(c)]
		if b == nil || c.Side != "" {
			continue
		}
		if from, to, ok := b.find(c.Text); ok {
			lines[a.boxKey(c)] = append(lines[a.boxKey(c)], c)
			b.whole = b.whole || slices.ContainsFunc(b.lines[from:to], func(l string) bool { return stepOf(l) > 0 })
		}
	}
	var out []*core.Claim
	for _, c := range claims {
		key := a.boxKey(c)
		of := lines[key]
		switch {
		case !slices.Contains(of, c):
			out = append(out, c)
		case a.boxes[key].last == nil: // else it is there
			b := a.boxes[key]
			slices.SortStableFunc(of, func(x, y *core.Claim) int { return b.at(x) - b.at(y) })
			out, b.last = append(out, of...), of[len(of)-1]
		}
	}
	return out
}

func (b *box) at(c *core.Claim) int {
	from, _, _ := b.find(c.Text)
	return from
}

func (b *box) has(c *core.Claim) bool {
	_, _, ok := b.find(c.Text)
	return ok
}

// boxLines are the lines that a claim adds to what is shown of its box, with notes of
// the lines omitted before them, and after the last.
func (a *answer) boxLines(c *core.Claim) string {
	text := strings.Trim(printable(c.Text), "\n") + "\n"
	b := a.boxes[a.boxKey(c)]
	if b == nil || !b.has(c) {
		return text
	}
	from, to, _ := b.find(c.Text)
	if to <= b.shown { // it repeats earlier lines
		text = ""
	}
	if b.whole && from > b.shown {
		text = a.view.missing(b.lines[b.shown:from], b.shown > 0) + text
	}
	b.shown = max(b.shown, to)
	if b.whole && c == b.last {
		text += a.view.missing(b.lines[b.shown:], true)
	}
	return text
}

// missing is the line for omitted ones: the numbers of steps, or an ellipsis in the
// middle of a box.
func (v View) missing(lines []string, amid bool) string {
	mark := v.leftOut(steps(lines), len(lines))
	if mark == "" || mark == ellipsis && !amid {
		return ""
	}
	return mark + "\n"
}

// stepRange is the first and the last number of steps; 0 without any.
type stepRange struct{ first, last int }

func steps(lines []string) stepRange {
	var s stepRange
	for _, line := range lines {
		if n := stepOf(line); n > 0 {
			s.first, s.last = cmp.Or(s.first, n), max(s.last, n)
		}
	}
	return s
}

// leftOut says which of a number of lines are omitted, by the numbers of their steps;
// "" for none.
func (v View) leftOut(s stepRange, lines int) string {
	switch {
	case lines == 0:
		return ""
	case s.first == 0 || s.last < s.first:
		return ellipsis
	case s.first == s.last:
		return v.Words.Count("steps.left_out", 1, words.Args{"Which": s.first})
	}
	return v.Words.Count("steps.left_out", s.last-s.first+1, words.Args{"Which": fmt.Sprintf("%d–%d", s.first, s.last)})
}

// maxByLine is the length of a text that is cut at line ends, in bytes: longer ones are
// no boxes or tables.
const maxByLine = 64 << 10

// wholeLines shows as many lines of a text as fit in a number of units, and says which
// are omitted: those that do not fit, and the steps up to a last one if the text ends
// before it (0 if it does not). Of a first line that is too long a part is shown.
func (v View) wholeLines(text string, most, last int, show func(string) string) (string, bool) {
	if len(text) > maxByLine {
		return fit(text, most, show)
	}
	lines := strings.Split(text, "\n")
	if all := show(text); units(all) <= most && steps(lines).last >= last {
		return all, false
	}
	shown := func(n int) string {
		missed, left := steps(lines[n:]), len(lines)-n
		if missed.last < last {
			missed = stepRange{cmp.Or(missed.first, steps(lines[:n]).last+1), last}
			left++
		}
		return show(joined("\n", strings.Join(lines[:n], "\n"), v.leftOut(missed, left)))
	}
	n := sort.Search(len(lines), func(i int) bool { return units(shown(i+1)) > most })
	for n > 0 && units(shown(n)) > most { // the note's length varies
		n--
	}
	if n == 0 {
		return fit(text, most, show)
	}
	return shown(n), n < len(lines)
}
