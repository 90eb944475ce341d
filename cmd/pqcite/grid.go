package main

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/visible"
)

// cellWidth is how wide a column of a comparison is where nobody knows the terminal's
// width: two of them and the aspect fit one of a hundred.
const cellWidth = 42

// minCellWidth is how narrow a column may become.
const minCellWidth = 8

// aspectWidth is the width of the first column.
const aspectWidth = 16

// between is what stands between two columns.
const between = " │ "

// comparisonCells is the width of a side's column of so many.
func comparisonCells(width, sides int) int {
	if width == 0 {
		return cellWidth
	}
	return min(max((width-2-aspectWidth)/sides-len([]rune(between)), minCellWidth), cellWidth)
}

// printComparison prints the cells of a comparison as a table: a row an aspect, a
// column a side.
func printComparison(w sheet, claims []core.Claim) {
	var sides, aspects []string
	for _, c := range claims {
		if c.Side == "" {
			continue
		}
		if !slices.Contains(sides, c.Side) {
			sides = append(sides, c.Side)
		}
		if !slices.Contains(aspects, c.Aspect) {
			aspects = append(aspects, c.Aspect)
		}
	}
	if len(sides) == 0 {
		return
	}
	width := comparisonCells(w.width, len(sides))
	printRow(w, width, strong, "", sides)
	for _, a := range aspects {
		fmt.Fprintf(w, "  %s\n", w.paint(faint, strings.Repeat("─", aspectWidth+len(sides)*(width+3))))
		cells := make([]string, len(sides))
		for i, s := range sides {
			cells[i] = cellText(claims, a, s)
		}
		printRow(w, width, plain, a, cells)
	}
}

func cellText(claims []core.Claim, aspect, side string) string {
	for _, c := range claims {
		if c.Aspect == aspect && c.Side == side {
			return strings.TrimPrefix(c.Text, side+", "+aspect+": ") + " [" + strings.Join(c.Citations, "] [") + "]"
		}
	}
	return "–"
}

// printRow prints a row, each cell wrapped to its column of the width, in a style; the
// first is strong.
func printRow(w sheet, width int, s style, first string, cells []string) {
	table := []tableColumn{{wrap(printable(first), aspectWidth), aspectWidth, strong}}
	for _, c := range cells {
		table = append(table, tableColumn{wrap(printable(c), width), width, s})
	}
	printLines(w, "  ", between, table)
}

// tableColumn is one cell of a row of a table.
type tableColumn struct {
	lines []string
	width int // of the column
	style style
}

// printLines prints a row of a table line by line. The last column is not filled up.
func printLines(w sheet, before, between string, row []tableColumn) {
	height := 0
	for _, c := range row {
		height = max(height, len(c.lines))
	}
	for line := range height {
		fmt.Fprint(w, before)
		for i, c := range row {
			text := ""
			if line < len(c.lines) {
				text = c.lines[line]
			}
			if i > 0 {
				fmt.Fprint(w, w.paint(faint, between))
			}
			fill := ""
			if i < len(row)-1 {
				fill = padded(text, c.width)[len(text):]
			}
			if c.style != plain {
				text = w.paint(c.style, text)
			}
			fmt.Fprint(w, text+fill)
		}
		fmt.Fprintln(w)
	}
}

// wrap breaks a text into lines of at most the width in columns, at blanks where it can.
func wrap(text string, width int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		for visible.Width(word) > width {
			if line != "" {
				lines, line = append(lines, line), ""
			}
			head := visible.Cut(word, width, "")
			if head == "" { // one character is wider
				_, size := utf8.DecodeRuneInString(word)
				head = word[:size]
			}
			if lines, word = append(lines, head), word[len(head):]; word == "" {
				break
			}
		}
		switch {
		case word == "":
		case line == "":
			line = word
		case visible.Width(line)+1+visible.Width(word) <= width:
			line += " " + word
		default:
			lines, line = append(lines, line), word
		}
	}
	if line == "" && len(lines) > 0 {
		return lines
	}
	return append(lines, line)
}
