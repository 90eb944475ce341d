package eval

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
)

// The measures of the tables of an ablation; the first table splits false answers
// by kind.
var (
	ablationMeasures = []string{"right", "facts", "page", "false_refusal", "false_answer", "sound"}
	figureMeasures   = []string{
		"right", "facts", "page", "false_refusal", "false_answer", "false_answer_near_miss", "false_answer_off_corpus", "sound",
	}
)

// WriteMarkdown writes the report for people. Plots are names of files beside it,
// to be shown; there may be none.
func (a *Ablation) WriteMarkdown(w io.Writer, plots []string) error {
	var b bytes.Buffer
	a.writeHead(&b)
	a.writeNoise(&b)
	b.WriteString("\n## Figures\n\nPercentages of the questions that count, with their 95 % intervals; times are of one question.\n\n")
	a.figureTable().writeMarkdown(&b)
	b.WriteString("\n## Differences to the control\n\n" + differenceNote + "\n")
	a.differenceTable(func(r *ArmResult) *AnswerComparison { return r.Control }).writeMarkdown(&b)
	if t := a.differenceTable(func(r *ArmResult) *AnswerComparison { return r.Minimal }); len(t) > 1 {
		b.WriteString("\n## One feature alone: differences to `minimal`\n\n")
		t.writeMarkdown(&b)
	}
	for i, p := range plots {
		if i == 0 {
			b.WriteString("\n## Plots\n")
		}
		fmt.Fprintf(&b, "\n![%s](%s)\n", strings.TrimSuffix(p, ".svg"), p)
	}
	b.WriteString("\n## The arms\n\n")
	a.armTable().writeMarkdown(&b)
	writeDefinitions(&b)
	_, err := w.Write(b.Bytes())
	return err
}

const differenceNote = `Percentage points, the arm less the control, question by question. In brackets the 95 % interval of the
paired bootstrap, then how many questions gained and lost. Of false refusals and false answers fewer is
better. An interval that holds 0 says that the set can't tell the arms apart, not that they are alike.
`

func (a *Ablation) writeHead(b *bytes.Buffer) {
	fmt.Fprintf(b, "# Ablation on `%s`\n\n", a.Set)
	for _, f := range a.Files {
		fmt.Fprintf(b, "- set: `%s`, SHA-256 `%s`\n", f.Name, f.SHA256)
	}
	fmt.Fprintf(b, "- library: `%s`\n", a.Library)
	control := a.Arm(controlArm)
	fmt.Fprintf(b, "- control: %s; features %s\n", control.What, featureList(control.Features.On()))
	fmt.Fprintf(b, "- questions: %d, of them", control.Report.Asked)
	for i, k := range questionKinds {
		fmt.Fprintf(b, "%s %d %s", []string{"", ",", ","}[i], control.Report.ofKind(k), k)
	}
	b.WriteString("\n\n")
	b.WriteString(`A set that rules, weights or thresholds were chosen on flatters the arm that they were chosen for, which
is the control: read these figures as what a feature does to questions that the system knows. With many
arms some intervals miss 0 by chance; none is corrected for it.
`)
}

// writeNoise says how far the control differs from itself.
func (a *Ablation) writeNoise(b *bytes.Buffer) {
	again := a.Arm("control-again").Control
	b.WriteString("\n## Noise\n\n")
	if again.Changed == 0 {
		fmt.Fprintf(b, "The control was run twice: all %d outcomes read the same, so every difference below is the arm's.\n", a.Arm(controlArm).Report.Asked)
		return
	}
	fmt.Fprintf(b, "**The control was run twice and %d of %d outcomes read differently.** Differences of that size mean nothing.\n",
		again.Changed, a.Arm(controlArm).Report.Asked)
}

