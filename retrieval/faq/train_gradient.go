package faq

// gradient is that of the summed loss of some examples, by what is learned.
type gradient struct {
	vectors []float32 // rows × Dim, by the unit vectors
	gains   []float32 // by row
	weights Weights
	touched []int  // rows that are not all 0
	marked  []bool // by row: whether it is in touched

	loss  float64
	right int // examples whose likeliest candidate is the right one
}

func newGradient(rows int) *gradient {
	return &gradient{vectors: make([]float32, rows*Dim), gains: make([]float32, rows), marked: make([]bool, rows)}
}

func (g *gradient) clear() {
	for _, row := range g.touched {
		clear(g.row(row))
		g.gains[row], g.marked[row] = 0, false
	}
	g.touched = g.touched[:0]
	g.weights, g.loss, g.right = Weights{}, 0, 0
}

func (g *gradient) row(row int) []float32 { return g.vectors[row*Dim : (row+1)*Dim] }

func (g *gradient) touch(row int) {
	if !g.marked[row] {
		g.marked[row] = true
		g.touched = append(g.touched, row)
	}
}

// gain adds to the gradient of a token's gain what is due to that of its mass.
func (g *gradient) gain(t Token, mass, slope float32) {
	g.touch(t.Row())
	g.gains[t.Row()] += slope * mass
}

// alike adds to the gradient of two vectors what is due to that of how alike
// they are.
func (g *gradient) alike(m *Model, a, b Token, slope float32) {
	if a.Row() == b.Row() || slope == 0 {
		return
	}
	g.touch(a.Row())
	g.touch(b.Row())
	slope /= ActSlope
	addScaled(g.row(a.Row()), m.Vector(b.Row()), slope)
	addScaled(g.row(b.Row()), m.Vector(a.Row()), slope)
}

func addScaled(dst, v []float32, scale float32) {
	v = v[:len(dst)]
	for i := range dst {
		dst[i] += scale * v[i]
	}
}
