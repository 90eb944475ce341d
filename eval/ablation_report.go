package eval

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pqcite/pqcite/internal/atomicfile"
)

// The measures of the tables; the first table splits false answers by kind.
var (
	differenceMeasures = []string{"right", "facts", "page", "false_refusal", "false_answer", "sound"}
	figureMeasures     = []string{
		"right", "facts", "page", "false_refusal", "false_answer", "false_answer_near_miss", "false_answer_off_corpus", "sound",
	}
)

// WriteFiles writes report.md into a folder, and for every arm that ran
// its questions and its report, arms/NAME.jsonl and arms/NAME.json. Other files of the
// folder stay.
func (r *Ablation) WriteFiles(dir string) error {
	if err := os.MkdirAll(filepath.Join(dir, "arms"), 0o755); err != nil {
		return err
	}
	write := func(name string, to func(io.Writer) error) error {
		if err := atomicfile.Write(filepath.Join(dir, name), 0o644, to); err != nil {
			return fmt.Errorf("write %q: %w", name, err)
		}
		return nil
	}
	for _, a := range r.arms {
		if a.report == nil {
			continue
		}
		name := filepath.Join("arms", a.name)
		err := errors.Join(write(name+".jsonl", a.report.WriteQuestions),
			write(name+".json", func(w io.Writer) error { return WriteJSON(w, a.report) }))
		if err != nil {
			return err
		}
	}
	return write("report.md", r.WriteMarkdown)
}

// WriteMarkdown writes the report.
func (r *Ablation) WriteMarkdown(w io.Writer) error {
	var b bytes.Buffer
	r.writeHead(&b)
	r.writeNoise(&b)
	b.WriteString("\n## Figures\n\nPercentages of the questions that count, with their 95 % intervals; times are of one question.\n\n")
	b.WriteString(r.figureTable().Markdown())
	b.WriteString("\n## Differences to the control\n\n" + differenceNote + "\n")
	b.WriteString(r.differenceTable(func(a *result) *AnswerComparison { return a.control }).Markdown())
	if t := r.differenceTable(func(a *result) *AnswerComparison { return a.minimal }); len(t) > 1 {
		b.WriteString("\n## One feature alone: differences to `minimal`\n\n" + t.Markdown())
	}
	b.WriteString("\n## The arms\n\n" + r.armTable().Markdown())
	writeDefinitions(&b)
	_, err := w.Write(b.Bytes())
	return err
}

const differenceNote = `Percentage points, the arm less the control, question by question. In brackets the 95 % interval of the
paired bootstrap, then how many questions gained and lost. Of false refusals and false answers fewer is
better. An interval that holds 0 says that the set can't tell the arms apart, not that they are alike.
`

func (r *Ablation) writeHead(b *bytes.Buffer) {
	fmt.Fprintf(b, "# Ablation on `%s`\n\n", r.set.Name)
	fmt.Fprintf(b, "- set: `%s`, SHA-256 `%s`\n", r.set.Name, r.set.SHA256)
	fmt.Fprintf(b, "- library: `%s`\n", r.library)
	control := r.arm(controlArm)
	fmt.Fprintf(b, "- control: %s; features %s\n", control.what, featureList(control.features.On()))
	fmt.Fprintf(b, "- questions: %d, of them %s\n\n", control.report.Asked, control.report.Kinds())
	b.WriteString(`A set that rules, weights or thresholds were chosen on flatters the arm that they were chosen for, which
is the control: read these figures as what a feature does to questions that the system knows. With many
arms some intervals miss 0 by chance; none is corrected for it.
`)
}

// writeNoise says how far the control differs from itself.
func (r *Ablation) writeNoise(b *bytes.Buffer) {
	again := r.arm("control-again").control
	b.WriteString("\n## Noise\n\n")
	if again.Changed == 0 {
		fmt.Fprintf(b, "The control was run twice: all %d outcomes read the same, so every difference below is the arm's.\n", r.arm(controlArm).report.Asked)
		return
	}
	fmt.Fprintf(b, "**The control was run twice and %d of %d outcomes read differently.** Differences of that size mean nothing.\n",
		again.Changed, r.arm(controlArm).report.Asked)
}

