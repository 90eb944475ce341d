package syntax

import (
	"bytes"
	"sort"
)

// placed is an indirect object that a scan has found.
type placed struct {
	at, end            int32
	number, generation int32
	from, to           int32 // its references, in scan.edges
	kind               kind
	listed             bool // by a cross-reference section
}

// scan is the content of a file from its first byte to its last, read without the
// cross-reference table: an independent count of what the table says.
type scan struct {
	objects  []placed
	edges    []int32
	sections []*section // in the order of the file, without entries
	ends     []int      // where each %%EOF ends
	faults   []fault
	twice    map[int]Name // objects with a duplicate key
}

// scan walks over the whole file. An error means that some of it cannot be read at all.
func (f *File) scan() (*scan, error) {
	s := &scan{}
	l := &Lexer{Src: f.src, Pos: f.behindHeader(), strict: true}
	for {
		s.skip(l)
		if l.Pos >= len(l.Src) {
			return s, nil
		}
		if err := f.ctx.Err(); err != nil {
			return nil, err
		}
		var err error
		switch c := l.Src[l.Pos]; {
		case isDigit(c):
			err = f.scanObject(l, s)
		case l.keyword("xref"):
			err = f.scanTable(l, s)
		case l.keyword("startxref"):
			l.SkipSpace()
			if _, ok := l.digits(12); !ok {
				s.faults = append(s.faults, fault{l.Pos, "no offset follows startxref"})
				l.Pos = lineEnd(l.Src, l.Pos)
			}
		case l.keyword("endobj"), l.keyword("endstream"):
			s.faults = append(s.faults, fault{l.Pos, "a stray word follows an object"})
		default:
			err = damaged("byte %d and what follows belongs to no object", l.Pos)
		}
		if err != nil {
			return nil, err
		}
	}
}

// behindHeader returns where the objects may begin: after the header and the line of
// binary bytes that follows it, which some producers forget to make a comment.
func (f *File) behindHeader() int {
	at := lineEnd(f.src, bytes.Index(f.src, []byte("%PDF-")))
	for at < len(f.src) && isSpace(f.src[at]) {
		at++
	}
	if at < len(f.src) && f.src[at] >= 0x80 {
		return lineEnd(f.src, at)
	}
	return at
}

// skip moves past white space and comments, and records the ends of revisions: the next
// may begin directly after the mark.
func (s *scan) skip(l *Lexer) {
	for l.Pos < len(l.Src) {
		switch c := l.Src[l.Pos]; {
		case isSpace(c):
			l.Pos++
		case bytes.HasPrefix(l.Src[l.Pos:], []byte("%%EOF")):
			l.Pos += len("%%EOF")
			s.ends = append(s.ends, l.Pos)
		case c == '%':
			l.Pos = lineEnd(l.Src, l.Pos)
		default:
			return
		}
	}
}

func lineEnd(src []byte, at int) int {
	for at < len(src) && src[at] != '\n' && src[at] != '\r' {
		at++
	}
	return at
}

func (f *File) scanTable(l *Lexer, s *scan) error {
	at := l.Pos - len("xref")
	t, err := f.tableSection(l, at)
	if err != nil {
		s.faults = append(s.faults, fault{at, "a cross-reference table can't be read"})
		if t, err = f.brokenTable(l, at); err != nil {
			return err
		}
	}
	t.entries = nil
	s.sections = append(s.sections, t)
	return nil
}

func (f *File) scanObject(l *Lexer, s *scan) error {
	x, err := f.objectAt(l.Pos, nil)
	if err != nil {
		return err
	}
	l.Pos = x.end
	s.faults = append(s.faults, x.faults...)
	from := len(s.edges)
	s.edges = edgesOf(x.value, s.edges)
	p := placed{
		at: clamp(x.at), end: clamp(x.end), number: clamp(x.number), generation: clamp(x.generation),
		from: clamp(from), to: clamp(len(s.edges)), kind: kindOf(x.value),
	}
	if x.twice != "" {
		if s.twice == nil {
			s.twice = map[int]Name{}
		}
		s.twice[x.number] = x.twice
	}
	if key, found := misspelt(x.value, p.kind); found {
		return damaged("object %d has an entry %q, which is none", x.number, string(key))
	}
	if len(s.edges) > f.limits.References {
		return beyond("more than %d references", f.limits.References)
	}
	if s.objects = append(s.objects, p); len(s.objects) > f.limits.Objects {
		return beyond("more than %d objects", f.limits.Objects)
	}
	if p.kind == kindXRef {
		t := &section{at: x.at, end: x.end, stream: true, trailer: x.value.(*Stream).Dict}
		s.sections = append(s.sections, t)
	}
	return nil
}

// checkTwice refuses a file in which an object has a duplicate key with different
// values: only one can be what its producer meant. The document information is exempt:
// some write everything twice, and nothing is read from it.
func (s *scan) checkTwice() error {
	if len(s.twice) == 0 {
		return nil
	}
	info := map[int]bool{}
	for _, t := range s.sections {
		if r, is := t.trailer["Info"].(Ref); is {
			info[r.Number] = true
		}
	}
	for n, key := range s.twice {
		if !info[n] {
			return damaged("object %d has the entry %q twice", n, string(key))
		}
	}
	return nil
}

// at finds the object that begins at an offset.
func (s *scan) at(offset int32) *placed {
	i := sort.Search(len(s.objects), func(i int) bool { return s.objects[i].at >= offset })
	if i < len(s.objects) && s.objects[i].at == offset {
		return &s.objects[i]
	}
	return nil
}

// kind is the type of a dictionary, as far as text depends on it.
type kind byte

const (
	kindOther kind = iota
	kindPage
	kindPages
	kindCatalog
	kindFont
	kindDescriptor
	kindForm
	kindBare // a stream without a type: content, fonts, CMaps
	kindContainer
	kindXRef
	kindOutlines
	kindPicture
	kindMetadata
)

func kindOf(o any) kind {
	switch v := o.(type) {
	case Dict:
		switch v["Type"] {
		case Name("Page"):
			return kindPage
		case Name("Pages"):
			return kindPages
		case Name("Catalog"):
			return kindCatalog
		case Name("Font"):
			return kindFont
		case Name("FontDescriptor"):
			return kindDescriptor
		case Name("Outlines"):
			return kindOutlines
		}
	case *Stream:
		switch v.Dict["Type"] {
		case Name("ObjStm"):
			return kindContainer
		case Name("XRef"):
			return kindXRef
		case Name("Metadata"):
			return kindMetadata
		}
		switch {
		case v.Dict["Subtype"] == Name("Form"):
			return kindForm
		case v.Dict["Subtype"] == Name("Image"):
			return kindPicture
		case bare(v.Dict):
			return kindBare
		}
	}
	return kindOther
}

// bare reports whether a stream's dictionary says only how to decode it.
func bare(d Dict) bool {
	for k := range d {
		switch k {
		case "Length", "Filter", "DecodeParms", "DL":
		default:
			return false
		}
	}
	return true
}

// edgesOf appends the numbers of the objects that an object refers to.
func edgesOf(o any, edges []int32) []int32 {
	switch v := o.(type) {
	case Ref:
		return append(edges, clamp(v.Number))
	case Array:
		for _, x := range v {
			edges = edgesOf(x, edges)
		}
	case Dict:
		for _, x := range v {
			edges = edgesOf(x, edges)
		}
	case *Stream:
		return edgesOf(v.Dict, edges)
	}
	return edges
}
