package refs

import (
	"strings"
	"sync"
)

// Memory keeps what a scan found in each part of a file, so that after an edit only the
// parts that it touched are read again, wherever the others have gone. Parts with the
// same words are kept once. The zero value is empty; a Memory is safe for concurrent
// use, one scan after the other.
//
// What it trades away: what an edit has replaced is kept for a while, so that up to
// twice as many parts as the file has are held, each with its text, besides the file.
type Memory struct {
	mu    sync.Mutex
	by    *Scanner               // whose judgements they are; guarded by mu
	parts map[worded]*remembered // guarded by mu
	scans int                    // guarded by mu
	met   int                    // parts of the last scan; guarded by mu
	// backgrounds are those of parts, each once, so that parts are distinguished by
	// their address.
	backgrounds     map[background]*background // guarded by mu
	asked, answered *background                // what same was called with last, and returned; guarded by mu
	full            int                        // parts of the last scan that has read all of them; guarded by mu
	// last scans that came to their end: against nothing, and against what the file implies
	readings [2]*scan    // guarded by mu
	first    remembered  // is before the first part; guarded by mu
	last     *remembered // that this scan has met; guarded by mu
}

// worded is all that the judgement of a part depends on besides the scanner.
type worded struct {
	text   string
	before *background // one that the memory has made the same
}

// remembered is the judgement of a part.
type remembered struct {
	worded
	next   *remembered  // the part that followed when it was met last, which is likely to follow again
	ahead  string       // what was after it when it was cut off; "" if it was not
	judged *judgedBlock // nil if it has no references, as most have none
	last   int          // the scan that met it last
}

// spareParts are kept besides those of the file, however small it is.
const spareParts = 64

// begin starts a scan, which must be ended. What another scanner judged is
// forgotten.
func (m *Memory) begin(s *Scanner) {
	if m == nil {
		return
	}
	m.mu.Lock()
	if m.by != s || m.parts == nil {
		m.by, m.parts, m.first.next = s, make(map[worded]*remembered), nil
		m.backgrounds, m.asked, m.readings = make(map[background]*background), nil, [2]*scan{}
	}
	m.scans++
	m.met = 0
	m.last = &m.first
}

// same returns the one background that all equal ones are kept as.
func (m *Memory) same(b *background) *background {
	if m == nil {
		return b
	}
	if b == m.asked {
		return m.answered
	}
	one := m.backgrounds[*b]
	if one == nil {
		one = b
		m.backgrounds[*b] = b
	}
	m.asked, m.answered = b, one
	return one
}

// recall returns the judgement of a part that is known.
func (m *Memory) recall(w worded) (b *judgedBlock, ok bool) {
	if m == nil {
		return nil, false
	}
	r := m.last.next // few parts are looked for beyond
	if r == nil || r.worded != w {
		if r, ok = m.parts[w]; !ok {
			return nil, false
		}
	}
	m.meet(r)
	return r.judged, true
}

// cut returns where a part of a text ends, if it is the one that is likely to be there
// and was cut off before the same words; else 0.
func (m *Memory) cut(text string, start int) int {
	if m == nil || m.last.next == nil || m.last.next.ahead == "" {
		return 0
	}
	r := m.last.next
	if end := start + len(r.text); strings.HasPrefix(text[start:], r.text) && ahead(text, end) == r.ahead {
		return end
	}
	return 0
}

// keep remembers the judgement of a part, and what it was cut off before, both of which
// must be copies: else what is kept would keep the whole file.
func (m *Memory) keep(w worded, ahead string, b *judgedBlock) {
	if m == nil || b != nil && b.partial {
		return
	}
	r := &remembered{worded: w, ahead: ahead, judged: b}
	m.meet(r)
	m.parts[w] = r
}

// meet counts a part once for each scan.
func (m *Memory) meet(r *remembered) {
	m.last.next, m.last = r, r
	if r.last != m.scans {
		r.last = m.scans
		m.met++
	}
}

// reading returns the last scan against a background, or nil.
func (m *Memory) reading(against background) *scan {
	if m == nil {
		return nil
	}
	if r := m.readings[against.turn()]; r != nil && r.against == against {
		return r
	}
	return nil
}

// turn is which scan of a file is the one against a background: the first or the second.
func (b *background) turn() int {
	if b.inferred == "" {
		return 0
	}
	return 1
}

// end ends a scan. One that was not brought to its end has met only some of the parts.
func (m *Memory) end(r *scan) {
	if m == nil {
		return
	}
	defer m.mu.Unlock()
	m.last.next, m.last = nil, nil
	if !r.whole {
		return
	}
	m.remember(r)
	if len(m.parts) <= 2*m.full+spareParts {
		return
	}
	if r.old != nil {
		m.readings = [2]*scan{} // the next scan reads all parts, and shows which ones are left
		return
	}
	kept := make(map[worded]*remembered, m.met) // a map never shrinks
	for w, r := range m.parts {
		if r.last == m.scans {
			kept[w] = r
		}
	}
	m.parts = kept
	clear(m.backgrounds)
	m.asked = nil
	for w := range kept {
		m.backgrounds[*w.before] = w.before
	}
}

// remember keeps a scan for the next one.
func (m *Memory) remember(r *scan) {
	if r.old == nil {
		m.full = m.met
	}
	r.memory, r.pace, r.old = nil, pace{}, nil
	turn := r.against.turn()
	m.readings[turn] = r
	if r.out.Unread != nil {
		m.readings[turn] = nil
	}
	if turn == 0 && !r.again() {
		m.readings[1] = nil
	}
}
