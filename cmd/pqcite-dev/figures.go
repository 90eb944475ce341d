package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pqcite/pqcite/eval"
	"github.com/pqcite/pqcite/eval/corruption"
)

func (t *tools) figuresCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "figures REPORT...",
		Short: "Write docs/figures.md from the reports of measurements",
		Long: `Reads what eval ask, eval retrieval, collection, proof and shift print with --json,
and prints docs/figures.md. Times are left out: the same reports give the same page.`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, paths []string) error {
			var f figures
			for _, path := range paths {
				if err := f.read(path); err != nil {
					return fmt.Errorf("read %q: %w", path, err)
				}
			}
			_, err := t.out.Write(f.page())
			return err
		},
	}
}

// figures are the reports of a page, in the order of the command line.
type figures struct {
	answers  []*eval.AnswerReport
	searches []*eval.Report
	proofs   []*corruption.ProofReport
	shifts   []namedShift
}

// namedShift is a report that does not say what it was measured on: the file's name does.
type namedShift struct {
	name string
	corruption.ShiftReport
}

// read adds a report; its fields tell its kind.
func (f *figures) read(path string) error {
	raw, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var kind struct {
		Task   eval.Task
		Quotes json.RawMessage
		Shifts json.RawMessage
	}
	if err := json.Unmarshal(raw, &kind); err != nil {
		return err
	}
	switch {
	case kind.Task == eval.TaskAnswers:
		r, err := eval.ReadAnswerReport(bytes.NewReader(raw))
		f.answers = append(f.answers, r)
		return err
	case kind.Task == eval.TaskRetrieval || kind.Task == eval.TaskRanking:
		r, err := eval.ReadReport(bytes.NewReader(raw))
		f.searches = append(f.searches, r)
		return err
	case kind.Quotes != nil:
		r := new(corruption.ProofReport)
		f.proofs = append(f.proofs, r)
		return json.Unmarshal(raw, r)
	case kind.Shifts != nil:
		r := namedShift{name: strings.TrimSuffix(filepath.Base(path), ".json")}
		err := json.Unmarshal(raw, &r.ShiftReport)
		f.shifts = append(f.shifts, r)
		return err
	}
	return errors.New("not a report of a measurement")
}

// page is the page, without the sections that have no reports.
func (f *figures) page() []byte {
	var b bytes.Buffer
	b.WriteString("# Figures\n\nWritten by `pqcite-dev figures` from the `--json` reports of the commands in [evaluation.md](evaluation.md), which explains the measures. " +
		"Brackets have 95 % intervals.\n")
	section := func(title string, t eval.Table) {
		if len(t) > 1 {
			fmt.Fprintf(&b, "\n## %s\n\n%s", title, t.Markdown())
		}
	}
	section("Answers", f.answerTable())
	section("Retrieval", f.searchTable())
	for _, r := range f.proofs {
		section("Verification: share that passes", proofTable(r))
	}
	section("References: wrong algorithm numbers that `check` reports", f.shiftTable())
	return b.Bytes()
}

// answerTable has a column for each set.
func (f *figures) answerTable() eval.Table {
	if len(f.answers) == 0 {
		return nil
	}
	rows := eval.Table{{"set"}, {"questions"}}
	for _, rate := range f.answers[0].Rates {
		rows = append(rows, []string{"`" + rate.Name + "`"})
	}
	rows = append(rows, []string{"ECE"}, []string{"words per answer"})
	for _, r := range f.answers {
		column := []string{"`" + r.Set + "`", fmt.Sprint(r.Asked)}
		for _, rate := range f.answers[0].Rates {
			column = append(column, share(r.Rates.Of(rate.Name)))
		}
		column = append(column, fmt.Sprintf("%.3f", r.Reliability.ECE), fmt.Sprintf("%.0f", r.Length.Words))
		for i := range rows {
			rows[i] = append(rows[i], column[i])
		}
	}
	return rows
}

// share is a rate with its interval, in percent.
func share(r eval.Rate) string {
	if r.N == 0 {
		return "-"
	}
	return fmt.Sprintf("%d of %d: %.1f [%.1f, %.1f]", r.Count, r.N, 100*r.Share, 100*r.Low, 100*r.High)
}

func (f *figures) searchTable() eval.Table {
	rows := eval.Table{{"set", "engine", "unit", "n", "measures"}}
	for _, r := range f.searches {
		var means []string
		for _, m := range r.Means {
			if m.K >= r.K {
				means = append(means, fmt.Sprintf("%s %.3f [%.2f, %.2f]", m.Measure, m.Value, m.Low, m.High))
			}
		}
		rows = append(rows, []string{"`" + r.Set + "`", r.Engine, string(r.Unit), fmt.Sprint(r.N), strings.Join(means, ", ")})
	}
	return rows
}

func proofTable(r *corruption.ProofReport) eval.Table {
	rows := eval.Table{{"edit", "quotes", "paraphrases"}}
	all := func(t *corruption.ProofTable) []corruption.ProofRow {
		return slices.Concat([]corruption.ProofRow{t.Sound}, t.Corruptions, t.Harmless)
	}
	paraphrases := all(&r.Paraphrases)
	for i, row := range all(&r.Quotes) {
		rows = append(rows, []string{row.Kind, held(&row), held(&paraphrases[i])})
	}
	return rows
}

func held(r *corruption.ProofRow) string {
	if r.Cases == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f %% of %d", 100*float64(r.Held)/float64(r.Cases), r.Cases)
}

func (f *figures) shiftTable() eval.Table {
	rows := eval.Table{{"sources", "files", "shifted by", "reported, %", "findings on the sources as they are"}}
	for _, r := range f.shifts {
		for _, s := range r.Shifts {
			rows = append(rows, []string{r.name, fmt.Sprint(r.Files), fmt.Sprintf("%+d", s.By), share(s.Reported), fmt.Sprint(len(r.AsTheyAre))})
		}
	}
	return rows
}
