package quote

import (
	"sort"
	"unicode"
	"unicode/utf8"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/lex"
)

// Fold returns a text of less than 2 GiB in the form in which quotes are compared. Bytes
// that are not UTF-8 fold to U+FFFD. The cost is linear in the length of the text.
//
// In a folded text
//   - a run of white space is one space, and there is none at either end;
//   - hyphens, dashes and minus signs are -, typographic quotation marks are the
//     ASCII ones; a prime stays a prime;
//   - ligatures are spelled out, mathematical letters and digits are plain ones,
//     an ellipsis is three full stops;
//   - Unicode super- and subscripts are written ^x and _x, and braces around a
//     script that is one plain token are gone: ^{23} is ^23;
//   - zero-width characters and soft hyphens are gone;
//   - a hyphen that ends a line inside a word is "-\n", the only newline there
//     can be: whether the hyphen belongs to the word is left open.
//
// Case is kept, and so are thousands separators.
func Fold(raw string) string { return fold(raw).text }

// folded is a text in that form, with the way back to the bytes it came from. It is
// immutable and safe for concurrent use.
type folded struct {
	raw    string
	text   string
	pieces []piece
}

// piece maps the folded bytes from at up to the next piece. An even piece maps
// byte for byte from start; any other stands for the raw bytes start to end.
type piece struct {
	at, start, end int32
	even           bool
}

func fold(raw string) *folded {
	f := folder{out: make([]byte, 0, len(raw)), raw: raw, feed: feed{raw: raw}}
	f.run()
	return &folded{raw: raw, text: string(f.out), pieces: f.pieces}
}

// original returns the raw bytes that a range of the folded text stands for. A range
// on rune boundaries maps onto rune boundaries. The range must lie inside the
// folded text.
func (f *folded) original(s core.Span) core.Span {
	if s.Start >= s.End {
		start := len(f.raw)
		if s.Start < len(f.text) {
			start = f.byteAt(s.Start).Start
		}
		return core.Span{Start: start, End: start}
	}
	return core.Span{Start: f.byteAt(s.Start).Start, End: f.byteAt(s.End - 1).End}
}

// byteAt returns the raw bytes that one byte of the folded text came from.
func (f *folded) byteAt(at int) core.Span {
	i := sort.Search(len(f.pieces), func(i int) bool { return int(f.pieces[i].at) > at }) - 1
	p := f.pieces[i]
	if p.even {
		start := int(p.start) + at - int(p.at)
		return core.Span{Start: start, End: start + 1}
	}
	return core.Span{Start: int(p.start), End: int(p.end)}
}

// folder applies the folds that need context: runs of white space, hyphens at
// the end of a line, braces of scripts.
type folder struct {
	raw    string
	feed   feed
	out    []byte
	pieces []piece
	last   rune // last rune written, 0 at the start
	space  unit // white space waiting for what follows it; r is 0 if there is none
}

func (f *folder) run() {
	for u, ok := f.feed.next(); ok; u, ok = f.feed.next() {
		switch u.r {
		case ' ', '\n':
			f.wait(u)
		case '-':
			if !f.lineBreak(u) {
				f.write(u)
			}
		case '^', '_':
			f.write(u)
			f.script()
		default:
			f.write(u)
		}
	}
}

// wait holds white space back until something follows it.
func (f *folder) wait(u unit) {
	switch {
	case len(f.out) == 0:
	case f.space.r == 0:
		f.space = unit{' ', u.start, u.end}
	default:
		f.space.end = u.end
	}
}

func (f *folder) write(u unit) {
	if f.space.r != 0 {
		f.put(f.space)
		f.space = unit{}
	}
	f.put(u)
}

// put appends a unit and extends the last piece or starts a new one.
func (f *folder) put(u unit) {
	at := len(f.out)
	f.out = utf8.AppendRune(f.out, u.r)
	f.last = u.r
	even := len(f.out)-at == u.end-u.start && (u.end-u.start == 1 || string(f.out[at:]) == f.raw[u.start:u.end])
	if n := len(f.pieces); n > 0 && f.pieces[n-1].even == even {
		p := f.pieces[n-1]
		if even && int(p.start)+at-int(p.at) == u.start || !even && int(p.start) == u.start && int(p.end) == u.end {
			return
		}
	}
	f.pieces = append(f.pieces, piece{int32(at), int32(u.start), int32(u.end), even})
}

// lineBreak writes a hyphen that ends a line inside a word.
func (f *folder) lineBreak(hyphen unit) bool {
	if f.space.r != 0 || !lex.IsWordRune(f.last) {
		return false
	}
	ahead, gap, newline := f.feed, unit{r: '\n', start: hyphen.end, end: hyphen.end}, false
	for {
		before := ahead
		u, ok := ahead.next()
		if !ok || u.r != ' ' && u.r != '\n' {
			if !ok || !newline || !lex.IsWordRune(u.r) {
				return false
			}
			f.put(hyphen)
			f.put(gap)
			f.feed = before
			return true
		}
		if gap.start == gap.end {
			gap.start = u.start
		}
		gap.end = u.end
		newline = newline || u.r == '\n'
	}
}

// maxScript bounds the runes of a script whose braces can be left out.
const maxScript = 32

// script writes the script in braces that follows, without them, if it is one
// plain token and what follows can't be read as a part of it.
func (f *folder) script() {
	ahead := f.feed
	open, ok := ahead.next()
	if !ok || open.r != '{' {
		return
	}
	var token [maxScript]unit
	n := 0
	for u, ok := ahead.next(); ; u, ok = ahead.next() {
		if !ok || n == maxScript {
			return
		}
		if u.r == '}' {
			token[max(n-1, 0)].end = u.end
			break
		}
		token[n] = u
		n++
	}
	if !plainToken(token[:n]) || continuesToken(ahead) {
		return
	}
	token[0].start = open.start
	for _, u := range token[:n] {
		f.put(u)
	}
	f.feed = ahead
}

// plainToken reports whether a script reads the same without braces: a word or a
// number with perhaps signs before it. A mixture such as 384k does not.
func plainToken(us []unit) bool {
	for len(us) > 0 && (us[0].r == '-' || us[0].r == '+') {
		us = us[1:]
	}
	letters, digits := false, false
	for _, u := range us {
		switch {
		case unicode.IsDigit(u.r), u.r == '.':
			digits = true
		case unicode.IsLetter(u.r), unicode.Is(unicode.Mn, u.r):
			letters = true
		case u.r == '′', u.r == '∗':
		default:
			return false
		}
	}
	return len(us) > 0 && letters != digits && us[len(us)-1].r != '.'
}

// continuesToken reports whether what follows could be taken for a part of the
// token before it. The feed is a copy.
func continuesToken(f feed) bool {
	u, ok := f.next()
	if !ok {
		return false
	}
	if u.r == '.' {
		u, ok = f.next()
		return ok && unicode.IsDigit(u.r)
	}
	return lex.IsWordRune(u.r) || u.r == '′' || u.r == '∗'
}
