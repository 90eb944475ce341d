package main

import (
	"io"
	"os"
	"strconv"
	"strings"

	"golang.org/x/term"

	"github.com/pqcite/pqcite/internal/visible"
)

// sheet is what a result is printed on for people.
type sheet struct {
	io.Writer
	ink
	width int // in columns; 0 where nobody knows
}

// The bounds of a terminal's width in columns: what a terminal says that is narrower or wider
// is not taken to be one.
const (
	narrowest = 40
	widest    = 1000
)

// sheet is standard output, with the ink and the width that a terminal has.
func (a *app) sheet() sheet {
	f, ok := a.stdout.to.(*os.File)
	terminal := ok && term.IsTerminal(int(f.Fd()))
	s := sheet{Writer: a.out}
	if a.colour.wants(terminal && takesColour(f)) {
		if a.ink.word == "" {
			a.ink = newInk()
		}
		s.ink = a.ink
	}
	if terminal {
		s.width = widthOf(f)
	}
	return s
}

// widthOf is the width of a terminal: COLUMNS where somebody has set it, else what the
// terminal says.
func widthOf(f *os.File) int {
	width, err := strconv.Atoi(os.Getenv("COLUMNS"))
	if err != nil {
		if width, _, err = term.GetSize(int(f.Fd())); err != nil || width == 0 {
			return 0
		}
	}
	return min(max(width, narrowest), widest)
}

// padded is a text with blanks up to a width.
func padded(text string, width int) string {
	return text + strings.Repeat(" ", max(0, width-visible.Width(text)))
}

// cutTo is a text of one line, cut to a width where that is not 0.
func cutTo(text string, width int) string {
	if width == 0 {
		return text
	}
	return visible.Cut(text, max(width, 1), "…")
}
