package refs

import (
	"context"
	"fmt"
	"math"

	"github.com/pqcite/pqcite/citations/prose"
)

// bounds are what a scan of one file may take. They are far above what people write,
// and such that a file within them is scanned in some seconds and less than 40 bytes
// of memory for each of its own, plus 256 MB at most.
type bounds struct {
	Bytes int // of a file
	// References of a file, with those that no document is named for; each number of
	// a range is one. A text of the RFC series has some hundred, a file that joins
	// 16 MB of them 40,000. One takes about a kilobyte.
	References int
	// Mentions of one comment or paragraph: whatever may be a part of a reference,
	// such as a web address or the name of an algorithm. One takes about 250 bytes.
	Mentions int
	// Quotes of a file that are checked against documents, and their bytes. To look for
	// one that is not in a long document takes a millisecond, of the longest
	// ones 40.
	Quotes, QuoteBytes int
}

// defaultBounds are those of a scanner.
var defaultBounds = bounds{Bytes: prose.MaxBytes, References: 100_000, Mentions: 500_000, Quotes: 1000, QuoteBytes: 256 << 10}

// Unread says from where on a file was not read, and why.
type Unread struct {
	From int    // offset of the first byte
	Why  string // "more than 100000 references"
}

// cost is what a part of a file takes of the bounds.
type cost struct {
	references, mentions, quotes, quoteBytes int
}

// and is the cost of two parts, of which only the dearer one counts where the bound
// is one of blocks.
func (c cost) and(d cost) cost {
	return cost{c.references + d.references, max(c.mentions, d.mentions), c.quotes + d.quotes, c.quoteBytes + d.quoteBytes}
}

// less is what a bound leaves when something was spent.
func (c cost) less(spent cost) cost {
	return cost{c.references - spent.references, c.mentions, c.quotes - spent.quotes, c.quoteBytes - spent.quoteBytes}
}

func (c cost) exceeds(bound cost) bool {
	return c.references > bound.references || c.mentions > bound.mentions || c.quotes > bound.quotes || c.quoteBytes > bound.quoteBytes
}

// boundless is for texts that somebody else has bounded.
var boundless = cost{math.MaxInt, math.MaxInt, math.MaxInt, math.MaxInt}

func (b *bounds) left(spent cost) cost {
	return cost{b.References, b.Mentions, b.Quotes, b.QuoteBytes}.less(spent)
}

// broken says which bound is broken, "" if none is.
func (b *bounds) broken(spent cost) string {
	switch {
	case spent.references > b.References:
		return fmt.Sprintf("more than %d references", b.References)
	case spent.mentions > b.Mentions:
		return fmt.Sprintf("more than %d names and addresses in one comment or paragraph", b.Mentions)
	case spent.quotes > b.Quotes:
		return fmt.Sprintf("more than %d quotes", b.Quotes)
	case spent.quoteBytes > b.QuoteBytes:
		return fmt.Sprintf("more than %d bytes of quotes", b.QuoteBytes)
	}
	return ""
}

// pace looks at a context now and then while long work goes on. A nil pace never
// stops.
type pace struct {
	ctx  context.Context
	work int
	err  error // of the context, once it has ended
	room room
}

// room is memory that serves one text after the other.
type room struct {
	mentions   []mention
	phrases    []phrase
	references []Reference
}

// Shares of the work between two looks, which is about a millisecond's: of a byte
// that is read, and of other steps in bytes.
const (
	paceWork  = 64 << 10
	judgeWork = 256      // judges a reference
	quoteWork = paceWork // looks for a quote
)

// did reports whether to stop, after some work.
func (p *pace) did(work int) bool {
	if p == nil {
		return false
	}
	if p.work += work; p.work >= paceWork {
		p.work = 0
		p.over()
	}
	return p.err != nil
}

// over reports whether the context has ended.
func (p *pace) over() bool {
	if p.err == nil {
		p.err = p.ctx.Err()
	}
	return p.err != nil
}

// stopped reports whether the context was seen to have ended.
func (p *pace) stopped() bool { return p != nil && p.err != nil }
