package eval

import (
	"bytes"
	"fmt"
	"io"
	"strings"
)

// WriteText writes the report for people. Single questions are in the JSON form.
func (r *AnswerReport) WriteText(w io.Writer) error {
	var b bytes.Buffer
	r.writeHead(&b)
	b.WriteByte('\n')
	r.rateTable().write(&b)
	b.WriteString("\nby type\n\n")
	r.typeTable().write(&b)
	if len(r.Refusals) > 0 {
		b.WriteString("\nrefusals, by reason and by the kind of the question\n\n")
		r.refusalTable().write(&b)
	}
	r.writeConfidence(&b)
	fmt.Fprintf(&b, "\nlength    %.2f claims, %.1f words on the mean of %d answers\n", r.Length.Claims, r.Length.Words, r.Length.N)
	fmt.Fprintf(&b, "interval  Wilson score interval\n")
	fmt.Fprintf(&b, "latency   p50 %d µs, p95 %d µs, p99 %d µs, max %d µs over %d questions\n",
		r.Latency.P50, r.Latency.P95, r.Latency.P99, r.Latency.Max, r.Asked)
	if r.Comparison != nil {
		r.Comparison.write(&b)
	}
	_, err := w.Write(b.Bytes())
	return err
}

func (r *AnswerReport) writeHead(b *bytes.Buffer) {
	fmt.Fprintf(b, "answers, preset %q\n", r.System.Preset)
	fmt.Fprintf(b, "features  %s\n", featureList(r.System.Features))
	fmt.Fprintf(b, "library   %s\n", r.System.Library)
	fmt.Fprintf(b, "set       %q\n", r.Set)
	for _, f := range r.Files {
		fmt.Fprintf(b, "          %s  %s\n", f.SHA256, f.Name)
	}
	fmt.Fprintf(b, "n         %d questions:", r.Asked)
	for i, kind := range questionKinds {
		fmt.Fprintf(b, "%s %d %s", []string{"", ",", ","}[i], r.ofKind(kind), kind)
	}
	b.WriteByte('\n')
}

func featureList(on []string) string {
	if len(on) == 0 {
		return "none"
	}
	return strings.Join(on, " ")
}

func (r *AnswerReport) ofKind(kind QuestionKind) int {
	n := 0
	for i := range r.Questions {
		if r.Questions[i].Kind == kind {
			n++
		}
	}
	return n
}

func (r *AnswerReport) rateTable() table {
	rows := table{{"", "count", "n", "share", "95 % interval"}}
	for _, x := range r.Rates {
		rows = append(rows, []string{x.Name, fmt.Sprint(x.Count), fmt.Sprint(x.N), percent(x.Share), percents(x.Low, x.High)})
	}
	return rows
}

// typeTable has the counts alone: the rows are too short for intervals.
func (r *AnswerReport) typeTable() table {
	rows := table{{"", "asked", "right", "facts", "page", "false refusals", "false answers"}}
	for _, t := range r.Types {
		name := t.Type
		if name == "" {
			name = "(no type)"
		}
		row := []string{name, fmt.Sprint(t.Asked)}
		for _, m := range []string{"right", "facts", "page", "false_refusal", "false_answer"} {
			row = append(row, t.Rates.Of(m).ratio())
		}
		rows = append(rows, row)
	}
	return rows
}

// ratio is the count over the questions that could count, or "-" over none.
func (r Rate) ratio() string {
	if r.N == 0 {
		return "-"
	}
	return fmt.Sprintf("%d/%d", r.Count, r.N)
}

func (r *AnswerReport) refusalTable() table {
	rows := table{{"", string(KindAnswerable), string(KindNearMiss), string(KindOffCorpus)}}
	for _, x := range r.Refusals {
		reason := string(x.Reason)
		if reason == "" {
			reason = "(no reason)"
		}
		rows = append(rows, []string{reason, fmt.Sprint(x.Answerable), fmt.Sprint(x.NearMiss), fmt.Sprint(x.OffCorpus)})
	}
	return rows
}

func (r *AnswerReport) writeConfidence(b *bytes.Buffer) {
	b.WriteString("\nby confidence: accuracy where only the most confident share is answered\n\n")
	rows := table{{"", "n", "AURC", "above the best", "at 50 %", "at 80 %", "at 100 %"}}
	for _, c := range r.Curves {
		row := []string{c.Over + " questions", fmt.Sprint(c.N), decimals(c.AURC), decimals(c.Excess)}
		for _, at := range c.At {
			row = append(row, percent(at.Accuracy))
		}
		rows = append(rows, row)
	}
	rows.write(b)
	fmt.Fprintf(b, "\ncalibration over %d answers: ECE %s, Brier %s\n\n", r.Reliability.N, decimals(r.Reliability.ECE), decimals(r.Reliability.Brier))
	bins := table{{"confidence", "answers", "mean confidence", "right"}}
	for _, x := range r.Reliability.Bins {
		bins = append(bins, []string{
			fmt.Sprintf("%.1f to %.1f", x.Low, x.High), fmt.Sprint(x.N), fmt.Sprintf("%.3f", x.Confidence), percent(x.Accuracy),
		})
	}
	bins.write(b)
}

func (c *AnswerComparison) write(b *bytes.Buffer) {
	fmt.Fprintf(b, "\nagainst the baseline, preset %q, features %s\n", c.Baseline.Preset, featureList(c.Baseline.Features))
	fmt.Fprintf(b, "library   %s\n\n", c.Baseline.Library)
	rows := table{{"", "n", "baseline", "now", "delta", "95 % interval", "gained", "lost", "sign test p"}}
	for _, p := range c.Measures {
		rows = append(rows, []string{
			p.Name, fmt.Sprint(p.N), percent(p.Baseline), percent(p.Now), points(p.Delta), points(p.Low) + " to " + points(p.High),
			fmt.Sprint(len(p.Gained)), fmt.Sprint(len(p.Lost)), decimals(p.P),
		})
	}
	rows.write(b)
	fmt.Fprintf(b, "\n%d outcomes read differently\n", c.Changed)
	for _, p := range c.Measures {
		for _, side := range []struct {
			word string
			qids []string
		}{{"gained", p.Gained}, {"lost", p.Lost}} {
			if len(side.qids) > 0 {
				fmt.Fprintf(b, "%s %s: %s\n", p.Name, side.word, strings.Join(side.qids, " "))
			}
		}
	}
}

func percent(share float64) string { return fmt.Sprintf("%.1f %%", 100*share) }

func percents(low, high float64) string { return fmt.Sprintf("%.1f to %.1f %%", 100*low, 100*high) }

// points is a difference of shares in percentage points.
func points(delta float64) string { return fmt.Sprintf("%+.1f", 100*delta+0) }
