package lsp

import (
	"fmt"
	"net/url"
	"path"
	"strings"

	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/lsp/text"
)

// Scheme is the scheme of documents that the server itself provides: texts of
// standards, and answers.
const Scheme = "pqcite"

// standard is the text of a document as an editor shows it: the text that quotes come
// from, each page below a line that names it.
type standard struct {
	doc   *core.Document
	text  *text.Text
	pages []int // offsets in text at which the pages' own text starts
}

func newStandard(d *core.Document) *standard {
	s := &standard{doc: d}
	var b strings.Builder
	b.Grow(len(d.Text) + 64*len(d.Pages) + 512)
	b.WriteString(preamble(d))
	for i := range d.Pages {
		p := &d.Pages[i]
		if d.Paged() {
			fmt.Fprintf(&b, "\n──── %s ────\n\n", pageName(p))
		}
		s.pages = append(s.pages, b.Len())
		b.WriteString(d.Quote(p.Span))
		if !strings.HasSuffix(d.Quote(p.Span), "\n") {
			b.WriteByte('\n')
		}
	}
	s.text = text.New(b.String())
	return s
}

// preamble says what the text is, and what it is not.
func preamble(d *core.Document) string {
	head := d.Label + " — " + d.Title + "\n"
	if d.Status != core.StatusUnknown {
		head += strings.TrimSpace(string(d.Status)+" "+d.Date) + " · "
	}
	head += d.URL + "\n"
	if d.Source() == core.SourcePack {
		return head + "Summaries in pqcite's own words, not the text of the document, which \"pqcite corpus pull\" downloads.\n"
	}
	if vouched := d.Vouched(); vouched != "" {
		head += vouched + "\n"
	}
	return head + "Text as read from the file with SHA-256 " + d.SHA256 + ".\n"
}

func pageName(p *core.Page) string {
	if p.Label == "" {
		return fmt.Sprintf("PDF page %d", p.Number)
	}
	return fmt.Sprintf("PDF page %d · printed %s", p.Number, p.Label)
}

// span is where a span of the document is in the text. Spans over several pages include
// the lines between them.
func (s *standard) span(of core.Span) core.Span {
	last := max(of.Start, of.End-1)
	return core.Span{Start: s.at(of.Start), End: s.at(last) + of.End - last}
}

func (s *standard) at(offset int) int {
	p := s.doc.PageAt(offset)
	return s.pages[p.Number-s.doc.Pages[0].Number] + offset - p.Span.Start
}

// anchor is where an anchor is in the text: what it covers, and its first line; for an
// empty id the whole text and its first line.
func (s *standard) anchor(id string) (whole, line core.Span) {
	whole = core.Span{End: s.text.Len()}
	if a := s.doc.Anchor(id); a != nil {
		whole = s.span(a.Span)
	}
	first := s.text.Line(s.text.LineAt(whole.Start))
	return whole, core.Span{Start: whole.Start, End: min(first.End, whole.End)}
}

// standardURI is the address of a document's text.
func standardURI(docID string) string { return Scheme + ":/" + url.PathEscape(docID) + ".txt" }

// answerURI is the address of an answer.
func answerURI(name string) string { return Scheme + ":/answers/" + url.PathEscape(name) + ".md" }

// providedName splits an address of the server's own documents: the folder, "answers"
// or none, and the name. ok is false for any other address.
func providedName(address string) (folder, name string, ok bool) {
	rest, ok := strings.CutPrefix(address, Scheme+":")
	if !ok {
		return "", "", false
	}
	unescaped, err := url.PathUnescape(strings.TrimLeft(rest, "/"))
	if err != nil {
		return "", "", false
	}
	folder, name = path.Split(unescaped)
	return strings.Trim(folder, "/"), strings.TrimSuffix(name, path.Ext(name)), true
}
