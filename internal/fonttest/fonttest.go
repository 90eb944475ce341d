// Package fonttest makes small font programs for tests: enough of each format to
// name and find a few glyphs, and to say which of them leave ink. Nothing can be
// drawn with them.
package fonttest

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

// Glyph is a glyph of a program: its name, the code or character it is for, 0 for
// none, whether it leaves ink, and from where to where, in thousandths of the em;
// not in a Type 1 program.
type Glyph struct {
	Name        string
	Code        int
	Inked       bool
	Bottom, Top int16
}

// Type1 makes a Type 1 program whose encoding has the glyphs at their codes.
func Type1(glyphs ...Glyph) []byte {
	var b bytes.Buffer
	b.WriteString("%!PS-AdobeFont-1.0: Test\n/FontName /Test def\n/Encoding 256 array\n0 1 255 {1 index exch /.notdef put} for\n")
	for _, g := range glyphs {
		if g.Code > 0 {
			fmt.Fprintf(&b, "dup %d /%s put\n", g.Code, g.Name)
		}
	}
	b.WriteString("readonly def\ncurrentfile eexec\n")
	var private bytes.Buffer
	fmt.Fprintf(&private, "0000dup /Private 8 dict dup begin\n/lenIV 4 def\n2 index /CharStrings %d dict dup begin\n", len(glyphs)+1)
	for _, g := range append([]Glyph{{Name: ".notdef"}}, glyphs...) {
		s := encrypt(append([]byte("0000"), type1String(g.Inked)...), 4330)
		fmt.Fprintf(&private, "/%s %d RD %s ND\n", g.Name, len(s), s)
	}
	private.WriteString("end\nend\n")
	b.Write(encrypt(private.Bytes(), 55665))
	return b.Bytes()
}

// type1String moves and, for an inked glyph, draws.
func type1String(inked bool) []byte {
	s := []byte{139, 239, 13} // 0 100 hsbw
	if inked {
		s = append(s, 149, 6, 149, 7) // hlineto, vlineto
	}
	return append(s, 14)
}

func encrypt(plain []byte, key uint16) []byte {
	out := make([]byte, len(plain))
	for i, p := range plain {
		out[i] = p ^ byte(key>>8)
		key = (uint16(out[i])+key)*52845 + 22719
	}
	return out
}

// CFF makes a CFF program with an encoding of its own. The names are its own
// strings, whether the standard has them or not.
func CFF(glyphs ...Glyph) []byte {
	var names, strings [][]byte
	charset := []byte{0}
	encoding := []byte{0, byte(len(glyphs))}
	strings = append(strings, []byte{14})
	for i, g := range glyphs {
		names = append(names, []byte(g.Name))
		charset = binary.BigEndian.AppendUint16(charset, uint16(391+i))
		encoding = append(encoding, byte(g.Code))
		s := []byte{14}
		if g.Inked {
			s = []byte{149, 6, 149, 7, 14}
			if g.Top > g.Bottom {
				s = append(append(number(g.Bottom), 4, 149, 6), append(number(g.Top-g.Bottom), 7, 14)...)
			}
		}
		strings = append(strings, s)
	}
	var b bytes.Buffer
	b.Write([]byte{1, 0, 4, 1})
	b.Write(index([]byte("Test")))
	top := func(at [3]int) []byte {
		var d []byte
		for i, op := range []byte{15, 16, 17} {
			d = append(d, 29)
			d = binary.BigEndian.AppendUint32(d, uint32(at[i]))
			d = append(d, op)
		}
		return index(d)
	}
	head := b.Len() + len(top([3]int{})) + len(index(names...)) + len(index())
	at := [3]int{head, head + len(charset), head + len(charset) + len(encoding)}
	b.Write(top(at))
	b.Write(index(names...))
	b.Write(index())
	b.Write(charset)
	b.Write(encoding)
	b.Write(index(strings...))
	return b.Bytes()
}

// number is an operand of a charstring.
func number(v int16) []byte { return []byte{28, byte(uint16(v) >> 8), byte(v)} }

// index is an INDEX of CFF.
func index(objects ...[]byte) []byte {
	out := binary.BigEndian.AppendUint16(nil, uint16(len(objects)))
	if len(objects) == 0 {
		return out
	}
	out = append(out, 4)
	at := 1
	for _, o := range append([][]byte{nil}, objects...) {
		at += len(o)
		out = binary.BigEndian.AppendUint32(out, uint32(at))
	}
	return append(out, bytes.Join(objects, nil)...)
}

// TrueType makes a TrueType program with a cmap table of a platform and encoding
// and, if named, a post table with the names.
func TrueType(platform, encoding int, named bool, glyphs ...Glyph) []byte {
	n := len(glyphs) + 1
	head := make([]byte, 54)
	head[51] = 1 // long offsets
	binary.BigEndian.PutUint16(head[18:], 1000)
	maxp := binary.BigEndian.AppendUint16([]byte{0, 1, 0, 0}, uint16(n))
	var glyf, loca []byte
	loca = binary.BigEndian.AppendUint32(loca, 0)
	post := binary.BigEndian.AppendUint32(nil, 0x00030000)
	if named {
		post = binary.BigEndian.AppendUint32(nil, 0x00020000)
	}
	post = append(post, make([]byte, 28)...)
	post = binary.BigEndian.AppendUint16(post, uint16(n))
	post = append(post, 0, 0)
	var names []byte
	cmap := binary.BigEndian.AppendUint16([]byte{0, 0, 0, 1}, uint16(platform))
	cmap = binary.BigEndian.AppendUint16(cmap, uint16(encoding))
	cmap = append(cmap, 0, 0, 0, 12)
	groups := binary.BigEndian.AppendUint32([]byte{0, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, uint32(len(glyphs)))
	for i, g := range append([]Glyph{{}}, glyphs...) {
		if g.Inked {
			if g.Top <= g.Bottom {
				g.Bottom, g.Top = 0, 9
			}
			box := []byte{0, 1, 0, 0, byte(uint16(g.Bottom) >> 8), byte(g.Bottom), 0, 9, byte(uint16(g.Top) >> 8), byte(g.Top), 0, 0}
			glyf = append(glyf, box...)
		}
		loca = binary.BigEndian.AppendUint32(loca, uint32(len(glyf)))
		if i == 0 {
			continue
		}
		post = binary.BigEndian.AppendUint16(post, uint16(258+i-1))
		names = append(append(names, byte(len(g.Name))), g.Name...)
		for _, v := range []int{g.Code, g.Code, i} {
			groups = binary.BigEndian.AppendUint32(groups, uint32(v))
		}
	}
	if named {
		post = append(post, names...)
	}
	return sfnt(map[string][]byte{"head": head, "maxp": maxp, "glyf": glyf, "loca": loca, "post": post, "cmap": append(cmap, groups...)})
}

func sfnt(tables map[string][]byte) []byte {
	out := binary.BigEndian.AppendUint16([]byte{0, 1, 0, 0}, uint16(len(tables)))
	out = append(out, make([]byte, 6)...)
	at := 12 + 16*len(tables)
	var body []byte
	for _, tag := range []string{"cmap", "glyf", "head", "loca", "maxp", "post"} {
		out = append(append(out, tag...), 0, 0, 0, 0)
		out = binary.BigEndian.AppendUint32(out, uint32(at+len(body)))
		out = binary.BigEndian.AppendUint32(out, uint32(len(tables[tag])))
		body = append(body, tables[tag]...)
	}
	return append(out, body...)
}
