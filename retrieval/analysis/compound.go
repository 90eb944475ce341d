package analysis

import "unicode/utf8"

// emitCompound fills tokens with the readings of the compound read last.
func (s *scanner) emitCompound() {
	first, last := &s.elements[0], &s.elements[len(s.elements)-1]
	whole := s.folded[first.start:last.end]
	switch {
	case len(s.elements) == 1:
		s.emitElement(first, first.identifier(), Word)
	case s.numeric():
		s.emit(whole, Number)
	case s.lexicon.lexeme(whole).stop:
	case s.identifier():
		s.emit(whole, Identifier)
		s.emitLeadingParts()
		s.emitUnhyphenated()
		s.emitElements(true, Part)
	default:
		s.emit(whole, Part)
		s.emitLeadingParts()
		s.emitElements(false, Word)
	}
	s.emitWrapped()
}

// numeric reports whether the compound is one number: digits joined by dots.
func (s *scanner) numeric() bool {
	for i := range s.elements {
		if e := &s.elements[i]; e.letters || i > 0 && e.join != '.' {
			return false
		}
	}
	return true
}

// identifier reports whether the compound is a name. Words joined by hyphens or
// slashes, each in lower case or capitalized, are prose.
func (s *scanner) identifier() bool {
	for i := range s.elements {
		e := &s.elements[i]
		if e.identifier() || e.digits || e.join == '_' || e.join == '.' {
			return true
		}
	}
	return false
}

// emitLeadingParts emits the runs of two and more elements, except the whole, that
// start with the compound or after a dot or slash. Those that start later stay between
// two dots or slashes.
func (s *scanner) emitLeadingParts() {
	n := len(s.elements)
	for from := 0; from < n; from++ {
		if from > 0 && !s.splits(from) {
			continue
		}
		for to := from + 1; to < n && (from == 0 || !s.splits(to)); to++ {
			if from > 0 || to < n-1 {
				s.emit(s.folded[s.elements[from].start:s.elements[to].end], Part)
			}
		}
	}
}

// emitUnhyphenated emits the leading parts that hyphens join, the whole among
// them, with the hyphens left out: mlkem768 is how code writes ML-KEM-768. It is
// for documents only; in a query it would count a compound twice.
func (s *scanner) emitUnhyphenated() {
	if s.query {
		return
	}
	var joined [MaxTokenBytes]byte
	for from := 0; from < len(s.elements); from++ {
		if from > 0 && !s.splits(from) || !s.elements[from].letters {
			continue
		}
		n := copy(joined[:], clip(s.textOf(from)))
		for to := from + 1; to < len(s.elements) && s.elements[to].join == '-'; to++ {
			if n+len(s.textOf(to)) > len(joined) {
				break
			}
			n += copy(joined[n:], s.textOf(to))
			s.emit(joined[:n], Part)
		}
	}
}

func (s *scanner) textOf(i int) []byte { return s.folded[s.elements[i].start:s.elements[i].end] }

// splits reports whether the joiner before the element is one of the strongest.
func (s *scanner) splits(i int) bool {
	join := s.elements[i].join
	return join == '.' || join == '/'
}

func (s *scanner) emitElements(identifier bool, kind Kind) {
	for i := range s.elements {
		s.emitElement(&s.elements[i], identifier, kind)
	}
}

// emitElement emits an element and, where it is cut, its pieces. With kind Word
// it is its own first reading; with Part it belongs to one.
func (s *scanner) emitElement(e *element, identifier bool, kind Kind) {
	text := s.folded[e.start:e.end]
	switch {
	case !e.letters:
		s.emit(text, firstReading(kind, Number))
	case e.digits:
		s.emit(text, firstReading(kind, Identifier))
	default:
		s.emitWord(text, identifier, kind)
	}
	for i := range e.cutCount {
		s.emitPiece(e, i)
	}
	if e.cutCount > 0 {
		s.emitPiece(e, e.cutCount)
	}
}

func firstReading(kind, first Kind) Kind {
	if kind == Word {
		return first
	}
	return kind
}

// emitPiece emits the piece of an element before its i-th cut. A single letter
// or digit says nothing alone.
func (s *scanner) emitPiece(e *element, i int) {
	from, to := e.start, e.end
	if i > 0 {
		from = e.cuts[i-1]
	}
	if i < e.cutCount {
		to = e.cuts[i]
	}
	if to-from < 2 {
		return
	}
	if piece := s.folded[from:to]; piece[0] >= '0' && piece[0] <= '9' {
		s.emit(piece, Part)
	} else {
		s.emitWord(piece, true, Part)
	}
}

// emitWord emits the stem of a run of letters, and the letters themselves where
// they are an identifier's. Words without meaning are dropped.
func (s *scanner) emitWord(folded []byte, identifier bool, kind Kind) {
	w := s.lexicon.stemmed(clip(folded))
	if w.stop || s.query && w.question {
		return
	}
	if identifier {
		kind = firstReading(kind, Identifier)
		s.emitToken(Token{Text: w.surface, Surface: w.surface, Kind: kind})
		kind = Part
	}
	if !identifier || w.stem != w.surface {
		s.emitToken(Token{Text: w.stem, Surface: w.surface, Kind: kind})
	}
}

// emitWrapped emits the words that a hyphen at a line's end has broken, joined.
func (s *scanner) emitWrapped() {
	for i := 1; i < len(s.elements); i++ {
		a, b := &s.elements[i-1], &s.elements[i]
		if !b.wrapped || !b.lowered || a.digits || b.digits || b.end-a.start > MaxTokenBytes {
			continue
		}
		var joined [MaxTokenBytes]byte
		n := copy(joined[:], s.folded[a.start:a.end])
		n += copy(joined[n:], s.folded[b.start:b.end])
		s.emitWord(joined[:n], false, Word)
	}
}

func (s *scanner) emit(folded []byte, kind Kind) {
	text := s.lexicon.lexeme(clip(folded)).surface
	s.emitToken(Token{Text: text, Surface: text, Kind: kind})
}

func (s *scanner) emitToken(t Token) {
	if s.inScript {
		t.Kind = Part
	}
	t.Position = s.position
	s.tokens = append(s.tokens, t)
}

// clip cuts a token's text to MaxTokenBytes at the start of a rune.
func clip(folded []byte) []byte {
	if len(folded) <= MaxTokenBytes {
		return folded
	}
	n := MaxTokenBytes
	for n > 0 && !utf8.RuneStart(folded[n]) {
		n--
	}
	return folded[:n]
}
