package standards_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"

	"github.com/pqcite/pqcite/citations/quote"
	"github.com/pqcite/pqcite/core"
	"github.com/pqcite/pqcite/corpus/ingest"
	"github.com/pqcite/pqcite/corpus/standards"
)

// official reads the six official files, once for all tests.
var official = sync.OnceValues(func() (map[string]*core.Document, error) {
	docs := make(map[string]*core.Document)
	for _, s := range standards.Documents() {
		name := s.ID + ".pdf"
		data, err := os.ReadFile(filepath.Join(os.Getenv("PQCITE_TEST_CORPUS"), name))
		if err != nil {
			return nil, err
		}
		if docs[s.ID], err = ingest.Document(context.Background(), ingest.File{Name: name, Data: data}); err != nil {
			return nil, fmt.Errorf("read %s: %w", name, err)
		}
	}
	return docs, nil
})

func officialDocuments(t *testing.T) map[string]*core.Document {
	t.Helper()
	if os.Getenv("PQCITE_TEST_CORPUS") == "" {
		t.Skip("PQCITE_TEST_CORPUS is not set: it names the folder with the six official PDF files")
	}
	docs, err := official()
	if err != nil {
		t.Fatal(err)
	}
	return docs
}

// ledger holds facts of the pack against pages and counts them.
type ledger struct {
	*testing.T
	docs  map[string]*core.Document
	pages map[string]string // folded text by document and page
	held  map[string]int    // facts that hold, by kind
	total map[string]int
}

func newLedger(t *testing.T) *ledger {
	l := &ledger{T: t, docs: officialDocuments(t), pages: map[string]string{}, held: map[string]int{}, total: map[string]int{}}
	for id, d := range l.docs {
		for i := range d.Pages {
			l.pages[pageKey(id, i+1)] = flat(d.Quote(d.Pages[i].Span))
		}
	}
	return l
}

func pageKey(id string, page int) string { return fmt.Sprint(id, " ", page) }

// text is the folded text of pages.
func (l *ledger) text(id string, pages ...int) string {
	var b strings.Builder
	for _, n := range pages {
		b.WriteString(l.pages[pageKey(id, n)] + " ")
	}
	return b.String()
}

// fact counts a fact and reports it where it does not hold.
func (l *ledger) fact(kind string, holds bool, format string, args ...any) {
	l.Helper()
	l.total[kind]++
	if holds {
		l.held[kind]++
		return
	}
	l.Errorf("%s: "+format, append([]any{kind}, args...)...)
}

func (l *ledger) report() {
	kinds := make([]string, 0, len(l.total))
	held, total := 0, 0
	for k := range l.total {
		kinds = append(kinds, k)
		held, total = held+l.held[k], total+l.total[k]
	}
	slices.Sort(kinds)
	for _, k := range kinds {
		l.Logf("%-32s %5d of %5d", k, l.held[k], l.total[k])
	}
	l.Logf("%-32s %5d of %5d", "all facts", held, total)
}

// flat folds a text and writes it without the marks by which scripts are set,
// so that η_1 and η_{1} are the same; an exponent keeps its mark.
func flat(s string) string {
	s = quote.Fold(s)
	s = strings.NewReplacer("{", "", "}", "", "_", "").Replace(s)
	return strings.Join(strings.Fields(strings.ReplaceAll(s, "-\n", "-")), " ") + " " +
		strings.Join(strings.Fields(strings.ReplaceAll(s, "-\n", "")), " ")
}

func between(first, last int) []int {
	var out []int
	for n := first; n <= last; n++ {
		out = append(out, n)
	}
	return out
}

// TestFacts holds every number, name, title and page of the pack that comes from
// the six documents against the page that it cites.
func TestFacts(t *testing.T) {
	l := newLedger(t)
	for _, s := range standards.Documents() {
		l.document(&s)
		for i := range standards.Structure(s.ID) {
			l.element(&s, &standards.Structure(s.ID)[i])
		}
	}
	for _, term := range standards.Terms() {
		l.term(&term)
	}
	l.parameters()
	l.report()
}

func (l *ledger) document(s *standards.Standard) {
	d := l.docs[s.ID]
	front := l.text(s.ID, between(1, s.Arabic)...)
	l.fact("document: title", strings.Contains(squeezed(front), squeezed(s.Title)), "%s is not called %q", s.ID, s.Title)
	l.fact("document: pages", len(d.Pages) == s.Pages, "%s has %d pages, want %d", s.ID, len(d.Pages), s.Pages)
	year := s.Date[:4]
	l.fact("document: year", strings.Contains(front, year), "%s does not name the year %s", s.ID, year)
	draft := strings.Contains(strings.ToLower(l.text(s.ID, 1, 2)), "initial public draft")
	l.fact("document: status", draft == (s.Status == core.StatusDraft), "%s is said to be %s", s.ID, s.Status)
	for i := range d.Pages {
		label := d.Pages[i].Label
		l.fact("document: printed page", label == s.Printed(i+1), "%s page %d is printed %q, want %q", s.ID, i+1, label, s.Printed(i+1))
	}
}

