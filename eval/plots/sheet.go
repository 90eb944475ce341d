package plots

import (
	"bytes"
	"fmt"
	"image/color"
	"path/filepath"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"github.com/pqcite/pqcite/eval"
	"github.com/pqcite/pqcite/internal/atomicfile"
)

// Colours that differ for colour-blind readers too, after Okabe and Ito.
var (
	blue   = color.RGBA{0x00, 0x5a, 0x9c, 0xff}
	orange = color.RGBA{0xc4, 0x4e, 0x00, 0xff}
	green  = color.RGBA{0x00, 0x7a, 0x5a, 0xff}
	purple = color.RGBA{0x9b, 0x3f, 0x86, 0xff}
	grey   = color.RGBA{0x59, 0x59, 0x59, 0xff}
	faint  = color.RGBA{0xd9, 0xd9, 0xd9, 0xff}
)

// Sizes, in points.
const (
	titleSize  = 12
	textSize   = 10
	legendLine = 15
	margin     = 10
)

// plotted are the measures that a plot of differences is drawn of.
var plotted = []string{"right", "false_refusal", "false_answer", "sound"}

// Write draws all plots of an ablation into a folder and returns their names.
func Write(dir string, a *eval.Ablation) ([]string, error) {
	type drawing struct {
		name string
		draw func() ([]byte, error)
	}
	var all []drawing
	for _, m := range plotted {
		all = append(all, drawing{"differences-" + m + ".svg", func() ([]byte, error) { return Differences(a, m) }})
	}
	all = append(all,
		drawing{"risk-coverage.svg", func() ([]byte, error) { return RiskCoverage(a) }},
		drawing{"reliability.svg", func() ([]byte, error) { return Reliability(a) }})
	var names []string
	for _, d := range all {
		svg, err := d.draw()
		if err != nil {
			return nil, fmt.Errorf("draw %q: %w", d.name, err)
		}
		if svg == nil {
			continue
		}
		if err := atomicfile.WriteBytes(filepath.Join(dir, d.name), 0o644, svg); err != nil {
			return nil, fmt.Errorf("write plot: %w", err)
		}
		names = append(names, d.name)
	}
	return names, nil
}

// newPlot is an empty plot in the style of all.
func newPlot(title, x, y string) *plot.Plot {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = title, x, y
	p.Title.TextStyle.Font = sans(titleSize)
	p.Title.Padding = vg.Points(8)
	for _, style := range []*text.Style{
		&p.X.Label.TextStyle, &p.Y.Label.TextStyle, &p.X.Tick.Label, &p.Y.Tick.Label,
	} {
		style.Font = sans(textSize)
	}
	p.X.Label.Padding, p.Y.Label.Padding = vg.Points(4), vg.Points(4)
	return p
}

func sans(size float64) font.Font {
	return font.Font{Typeface: "Liberation", Variant: "Sans", Size: vg.Points(size)}
}

// entry is a line of a legend.
type entry struct {
	name string
	mark plot.Thumbnailer
}

// render draws a plot with its legend below it, where it can't hide anything.
func render(p *plot.Plot, width, height float64, legend []entry) ([]byte, error) {
	below := float64(len(legend))*legendLine + margin/2
	canvas := vgsvg.New(vg.Points(width), vg.Points(height+below))
	c := draw.New(canvas)
	c.SetColor(color.White)
	c.Fill(c.Rectangle.Path())
	c = draw.Crop(c, margin, -margin, margin, -margin)
	p.Draw(draw.Crop(c, 0, 0, vg.Points(below), 0))
	l := plot.NewLegend()
	l.TextStyle.Font, l.Left, l.ThumbnailWidth = sans(textSize), true, vg.Points(28)
	l.Padding = vg.Points(3)
	for _, e := range legend {
		l.Add(e.name, e.mark)
	}
	l.Draw(draw.Crop(c, vg.Points(40), 0, 0, vg.Points(below)-(c.Max.Y-c.Min.Y)))
	var b bytes.Buffer
	if _, err := canvas.WriteTo(&b); err != nil {
		return nil, err
	}
	return bytes.ReplaceAll(b.Bytes(), []byte("font-family:Liberation Sans;"), []byte("font-family:Liberation Sans,Arial,Helvetica,sans-serif;")), nil
}

// percentTicks are ticks of an axis from 0 to 1, every tenth with a label on
// every fifth.
func percentTicks() plot.ConstantTicks {
	var ticks plot.ConstantTicks
	for i := range 11 {
		t := plot.Tick{Value: float64(i) / 10}
		if i%2 == 0 {
			t.Label = fmt.Sprintf("%d %%", 10*i)
		}
		ticks = append(ticks, t)
	}
	return ticks
}
