package eval

import (
	"bytes"
	"fmt"
	"io"
	"math"
)

// WriteText writes the calibration for people, and the constants to put into the
// code.
func (c *Calibration) WriteText(w io.Writer) error {
	var b bytes.Buffer
	c.writeHead(&b)
	rows := Table{{"signal", "weight", "per deviation", "mean", "deviation", "AUROC alone"}}
	for _, s := range c.Signals {
		rows = append(rows, []string{s.Name, decimals(s.Weight), decimals(s.Standard), decimals(s.Mean), decimals(s.Dev), decimals(s.AUROC)})
	}
	rows = append(rows, []string{"(base)", decimals(c.Base)})
	b.WriteString(rows.Text())
	fmt.Fprintf(&b, "\nheld out in %d folds, n %d: AUROC %s, Brier %s (%s by saying %s each time)\n",
		c.Folds, c.N, decimals(c.AUROC), decimals(c.Brier), decimals(c.BrierBase), decimals(float64(c.Positive)/float64(c.N)))
	fmt.Fprintf(&b, "on the questions of the fit: AUROC %s\n\n", decimals(c.FitAUROC))
	b.WriteString(c.thresholdTable().Text())
	c.writeConstants(&b)
	_, err := w.Write(b.Bytes())
	return err
}

func (c *Calibration) writeHead(b *bytes.Buffer) {
	fmt.Fprintf(b, "calibration of confidence to %q, preset %q\n", c.Label, c.System.Preset)
	c.System.WriteText(b)
	writeSet(b, c.Set, c.Files)
	fmt.Fprintf(b, "n         %d of %d questions, the label true of %d\n", c.N, c.Asked, c.Positive)
	for _, s := range c.Skipped {
		fmt.Fprintf(b, "          %d %s left out: no evidence was assessed, or no label\n", s.N, s.Kind)
	}
	fmt.Fprintf(b, "penalty   %g on weights of standardised signals\n\n", c.Penalty)
}

func (c *Calibration) thresholdTable() Table {
	rows := Table{{"to keep", "refuse below", "kept", "near misses refused", "off-corpus refused"}}
	for _, t := range c.Keep {
		rows = append(rows, []string{percent(t.Share), floor4(t.At), long(t.Kept), long(t.NearMiss), long(t.OffCorpus)})
	}
	return rows
}

// long is a rate with its count and its interval.
func long(r Rate) string {
	if r.N == 0 {
		return "-"
	}
	return fmt.Sprintf("%d/%d %s (%.1f to %.1f %%)", r.Count, r.N, percent(r.Share), 100*r.Low, 100*r.High)
}

// floor4 has four decimals, rounded down: a threshold that is rounded up refuses
// the question that it was taken from.
func floor4(x float64) string { return decimals(math.Floor(x*1e4) / 1e4) }

// writeConstants writes the model as Go source.
func (c *Calibration) writeConstants(b *bytes.Buffer) {
	fmt.Fprintf(b, "\n// Fitted by `pqcite-dev calibrate` to the label %q on %d questions, %d of them\n", c.Label, c.N, c.Positive)
	fmt.Fprintf(b, "// true, of %s (SHA-256 %.12s…); held out: AUROC %.3f, Brier %.3f.\n", c.Set, c.Files[0].SHA256, c.AUROC, c.Brier)
	fmt.Fprintf(b, "// confidence = 1 / (1 + exp(-(base + the sum of weights times signals)))\n")
	fmt.Fprintf(b, "const confidenceBase = %s\n\n", decimals(c.Base))
	b.WriteString("var confidenceWeights = core.Signals{")
	for i, s := range c.Signals {
		fmt.Fprintf(b, "%s%s: %s", []string{"", ", "}[min(i, 1)], fieldName(s.Name), decimals(s.Weight))
	}
	b.WriteString("}\n\nconst (\n")
	for _, t := range c.Keep {
		fmt.Fprintf(b, "\tkeep%.0f = %s // keeps %d of %d held out\n", 100*t.Share, floor4(t.At), t.Kept.Count, t.Kept.N)
	}
	b.WriteString(")\n")
}

// fieldName is what core.Signals calls a signal.
func fieldName(name string) string {
	for i := range signalType.NumField() {
		if f := signalType.Field(i); f.Tag.Get("json") == name {
			return f.Name
		}
	}
	panic("no signal " + name) // Fit has looked it up
}
