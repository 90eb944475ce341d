package eval

import (
	"fmt"
	"math"
)

// svg is a chart as a file.
type svg struct {
	name string
	svg  []byte
}

// charts are all that there is something to draw of.
func (r *Ablation) charts() []svg {
	var out []svg
	for _, m := range AnswerMeasures() {
		switch m.Name {
		case "right", "false_refusal", "false_answer", "sound":
			out = append(out, svg{"differences-" + m.Name + ".svg", r.differences(m)})
		}
	}
	out = append(out, svg{"risk-coverage.svg", r.riskCoverage()}, svg{"reliability.svg", r.reliability()})
	var drawn []svg
	for _, c := range out {
		if c.svg != nil {
			drawn = append(drawn, c)
		}
	}
	return drawn
}

// row is one arm of a chart of differences, in percentage points.
type row struct {
	name             string
	role             role
	at               float64 // height, in rows from the top
	delta, low, high float64
	better           int // of the interval: 1 if it misses 0 for the better, -1 for the worse
}

// The marks of rows, and what they mean.
var (
	differenceMarks = map[int]mark{1: {colour: blue}, -1: {colour: orange, square: true}, 0: {colour: grey, hollow: true}}
	differenceNotes = []entry{
		{"the interval misses 0: better", stroke{blue, 2, ""}, differenceMarks[1]},
		{"the interval misses 0: worse", stroke{orange, 2, ""}, differenceMarks[-1]},
		{"the interval holds 0", stroke{grey, 2, ""}, differenceMarks[0]},
	}
)

// rowHeight is that of an arm, in points.
const rowHeight = 16

// differences draws how far every arm is from the control by a measure, with its
// interval: one row an arm, the first on top. It is nil where no question counts.
func (r *Ablation) differences(m answerMeasure) []byte {
	rows, n := r.rows(m)
	if len(rows) == 0 {
		return nil
	}
	lines := rows[len(rows)-1].at + 1
	y := axis{low: 0.3 - lines, high: 0.7, room: 110}
	for _, row := range rows {
		y.ticks = append(y.ticks, tick{-row.at, row.name})
	}
	title := fmt.Sprintf("%s: each arm less the control (%d questions)", words(m.Name), n)
	c := newChart(title, 560, titleRoom+tickRoom+labelRoom+2*margin+rowHeight*lines, differenceAxis(rows), y, differenceNotes)
	c.line(c.px(0), c.top, c.px(0), c.bottom, stroke{black, 1, ""})
	for _, row := range rows {
		m, at := differenceMarks[row.better], c.py(-row.at)
		c.line(c.px(row.low), at, c.px(row.high), at, stroke{m.colour, 2, ""})
		c.mark(c.px(row.delta), at, m)
	}
	return c.end()
}

// groupGap is the space between arms of different roles, in rows.
const groupGap = 0.6

func (r *Ablation) rows(m answerMeasure) (rows []row, n int) {
	at := 0.0
	for _, a := range r.arms {
		if a.control == nil {
			continue
		}
		d := a.control.Of(m.Name)
		if d.N == 0 {
			continue
		}
		w := row{name: a.name, role: a.role, delta: 100 * d.Delta, low: 100 * d.Low, high: 100 * d.High}
		switch {
		case w.low > 0:
			w.better = 1
		case w.high < 0:
			w.better = -1
		}
		if m.Lower {
			w.better = -w.better
		}
		if len(rows) > 0 {
			if at++; rows[len(rows)-1].role != a.role {
				at += groupGap
			}
		}
		w.at = at
		rows, n = append(rows, w), d.N
	}
	return rows, n
}

// maxTicks bounds the labels of an axis of differences.
const maxTicks = 9

// differenceAxis takes in every interval and 0, with room at both ends; rows that are all
// 0 still have an axis. Its labels are multiples of a round step.
func differenceAxis(rows []row) axis {
	a := axis{low: -1, high: 1, label: "percentage points, with the 95 % interval"}
	for _, r := range rows {
		a.low, a.high = min(a.low, r.low), max(a.high, r.high)
	}
	room := a.span() / 20
	a.low, a.high = a.low-room, a.high+room
	step := 50.0
	for _, s := range []float64{0.5, 1, 2, 5, 10, 20} {
		if a.span()/s < maxTicks {
			step = s
			break
		}
	}
	for i := math.Ceil(a.low / step); i*step <= a.high; i++ {
		label := fmt.Sprintf("%+g", i*step)
		if i == 0 {
			label = "0"
		}
		a.ticks = append(a.ticks, tick{i * step, label})
	}
	return a
}
