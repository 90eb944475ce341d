package syntax

import "bytes"

// section is one cross-reference section: a table with its trailer, or a stream.
type section struct {
	at, end int // of a table: from "xref" to after the trailer; of a stream: its object
	stream  bool
	trailer Dict
	entries []numbered
}

// numbered is an entry of a section.
type numbered struct {
	number int32
	entry
}

// sections reads the newest cross-reference section and all that came before it,
// newest first. The table of a hybrid file comes before its stream
// (ISO 32000-1, 7.5.8.4).
func (f *File) sections(at int) ([]*section, error) {
	var all []*section
	seen := map[int]bool{}
	entries := 0
	for next, has := at, true; has; {
		if seen[next] {
			return nil, damaged("cross-reference sections form a cycle")
		}
		seen[next] = true
		s, err := f.sectionAt(next)
		if err != nil {
			return nil, err
		}
		all = append(all, s)
		entries += len(s.entries)
		if hybrid, is := nonNegative(s.trailer["XRefStm"]); is && !s.stream && !seen[hybrid] {
			seen[hybrid] = true
			if s, err = f.sectionAt(hybrid); err != nil {
				return nil, err
			}
			all = append(all, s)
			entries += len(s.entries)
			s = all[len(all)-2]
		}
		if entries > f.limits.Objects {
			return nil, beyond("more than %d objects", f.limits.Objects)
		}
		if len(all) > f.limits.Sections {
			return nil, beyond("more than %d cross-reference sections", f.limits.Sections)
		}
		if next, has, err = previous(s.trailer); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// previous returns where the section before a trailer's begins.
func previous(trailer Dict) (at int, has bool, err error) {
	v, has := trailer["Prev"]
	if !has || v == nil {
		return 0, false, nil
	}
	at, ok := nonNegative(v)
	if !ok {
		return 0, false, damaged("a trailer's Prev is no offset")
	}
	return at, true, nil
}

func (f *File) sectionAt(at int) (*section, error) {
	at += f.base
	if at < f.base || at >= len(f.src) {
		return nil, damaged("a cross-reference section begins past the end of the file")
	}
	l := &Lexer{Src: f.src, Pos: at, strict: true, Budget: f.limits.ObjectBytes}
	l.SkipSpace()
	if l.keyword("xref") {
		return f.tableSection(l, l.Pos-len("xref"))
	}
	x, err := f.objectAt(l.Pos, f.directOnly)
	if err != nil {
		return nil, err
	}
	s, is := x.value.(*Stream)
	if !is || s.Dict["Type"] != Name("XRef") {
		return nil, damaged("there is no cross-reference section where one should be")
	}
	return f.streamSection(s, x)
}

// directOnly refuses lengths in another object: without a table nothing can be looked
// up.
func (f *File) directOnly(Ref) (int, bool) { return 0, false }

// tableSection reads the subsections of a table and the trailer after them.
func (f *File) tableSection(l *Lexer, at int) (*section, error) {
	s := &section{at: at}
	for {
		l.SkipSpace()
		if bytes.HasPrefix(l.Src[l.Pos:], []byte("trailer")) {
			l.Pos += len("trailer")
			break
		}
		if err := f.subsection(l, s); err != nil {
			return nil, err
		}
	}
	o, err := l.element()
	if err != nil {
		return nil, lexerError(err)
	}
	d, is := o.(Dict)
	if !is || l.twice != "" {
		return nil, damaged("a trailer is no dictionary")
	}
	s.trailer, s.end = d, l.Pos
	return s, nil
}

// subsection reads "first count" and that many entries.
func (f *File) subsection(l *Lexer, s *section) error {
	first, ok1 := l.digits(10)
	l.SkipSpace()
	count, ok2 := l.digits(10)
	if !ok1 || !ok2 {
		return damaged("a cross-reference table is not readable")
	}
	if first+count > f.limits.Objects*4 || len(s.entries)+count > f.limits.Objects {
		return beyond("more than %d objects", f.limits.Objects)
	}
	for i := range count {
		e, err := tableEntry(l)
		if err != nil {
			return err
		}
		if i == 0 && first == 1 && e.free && e.generation == 65535 {
			first = 0 // old producers count object 0 as one
		}
		e.number = int32(first + i)
		e.free = e.free || e.at == 0 // no object comes before the header
		if !e.free {
			e.at += int32(f.base)
		}
		s.entries = append(s.entries, e)
	}
	return nil
}

// tableEntry reads "0000000016 00000 n", with any white space in between.
func tableEntry(l *Lexer) (numbered, error) {
	var e numbered
	l.SkipSpace()
	at, ok1 := l.digits(10)
	l.SkipSpace()
	generation, ok2 := l.digits(5)
	l.SkipSpace()
	e.at, e.generation = clamp(at), clamp(generation)
	inUse := l.keyword("n")
	e.free = !inUse && l.keyword("f")
	if !ok1 || !ok2 || !inUse && !e.free {
		return e, damaged("a cross-reference table is not readable")
	}
	return e, nil
}

// streamSection reads a cross-reference stream (ISO 32000-1, 7.5.8).
func (f *File) streamSection(stream *Stream, x indirect) (*section, error) {
	s := &section{at: x.at, end: x.end, stream: true, trailer: stream.Dict}
	widths, err := fieldWidths(stream.Dict["W"])
	if err != nil {
		return nil, err
	}
	size, ok := nonNegative(stream.Dict["Size"])
	if !ok {
		return nil, damaged("a cross-reference stream does not say its size")
	}
	data, err := stream.Decode()
	if err != nil {
		return nil, err
	}
	index, is := stream.Dict["Index"].(Array)
	if !is {
		index = Array{0, size}
	}
	row := widths[0] + widths[1] + widths[2]
	for i := 0; i+1 < len(index); i += 2 {
		first, ok1 := nonNegative(index[i])
		count, ok2 := nonNegative(index[i+1])
		if !ok1 || !ok2 || first > size || count > size-first || count > len(data)/row {
			return nil, damaged("a cross-reference stream has not what it says")
		}
		if first+count > f.limits.Objects*4 || len(s.entries)+count > f.limits.Objects {
			return nil, beyond("more than %d objects", f.limits.Objects)
		}
		for k := range count {
			e, err := f.streamEntry(data[k*row:], widths)
			if err != nil {
				return nil, err
			}
			e.number = int32(first + k)
			s.entries = append(s.entries, e)
		}
		data = data[count*row:]
	}
	if len(index)%2 != 0 || len(data) != 0 {
		return nil, damaged("a cross-reference stream has not what it says")
	}
	return s, nil
}

func fieldWidths(o any) (widths [3]int, err error) {
	a, is := o.(Array)
	if !is || len(a) != 3 {
		return widths, damaged("a cross-reference stream has no field widths")
	}
	for i := range widths {
		n, ok := nonNegative(a[i])
		if !ok || n > 7 {
			return widths, damaged("a cross-reference stream has no field widths")
		}
		widths[i] = n
	}
	if widths[0]+widths[1]+widths[2] == 0 {
		return widths, damaged("a cross-reference stream has no field widths")
	}
	return widths, nil
}

// streamEntry reads one row; a field without width has its default.
func (f *File) streamEntry(row []byte, widths [3]int) (numbered, error) {
	field := [3]int{1, 0, 0}
	for i, w := range widths {
		if w == 0 {
			continue
		}
		field[i] = 0
		for _, c := range row[:w] {
			field[i] = field[i]<<8 | int(c)
		}
		row = row[w:]
	}
	switch field[0] {
	case 0:
		return numbered{entry: entry{free: true}}, nil
	case 1:
		return numbered{entry: entry{at: clamp(field[1] + f.base), generation: clamp(field[2])}}, nil
	case 2:
		return numbered{entry: entry{at: clamp(field[1]), index: clamp(field[2]), packed: true}}, nil
	}
	return numbered{}, damaged("a cross-reference stream has an entry of kind %d", field[0])
}

// clamp turns a number of a file into an offset or a number: one that is too large
// stays too large for any file.
func clamp(n int) int32 { return int32(max(-1, min(n, 1<<31-1))) }

// tableOf merges sections, newest first: the first entry for a number counts.
func tableOf(sections []*section) map[int]entry {
	table := map[int]entry{}
	for _, s := range sections {
		for _, e := range s.entries {
			if _, has := table[int(e.number)]; !has {
				table[int(e.number)] = e.entry
			}
		}
	}
	for n, e := range table {
		if e.free {
			delete(table, n)
		}
	}
	return table
}
