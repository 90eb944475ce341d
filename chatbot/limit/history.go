package limit

import "time"

// history is when the latest were let through, as a ring that has room for the
// largest budget. Times never decrease.
type history struct {
	times  []time.Duration
	oldest int // where the ring begins; 0 until it is full
}

// add notes one. The ring grows with what is let through.
func (h *history) add(now time.Duration, budgets []Budget) {
	size := 0
	for _, b := range budgets {
		size = max(size, b.N)
	}
	if len(h.times) > size || h.oldest > 0 && len(h.times) < size {
		h.resize(size)
	}
	if len(h.times) < size {
		h.times = append(h.times, now)
		return
	}
	h.times[h.oldest] = now
	h.oldest = (h.oldest + 1) % size
}

// resize puts the ring in order and keeps the latest: a guild has changed its
// budgets.
func (h *history) resize(size int) {
	ordered := append(append([]time.Duration{}, h.times[h.oldest:]...), h.times[:h.oldest]...)
	h.times, h.oldest = ordered[max(0, len(ordered)-size):], 0
}

// reset is from when on a budget lets one through: when the Nth latest has left
// its span. full says that there are so many.
func (h *history) reset(b Budget) (at time.Duration, full bool) {
	n := len(h.times)
	if n < b.N {
		return 0, false
	}
	return h.times[(h.oldest+n-b.N)%n] + b.Per, true
}
