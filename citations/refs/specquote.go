package refs

import (
	"fmt"
	"iter"
	"strings"
	"sync"

	"github.com/pqcite/pqcite/citations/quote"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/internal/lex"
)

// The lines by which comments quote a specification, as the tool duvet reads
// them: an address after "//=", what it is for in lines such as "//= type=test", and the
// quote in the lines with "//#" below them; and the same after what else starts a
// comment: "#=" and "##", "--=" and "--#", ";=" and ";#".
const (
	citeMark  = "="
	quoteMark = "#"
)

// cites reports whether a line is one of the address or of what is said of it. A ruler of
// several marks is none.
func cites(line string) bool {
	rest, ok := strings.CutPrefix(line, citeMark)
	return ok && rest != "" && !strings.HasPrefix(rest, citeMark)
}

// annotates reports whether a line that cites says what the quote is for, and not where it
// is: "= type=exception", "= reason=…".
func annotates(line string) bool {
	rest := strings.TrimLeft(line[len(citeMark):], " \t")
	key := strings.TrimLeft(rest, "abcdefghijklmnopqrstuvwxyz-_")
	return len(key) < len(rest) && strings.HasPrefix(key, "=")
}

// quotedParts yields the parts of a block in order: the lines of a quote, and what
// is between quotes. They are read apart: a name at a quote's end is no part of
// the sentence that follows.
func quotedParts(text string) iter.Seq2[core.Span, bool] {
	return func(yield func(core.Span, bool) bool) {
		if !strings.Contains(text, citeMark) || !strings.Contains(text, "\n"+quoteMark) {
			yield(core.Span{End: len(text)}, false)
			return
		}
		part, quoted, cited := core.Span{}, false, false
		for line := range strings.Lines(text) {
			// Headings of documentation start with the same mark.
			is := (cited || quoted) && strings.HasPrefix(line, quoteMark)
			cited = cites(line)
			if is != quoted {
				if part.Len() > 0 && !yield(part, quoted) {
					return
				}
				part, quoted = core.Span{Start: part.End, End: part.End}, is
			}
			part.End += len(line)
		}
		if part.Len() > 0 {
			yield(part, quoted)
		}
	}
}

// move shifts the places of a reference.
func (r *Reference) move(by int) {
	for _, s := range []*core.Span{&r.Span, &r.DocSpan, &r.NumberSpan, &r.LineSpan} {
		if s.Len() > 0 {
			s.Start, s.End = s.Start+by, s.End+by
		}
	}
}

// misquotes returns the quotes of a block that are not where the reference
// above them says. References are those of the block, with offsets in its text.
// Quotes of a document that is there only as a summary, or that nobody vouches for, are
// not judged. It stops as soon as the quotes cost more than is left.
func (s *Scanner) misquotes(p *pace, text string, found []Occurrence, left cost) (out []Occurrence, spent cost) {
	if !strings.Contains(text, citeMark) || !strings.Contains(text, "\n"+quoteMark) {
		return nil, spent
	}
	var cited *Occurrence
	var quote core.Span
	judge := func() {
		if cited != nil && quote.Len() > 0 && cited.quotable() {
			spent = spent.and(cost{quotes: 1, quoteBytes: quote.Len()})
			if spent.exceeds(left) || p.did(quoteWork) {
				return
			}
			if o, ok := s.misquote(text, quote, cited); ok {
				out = append(out, o)
			}
		}
		quote = core.Span{}
	}
	at := 0
	for line := range strings.Lines(text) {
		if spent.exceeds(left) || p.stopped() {
			return out, spent
		}
		end := at + len(strings.TrimRight(line, "\r\n"))
		switch {
		case strings.HasPrefix(line, quoteMark):
			if quote.Len() == 0 {
				quote.Start = at
			}
			quote.End = end
		case cites(line) && annotates(line):
			judge()
		case cites(line):
			judge()
			for len(found) > 0 && found[0].Span.Start < at {
				found = found[1:]
			}
			cited = within(found, core.Span{Start: at, End: end})
		default:
			judge()
			cited = nil
		}
		at += len(line)
	}
	judge()
	return out, spent
}

// quotable reports whether quotes can be checked against what the reference denotes.
func (o *Occurrence) quotable() bool {
	d := o.Target.Document
	return d != nil && d.Source() == core.SourceDocument && len(d.Pages) > 0 && !d.NamesItself()
}

// within returns the first of the references, in order, if it lies inside a span
// and resolves; else nil.
func within(found []Occurrence, s core.Span) *Occurrence {
	if len(found) > 0 && s.Contains(found[0].Span) && found[0].Status == Resolved {
		return &found[0]
	}
	return nil
}

// text returns the text of a document ready for quotes, the same one each time.
func (s *Scanner) text(d *core.Document) *quote.Text {
	made, _ := s.texts.LoadOrStore(d, sync.OnceValue(func() *quote.Text { return quote.NewText(d) }))
	return made.(func() *quote.Text)()
}

// misquote judges one quote of what is quotable; ok is false if it is in the
// anchor, or nothing can be said of it.
func (s *Scanner) misquote(text string, at core.Span, cited *Occurrence) (o Occurrence, ok bool) {
	d, a := cited.Target.Document, cited.Target.Anchor
	var words []string
	for line := range strings.Lines(text[at.Start:at.End]) {
		words = append(words, strings.TrimSpace(strings.TrimPrefix(line, quoteMark)))
	}
	q := quote.Quote{Text: strings.Join(words, "\n")}
	where := d.Label
	if a != nil {
		where += ", " + a.Name()
		for page := a.StartPage; page <= a.EndPage; page++ {
			q.Pages = append(q.Pages, page)
		}
	}
	f := s.text(d).Find(q)
	o = Occurrence{Reference: cited.Reference, Status: Misquoted, Target: cited.Target, Page: cited.Page, URL: cited.URL}
	o.Span, o.NumberSpan, o.DocSpan, o.Text = at, core.Span{}, core.Span{}, text[at.Start:at.End]
	switch {
	case f.Rule == quote.TooShort || f.Rule == quote.TooLong || f.Rule == quote.Unreadable:
		return o, false
	case f.Verdict == core.Verbatim && (a == nil || a.Span.Overlaps(f.Span)):
		return o, false
	case f.Verdict == core.Verbatim:
		o.Note = fmt.Sprintf("the words stand on PDF page %d, not in %s", f.StartPage, where)
	case f.Found() && (a == nil || a.Span.Overlaps(f.Span)):
		o.Exact = lex.OneLine(f.Quote)
		o.Note = fmt.Sprintf("%s reads %q", where, o.Exact)
	default:
		o.Note = "the words do not stand in " + where
	}
	return o, true
}
