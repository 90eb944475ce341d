package layout

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/ingest/pdf"
)

// sheet is a page being processed: its lines without furniture, its rules.
type sheet struct {
	number    int
	label     string // as printed
	pdfLabel  string
	height    float64
	lines     []line
	ruling    ruling
	furniture []core.Furniture
	used      []bool // lines taken by a box, table or contents list
}

// margins are the edges of a document's text body.
type margins struct {
	left, right float64
	size        float64 // of the body text
}

// Bands of a page's height that can contain running headers and footers.
const (
	headerBand = 0.915
	footerBand = 0.080
)

// newSheets reads the pages into lines and separates page furniture.
func newSheets(pages []pdf.Page) ([]*sheet, margins) {
	all := make([][]run, len(pages))
	sheets := make([]*sheet, len(pages))
	for i := range pages {
		p := &pages[i]
		seen, hidden := splitHidden(p.Glyphs)
		upright, turned := splitTurned(seen)
		all[i] = runs(upright)
		sheets[i] = &sheet{number: p.Number, pdfLabel: p.Label, height: p.Box.Y1 - p.Box.Y0, ruling: rulingOf(p.Rules)}
		if turned != "" {
			sheets[i].furniture = append(sheets[i].furniture, core.Furniture{Kind: core.FurnitureMargin, Text: turned})
		}
		sheets[i].furniture = append(sheets[i].furniture, hiddenLines(hidden)...)
	}
	m := bodyMargins(all)
	for i, s := range sheets {
		body := s.takeLineNumbers(all[i], m.left)
		s.lines = lines(body, s.ruling.horizontal)
	}
	takeHeadersAndFooters(sheets)
	for _, s := range sheets {
		s.used = make([]bool, len(s.lines))
		s.label = s.printedLabel()
	}
	labelUnprinted(sheets)
	return sheets, m
}

// splitTurned separates text that is not horizontal.
func splitTurned(glyphs []pdf.Glyph) (upright []pdf.Glyph, turned string) {
	var b strings.Builder
	for _, g := range glyphs {
		if g.Upright {
			upright = append(upright, g)
		} else {
			b.WriteString(g.Text)
		}
	}
	return upright, strings.TrimSpace(b.String())
}

// splitHidden separates invisible text.
func splitHidden(glyphs []pdf.Glyph) (seen, hidden []pdf.Glyph) {
	if !slices.ContainsFunc(glyphs, func(g pdf.Glyph) bool { return g.Hidden }) {
		return glyphs, nil
	}
	for _, g := range glyphs {
		if g.Hidden {
			hidden = append(hidden, g)
		} else {
			seen = append(seen, g)
		}
	}
	return seen, hidden
}

// hiddenLines are hidden glyphs as lines of furniture, in any direction.
func hiddenLines(hidden []pdf.Glyph) []core.Furniture {
	var out []core.Furniture
	upright, turned := splitTurned(hidden)
	for _, l := range lines(runs(upright), nil) {
		out = append(out, core.Furniture{Kind: core.FurnitureHidden, Text: l.text()})
	}
	if turned != "" {
		out = append(out, core.Furniture{Kind: core.FurnitureHidden, Text: turned})
	}
	return out
}

// bodyMargins measures the left and right edge and the size of the body: the most
// frequent ones, weighted by width.
func bodyMargins(pages [][]run) margins {
	left, right, size := map[int]float64{}, map[int]float64{}, map[int]float64{}
	for _, rs := range pages {
		starts, ends := map[int]float64{}, map[int]float64{}
		for i := range rs {
			r := &rs[i]
			if r.artifact {
				continue
			}
			size[int(math.Round(r.size*10))] += r.x1 - r.x0
			y := int(math.Round(r.y))
			if x, ok := starts[y]; !ok || r.x0 < x {
				starts[y] = r.x0
			}
			ends[y] = math.Max(ends[y], r.x1)
		}
		for y, x := range starts {
			left[int(math.Round(x))] += ends[y] - x
			right[int(math.Round(ends[y]))] += ends[y] - x
		}
	}
	return margins{left: heaviest(left), right: heaviest(right), size: heaviest(size) / 10}
}

