package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pqcite/pqcite/core"
)

// cellWidth is how wide a column of a comparison is, in characters: two of them and
// the aspect fit a terminal of a hundred.
const cellWidth = 42

// aspectWidth is the width of the first column.
const aspectWidth = 16

// printComparison prints the cells of a comparison as a table: a row an aspect, a
// column a side.
func printComparison(w io.Writer, claims []core.Claim) {
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
	printRow(w, "", sides)
	for _, a := range aspects {
		fmt.Fprintf(w, "  %s\n", strings.Repeat("─", aspectWidth+len(sides)*(cellWidth+3)))
		cells := make([]string, len(sides))
		for i, s := range sides {
			cells[i] = cellText(claims, a, s)
		}
		printRow(w, a, cells)
	}
	fmt.Fprintln(w)
}

func cellText(claims []core.Claim, aspect, side string) string {
	for _, c := range claims {
		if c.Aspect == aspect && c.Side == side {
			return strings.TrimPrefix(c.Text, side+", "+aspect+": ") + " [" + strings.Join(c.Citations, "] [") + "]"
		}
	}
	return "–"
}

// printRow prints a row, each cell wrapped to its column.
func printRow(w io.Writer, first string, cells []string) {
	columns := [][]string{wrap(printable(first), aspectWidth)}
	height := len(columns[0])
	for _, c := range cells {
		columns = append(columns, wrap(printable(c), cellWidth))
		height = max(height, len(columns[len(columns)-1]))
	}
	for line := range height {
		fmt.Fprint(w, "  ")
		for i, column := range columns {
			text, width := "", cellWidth
			if line < len(column) {
				text = column[line]
			}
			if i == 0 {
				width = aspectWidth
			}
			if i < len(columns)-1 {
				text += strings.Repeat(" ", max(0, width-utf8.RuneCountInString(text)))
			}
			if i > 0 {
				fmt.Fprint(w, " │ ")
			}
			fmt.Fprint(w, text)
		}
		fmt.Fprintln(w)
	}
}

// wrap breaks a text into lines of at most the width, at blanks where it can.
func wrap(text string, width int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		for utf8.RuneCountInString(word) > width {
			cut := 0
			for range width {
				_, size := utf8.DecodeRuneInString(word[cut:])
				cut += size
			}
			if line != "" {
				lines, line = append(lines, line), ""
			}
			lines, word = append(lines, word[:cut]), word[cut:]
		}
		switch {
		case line == "":
			line = word
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) <= width:
			line += " " + word
		default:
			lines, line = append(lines, line), word
		}
	}
	return append(lines, line)
}
