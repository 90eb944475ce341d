package eval

import (
	"fmt"
	"html"
	"strings"
)

// Colours that differ for colour-blind readers too, after Okabe and Ito.
const (
	blue   = "#005a9c"
	orange = "#c44e00"
	green  = "#007a5a"
	purple = "#9b3f86"
	grey   = "#595959"
	faint  = "#d9d9d9"
	black  = "#000000"
	white  = "#ffffff"
)

// Sizes, in points.
const (
	textSize    = 10
	tickRoom    = 28 // of the labels of an axis
	labelRoom   = 16 // of the name of an axis
	titleRoom   = 28
	legendLine  = 15
	margin      = 10
	markRadius  = 4
	sampleWidth = 28
)

// axis is one side of a chart, with what it is labelled with.
type axis struct {
	low, high float64
	ticks     []tick
	label     string
	room      float64 // for the labels of ticks
}

type tick struct {
	at    float64
	label string
}

// span is how long the axis is in its own unit.
func (a axis) span() float64 { return a.high - a.low }

// chart is an SVG file that is being drawn. A plotting library needed more code than this, and
// brought its fonts along. The same calls give the same bytes. Text
// stays text, in whatever sans serif the viewer has.
type chart struct {
	b                        strings.Builder
	x, y                     axis
	left, top, right, bottom float64 // of the frame that values are drawn in
}

// entry is a line of a legend.
type entry struct {
	name string
	line stroke
	mark mark
}

// newChart draws the title, the grid and the axes, and the legend below, where it can't
// hide anything.
func newChart(title string, width, height float64, x, y axis, legend []entry) *chart {
	c := &chart{x: x, y: y, left: margin + y.room, top: margin + titleRoom, right: width - 2*margin, bottom: height - margin - tickRoom - labelRoom}
	if y.label != "" {
		c.left += labelRoom
	}
	whole := height + float64(len(legend))*legendLine
	fmt.Fprintf(&c.b, `<svg xmlns="http://www.w3.org/2000/svg" width="%gpt" height="%gpt" viewBox="0 0 %g %g" font-family="Liberation Sans,Arial,Helvetica,sans-serif" font-size="%d">`+"\n",
		width, whole, width, whole, textSize)
	fmt.Fprintf(&c.b, `<rect width="%g" height="%g" fill="%s"/>`+"\n", width, whole, white)
	c.text((c.left+c.right)/2, margin+textSize, "middle", black, title)
	for _, t := range x.ticks {
		at := c.px(t.at)
		c.line(at, c.top, at, c.bottom, stroke{colour: faint, width: 0.5})
		c.text(at, c.bottom+textSize+4, "middle", black, t.label)
	}
	for _, t := range y.ticks {
		at := c.py(t.at)
		c.line(c.left, at, c.right, at, stroke{colour: faint, width: 0.5})
		c.text(c.left-6, at+textSize/3, "end", black, t.label)
	}
	c.text((c.left+c.right)/2, c.bottom+tickRoom+4, "middle", black, x.label)
	if y.label != "" {
		fmt.Fprintf(&c.b, `<g transform="translate(%d,%.1f) rotate(-90)">`, margin+textSize, (c.top+c.bottom)/2)
		c.text(0, 0, "middle", black, y.label)
		c.b.WriteString("</g>\n")
	}
	for i, e := range legend {
		at := height + float64(i)*legendLine
		c.line(4*margin, at, 4*margin+sampleWidth, at, e.line)
		c.mark(4*margin+sampleWidth/2, at, e.mark)
		c.text(4*margin+sampleWidth+8, at+textSize/3, "start", black, e.name)
	}
	return c
}

// px and py are where a value is drawn.
func (c *chart) px(v float64) float64 { return c.left + (v-c.x.low)/c.x.span()*(c.right-c.left) }
func (c *chart) py(v float64) float64 { return c.bottom - (v-c.y.low)/c.y.span()*(c.bottom-c.top) }

// stroke is how a line is drawn; the zero value is none.
type stroke struct {
	colour string
	width  float64
	dashes string
}

func (s stroke) attributes() string {
	return fmt.Sprintf(`fill="none" stroke="%s" stroke-width="%g" stroke-dasharray="%s"`, s.colour, s.width, s.dashes)
}

func (c *chart) line(x1, y1, x2, y2 float64, s stroke) { c.path([]point{{x1, y1}, {x2, y2}}, s) }

type point struct{ x, y float64 }

func (c *chart) path(points []point, s stroke) {
	if s == (stroke{}) {
		return
	}
	c.b.WriteString(`<polyline points="`)
	for _, p := range points {
		fmt.Fprintf(&c.b, "%.1f,%.1f ", p.x, p.y)
	}
	fmt.Fprintf(&c.b, `" %s/>`+"\n", s.attributes())
}

func (c *chart) text(x, y float64, anchor, colour, s string) {
	fmt.Fprintf(&c.b, `<text x="%.1f" y="%.1f" text-anchor="%s" fill="%s">%s</text>`+"\n", x, y, anchor, colour, html.EscapeString(s))
}

// mark is a point of a colour, filled or not; the zero value is none.
type mark struct {
	colour string
	square bool
	hollow bool
}

func (c *chart) mark(x, y float64, m mark) {
	fill := m.colour
	if m.hollow {
		fill = white
	}
	switch {
	case m == mark{}:
	case m.square:
		fmt.Fprintf(&c.b, `<rect x="%.1f" y="%.1f" width="%d" height="%d" fill="%s"/>`+"\n", x-markRadius, y-markRadius, 2*markRadius, 2*markRadius, fill)
	default:
		fmt.Fprintf(&c.b, `<circle cx="%.1f" cy="%.1f" r="%d" fill="%s" stroke="%s"/>`+"\n", x, y, markRadius, fill, m.colour)
	}
}

// end is the file.
func (c *chart) end() []byte { return []byte(c.b.String() + "</svg>\n") }

// percentAxis goes from 0 to 1.
func percentAxis(label string) axis {
	a := axis{high: 1, label: label, room: 34}
	for i := range 6 {
		a.ticks = append(a.ticks, tick{float64(i) / 5, fmt.Sprintf("%d %%", 20*i)})
	}
	return a
}
