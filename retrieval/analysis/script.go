package analysis

// enterScript enters the script at a caret without a base, and returns where to read
// on.
func (s *scanner) enterScript(i int) int {
	_, size := classify(s.text, i)
	if start, end, ok := s.scriptAt(i + size); ok {
		s.scriptEnd = max(s.scriptEnd, end)
		return start
	}
	return i + size
}

// readScript reads the script after the compound read last. The compound with its
// script is one more token; the script's content is read as text of its own.
func (s *scanner) readScript() {
	c, size := classify(s.text, s.at)
	switch c {
	case superscript:
		end := s.at
		for c == superscript {
			end += size
			c, size = classify(s.text, end)
		}
		s.emitScript('^', s.at, end)
		s.at = end
	case caret, underscore:
		start, end, ok := s.scriptAt(s.at + size)
		if !ok || c == underscore && start == s.at+size {
			return
		}
		mark := byte('^')
		if c == underscore {
			mark = '_'
		}
		s.emitScript(mark, start, end)
		s.at, s.scriptEnd = start, max(s.scriptEnd, end)
	}
}

// scriptAt returns the bounds of the content of the braces at i, or of the sign and
// number or name at i.
func (s *scanner) scriptAt(i int) (start, end int, ok bool) {
	c, size := classify(s.text, i)
	if c == openBrace {
		end, ok = s.closingBrace(i + size)
		return i + size, end, ok
	}
	j := i
	if c == hyphen || i < len(s.text) && s.text[i] == '+' {
		j += size
	}
	for end = j; end < i+maxScriptBytes; end += size {
		c, size = classify(s.text, end)
		if !c.alphanumeric() && c != ignored && !(c == dot && s.alphanumericAt(end+size)) {
			break
		}
	}
	return i, end, end > j
}

func (s *scanner) closingBrace(i int) (end int, ok bool) {
	depth := 1
	for j := i; j < min(len(s.text), i+maxScriptBytes); {
		c, size := classify(s.text, j)
		switch c {
		case openBrace:
			depth++
		case closeBrace:
			depth--
		}
		if depth == 0 {
			return j, true
		}
		j += size
	}
	return 0, false
}

// emitScript emits the compound read last with the script at start to end. It
// appends to the folded compound, whose tokens are out already.
func (s *scanner) emitScript(mark byte, start, end int) {
	base := len(s.folded)
	s.folded = append(s.folded, mark)
	for i := start; i < end && len(s.folded) < MaxTokenBytes; {
		_, size := classify(s.text, i)
		s.folded = appendFolded(s.folded, s.text[i:i+size], true)
		i += size
	}
	if len(s.folded) == base+1 {
		return
	}
	kind := Part
	if s.numeric() {
		kind = Number
	}
	s.emit(s.folded, kind)
}
