package answer

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/pqcite/pqcite/core"
)

// ErrJudgement is wrapped by the errors for a reply that is not exactly what a
// judge is asked for. Such a reply counts for nothing.
var ErrJudgement = errors.New("model's judgement is not of the form asked for")

// Bounds of what a judge may ask to be searched for.
const (
	maxQuery = 200 // bytes
	maxGaps  = 3
)

// Judge lets a language model grade evidence, reword a query and name gaps. It
// fails closed: any reply but the small JSON object that is asked for is an error.
type Judge struct {
	Completer Completer
	Tokens    int // of the evidence; 0 means DefaultTokens
}

//go:embed prompts/grade.txt
var gradePrompt string

//go:embed prompts/rewrite.txt
var rewritePrompt string

//go:embed prompts/gaps.txt
var gapsPrompt string

// Grade says how well evidence answers a question, from 0 to 1.
func (j *Judge) Grade(ctx context.Context, question string, evidence []string) (float64, core.Exchange, error) {
	var grade float64
	x, err := j.ask(ctx, "grade", gradePrompt, j.about(question, evidence), &grade)
	if err == nil && !(grade >= 0 && grade <= 1) {
		err = fail(&x, fmt.Errorf("%w: grade %v is not in 0 to 1", ErrJudgement, grade))
	}
	if err != nil {
		return 0, x, err
	}
	return grade, x, nil
}

// Rewrite words a query for what is missing.
func (j *Judge) Rewrite(ctx context.Context, question string, missing []core.Facet) (string, core.Exchange, error) {
	var list []string
	for _, f := range missing {
		list = append(list, string(f.Kind)+": "+oneRow(f.Text))
	}
	var query string
	x, err := j.ask(ctx, "query", rewritePrompt, quoted("QUESTION", question)+quoted("MISSING", strings.Join(list, "\n")), &query)
	if err == nil && !isQuery(query) {
		err = fail(&x, fmt.Errorf("%w: query %.40q", ErrJudgement, query))
	}
	if err != nil {
		return "", x, err
	}
	return query, x, nil
}

// Gaps names what the evidence lacks, as queries.
func (j *Judge) Gaps(ctx context.Context, question string, evidence []string) ([]string, core.Exchange, error) {
	var gaps []string
	x, err := j.ask(ctx, "gaps", gapsPrompt, j.about(question, evidence), &gaps)
	if err != nil {
		return nil, x, err
	}
	if gaps == nil || len(gaps) > maxGaps {
		err = fail(&x, fmt.Errorf("%w: %d gaps are not in 0 to %d", ErrJudgement, len(gaps), maxGaps))
		return nil, x, err
	}
	for _, g := range gaps {
		if !isQuery(g) {
			err = fail(&x, fmt.Errorf("%w: query %.40q", ErrJudgement, g))
			return nil, x, err
		}
	}
	return gaps, x, nil
}

// about fences evidence and a question. Evidence beyond the budget is left out,
// the last first: it comes best first.
func (j *Judge) about(question string, evidence []string) string {
	left := j.Tokens
	if left == 0 {
		left = DefaultTokens
	}
	var b strings.Builder
	for i, text := range evidence {
		o := offered{key: fmt.Sprintf("c%d", i+1), text: text}.String()
		if left -= tokens(o); left < 0 {
			break
		}
		b.WriteString(o)
	}
	return b.String() + quoted("QUESTION", question)
}

// purposes are the names of exchanges by the field that they ask for.
var purposes = map[string]string{"grade": "grade", "query": "rewrite", "gaps": "gaps"}

// ask asks for an object with one field and reads its value.
func (j *Judge) ask(ctx context.Context, field, system, user string, value any) (core.Exchange, error) {
	reply, x, err := exchange(ctx, j.Completer, purposes[field], system, user)
	if err != nil {
		return x, fmt.Errorf("ask for a judgement: %w", err)
	}
	if err = readField(reply, field, value); err != nil {
		err = fail(&x, fmt.Errorf("%w: %w", ErrJudgement, err))
	}
	return x, err
}

func fail(x *core.Exchange, err error) error {
	x.Failure = err.Error()
	return err
}

// readField reads an object that has exactly one field and nothing around it.
// Package json alone would take a field in another case, twice, or null.
func readField(reply, field string, value any) error {
	dec := json.NewDecoder(strings.NewReader(reply))
	for _, want := range []json.Token{json.Delim('{'), field} {
		if got, err := dec.Token(); err != nil || got != want {
			return fmt.Errorf("it does not begin with {%q", field)
		}
	}
	var raw json.RawMessage
	if err := dec.Decode(&raw); err != nil || string(raw) == "null" {
		return fmt.Errorf("%q has no value", field)
	}
	if end, err := dec.Token(); err != nil || end != json.Delim('}') {
		return fmt.Errorf("it goes on behind %q", field)
	}
	if _, err := dec.Token(); err != io.EOF {
		return errors.New("it continues past its end")
	}
	return json.Unmarshal(raw, value)
}

// isQuery reports whether a text is one line that can be searched for.
func isQuery(s string) bool {
	return strings.TrimSpace(s) != "" && len(s) <= maxQuery && !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) })
}

func oneRow(s string) string { return strings.Join(strings.Fields(s), " ") }
