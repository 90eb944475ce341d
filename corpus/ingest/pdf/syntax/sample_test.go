package syntax

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// sample writes a PDF file piece by piece.
type sample struct {
	bytes.Buffer
	at      map[int]int // offsets of the objects of this revision
	size    int         // one more than the highest number
	trailer string      // further entries
	prev    int         // where the last section begins, 0 for none
}

func newSample() *sample {
	s := &sample{at: map[int]int{}}
	s.WriteString("%PDF-1.7\n%\xE2\xE3\xCF\xD3\n")
	return s
}

func (s *sample) object(number int, body string) {
	s.at[number] = s.Len()
	s.size = max(s.size, number+1)
	fmt.Fprintf(s, "%d 0 obj\n%s\nendobj\n", number, body)
}

func (s *sample) objects(bodies ...string) *sample {
	for i, b := range bodies {
		s.object(i+1, b)
	}
	return s
}

// table ends a revision with a cross-reference table.
func (s *sample) table() *sample {
	at := s.Len()
	s.WriteString("xref\n0 1\n0000000000 65535 f \n")
	for _, n := range slices.Sorted(maps.Keys(s.at)) {
		fmt.Fprintf(s, "%d 1\n%010d 00000 n \n", n, s.at[n])
	}
	s.WriteString("trailer\n<< " + s.entries() + " >>\n")
	s.end(at)
	return s
}

func (s *sample) entries() string {
	e := fmt.Sprintf("/Size %d /Root 1 0 R %s", s.size, s.trailer)
	if s.prev > 0 {
		e += fmt.Sprintf(" /Prev %d", s.prev)
	}
	return e
}

func (s *sample) end(at int) {
	fmt.Fprintf(s, "startxref\n%d\n%%%%EOF\n", at)
	s.prev, s.at = at, map[int]int{}
}

// stream ends a revision with a cross-reference stream. packed says in which
// object stream, and where in it, further objects are.
func (s *sample) stream(number int, packed map[int][2]int) *sample {
	at := s.Len()
	s.at[number] = at
	s.size = max(s.size, number+1)
	rows := map[int]string{0: "\x00\x00\x00\x00\xff"}
	for n, offset := range s.at {
		rows[n] = string([]byte{1, byte(offset >> 16), byte(offset >> 8), byte(offset), 0})
	}
	for n, p := range packed {
		rows[n] = string([]byte{2, 0, 0, byte(p[0]), byte(p[1])})
	}
	var index, data strings.Builder
	for _, n := range slices.Sorted(maps.Keys(rows)) {
		fmt.Fprintf(&index, "%d 1 ", n)
		data.WriteString(rows[n])
	}
	s.object(number, deflated(fmt.Sprintf("/Type /XRef /W [1 3 1] /Index [%s] %s", index.String(), s.entries()), data.String()))
	s.end(at)
	return s
}

func plainStream(entries, content string) string {
	return fmt.Sprintf("<< %s /Length %d >>\nstream\n%s\nendstream", entries, len(content), content)
}

func deflated(entries, content string) string {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	w.Write([]byte(content))
	w.Close()
	return plainStream(entries+" /Filter /FlateDecode", b.String())
}

// objectStream packs objects; their numbers are the keys.
func objectStream(bodies map[int]string) string {
	var head, body strings.Builder
	for _, n := range slices.Sorted(maps.Keys(bodies)) {
		fmt.Fprintf(&head, "%d %d ", n, body.Len())
		body.WriteString(bodies[n] + " ")
	}
	return deflated(fmt.Sprintf("/Type /ObjStm /N %d /First %d", len(bodies), head.Len()), head.String()+body.String())
}

const (
	catalogBody = "<< /Type /Catalog /Pages 2 0 R >>"
	pagesBody   = "<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 612 792] >>"
	pageBody    = "<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << >> >>"
)

// onePage is a file of one page with a content stream, object 4.
func onePage(content string) *sample {
	return newSample().objects(catalogBody, pagesBody, pageBody, content)
}
