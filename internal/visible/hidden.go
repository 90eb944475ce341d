package visible

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// The joiners.
const (
	nonJoiner = '\u200c'
	joiner    = '\u200d'
)

// blank are letters and marks that show nothing (Unicode 15.0, section 5.21, default
// ignorable code points), except variation selectors.
var blank = map[rune]bool{'\u034f': true, '\u115f': true, '\u1160': true, '\u17b4': true, '\u17b5': true, '\u3164': true, '\uffa0': true}

// hidden reports whether a character is invisible or changes how others are shown,
// unless its neighbours need it.
func hidden(r rune) bool {
	switch {
	case r < utf8.RuneSelf:
		return r < ' ' || r == 0x7f
	case unicode.Is(unicode.Cf, r):
		return !unicode.Is(unicode.Prepended_Concatenation_Mark, r) // these are visible: signs of Arabic numbers
	case unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp, unicode.Variation_Selector, unicode.Noncharacter_Code_Point):
		return true
	}
	return blank[r] || r >= 0xe0000 && r <= 0xe0fff
}

// joining are the scripts in which a joiner changes its neighbours.
var joining = []*unicode.RangeTable{
	unicode.Arabic, unicode.Syriac, unicode.Mandaic, unicode.Nko, unicode.Mongolian, unicode.Phags_Pa, unicode.Adlam, unicode.Hanifi_Rohingya, unicode.Sogdian, unicode.Manichaean,
	unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya, unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala,
	unicode.Myanmar, unicode.Khmer, unicode.Tibetan, unicode.Balinese, unicode.Javanese, unicode.Newa, unicode.Grantha, unicode.Tirhuta, unicode.Meetei_Mayek, unicode.Chakma,
}

// context is what precedes a character: the last one, and the last that is neither mark
// nor selector.
type context struct{ last, base rune }

func (c *context) see(r rune) {
	if !unicode.Is(unicode.M, r) && !tone(r) {
		c.base = r
	}
	c.last = r
}

// needs reports whether a hidden character belongs between its context and the rest of
// the text.
func (c *context) needs(r rune, rest string) bool {
	next, _ := utf8.DecodeRuneInString(rest)
	switch {
	case r == joiner && pictographic(c.base) && pictographic(next):
		return true
	case r == joiner || r == nonJoiner:
		return unicode.In(c.base, joining...) && unicode.In(next, joining...) && unicode.In(next, unicode.L, unicode.M) && !hidden(next)
	case unicode.Is(unicode.Variation_Selector, r):
		return c.last == c.base && (selectable(c.base) || next == keycap && strings.ContainsRune("0123456789#*", c.base))
	}
	return false
}

// keycap turns the digit or sign before it into a key.
const keycap = '\u20e3'

// selectable reports whether a character can have variants: an ideograph, a letter, a
// symbol. ASCII characters have none, except in keycaps.
func selectable(r rune) bool {
	return r >= utf8.RuneSelf && unicode.In(r, unicode.L, unicode.S, unicode.P)
}

// pictographic reports whether a character can be part of an emoji sequence: any
// symbol, which is more than Unicode allows.
func pictographic(r rune) bool {
	return r >= 0x2190 && r != utf8.RuneError && unicode.In(r, unicode.So, unicode.Sm)
}

// tone reports whether a character is a skin tone for the emoji before it.
func tone(r rune) bool { return r >= 0x1f3fb && r <= 0x1f3ff }
