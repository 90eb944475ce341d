package syntax

import (
	"bytes"
	"errors"
)

// indirect is an indirect object as it is in the file, "12 0 obj … endobj".
type indirect struct {
	number, generation int
	value              any // a *Stream for a stream; strings are still encrypted
	cost               int // estimated bytes in memory
	at, end            int // the offset of its number, and after its endobj
	faults             []fault
	twice              Name // a duplicate key of a dictionary
}

// fault is a violation of the syntax. Faults of form can be repaired if nothing is
// missing from the file.
type fault struct {
	at   int
	what string
}

var (
	errNoObject = errors.New("no object begins there")
	errNoEnd    = errors.New("the object has no end")
)

// objectAt reads the object whose number is at an offset of the file. resolve finds the
// length of a stream that has it in another object; nil means the file's own table.
func (f *File) objectAt(at int, resolve func(Ref) (int, bool)) (indirect, error) {
	if at < 0 || at >= len(f.src) {
		return indirect{}, damaged("%w", errNoObject)
	}
	l := &Lexer{Src: f.src, Pos: at, strict: true, Budget: f.limits.ObjectBytes}
	x := indirect{at: at}
	var ok bool
	if x.number, x.generation, ok = l.header(); !ok {
		return x, damaged("%w", errNoObject)
	}
	v, err := l.element()
	if over := f.work(l.spent); over != nil {
		return x, over
	}
	if err != nil {
		return x, lexerError(err)
	}
	if _, is := v.(Closer); is {
		return x, damaged("%w", errSyntax)
	}
	x.value, x.cost = v, l.spent
	x.twice = l.twice
	if d, is := v.(Dict); is {
		if err := f.streamBody(l, d, &x, resolve); err != nil {
			return x, err
		}
	}
	l.SkipSpace()
	if !l.keyword("endobj") {
		if !l.endsWithoutWord() {
			return x, damaged("%w", errNoEnd)
		}
		x.fault(l.Pos, "endobj is missing")
	}
	x.end = l.Pos
	return x, nil
}

// work counts the bytes of objects that are read, including repeated reads of what the
// cache could not keep.
func (f *File) work(bytes int) error {
	if f.read += int64(bytes); f.read > f.limits.ReadBytes {
		return beyond("objects are read over and over")
	}
	return nil
}

func (x *indirect) fault(at int, what string) {
	x.faults = append(x.faults, fault{at, what})
}

// lexerError says what is wrong with an object.
func lexerError(err error) error {
	if errors.Is(err, errBudget) {
		return err
	}
	return damaged("%w", err)
}

// header reads "12 0 obj".
func (l *Lexer) header() (number, generation int, ok bool) {
	if number, ok = l.digits(10); !ok {
		return 0, 0, false
	}
	l.SkipSpace()
	if generation, ok = l.digits(5); !ok {
		return 0, 0, false
	}
	l.SkipSpace()
	// "obj" may touch what follows, as in "obj<<" and "obj1".
	if !bytes.HasPrefix(l.Src[l.Pos:], []byte("obj")) {
		return 0, 0, false
	}
	l.Pos += 3
	return number, generation, true
}

// endsWithoutWord reports whether the next object, or the end of the revision, starts
// here: old producers forget "endobj".
func (l *Lexer) endsWithoutWord() bool {
	here := *l
	if _, _, ok := here.header(); ok {
		return true
	}
	return bytes.HasPrefix(l.Src[l.Pos:], []byte("xref")) || bytes.HasPrefix(l.Src[l.Pos:], []byte("startxref"))
}

// streamBody reads a stream after its dictionary, if one follows.
func (f *File) streamBody(l *Lexer, d Dict, x *indirect, resolve func(Ref) (int, bool)) error {
	l.SkipSpace()
	if !bytes.HasPrefix(l.Src[l.Pos:], []byte("stream")) {
		return nil
	}
	l.Pos += len("stream")
	start, ok := streamStart(l.Src, l.Pos)
	if !ok {
		x.fault(l.Pos, "no new line follows the word stream")
	}
	if resolve == nil {
		resolve = f.lengthOf
	}
	length, known := lengthEntry(d["Length"], resolve)
	end := start + length
	if known && length <= len(l.Src)-start {
		if after, ok := endOfStream(l.Src, end); ok {
			x.value = &Stream{Dict: d, raw: l.Src[start:end], number: x.number, generation: x.generation, file: f}
			l.Pos = after
			return nil
		}
	}
	return f.searchedBody(l, d, x, start)
}

// searchedBody takes a stream up to the next "endstream" if its length is wrong.
func (f *File) searchedBody(l *Lexer, d Dict, x *indirect, start int) error {
	n := bytes.Index(l.Src[start:], []byte("endstream"))
	if n < 0 {
		return damaged("stream of object %d has no end", x.number)
	}
	x.fault(start, "a stream's length is wrong")
	end := start + n
	l.Pos = end + len("endstream")
	if end > start && l.Src[end-1] == '\n' {
		end--
	}
	if end > start && l.Src[end-1] == '\r' {
		end--
	}
	x.value = &Stream{Dict: d, raw: l.Src[start:end], number: x.number, generation: x.generation, file: f, searched: true}
	return nil
}

func lengthEntry(o any, resolve func(Ref) (int, bool)) (int, bool) {
	if r, is := o.(Ref); is {
		return resolve(r)
	}
	return nonNegative(o)
}

// lengthOf looks a length up in the file's table.
func (f *File) lengthOf(r Ref) (int, bool) {
	o, err := f.Resolve(r)
	if err != nil {
		return 0, false
	}
	return nonNegative(o)
}

// streamStart returns where a stream's data begin, given the place after the word
// "stream": after one new line. A single carriage return is not allowed, but occurs.
func streamStart(src []byte, at int) (int, bool) {
	for at < len(src) && (src[at] == ' ' || src[at] == '\t') {
		at++
	}
	switch {
	case at+1 < len(src) && src[at] == '\r' && src[at+1] == '\n':
		return at + 2, true
	case at < len(src) && src[at] == '\n':
		return at + 1, true
	case at < len(src) && src[at] == '\r':
		return at + 1, true
	}
	return at, false
}

// maxEndSpace is how much white space may be between a stream's data and "endstream": a
// new line, by the specification; a few more in practice.
const maxEndSpace = 4

// endOfStream returns the place after "endstream", which must follow the data.
func endOfStream(src []byte, at int) (int, bool) {
	for i := 0; i < maxEndSpace && at < len(src) && isSpace(src[at]); i++ {
		at++
	}
	if !bytes.HasPrefix(src[at:], []byte("endstream")) {
		return 0, false
	}
	return at + len("endstream"), true
}
