package render

import (
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"github.com/pqcite/pqcite/core"
)

// block is an indivisible part of an answer: a paragraph, a fence, or the field of a
// comparison; with the numbers of its sources.
type block struct {
	text    string
	field   *discordgo.MessageEmbedField
	numbers []int
}

func (b *block) units() int {
	if b.field != nil {
		return units(b.field.Name) + units(b.field.Value)
	}
	return units(b.text) + 1
}

// sheet is one page: its blocks, and every source that they or the lead show.
type sheet struct {
	text    string
	fields  []*discordgo.MessageEmbedField
	numbers []int
	list    string // of the sources
}

// Bounds of a page in UTF-16 units. A page is full at fullPage, which is enough for a
// reader; a block that is larger with its sources gets a page of its own, within
// maxPage. The rest of an embed's limit is for title and footer. A block, with the
// sources that it and the lead can show (twice maxMarkers) without their quotes, is
// always smaller.
const (
	fullPage     = 3300
	maxPage      = 5500
	maxBlock     = 1500 // of a paragraph
	maxFence     = 1700
	maxAlone     = 2800 // of a fence with few sources: at most maxMarkers, the lead's included
	maxSources   = 4000
	maxCell      = 450
	maxFieldText = 1000
)

// quoteSizes are how much of each quote a page shows, the first that fits.
var quoteSizes = []int{300, 150, 60, 0}

// paginate puts blocks on pages. Every page shows the sources of its own blocks and of
// the lead, so that every number on it has its source.
func (a *answer) paginate(blocks []block) []sheet {
	var pages []sheet
	var run []block
	for _, b := range blocks {
		if with := append(slices.Clone(run), b); len(run) > 0 && a.units(with) > fullPage || len(fieldsOf(with)) > maxFields {
			pages, run = append(pages, a.sheet(run)), nil
		}
		run = append(run, b)
	}
	if len(run) > 0 || len(pages) == 0 {
		pages = append(pages, a.sheet(run))
	}
	return pages
}

// units is the size of a page of blocks with its sources.
func (a *answer) units(blocks []block) int {
	n := units(a.list(a.numbersOf(blocks), quoteSizes[0]))
	for i := range blocks {
		n += blocks[i].units()
	}
	return n
}

func fieldsOf(blocks []block) []*discordgo.MessageEmbedField {
	var out []*discordgo.MessageEmbedField
	for _, b := range blocks {
		if b.field != nil {
			out = append(out, b.field)
		}
	}
	return out
}

// numbersOf are the sources that a page of blocks shows, in order. A page without
// blocks shows those of the lead, or if that has none the first ones.
func (a *answer) numbersOf(blocks []block) []int {
	out := slices.Clone(a.leads)
	for _, b := range blocks {
		out = append(out, b.numbers...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func (a *answer) sheet(blocks []block) sheet {
	s := sheet{fields: fieldsOf(blocks), numbers: a.numbersOf(blocks)}
	size := 0
	var texts []string
	for i := range blocks {
		size += blocks[i].units()
		if blocks[i].field == nil {
			texts = append(texts, blocks[i].text)
		}
	}
	s.text = strings.Join(texts, "\n")
	for _, quote := range quoteSizes {
		s.list = a.list(s.numbers, quote)
		if n := units(s.list); n <= maxSources && size+n <= maxPage {
			break
		}
	}
	return s
}

func (a *answer) list(numbers []int, quote int) string {
	entries := make([]string, len(numbers))
	for i, n := range numbers {
		key := [2]int{n, quote}
		if a.entries[key] == "" {
			a.entries[key] = a.view.entry(a.sources, n, quote)
		}
		entries[i] = a.entries[key]
	}
	return strings.Join(entries, "\n")
}

// blocks arranges claims in order: comparisons by aspect, lines of boxes and listings
// in fences, sentences in paragraphs.
func (a *answer) blocks(claims []*core.Claim) []block {
	var out []block
	out = append(out, a.comparison(claims)...)
	claims = slices.DeleteFunc(slices.Clone(claims), func(c *core.Claim) bool { return c.Side != "" })
	for len(claims) > 0 {
		n, box := 1, a.boxKey(claims[0])
		for n < len(claims) && a.boxKey(claims[n]) == box && isListing(claims[n]) == isListing(claims[0]) && slices.Equal(a.sources.of(claims[n]), a.sources.of(claims[0])) {
			n++
		}
		if box != "" || isListing(claims[0]) {
			out = append(out, a.fences(claims[:n])...)
		} else {
			out = append(out, a.paragraphs(claims[:n])...)
		}
		claims = claims[n:]
	}
	return out
}

// isListing reports whether a claim is a listing: all others are one line.
func isListing(c *core.Claim) bool { return strings.Contains(c.Text, "\n") }

// fences are the lines of a box, or a listing, preformatted, with their sources below.
func (a *answer) fences(claims []*core.Claim) []block {
	lines := ""
	for _, c := range claims {
		lines += a.boxLines(c)
	}
	numbers := a.sources.of(claims[0])
	most := maxFence
	if len(union(a.leads, shown(numbers))) <= maxMarkers {
		most = maxAlone
	}
	parts, cut := chunks(lines, most, fenced)
	a.cut = a.cut || cut || len(parts) > 1
	var out []block
	for _, p := range parts {
		out = append(out, block{text: p + "\n" + markers(numbers), numbers: shown(numbers)})
	}
	return out
}

// paragraphs joins claims with the same sources, with the numbers after the last.
func (a *answer) paragraphs(claims []*core.Claim) []block {
	numbers := a.sources.of(claims[0])
	mark := " " + markers(numbers)
	var out []block
	run := ""
	flush := func() {
		if run != "" {
			out = append(out, block{text: run + mark, numbers: shown(numbers)})
		}
		run = ""
	}
	for _, c := range claims {
		text := flat(c.Text)
		if grown := sentence(run, text); run != "" && units(grown) <= maxBlock {
			run = grown
			continue
		}
		flush()
		var cut bool
		run, cut = fit(text, maxBlock, func(s string) string { return "• " + Escape(scripts(strings.TrimLeft(s, "• "))) })
		a.cut = a.cut || cut
	}
	flush()
	return out
}

// sentence appends a claim to a line.
func sentence(line, claim string) string {
	if strings.HasPrefix(claim, "•") {
		return line + "\n" + Escape(scripts(claim))
	}
	return line + " " + Escape(scripts(claim))
}