func (a *Ablation) figureTable() table {
	head := []string{"arm"}
	for _, m := range figureMeasures {
		head = append(head, fmt.Sprintf("%s (n %d)", measureWords(m), a.Arm(controlArm).Report.Rates.Of(m).N))
	}
	rows := table{append(head, "AURC", "ECE", "claims", "words", "p50 µs", "p95 µs")}
	for i := range a.Arms {
		arm := &a.Arms[i]
		if arm.Report == nil {
			continue
		}
		row := []string{arm.Name}
		for _, m := range figureMeasures {
			row = append(row, arm.Report.Rates.Of(m).brief())
		}
		rows = append(rows, append(row, arm.Report.area(), fmt.Sprintf("%.3f", arm.Report.Reliability.ECE),
			fmt.Sprintf("%.1f", arm.Report.Length.Claims), fmt.Sprintf("%.0f", arm.Report.Length.Words),
			fmt.Sprint(arm.Report.Latency.P50), fmt.Sprint(arm.Report.Latency.P95)))
	}
	return rows
}

// brief is a share with its interval, in per cent.
func (r Rate) brief() string {
	if r.N == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f [%.0f, %.0f]", 100*r.Share, 100*r.Low, 100*r.High)
}

// area is the area under the curve over all questions.
func (r *AnswerReport) area() string {
	if len(r.Curves) == 0 {
		return "-"
	}
	return fmt.Sprintf("%.3f", r.Curves[len(r.Curves)-1].AURC)
}

// differenceTable has the arms that have a comparison.
func (a *Ablation) differenceTable(of func(*ArmResult) *AnswerComparison) table {
	head := []string{"arm", "outcomes that read differently"}
	for _, m := range ablationMeasures {
		head = append(head, measureWords(m))
	}
	rows := table{head}
	for i := range a.Arms {
		c := of(&a.Arms[i])
		if c == nil {
			continue
		}
		row := []string{a.Arms[i].Name, fmt.Sprint(c.Changed)}
		for _, m := range ablationMeasures {
			row = append(row, c.Of(m).brief())
		}
		rows = append(rows, row)
	}
	return rows
}

// brief is a difference with its interval and the questions behind it.
func (p Paired) brief() string {
	switch {
	case p.N == 0:
		return "-"
	case len(p.Gained)+len(p.Lost) == 0:
		return "0"
	}
	return fmt.Sprintf("%s [%s, %s] %d/%d", points(p.Delta), points(p.Low), points(p.High), len(p.Gained), len(p.Lost))
}

func (a *Ablation) armTable() table {
	rows := table{{"arm", "what it is", "features"}}
	for _, arm := range a.Arms {
		features := featureList(arm.Features.On())
		if arm.Same != "" {
			features = fmt.Sprintf("those of `%s`, which stands for it: not run", arm.Same)
		}
		rows = append(rows, []string{arm.Name, arm.What, features})
	}
	return rows
}

func measureWords(name string) string { return strings.ReplaceAll(name, "_", " ") }

func writeDefinitions(b *bytes.Buffer) {
	b.WriteString("\n## Definitions\n\n")
	rows := table{{"figure", "what it is"}}
	for _, m := range answerMeasures {
		if slices.Contains(figureMeasures, m.name) {
			rows = append(rows, []string{measureWords(m.name), "share of " + m.what})
		}
	}
	rows = append(rows,
		[]string{"AURC", "area under the risk-coverage curve over all questions, 0 at best"},
		[]string{"ECE", "how far an answer's confidence is from the share of answers that are right"},
		[]string{"claims, words", "of an answer, on the mean"})
	rows.writeMarkdown(b)
	b.WriteString("\nIntervals of shares are Wilson's; those of differences a percentile bootstrap over questions with a fixed\nseed. docs/evaluation.md has the whole of it.\n")
}

// writeMarkdown writes the rows as a Markdown table, the first as its head.
func (t table) writeMarkdown(b *bytes.Buffer) {
	for i, row := range t {
		fmt.Fprintf(b, "| %s |\n", strings.Join(row, " | "))
		if i == 0 {
			b.WriteString("|" + strings.Repeat("---|", len(row)) + "\n")
		}
	}
}
