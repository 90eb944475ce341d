package pdf

import "github.com/pqcite/pqcite/corpus/ingest/pdf/syntax"

// lexer reads the objects and operators of a content stream or CMap.
type lexer struct {
	src []byte
	pos int
}

// operandBytes bounds one operand of a content stream: an array of 400,000 numbers.
const operandBytes = 16 << 20

// next returns the next object, operator or closer; ok is false at the end.
func (l *lexer) next() (o any, ok bool, err error) {
	in := syntax.Lexer{Src: l.src, Pos: l.pos, Budget: operandBytes}
	o, ok, err = in.Next()
	l.pos = in.Pos
	return o, ok, err
}

// skipInlineImage moves past the data of an inline image and its EI.
func (l *lexer) skipInlineImage() {
	in := syntax.Lexer{Src: l.src, Pos: l.pos}
	in.SkipInlineImage()
	l.pos = in.Pos
}