// squeezed leaves letters and digits alone.
func squeezed(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

func (l *ledger) element(s *standards.Standard, e *standards.Element) {
	page := l.text(s.ID, e.Page)
	name := e.Number
	switch {
	case e.Kind == core.KindSection, e.Kind == core.KindEquation, strings.HasPrefix(name, "A."), strings.HasPrefix(name, "B."),
		strings.HasPrefix(name, "C."), strings.HasPrefix(name, "D."): // the number is by itself
	default:
		name = e.Kind.Word() + " " + e.Number
	}
	if e.Kind == core.KindFigure {
		name = "Fig" // "Fig. 3." and "Figure 3."
	}
	l.fact(string(e.Kind)+": number on its page", strings.Contains(strings.ToLower(page), strings.ToLower(name)),
		"%s %q is not on page %d", s.ID, e.ID, e.Page)
	if e.Title != "" {
		l.fact(string(e.Kind)+": title on its page", strings.Contains(squeezed(page+l.text(s.ID, e.Page+1)), squeezed(e.Title)),
			"%s %q is not called %q on page %d", s.ID, e.ID, e.Title, e.Page)
	}
	for _, line := range append(slices.Clone(e.Inputs), e.Outputs...) {
		l.fact("algorithm: input or output", strings.Contains(squeezed(page), squeezed(line)), "%s %q: %q is not on page %d", s.ID, e.ID, line, e.Page)
	}
	for _, id := range e.Runs {
		l.fact("algorithm: call", l.calls(s, e, id), "%s %q does not name %q", s.ID, e.ID, id)
	}
	own := l.text(s.ID, between(e.Page, e.Last)...)
	for _, at := range e.Refs {
		_, number, _ := strings.Cut(at.Anchor(), "-")
		l.fact("cross-reference", strings.Contains(own, number), "%s %q does not refer to %q", s.ID, e.ID, at)
	}
	if summary, ok := standards.SummaryOf(standards.Place(s.ID + "#" + e.ID)); ok {
		l.prose(s.ID+"#"+e.ID, s, e, summary.Pages, summary.Text, e.Title)
	}
}

// calls reports whether an algorithm's page has the name of another followed by
// arguments.
func (l *ledger) calls(s *standards.Standard, e *standards.Element, id string) bool {
	for _, other := range standards.Structure(s.ID) {
		if other.ID != id {
			continue
		}
		base := strings.TrimRight(other.Title, "dη")
		call := regexp.MustCompile(regexp.QuoteMeta(strings.ReplaceAll(base, "_", "")) + `[0-9a-zη_{}]* ?\(`)
		return call.MatchString(l.text(s.ID, between(e.Page, e.Last)...))
	}
	return false
}

func (l *ledger) term(t *standards.Term) {
	s, _ := standards.ByID(t.At.DocID())
	for _, e := range standards.Structure(s.ID) {
		if e.ID == t.At.Anchor() {
			l.prose("term "+t.Name, &s, &e, t.Pages, t.Text, t.Name)
		}
	}
	if t.Expansion != "" {
		l.fact("term: expansion", l.anywhere(t.Documents, t.Expansion), "%q does not stand for %q in %q", t.Name, t.Expansion, t.Documents)
	}
	for _, old := range t.OldNames {
		// Kyber768 is a spelling of implementations; the documents have the scheme.
		scheme := oldScheme.FindString(strings.ToLower(old))
		l.fact("term: old name", scheme != "" && l.anywhere(nil, scheme), "no document has %q of %q", scheme, old)
	}
}

// oldScheme matches the name of a scheme in an old name of its parameter set.
var oldScheme = regexp.MustCompile(`kyber|dilithium|sphincs|falcon`)

// anywhere reports whether one of the documents, or any for none, has the words.
func (l *ledger) anywhere(ids []string, words string) bool {
	for id, d := range l.docs {
		if (len(ids) == 0 || slices.Contains(ids, id)) && strings.Contains(squeezed(l.text(id, between(1, len(d.Pages))...)), squeezed(words)) {
			return true
		}
	}
	return false
}

func (l *ledger) parameters() {
	seen := map[string]bool{}
	for _, p := range allParameters() {
		key := string(p.At) + p.Of
		if seen[key] {
			continue
		}
		seen[key] = true
		page := l.text(p.At.DocID(), p.Page)
		digits := strings.ReplaceAll(page, " ", "")
		for _, part := range strings.Split(p.Of, ", ") {
			l.fact("parameter: set", strings.Contains(squeezed(page), squeezed(part)), "%s has no %q on page %d", p.At, part, p.Page)
		}
		for _, v := range p.Values {
			l.fact("parameter: value", strings.Contains(digits, strings.ReplaceAll(flatWord(v.Text()), " ", "")),
				"%s: %q of %q is not %s on page %d", p.At, v.Name, p.Of, v.Text(), p.Page)
			l.fact("parameter: name", strings.Contains(squeezed(page), squeezed(v.Name)), "%s has no column %q on page %d", p.At, v.Name, p.Page)
		}
	}
}

func flatWord(s string) string {
	return strings.NewReplacer("{", "", "}", "", "_", "").Replace(quote.Fold(s))
}

func allParameters() []standards.Parameter {
	var out []standards.Parameter
	for _, of := range standards.ParameterSets() {
		out = append(out, standards.ParametersOf(of)...)
	}
	return out
}
