package refs

import (
	"iter"
	"math"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/core"
)

// A block that is longer than wholeBlock is judged in parts, so that an edit of a
// chapter or of a list of 2 MB costs what the edit of a page does. It is cut where both
// sides read as they do without the cut. Nearly all cuts are found by what is
// around them, so that after an edit they are soon where they were.
const (
	wholeBlock = 32 << 10 // bytes
	leastPart  = 8 << 10  // from here on it is cut between paragraphs
	linePart   = 12 << 10 // from here on between lines
	wordPart   = 24 << 10 // from here on between words
	seamSight  = 256      // bytes on either side of a cut that are read to try it
	seamWords  = 48       // bytes before a cut that say whether it is tried
)

// seamCost bounds what is read around a cut. Nobody writes more into two lines; where
// a machine did there is no cut.
var seamCost = cost{references: 64, mentions: 64, quotes: math.MaxInt, quoteBytes: math.MaxInt}

// parts yields the parts in which a block is judged, in order. known may know where the
// part ends that starts at an offset: that must be where it would be cut. It is 0 else.
func (g *grammar) parts(text string, known func(text string, start int) int) iter.Seq[core.Span] {
	return func(yield func(core.Span) bool) {
		start := 0
		for len(text)-start > wholeBlock {
			end := known(text, start)
			if end == 0 {
				cut := cutter{grammar: g, text: text, start: start}
				end = cut.find()
			}
			if end == 0 {
				break
			}
			if !yield(core.Span{Start: start, End: end}) {
				return
			}
			start = end
		}
		if start < len(text) {
			yield(core.Span{Start: start, End: len(text)})
		}
	}
}

// cutter looks for the end of one part.
type cutter struct {
	grammar *grammar
	text    string
	start   int  // of the part
	fenced  bool // the line at hand is in a fenced block of the part
	next    int  // no cut is tried before this offset
	failed  int  // how many were tried in vain
}

// find returns where the part ends, 0 where no cut can be made up to the text's end. That
// depends on the part and on the seamSight bytes after it, and on nothing else.
func (c *cutter) find() int {
	for at := c.start; at < len(c.text); {
		end := len(c.text)
		if i := strings.IndexByte(c.text[at:], '\n'); i >= 0 {
			end = at + i
		}
		if cut, ok := c.inLine(at, end); ok {
			return cut
		}
		line := strings.TrimSpace(c.text[at:min(end, at+seamSight)])
		if strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~") {
			c.fenced = !c.fenced
		}
		at = end + 1
		least := linePart
		if line == "" {
			least = leastPart
		}
		if at < len(c.text) && at-c.start >= least && c.between(at) {
			return at
		}
	}
	return 0
}

// ahead are the bytes after a part that its end depends on.
func ahead(text string, end int) string { return text[end:min(len(text), end+seamSight)] }

// between reports whether to cut before the line at an offset: not inside a fenced
// block, which would be read as text then, nor above a line of a quote.
func (c *cutter) between(at int) bool {
	if c.fenced && at-c.start < 2*wholeBlock || strings.HasPrefix(c.text[at:], quoteMark) || strings.HasPrefix(c.text[at:], citeMark) {
		return false
	}
	return c.cuts(at, wordPart)
}

// inLine looks for a cut between the words of a line that is too long.
func (c *cutter) inLine(at, end int) (int, bool) {
	for at = max(at, c.start+wordPart); at < end; at++ {
		i := strings.IndexByte(c.text[at:end], ' ')
		if i < 0 {
			return 0, false
		}
		if at += i; at+1 < end && c.cuts(at+1, wholeBlock) {
			return at + 1, true
		}
	}
	return 0, false
}

// cuts reports whether to cut at an offset: the words before it are some of those where
// cuts are tried, or the part has as many bytes as sure says; and the references around
// it are the same with a cut and without.
func (c *cutter) cuts(at, sure int) bool {
	if at < c.next || at-c.start < sure && !marks(c.text[max(0, at-seamWords):at]) {
		return false
	}
	if c.readsAlike(at) {
		return true
	}
	// What goes on and on costs ever fewer trials.
	c.failed++
	c.next = at + 32<<min(c.failed, 8)
	return false
}

// readsAlike reports whether the references around an offset are the same with a cut
// and without.
func (c *cutter) readsAlike(at int) bool {
	from, to := max(0, at-seamSight), min(len(c.text), at+seamSight)
	whole, spent := c.grammar.findWithin(nil, c.text[from:to], seamCost)
	if spent.exceeds(seamCost) {
		return false
	}
	apart, _ := c.grammar.findWithin(nil, c.text[from:at], seamCost)
	behind, _ := c.grammar.findWithin(nil, c.text[at:to], seamCost)
	for _, r := range behind {
		r.move(at - from)
		apart = append(apart, r)
	}
	return slices.Equal(apart, whole)
}

// marks reports whether words are among those after which cuts are tried, one in 32: so
// few that an edit of a line rarely brings another one before that which was taken, and so
// many that one comes before a part is long. It is FNV-1a with its bits stirred, since
// the words of neighbouring lines differ by little.
func marks(words string) bool {
	h := uint64(14695981039346656037)
	for i := range len(words) {
		h = (h ^ uint64(words[i])) * 1099511628211
	}
	h = (h ^ h>>32) * 0x9e3779b97f4a7c15
	return h>>59 == 0
}