// heaviest returns the key with the greatest weight, the smaller of equals.
func heaviest(weights map[int]float64) float64 {
	best, weight := 0, 0.0
	for k, w := range weights {
		if w > weight || w == weight && k < best {
			best, weight = k, w
		}
	}
	return float64(best)
}

// takeLineNumbers moves numbers in the left margin to the furniture.
func (s *sheet) takeLineNumbers(rs []run, left float64) []run {
	body := rs[:0:0]
	for _, r := range rs {
		if r.x1 < left-touching && r.artifact && isNumber(r.text) {
			s.furniture = append(s.furniture, core.Furniture{Kind: core.FurnitureLineNumber, Text: r.text})
		} else {
			body = append(body, r)
		}
	}
	return body
}

func isNumber(s string) bool {
	return s != "" && strings.IndexFunc(s, func(r rune) bool { return !unicode.IsDigit(r) }) < 0
}

// takeHeadersAndFooters moves lines in the header or footer band to the furniture if
// they are marked as not being content, are page numbers or have them at an end, or repeat.
func takeHeadersAndFooters(sheets []*sheet) {
	seen, offsets := map[string]int{}, map[int]int{}
	for _, s := range sheets {
		for i := range s.lines {
			if l := &s.lines[i]; s.band(l) != "" {
				seen[withoutDigits(l.text())]++
				for _, n := range outerNumbers(l.text()) {
					offsets[n-s.number]++
				}
			}
		}
	}
	repeats, counts := max(3, len(sheets)/2), max(3, len(sheets)/4)
	numbersPage := func(s *sheet, text string) bool {
		return slices.ContainsFunc(outerNumbers(text), func(n int) bool { return offsets[n-s.number] >= counts })
	}
	for _, s := range sheets {
		body := s.lines[:0:0]
		for _, l := range s.lines {
			kind, text := s.band(&l), l.text()
			if kind != "" && (l.artifact() || isPageNumber(text) || numbersPage(s, text) || seen[withoutDigits(text)] >= repeats) {
				s.furniture = append(s.furniture, core.Furniture{Kind: kind, Text: text})
			} else {
				body = append(body, l)
			}
		}
		s.lines = body
	}
}

// outerNumbers are the numbers that a line begins and ends with, as running heads of manuals
// do: "Chapter 4: Authentication 40". They number pages if they rise with them.
func outerNumbers(text string) []int {
	words := strings.Fields(text)
	if len(words) < 2 {
		return nil
	}
	var out []int
	for _, w := range []string{words[0], words[len(words)-1]} {
		if n, err := strconv.Atoi(w); err == nil {
			out = append(out, n)
		}
	}
	return out
}

// band returns the kind of furniture possible at a line's place, or "".
func (s *sheet) band(l *line) core.FurnitureKind {
	switch {
	case l.y > headerBand*s.height:
		return core.FurnitureHeader
	case l.y < footerBand*s.height:
		return core.FurnitureFooter
	}
	return ""
}

func withoutDigits(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) || unicode.IsSpace(r) {
			return -1
		}
		return r
	}, s)
}

// isPageNumber reports whether s is a number in digits or small roman numerals.
func isPageNumber(s string) bool {
	return isNumber(s) || s != "" && strings.Trim(s, "ivxlc") == ""
}

// printedLabel is the page number found in the page's furniture.
func (s *sheet) printedLabel() string {
	for _, f := range s.furniture {
		if f.Kind != core.FurnitureLineNumber && f.Kind != core.FurnitureHidden && isPageNumber(f.Text) {
			return f.Text
		}
	}
	return ""
}

// labelUnprinted uses the file's page labels if no page of the document shows a number.
func labelUnprinted(sheets []*sheet) {
	for _, s := range sheets {
		if s.label != "" {
			return
		}
	}
	for _, s := range sheets {
		s.label = s.pdfLabel
	}
}
