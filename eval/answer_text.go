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
	b.WriteString(r.rateTable().Text())
	b.WriteString("\nby type\n\n")
	b.WriteString(r.typeTable().Text())
	if len(r.Refusals) > 0 {
		b.WriteString("\nrefusals, by reason and by the kind of the question\n\n")
		b.WriteString(r.refusalTable().Text())
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
	r.System.WriteText(b)
	writeSet(b, r.Set, r.Files)
	fmt.Fprintf(b, "n         %d questions: %s\n", r.Asked, r.Kinds())
}

// WriteText names what answered, in the head of a report.
func (s System) WriteText(b *bytes.Buffer) {
	fmt.Fprintf(b, "features  %s\nlibrary   %s\n", featureList(s.Features), s.Library)
}

// Kinds counts the questions of each kind in words.
func (r *AnswerReport) Kinds() string {
	var out []string
	for _, kind := range questionKinds {
		n := 0
		for i := range r.Questions {
			if r.Questions[i].Kind == kind {
				n++
			}
		}
		out = append(out, fmt.Sprintf("%d %s", n, kind))
	}
	return strings.Join(out, ", ")
}

func featureList(on []string) string {
	if len(on) == 0 {
		return "none"
	}
	return strings.Join(on, " ")
}

func (r *AnswerReport) rateTable() Table {
	rows := Table{{"", "count", "n", "share", "95 % interval"}}
	for _, x := range r.Rates {
		rows = append(rows, []string{x.Name, fmt.Sprint(x.Count), fmt.Sprint(x.N), percent(x.Share), percents(x.Low, x.High)})
	}
	return rows
}

// typeTable has the counts alone: the rows are too short for intervals.
func (r *AnswerReport) typeTable() Table {
	rows := Table{{"", "asked", "right", "facts", "page", "false refusals", "false answers"}}
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

func (r *AnswerReport) refusalTable() Table {
	rows := Table{{"", string(KindAnswerable), string(KindNearMiss), string(KindOffCorpus)}}
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
	rows := Table{{"", "n", "AURC", "above the best", "at 50 %", "at 80 %", "at 100 %"}}
	for _, c := range r.Curves {
		row := []string{c.Over + " questions", fmt.Sprint(c.N), decimals(c.AURC), decimals(c.Excess)}
		for _, at := range c.At {
			row = append(row, percent(at.Accuracy))
		}
		rows = append(rows, row)
	}
	b.WriteString(rows.Text())
	fmt.Fprintf(b, "\ncalibration over %d answers: ECE %s, Brier %s\n\n", r.Reliability.N, decimals(r.Reliability.ECE), decimals(r.Reliability.Brier))
	bins := Table{{"confidence", "answers", "mean confidence", "right"}}
	for _, x := range r.Reliability.Bins {
		bins = append(bins, []string{
			fmt.Sprintf("%.1f to %.1f", x.Low, x.High), fmt.Sprint(x.N), fmt.Sprintf("%.3f", x.Confidence), percent(x.Accuracy),
		})
	}
	b.WriteString(bins.Text())
}

func (c *AnswerComparison) write(b *bytes.Buffer) {
	fmt.Fprintf(b, "\nagainst the baseline, preset %q, features %s\n", c.Baseline.Preset, featureList(c.Baseline.Features))
	fmt.Fprintf(b, "library   %s\n\n", c.Baseline.Library)
	rows := Table{{"", "n", "baseline", "now", "delta", "95 % interval", "gained", "lost", "sign test p"}}
	for _, p := range c.Measures {
		rows = append(rows, []string{
			p.Name, fmt.Sprint(p.N), percent(p.Baseline), percent(p.Now), points(p.Delta), points(p.Low) + " to " + points(p.High),
			fmt.Sprint(len(p.Gained)), fmt.Sprint(len(p.Lost)), decimals(p.P),
		})
	}
	b.WriteString(rows.Text())
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
