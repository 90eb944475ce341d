package citations

import (
	"strings"
	"sync"
)

// Memory keeps what a scan found in each block of a file, so that after an edit
// only the blocks that it touched are read again. It holds the blocks of the last
// scan alone, about as many bytes as the file has. The zero value is empty; a
// Memory is safe for concurrent use, one scan after the other.
//
// What it trades away: blocks are looked for where they stood, up to a few that
// were taken out before them. After a cut of more the rest of the file is read
// again, once.
type Memory struct {
	mu     sync.Mutex
	by     *Scanner     // whose judgements they are; guarded by mu
	blocks []remembered // of the last scan, in order; guarded by mu
	found  int          // how many references that scan had; guarded by mu
}

// remembered is a block with all that its judgement depends on beside the scanner.
type remembered struct {
	text     string
	fallback string       // the document of anchors that name none
	judged   *judgedBlock // nil if it has no references, as most have none
}

// remembering is one scan with a memory, or without: then m is nil.
type remembering struct {
	m    *Memory
	now  []remembered
	next int // of the memory's blocks
}

// begin starts a scan, which must be ended. What another scanner judged is
// forgotten.
func (m *Memory) begin(s *Scanner) remembering {
	if m == nil {
		return remembering{}
	}
	m.mu.Lock()
	if m.by != s {
		m.by, m.blocks = s, nil
	}
	return remembering{m: m, now: make([]remembered, 0, len(m.blocks)+1)}
}

// maxCut is how many blocks may have been taken out between two that are known.
const maxCut = 8

// judged returns the judgement of a block, by judge where it is new.
func (r *remembering) judged(text, fallback string, judge func(text, fallback string) *judgedBlock) *judgedBlock {
	if r.m == nil {
		return judge(text, fallback)
	}
	for i := r.next; i < min(len(r.m.blocks), r.next+maxCut); i++ {
		if b := &r.m.blocks[i]; b.text == text && b.fallback == fallback {
			r.next = i + 1
			r.now = append(r.now, *b)
			return b.judged
		}
	}
	text = strings.Clone(text) // else what is kept would keep the whole file
	b := judge(text, fallback)
	if b == nil || !b.partial {
		r.now = append(r.now, remembered{text, fallback, b})
	}
	return b
}

// expect is how many references the scan is likely to have.
func (r *remembering) expect() int {
	if r.m == nil {
		return 0
	}
	return r.m.found + maxCut
}

func (r *remembering) end(found int) {
	if r.m == nil {
		return
	}
	r.m.blocks, r.m.found = r.now, found
	r.m.mu.Unlock()
}

// abandon ends a scan that was not brought to its end: the memory stays as it was.
func (r *remembering) abandon() {
	if r.m != nil {
		r.m.mu.Unlock()
	}
}
