package main

import (
	"crypto/rand"
	"errors"
	"os"
	"strings"

	"github.com/pqcite/pqcite/internal/visible"
)

// style is how a part of a line looks on a terminal.
type style byte

// The styles. Plain ends the others.
const (
	plain  style = 'p'
	strong style = 's' // what is read first: a short answer, a heading, a name
	faint  style = 'f' // what may be read over: addresses, scores
	key    style = 'k' // the key of a citation
	good   style = 'g' // it holds
	doubt  style = 'd' // a warning, a refusal, a part that holds
	bad    style = 'b' // it does not hold
)

// escapes are what a terminal is sent for a style (ECMA-48, 8.3.117, select graphic
// rendition; aixterm's and other colours beyond the eight are left alone, since the
// eight are those that a person's theme can read).
var escapes = map[style]string{
	plain: "\x1b[0m", strong: "\x1b[1m", faint: "\x1b[2m", key: "\x1b[36m", good: "\x1b[32m", doubt: "\x1b[33m", bad: "\x1b[31m",
}

// ink paints parts of lines for a terminal. What it paints it marks with a word that is
// made anew for each run, and the marks become escape sequences where the lines are
// shown, behind the escaping of all else: no text of others can hold one. The zero ink
// paints nothing.
type ink struct{ word string }

// newInk is ink that paints.
func newInk() ink { return ink{word: "\x00" + rand.Text()} }

// paint marks a text, which has one line, as of a style.
func (k ink) paint(s style, text string) string {
	if k.word == "" || strings.TrimSpace(text) == "" {
		return text
	}
	return k.word + string(rune(s)) + text + k.word + string(rune(plain))
}

// show is [visible.Text] with the marks as escape sequences.
func (k ink) show(text string) string {
	if k.word == "" || !strings.Contains(text, k.word) {
		return visible.Text(text)
	}
	var b strings.Builder
	for i, part := range strings.Split(text, k.word) {
		if i > 0 && part != "" {
			b.WriteString(escapes[style(part[0])])
			part = part[1:]
		}
		b.WriteString(visible.Text(part))
	}
	return b.String()
}

// colourMode says when there is colour: the value of --color.
type colourMode string

// The modes.
const (
	colourAuto   colourMode = "auto" // on a terminal that can, unless NO_COLOR is set
	colourAlways colourMode = "always"
	colourNever  colourMode = "never"
)

var colourModes = []string{string(colourAuto), string(colourAlways), string(colourNever)}

var errColour = errors.New("auto, always or never")

// Set takes the value of the flag.
func (m *colourMode) Set(value string) error {
	switch c := colourMode(value); c {
	case colourAuto, colourAlways, colourNever:
		*m = c
		return nil
	}
	return errColour
}

func (m *colourMode) String() string { return string(*m) }

// Type names the value in the help.
func (m *colourMode) Type() string { return "WHEN" }

// wants reports whether there is colour, given whether the output is a terminal that can
// show it. NO_COLOR is that of no-color.org: set to anything, it asks for none.
func (m colourMode) wants(terminal bool) bool {
	switch m {
	case colourAlways:
		return true
	case colourNever:
		return false
	}
	return terminal && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}
