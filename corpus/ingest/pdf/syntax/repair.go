package syntax

import (
	"bytes"
	"errors"
	"slices"
)

// rebuild makes the table from a scan, if the file's own is wrong. The scan has read
// every byte of the file; of several copies of an object, the last is the newest.
func (f *File) rebuild(found *scan) error {
	if err := f.countRevisions(found); err != nil {
		return err
	}
	f.table = map[int]entry{}
	f.cache, f.open = nil, nil
	containers := make([]placed, 0, 64)
	for _, p := range found.objects {
		f.table[int(p.number)] = entry{at: p.at, generation: p.generation}
		if p.kind == kindContainer {
			containers = append(containers, p)
		}
	}
	if f.trailer = newestTrailer(found.sections); f.trailer == nil {
		return damaged("the trailer is missing")
	}
	if err := f.openCrypt(); err != nil {
		return err
	}
	return f.addPacked(containers, found)
}

// newestTrailer returns the last trailer of the file that names a root.
func newestTrailer(sections []*section) Dict {
	for _, s := range slices.Backward(sections) {
		if _, has := s.trailer["Root"]; has {
			return s.trailer
		}
	}
	return nil
}

// addPacked adds the objects of object streams, in the order of the file. One that is
// also in the file by itself is newer there if it comes later.
func (f *File) addPacked(containers []placed, found *scan) error {
	for _, p := range containers {
		if f.table[int(p.number)].at != p.at {
			continue // an older edition of the object stream
		}
		c, err := f.container(int(p.number))
		if err != nil {
			return err
		}
		for i, n := range c.numbers {
			old, has := f.table[int(n)]
			if has && !old.packed && old.at > p.at {
				continue
			}
			f.table[int(n)] = entry{at: p.number, index: int32(i), packed: true}
		}
		if len(f.table) > f.limits.Objects {
			return beyond("more than %d objects", f.limits.Objects)
		}
	}
	return nil
}

// countRevisions compares how often each object is in the file with how many of the
// readable sections list it. Where they differ, an object of some revision is lost, or
// its number is wrong, and an older one would be read instead.
func (f *File) countRevisions(found *scan) error {
	balance, unread, err := f.listedTimes(found)
	if err != nil {
		return err
	}
	copies := map[Ref]int{}
	for _, p := range found.objects {
		if p.kind != kindXRef {
			copies[Ref{int(p.number), int(p.generation)}]++
		}
	}
	for r, times := range copies {
		if times > 1 && unread > 0 || unread == 0 && times != balance[r] {
			return damaged("object %d is in the file %d times, but its tables list it %d times", r.Number, times, balance[r])
		}
		if unread > 0 && r.Generation != 0 {
			return damaged("object %d was replaced, and no table says by what", r.Number)
		}
	}
	if unread > 0 {
		return nil
	}
	wanted := map[int32]bool{}
	for _, n := range found.edges {
		wanted[n] = true
	}
	for r := range balance {
		if copies[r] == 0 && wanted[clamp(r.Number)] {
			return damaged("object %d is missing", r.Number)
		}
	}
	return nil
}

// listedTimes counts in how many sections each object is listed, and the unreadable
// sections.
func (f *File) listedTimes(found *scan) (balance map[Ref]int, unread int, err error) {
	balance = map[Ref]int{}
	for _, s := range found.sections {
		t, err := f.sectionAt(s.at - f.base)
		if errors.Is(err, ErrDamaged) {
			unread++
			continue
		}
		if err != nil {
			return nil, 0, err
		}
		for _, e := range t.entries {
			if !e.free && !e.packed {
				balance[Ref{int(e.number), int(e.generation)}]++
			}
		}
	}
	return balance, unread, nil
}

// complete is the independent count of a repaired file: nothing needed is missing,
// nothing with text is left over, and every stream that text may come from decodes to
// its checked end.
func (f *File) complete() error {
	size, ok := nonNegative(f.trailer["Size"])
	if !ok {
		return damaged("the trailer does not say how many objects there are")
	}
	for _, n := range f.graph.nodes {
		if int(n.number) >= size && n.kind != kindXRef {
			return damaged("the file has an object %d, and should have %d objects", n.number, size)
		}
		if !n.reached && n.kind.holdsText() {
			return damaged("nothing leads to object %d, which holds text", n.number)
		}
		if !n.reached {
			continue
		}
		for _, to := range f.graph.edges[n.from:n.to] {
			if f.graph.find(to) == nil {
				return damaged("object %d is missing", to)
			}
		}
		if err := f.decodes(n); err != nil {
			return err
		}
	}
	return nil
}

// decodes decodes a stream outside object streams to its end. Images are skipped.
func (f *File) decodes(n node) error {
	if !n.plain || !n.kind.holdsText() || n.kind == kindPage || n.kind == kindPages {
		return nil
	}
	o, err := f.Resolve(Ref{int(n.number), int(f.table[int(n.number)].generation)})
	s, is := o.(*Stream)
	if err != nil || !is {
		return err
	}
	if s.searched && !s.Checked() {
		return damaged("stream of object %d has a wrong length and no checked end", n.number)
	}
	if _, err = s.Decode(); errors.Is(err, errPicture) {
		return nil
	}
	return err
}

// holdsText reports whether an object of a kind may have text on a page.
func (k kind) holdsText() bool {
	switch k {
	case kindPage, kindPages, kindForm, kindBare:
		return true
	}
	return false
}

// brokenTable reads the trailer of a table with unreadable entries.
func (f *File) brokenTable(l *Lexer, at int) (*section, error) {
	n := bytes.Index(f.src[at:], []byte("trailer"))
	// Only the table itself may be skipped: an object between here and the next trailer
	// is newer than the one that would be read instead.
	if n < 0 || len(bytes.Trim(f.src[at+len("xref"):at+n], "0123456789-nf \r\n\t")) > 0 || bytes.Contains(f.src[at:at+n], []byte("obj")) {
		return nil, damaged("a cross-reference table has no trailer")
	}
	l.Pos = at + n + len("trailer")
	o, err := l.element()
	if err != nil {
		return nil, lexerError(err)
	}
	d, is := o.(Dict)
	if !is {
		return nil, damaged("a trailer is no dictionary")
	}
	return &section{at: at, end: l.Pos, trailer: d}, nil
}
