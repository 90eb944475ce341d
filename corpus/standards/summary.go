package standards

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/pqcite/pqcite/core"
)

// Summary says in our own words what is in an element of a document.
type Summary struct {
	At Place `json:"at"`
	// Pages are the PDF pages that the text rests on, ascending; empty where
	// they are the element's own.
	Pages []int  `json:"pages,omitempty"`
	Text  string `json:"text"` // one to three self-contained sentences
}

// maxSummary bounds a summary in characters, so that a card stays a card.
const maxSummary = 600

// SummaryOf returns the summary of an element.
func SummaryOf(at Place) (Summary, bool) {
	if s := embedded().summaries[at]; s != nil {
		return *s, true
	}
	return Summary{}, false
}

func summaryFile(docID string) string { return path.Join(summariesDir, docID+".jsonl") }

func (p *pack) readSummaries(files fs.FS) error {
	p.summaries = make(map[Place]*Summary)
	all, err := decodeEach[Summary](files, p.filesOf(summaryFile))
	if err != nil {
		return err
	}
	for i := range p.documents {
		id := p.documents[i].ID
		for k := range all[i] {
			if err := p.addSummary(id, &all[i][k]); err != nil {
				return onLine(summaryFile(id), k, err)
			}
		}
		if err := p.checkSummarised(id); err != nil {
			return fmt.Errorf("%s: %w", summaryFile(id), err)
		}
	}
	return nil
}

func (p *pack) addSummary(docID string, s *Summary) error {
	if s.At.DocID() != docID {
		return fmt.Errorf("%q is of another document", s.At)
	}
	if p.summaries[s.At] != nil {
		return fmt.Errorf("%q is summarised twice", s.At)
	}
	p.summaries[s.At] = s
	return p.checkSummary(s.At, s.Pages, s.Text)
}

func (p *pack) checkSummary(at Place, pages []int, text string) error {
	if _, err := p.element(at); err != nil {
		return err
	}
	if err := p.checkPages(at.DocID(), pages); err != nil {
		return err
	}
	return checkProse(text)
}

func checkProse(text string) error {
	switch {
	case strings.TrimSpace(text) != text || !strings.HasSuffix(text, "."):
		return errors.New("the summary is empty, padded or does not end with a full stop")
	case utf8.RuneCountInString(text) > maxSummary:
		return fmt.Errorf("the summary has %d characters, at most %d", utf8.RuneCountInString(text), maxSummary)
	case hasControl(text) || strings.Contains(text, string(utf8.RuneError)):
		return errors.New("the summary holds control characters")
	}
	return nil
}

func hasControl(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] == 0x7f {
			return true
		}
	}
	return false
}

// checkSummarised refuses a document in which an algorithm, a table or a section
// of the first two levels has no summary.
func (p *pack) checkSummarised(docID string) error {
	for i := range p.elements[docID] {
		e := &p.elements[docID][i]
		if e.needsSummary() && p.summaries[placeOf(docID, e.ID)] == nil {
			return fmt.Errorf("%q has no summary", e.ID)
		}
	}
	return nil
}

func (e *Element) needsSummary() bool {
	switch e.Kind {
	case core.KindAlgorithm, core.KindTable, core.KindDefinition:
		return true
	case core.KindSection, core.KindAppendix:
		return strings.Count(e.Number, ".") <= 1
	}
	return false
}
