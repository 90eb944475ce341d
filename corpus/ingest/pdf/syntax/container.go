package syntax

import "fmt"

// container is an object stream, open (ISO 32000-1, 7.5.7).
type container struct {
	number  int
	data    []byte
	first   int // where the objects begin
	numbers []int32
	offsets []int32 // from first
}

// openContainers bounds the bytes of object streams that are kept open.
const openContainers = 16 << 20

// container opens an object stream.
func (f *File) container(number int) (*container, error) {
	if c, has := f.open[number]; has {
		return c, nil
	}
	e, has := f.table[number]
	if !has || e.packed {
		return nil, damaged("object stream %d is missing", number)
	}
	x, err := f.objectAt(int(e.at), nil)
	if err != nil {
		return nil, err
	}
	s, is := x.value.(*Stream)
	if !is || x.number != number {
		return nil, damaged("object stream %d is not where the cross-reference table says", number)
	}
	c, err := f.openContainer(s)
	if err != nil {
		return nil, err
	}
	if f.openBytes += len(c.data); f.openBytes > openContainers || f.open == nil {
		f.open, f.openBytes = map[int]*container{}, len(c.data)
	}
	f.open[number] = c
	return c, nil
}

func (f *File) openContainer(s *Stream) (*container, error) {
	count, ok1 := nonNegative(s.Dict["N"])
	first, ok2 := nonNegative(s.Dict["First"])
	if s.Dict["Type"] != Name("ObjStm") || !ok1 || !ok2 {
		return nil, damaged("object %d is no object stream", s.number)
	}
	data, err := s.Decode()
	if err != nil {
		return nil, err
	}
	if first > len(data) || count > len(data) {
		return nil, damaged("object stream %d has not what it says", s.number)
	}
	c := &container{number: s.number, data: data, first: first, numbers: make([]int32, count), offsets: make([]int32, count)}
	l := &Lexer{Src: data[:first]}
	for i := range count {
		l.SkipSpace()
		number, ok1 := l.digits(9)
		l.SkipSpace()
		offset, ok2 := l.digits(9)
		if !ok1 || !ok2 || offset > len(data)-first || i > 0 && int32(offset) < c.offsets[i-1] {
			return nil, damaged("object stream %d has not what it says", s.number)
		}
		c.numbers[i], c.offsets[i] = int32(number), int32(offset)
	}
	if l.SkipSpace(); l.Pos != first {
		return nil, damaged("object stream %d has not what it says", s.number)
	}
	return c, nil
}

// unpack reads an object of an object stream. It must end where the next begins.
func (f *File) unpack(c *container, r Ref, e entry) (any, int, error) {
	if int(e.index) >= len(c.numbers) || int(c.numbers[e.index]) != r.Number {
		return nil, 0, damaged("object %d is not in object stream %d as the cross-reference table says", r.Number, c.number)
	}
	l, err := f.packedAt(c, int(e.index))
	if err != nil {
		return nil, 0, err
	}
	o, err := l.element()
	if over := f.work(l.spent); over != nil {
		return nil, 0, over
	}
	if err != nil {
		return nil, 0, fmt.Errorf("object %d: %w", r.Number, lexerError(err))
	}
	if _, is := o.(Closer); is {
		return nil, 0, damaged("object %d: %w", r.Number, errSyntax)
	}
	if l.SkipSpace(); l.Pos != len(l.Src) {
		return nil, 0, damaged("object %d does not end where the next begins", r.Number)
	}
	return o, l.spent, nil
}

func (f *File) packedAt(c *container, i int) (*Lexer, error) {
	from, to := c.first+int(c.offsets[i]), len(c.data)
	if i+1 < len(c.offsets) {
		to = c.first + int(c.offsets[i+1])
	}
	if from > to {
		return nil, damaged("object stream %d has not what it says", c.number)
	}
	return &Lexer{Src: c.data[:to], Pos: from, strict: true, Budget: f.limits.ObjectBytes}, nil
}
