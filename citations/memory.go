package citations

import "sync"

// Memory keeps what a scan found in each block of a file, so that after an edit
// only the blocks that it touched are read again. It holds the blocks of the last
// scan alone, about as many bytes as the file has. The zero value is empty; a
// Memory is safe for concurrent use, one scan after the other.
type Memory struct {
	mu     sync.Mutex
	by     *Scanner                  // whose judgements they are
	blocks map[blockKey]*judgedBlock // guarded by mu
}

// blockKey is all that the judgement of a block depends on beside its scanner.
type blockKey struct {
	text     string
	fallback string // the document of anchors that name none
}

// remembering is one scan with a memory, or without: then m is nil.
type remembering struct {
	m    *Memory
	now  map[blockKey]*judgedBlock
	last map[blockKey]*judgedBlock
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
	return remembering{m: m, now: make(map[blockKey]*judgedBlock, len(m.blocks)), last: m.blocks}
}

// judged returns the judgement of a block, by judge where it is new. Blocks
// without references are remembered too: most have none.
func (r *remembering) judged(text, fallback string, judge func(text, fallback string) *judgedBlock) *judgedBlock {
	if r.m == nil {
		return judge(text, fallback)
	}
	key := blockKey{text, fallback}
	b, known := r.now[key]
	if !known {
		if b, known = r.last[key]; !known {
			b = judge(text, fallback)
		}
		r.now[key] = b
	}
	return b
}

func (r *remembering) end() {
	if r.m == nil {
		return
	}
	r.m.blocks = r.now
	r.m.mu.Unlock()
}