func (r *Ablation) figureTable() Table {
	head := []string{"arm"}
	for _, m := range figureMeasures {
		head = append(head, fmt.Sprintf("%s (n %d)", words(m), r.arm(controlArm).report.Rates.Of(m).N))
	}
	rows := Table{append(head, "AURC", "ECE", "claims", "words", "p50 µs", "p95 µs")}
	for _, a := range r.arms {
		if a.report == nil {
			continue
		}
		row := []string{a.name}
		for _, m := range figureMeasures {
			row = append(row, rateCell(a.report.Rates.Of(m)))
		}
		rows = append(rows, append(row, area(a.report), fmt.Sprintf("%.3f", a.report.Reliability.ECE),
			fmt.Sprintf("%.1f", a.report.Length.Claims), fmt.Sprintf("%.0f", a.report.Length.Words),
			fmt.Sprint(a.report.Latency.P50), fmt.Sprint(a.report.Latency.P95)))
	}
	return rows
}

// rateCell is a rate with its interval, in per cent.
func rateCell(r Rate) string {
	if r.N == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f [%.0f, %.0f]", 100*r.Share, 100*r.Low, 100*r.High)
}

// area is the area under the curve over all questions.
func area(r *AnswerReport) string {
	if len(r.Curves) == 0 {
		return "-"
	}
	return fmt.Sprintf("%.3f", r.Curves[len(r.Curves)-1].AURC)
}

// differenceTable has the arms that have a comparison.
func (r *Ablation) differenceTable(of func(*result) *AnswerComparison) Table {
	head := []string{"arm", "outcomes that read differently"}
	for _, m := range differenceMeasures {
		head = append(head, words(m))
	}
	rows := Table{head}
	for i := range r.arms {
		c := of(&r.arms[i])
		if c == nil {
			continue
		}
		row := []string{r.arms[i].name, fmt.Sprint(c.Changed)}
		for _, m := range differenceMeasures {
			row = append(row, difference(c.Of(m)))
		}
		rows = append(rows, row)
	}
	return rows
}

// difference is one with its interval and the questions that changed.
func difference(p Paired) string {
	switch {
	case p.N == 0:
		return "-"
	case len(p.Gained)+len(p.Lost) == 0:
		return "0"
	}
	points := func(x float64) string { return fmt.Sprintf("%+.1f", 100*x+0) }
	return fmt.Sprintf("%s [%s, %s] %d/%d", points(p.Delta), points(p.Low), points(p.High), len(p.Gained), len(p.Lost))
}

func (r *Ablation) armTable() Table {
	rows := Table{{"arm", "what it is", "features"}}
	for _, a := range r.arms {
		features := featureList(a.features.On())
		if a.same != "" {
			features = fmt.Sprintf("those of `%s`: not run again", a.same)
		}
		rows = append(rows, []string{a.name, a.what, features})
	}
	return rows
}

func words(measure string) string { return strings.ReplaceAll(measure, "_", " ") }

func writeDefinitions(b *bytes.Buffer) {
	b.WriteString("\n## Definitions\n\n")
	rows := Table{{"figure", "what it is"}}
	for _, m := range answerMeasures {
		if slices.Contains(figureMeasures, m.Name) {
			rows = append(rows, []string{words(m.Name), "share of " + m.What})
		}
	}
	rows = append(rows,
		[]string{"AURC", "area under the risk-coverage curve over all questions, 0 at best"},
		[]string{"ECE", "how far an answer's confidence is from the share of answers that are right"},
		[]string{"claims, words", "of an answer, on the mean"})
	b.WriteString(rows.Markdown())
	b.WriteString("\nIntervals of shares are Wilson's; those of differences a percentile bootstrap over questions with a fixed\nseed. docs/evaluation.md has the whole of it.\n")
}
