package eval

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Question is a question with the page spans that answer it.
type Question struct {
	ID         string
	Text       string
	Answerable bool       // from the documents that the set is about
	Gold       []PageSpan // by document, start and end page; duplicates kept
}

// Scored reports whether the question counts towards the means: it is answerable
// and has gold. Any other is asked, but neither rewarded nor punished.
func (q *Question) Scored() bool { return q.Answerable && len(q.Gold) > 0 }

// QuestionSet is a file of questions.
type QuestionSet struct {
	File      File
	Questions []Question // in the file's order
}

// ReadQuestions reads the question set at the path; see [ParseQuestions].
func ReadQuestions(path string) (*QuestionSet, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("open question set: %w", err)
	}
	defer f.Close()
	return ParseQuestions(filepath.Base(path), f)
}

// ParseQuestions reads a question set: JSON lines, each with the fields qid
// (unique), question, answerable, and gold or gold_spans, a list of
// {"doc_id", "start_page", "end_page"}. Other fields are ignored and blank lines
// skipped; whatever else deviates is an error that names the line, because a
// question that is dropped in silence changes every mean. The name stands for
// the set in errors and reports.
func ParseQuestions(name string, r io.Reader) (*QuestionSet, error) {
	set := &QuestionSet{}
	seen := map[string]bool{}
	file, err := parseHashed(name, r, maxQuestionBytes, func(r io.Reader) error {
		return eachLine(name, r, func(line []byte) error {
			q, err := parseQuestion(line)
			if err != nil {
				return err
			}
			if seen[q.ID] {
				return fmt.Errorf("qid %q was used before", q.ID)
			}
			seen[q.ID] = true
			set.Questions = append(set.Questions, q)
			return nil
		})
	})
	if err != nil {
		return nil, fmt.Errorf("read question set: %w", err)
	}
	set.File = file
	return set, nil
}

// questionLine is a line of a set. Pointers and nil slices tell an absent field
// from an empty one.
type questionLine struct {
	QID        string     `json:"qid"`
	Question   string     `json:"question"`
	Answerable *bool      `json:"answerable"`
	Gold       []PageSpan `json:"gold"`
	GoldSpans  []PageSpan `json:"gold_spans"`
}

func parseQuestion(line []byte) (Question, error) {
	var l questionLine
	if !utf8.Valid(line) {
		return Question{}, errors.New("line is not valid UTF-8")
	}
	if err := json.Unmarshal(line, &l); err != nil {
		return Question{}, fmt.Errorf("parse question: %w", err)
	}
	switch {
	case l.QID == "" || strings.ContainsFunc(l.QID, unicode.IsControl):
		return Question{}, fmt.Errorf("qid %q is empty or holds a control character", l.QID)
	case strings.TrimSpace(l.Question) == "":
		return Question{}, fmt.Errorf("question %q has no text", l.QID)
	case l.Answerable == nil:
		return Question{}, fmt.Errorf("question %q lacks the field %q", l.QID, "answerable")
	case l.Gold != nil && l.GoldSpans != nil:
		return Question{}, fmt.Errorf("question %q has both %q and %q", l.QID, "gold", "gold_spans")
	}
	gold := append(l.Gold, l.GoldSpans...)
	for _, g := range gold {
		if err := g.validate(); err != nil {
			return Question{}, fmt.Errorf("question %q: %w", l.QID, err)
		}
	}
	return Question{ID: l.QID, Text: l.Question, Answerable: *l.Answerable, Gold: sortedSpans(gold)}, nil
}
