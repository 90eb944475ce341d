package analysis

const (
	// maxElements bounds a compound; what follows starts another.
	maxElements = 16
	// maxScriptBytes is how far a script's closing brace is looked for.
	maxScriptBytes = 128
)

// scanner reads a text compound by compound. It is reused: after its first
// texts it allocates nothing but words that it has not seen lately.
type scanner struct {
	text      string
	query     bool
	at        int
	position  int // of the compound read last; -1 before the first
	scriptEnd int // up to here the text is an exponent or index
	inScript  bool

	// The compound read last: its folded text, joiners included, and elements.
	folded   []byte
	elements []element

	tokens  []Token // of the compound read last
	lexicon lexicon
}

func newScanner(stop, question map[string]bool) *scanner {
	return &scanner{
		elements: make([]element, 0, maxElements),
		lexicon:  lexicon{words: make(map[string]lexeme), stop: stop, question: question},
	}
}

func (s *scanner) reset(text string, query bool) {
	s.text, s.query = text, query
	s.at, s.position, s.scriptEnd = 0, -1, 0
	s.tokens = s.tokens[:0]
}

// scan reads the next compound and its tokens, of which there may be none. It
// reports false at the end of the text.
func (s *scanner) scan() bool {
	s.tokens = s.tokens[:0]
	for s.at < len(s.text) {
		c, size := classify(s.text, s.at)
		switch {
		case c.alphanumeric():
			s.position++
			s.scanCompound()
			return true
		case c == caret:
			s.at = s.enterScript(s.at)
		default:
			s.at += size
		}
	}
	return false
}

func (s *scanner) scanCompound() {
	s.inScript = s.at < s.scriptEnd
	s.folded, s.elements = s.folded[:0], s.elements[:0]
	s.at = s.readElement(s.at, 0)
	for len(s.elements) < maxElements {
		next, ok := s.readJoined(s.at)
		if !ok {
			break
		}
		s.at = next
	}
	if s.inScript && len(s.elements) == 1 && !s.elements[0].letters {
		return
	}
	s.emitCompound()
	s.readScript()
}

// readElement reads the run of letters and digits at i and returns its end.
func (s *scanner) readElement(i int, join byte) int {
	r := elementReader{scanner: s, element: element{start: len(s.folded), join: join}}
	end := r.read(i)
	s.elements = append(s.elements, r.element)
	return end
}

// readJoined reads a joiner at i and the element after it, and returns the end of both.
func (s *scanner) readJoined(i int) (end int, ok bool) {
	c, size := classify(s.text, i)
	next := i + size
	switch c {
	case hyphen:
		start, wrapped := s.behindBreak(next)
		if !s.alphanumericAt(start) {
			return 0, false
		}
		end := s.join('-', start)
		s.elements[len(s.elements)-1].wrapped = wrapped
		return end, true
	case underscore:
		if end, ok := s.bracedElement(next); ok {
			return end, true
		}
		return s.joinAlphanumeric('_', next)
	case dot:
		return s.joinAlphanumeric('.', next)
	case slash:
		return s.joinAlphanumeric('/', next)
	case subscript:
		return s.readSubscript(i), true
	}
	return 0, false
}

func (s *scanner) joinAlphanumeric(join byte, i int) (end int, ok bool) {
	if !s.alphanumericAt(i) {
		return 0, false
	}
	return s.join(join, i), true
}

func (s *scanner) join(join byte, i int) int {
	s.folded = append(s.folded, join)
	return s.readElement(i, join)
}

func (s *scanner) alphanumericAt(i int) bool {
	c, _ := classify(s.text, i)
	return c.alphanumeric()
}

// behindBreak returns the offset after the line break at i, with the blanks on both
// sides of it, and whether there is one.
func (s *scanner) behindBreak(i int) (next int, wrapped bool) {
	j := s.behindBlanks(i)
	if c, size := classify(s.text, j); c == newline {
		return s.behindBlanks(j + size), true
	}
	return i, false
}

// behindBlanks skips at most 64 blanks: no line is indented further, and the
// bound keeps a text of hyphens and blanks from being read over and over.
func (s *scanner) behindBlanks(i int) int {
	for range 64 {
		c, size := classify(s.text, i)
		if c != blank {
			break
		}
		i += size
	}
	return i
}

// bracedElement reads "{x}" with nothing but one element inside it.
func (s *scanner) bracedElement(i int) (end int, ok bool) {
	open, size := classify(s.text, i)
	if open != openBrace || !s.alphanumericAt(i+size) {
		return 0, false
	}
	for j := i + size; j < i+maxScriptBytes; {
		c, n := classify(s.text, j)
		if c == closeBrace {
			s.join('_', i+size)
			return j + n, true
		}
		if !c.alphanumeric() && c != ignored {
			return 0, false
		}
		j += n
	}
	return 0, false
}

// readSubscript reads a run of subscript characters as an element joined by an
// underscore, as an index that was set as one is written in a document's text.
func (s *scanner) readSubscript(i int) int {
	s.folded = append(s.folded, '_')
	e := element{start: len(s.folded), join: '_'}
	for {
		c, size := classify(s.text, i)
		if c != subscript {
			break
		}
		if len(s.folded)-e.start < MaxTokenBytes {
			s.folded = appendFolded(s.folded, s.text[i:i+size], false)
		}
		i += size
	}
	e.end = len(s.folded)
	for _, b := range s.folded[e.start:] {
		isDigit := b >= '0' && b <= '9'
		e.digits, e.letters = e.digits || isDigit, e.letters || !isDigit
	}
	if e.start == e.end { // signs only
		s.folded = s.folded[:e.start-1]
		return i
	}
	s.elements = append(s.elements, e)
	return i
}
