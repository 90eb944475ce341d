package retrieval

import (
	"runtime"
	"slices"
	"sync"

	"github.com/pqcite/pqcite/retrieval/lexical"
)

// maxBags bounds what bags may take, in bytes: those of some fifty thousand passages.
const maxBags = 64 << 20

// bagCache keeps passages as they are scored: to cut one into terms takes longer than all that
// follows.
type bagCache struct {
	mu   sync.RWMutex
	bags map[uint32]*lexical.Bag
	size int // in bytes
}

// of returns the bags of entries, which must ascend.
func (c *bagCache) of(e *Engine, entries []uint32) []*lexical.Bag {
	out := make([]*lexical.Bag, len(entries))
	var missing []int // indices into entries
	c.mu.RLock()
	for i, entry := range entries {
		if out[i] = c.bags[entry]; out[i] == nil {
			missing = append(missing, i)
		}
	}
	c.mu.RUnlock()
	if len(missing) == 0 {
		return out
	}
	var all sync.WaitGroup
	for share := range slices.Chunk(missing, len(missing)/runtime.GOMAXPROCS(0)+1) {
		all.Go(func() { e.readBags(share, entries, out) })
	}
	all.Wait()
	c.keep(missing, entries, out)
	return out
}

// readBags reads the entries at some indices.
func (e *Engine) readBags(indices []int, entries []uint32, out []*lexical.Bag) {
	share := make([]uint32, len(indices))
	for n, i := range indices {
		share[n] = entries[i]
	}
	n := 0
	for entry := range e.entriesOf(share) {
		out[indices[n]] = lexical.ReadEntry(entry)
		n++
	}
}

func (c *bagCache) keep(indices []int, entries []uint32, bags []*lexical.Bag) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, i := range indices {
		if c.bags[entries[i]] != nil {
			continue
		}
		if size := bags[i].Size(); c.bags == nil || c.size+size > maxBags {
			c.bags, c.size = make(map[uint32]*lexical.Bag), 0
		}
		c.bags[entries[i]] = bags[i]
		c.size += bags[i].Size()
	}
}
