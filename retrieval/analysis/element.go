package analysis

// maxCuts bounds the cuts inside one element.
const maxCuts = 8

// element is one run of letters and digits.
type element struct {
	start, end int // in scanner.folded
	letters    bool
	digits     bool
	// mixedCase is set by an upper-case letter after the first character: acronyms and
	// camel case, but no word that starts a sentence.
	mixedCase bool
	lowered   bool // it starts with a lower-case letter
	join      byte // the joiner before it; 0 for the first element
	wrapped   bool // that joiner is a hyphen at a line's end
	cuts      [maxCuts]int
	cutCount  int
}

// identifier reports whether the element is a name rather than a word.
func (e *element) identifier() bool { return e.mixedCase || e.letters && e.digits }

func (e *element) cut(at int) {
	if at > e.start && e.cutCount < maxCuts {
		e.cuts[e.cutCount] = at
		e.cutCount++
	}
}

// elementReader reads one element of the scanner's text.
type elementReader struct {
	*scanner
	element
	prev   class // of the character read last; separator before the first
	last   int   // where in folded that character starts
	caps   int   // length of the run of upper-case letters that ends here
	small  int   // where in folded a small letter directly follows such a run
	groups int   // separators of thousands so far
	group  int   // where in folded the digits after the last of them start
}

func (r *elementReader) read(i int) int {
	for {
		c, size := classify(r.text, i)
		switch c {
		case lower, upper, digit:
			r.add(c, i, size)
		case ignored:
		case softHyphen:
			i, _ = r.behindBreak(i + size)
			continue
		case thinSpace, comma:
			if !r.thousands(c, i+size) {
				r.finish()
				return i
			}
		case apostrophe:
			next, joined := r.apostrophe(i + size)
			if !joined {
				r.finish()
				return next
			}
		default:
			r.finish()
			return i
		}
		i += size
	}
}

// add appends one letter or digit, with a cut before it where the case or a
// digit changes.
func (r *elementReader) add(c class, i, size int) {
	at := len(r.folded)
	switch {
	case r.prev == separator:
		r.lowered = c == lower
	case (c == digit) != (r.prev == digit), c == upper && r.prev == lower:
		r.cut(at)
	case c == lower && r.caps > 1:
		r.cut(r.last)
		r.small = at
	}
	r.mixedCase = r.mixedCase || c == upper && r.prev != separator
	r.letters, r.digits = r.letters || c != digit, r.digits || c == digit
	r.caps++
	if c != upper {
		r.caps = 0
	}
	if at-r.start < MaxTokenBytes {
		r.folded = r.appendLetter(c, i, size)
	}
	r.prev, r.last = c, at
}

// appendLetter appends a character, or the name of a Greek letter that has no other
// letter next to it.
func (r *elementReader) appendLetter(c class, i, size int) []byte {
	encoded := r.text[i : i+size]
	if c != digit && (r.prev == separator || r.prev == digit) {
		if name := greekName(encoded); name != "" && !r.letterBehind(i+size) {
			return append(r.folded, name...)
		}
	}
	return appendFolded(r.folded, encoded, false)
}

func (r *elementReader) letterBehind(i int) bool {
	for range 4 { // a letter carries few marks
		c, size := classify(r.text, i)
		if c != ignored {
			return c == lower || c == upper
		}
		i += size
	}
	return false
}

// thousands reports whether the separator before i groups the digits of a number: one
// to three of them before it, or three since the last separator, and just three after
// it. A comma may also be that of a list, so the groups stay tokens of their own.
func (r *elementReader) thousands(c class, i int) bool {
	n := len(r.folded) - max(r.start, r.group)
	if r.letters || n < 1 || n > 3 || r.groups > 0 && n != 3 {
		return false
	}
	for range 3 {
		c, size := classify(r.text, i)
		if c != digit {
			return false
		}
		i += size
	}
	if r.alphanumericAt(i) {
		return false
	}
	r.groups, r.group = r.groups+1, len(r.folded)
	if c == comma {
		r.cut(r.group)
	}
	return true
}

// apostrophe decides what follows an apostrophe: a possessive ending is
// skipped, another letter joins the word.
func (r *elementReader) apostrophe(i int) (next int, joined bool) {
	c, size := classify(r.text, i)
	if c != lower && c != upper {
		return i, false
	}
	if s := r.text[i]; (s == 's' || s == 'S') && !r.alphanumericAt(i+size) {
		return i + size, false
	}
	return i, r.prev != digit
}

// finish closes the element. The s of a plural of capitals (KEMs) is left out.
func (r *elementReader) finish() {
	r.end = len(r.folded)
	if r.small > 0 && r.small == r.end-1 && r.folded[r.small] == 's' {
		r.end--
		r.folded = r.folded[:r.end]
		if n := r.cutCount; n > 0 && r.cuts[n-1] == r.end-1 {
			r.cutCount--
		}
	}
	for r.cutCount > 0 && r.cuts[r.cutCount-1] >= r.end { // beyond MaxTokenBytes
		r.cutCount--
	}
}
