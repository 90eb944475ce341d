package eval

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Question is a question with what a right answer to it says.
type Question struct {
	ID         string
	Text       string
	Answerable bool // from the documents that the set is about
	Kind       QuestionKind
	Type       string     // what it asks for, in the set's own words: "size", "date"; may be empty
	Gold       []PageSpan // by document, start and end page; duplicates kept
	Must       []Fact     // what a right answer says; empty if its words decide nothing
	First      []Fact     // what its first line says; likewise
	Context    []string   // the earlier questions of the conversation, oldest first
}

// QuestionKind says whether the documents answer a question, and if not, how far
// it is from them.
type QuestionKind string

// The kinds of questions. The set is closed.
const (
	KindAnswerable QuestionKind = "answerable"
	KindNearMiss   QuestionKind = "near-miss"  // of the documents' subject, but not in them
	KindOffCorpus  QuestionKind = "off-corpus" // of another subject
)

// questionKinds are all of them, in the order of reports.
var questionKinds = []QuestionKind{KindAnswerable, KindNearMiss, KindOffCorpus}

// Scored reports whether the question counts towards the means: it is answerable
// and has gold. Any other is asked, but neither rewarded nor punished.
func (q *Question) Scored() bool { return q.Answerable && len(q.Gold) > 0 }

// QuestionSet is a file of questions.
type QuestionSet struct {
	File      File
	Questions []Question // in the file's order
}

// ReadQuestions reads the question set at the path; see [parseQuestions].
func ReadQuestions(path string) (*QuestionSet, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("open question set: %w", err)
	}
	defer f.Close()
	return parseQuestions(filepath.Base(path), f)
}

// parseQuestions reads a question set: JSON lines, each with the fields qid
// (unique), question, answerable, and gold or gold_spans, a list of
// {"doc_id", "start_page", "end_page"}; and perhaps type, kind (near-miss where an
// unanswerable question has none), must and first, lists of strings that may each have
// alternatives between "|", and context, a list of questions. Other fields are ignored and blank lines skipped; whatever else deviates is an error that names the line, because a
// question that is dropped in silence changes every mean. The name denotes
// the set in errors and reports.
func parseQuestions(name string, r io.Reader) (*QuestionSet, error) {
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

// questionLine is a line of a set. Pointers and nil slices distinguish an absent field
// from an empty one.
type questionLine struct {
	QID        string     `json:"qid"`
	Question   string     `json:"question"`
	Answerable *bool      `json:"answerable"`
	Gold       []PageSpan `json:"gold"`
	GoldSpans  []PageSpan `json:"gold_spans"`

	Type string       `json:"type"`
	Kind QuestionKind `json:"kind"`
	Must []string     `json:"must"`

	First   []string `json:"first"`
	Context []string `json:"context"`
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
	q, err := l.question()
	if err != nil {
		return Question{}, fmt.Errorf("question %q: %w", l.QID, err)
	}
	return q, nil
}

// question is the question of a line that has the fields it needs.
func (l *questionLine) question() (Question, error) {
	q := Question{ID: l.QID, Text: l.Question, Answerable: *l.Answerable, Type: l.Type}
	if strings.ContainsFunc(l.Type, unicode.IsControl) {
		return Question{}, fmt.Errorf("type %q holds a control character", l.Type)
	}
	var err error
	if q.Kind, err = kindOf(l.Kind, q.Answerable); err != nil {
		return Question{}, err
	}
	if q.Must, err = parseFacts(l.Must); err != nil {
		return Question{}, err
	}
	if q.First, err = parseFacts(l.First); err != nil {
		return Question{}, err
	}
	q.Context = l.Context
	gold := append(l.Gold, l.GoldSpans...)
	for _, g := range gold {
		if err := g.validate(); err != nil {
			return Question{}, err
		}
	}
	q.Gold = sortedSpans(gold)
	return q, nil
}

// kindOf checks a kind against the field answerable, or derives it.
func kindOf(kind QuestionKind, answerable bool) (QuestionKind, error) {
	switch {
	case kind == "" && answerable:
		return KindAnswerable, nil
	case kind == "":
		return KindNearMiss, nil
	case !slices.Contains(questionKinds, kind):
		return "", fmt.Errorf("kind %q is none of %q", kind, questionKinds)
	case answerable != (kind == KindAnswerable):
		return "", fmt.Errorf("kind is %q, but answerable is %t", kind, answerable)
	}
	return kind, nil
}
