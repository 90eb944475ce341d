package font

import "math"

// tracer follows the outline of a Type 2 charstring (Adobe Technical Note 5177)
// vertically only. Arithmetic, which no font in use has, and composed accented letters
// end it.
type tracer struct {
	global, local [][]byte
	budget        *int

	stack     []float64
	stems     int
	y         float64
	low, high float64
	drawn     bool
	ended     bool
}

// maxCalls is how deep subroutines may be called (TN 5177, appendix B).
const maxCalls = 10

// run reads a charstring or a subroutine; false if it cannot be followed.
func (r *tracer) run(s []byte, depth int) bool {
	t := table{data: s}
	for at := 0; at < len(s) && !r.ended; {
		if *r.budget--; *r.budget < 0 || len(r.stack) > maxOperands {
			return false
		}
		b := t.u8(at)
		at++
		switch {
		case b == 255:
			r.push(float64(int32(t.u32(at))) / 65536)
			at += 4
		case b == 28 || b >= 32:
			v, n := operand(&t, at, b)
			r.push(v)
			at += n
		case b == 10, b == 29:
			if !r.call(b, depth) {
				return false
			}
		case b == 11:
			return !t.short
		case b == 12:
			if !r.flex(t.u8(at)) {
				return false
			}
			at++
		case b == 19, b == 20:
			r.stem()
			at += (r.stems + 7) / 8
		default:
			if !r.operate(b) {
				return false
			}
		}
		if t.short {
			return false
		}
	}
	return true
}

func (r *tracer) push(v float64) { r.stack = append(r.stack, v) }

// arg returns an operand, 0 if there is none; negative ones count from the end.
func (r *tracer) arg(i int) float64 {
	if i < 0 {
		i += len(r.stack)
	}
	if i < 0 || i >= len(r.stack) {
		return 0
	}
	return r.stack[i]
}

func (r *tracer) call(op, depth int) bool {
	subrs := r.local
	if op == 29 {
		subrs = r.global
	}
	bias := 107
	switch {
	case len(subrs) >= 33900:
		bias = 32768
	case len(subrs) >= 1240:
		bias = 1131
	}
	n := int(r.arg(-1)) + bias
	if len(r.stack) == 0 || n < 0 || n >= len(subrs) || depth >= maxCalls {
		return false
	}
	r.stack = r.stack[:len(r.stack)-1]
	return r.run(subrs[n], depth+1)
}

// stem counts hints; a width before them makes the number of operands odd.
func (r *tracer) stem() {
	r.stems += len(r.stack) / 2
	r.stack = r.stack[:0]
}

// draw goes up by each step in turn, from a point of the outline to the next.
func (r *tracer) draw(steps ...float64) {
	if !r.drawn {
		r.low, r.high, r.drawn = r.y, r.y, true
	}
	r.low, r.high = math.Min(r.low, r.y), math.Max(r.high, r.y)
	for _, dy := range steps {
		r.y += dy
		r.low, r.high = math.Min(r.low, r.y), math.Max(r.high, r.y)
	}
}

// every draws by every second operand, starting at the first or second.
func (r *tracer) every(from int) {
	r.draw()
	for i := from; i < len(r.stack); i += 2 {
		r.draw(r.stack[i])
	}
}

func (r *tracer) operate(op int) bool {
	switch op {
	case 1, 3, 18, 23:
		r.stem()
	case 4, 21: // vmoveto, rmoveto; a width may come before
		r.y += r.arg(-1)
	case 22: // hmoveto
	case 5, 8, 24, 25: // lines and curves of pairs
		r.every(1)
	case 6:
		r.every(1)
	case 7:
		r.every(0)
	case 26:
		for s := r.stack[len(r.stack)%2:]; len(s) >= 4; s = s[4:] {
			r.draw(s[0], s[2], s[3])
		}
	case 27:
		first := 0.0
		s := r.stack
		if len(s)%2 == 1 {
			first, s = s[0], s[1:]
		}
		for ; len(s) >= 4; s = s[4:] {
			r.draw(first, s[2], 0)
			first = 0
		}
	case 30, 31:
		r.alternate(op == 30)
	case 14:
		r.ended = true
		return len(r.stack) < 4 // four are an accented letter's
	default:
		return false
	}
	r.stack = r.stack[:0]
	return true
}

// alternate draws curves that start vertical and end horizontal, and vice versa.
func (r *tracer) alternate(upright bool) {
	for s := r.stack; len(s) >= 4; s = s[4:] {
		last := 0.0
		if len(s) == 5 {
			last = s[4]
		}
		if upright {
			r.draw(s[0], s[2], last)
		} else {
			r.draw(0, s[2], s[3])
		}
		upright = !upright
	}
}

// flex draws the two curves of an operator of two bytes.
func (r *tracer) flex(op int) bool {
	s := r.stack
	switch {
	case op == 34 && len(s) == 7:
		r.draw(0, s[2], 0, 0, -s[2], 0)
	case op == 35 && len(s) == 13:
		r.stack = s[:12]
		r.every(1)
	case op == 36 && len(s) == 9:
		r.draw(s[1], s[3], 0, 0, s[7], -s[1]-s[3]-s[7])
	case op == 37 && len(s) == 11:
		dx, dy := s[0]+s[2]+s[4]+s[6]+s[8], s[1]+s[3]+s[5]+s[7]+s[9]
		last := s[10]
		if math.Abs(dx) > math.Abs(dy) {
			last = -dy
		}
		r.draw(s[1], s[3], s[5], s[7], s[9], last)
	case op == 0: // dotsection, which does nothing
	default:
		return false
	}
	r.stack = r.stack[:0]
	return true
}
