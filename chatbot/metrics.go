package chatbot

import (
	"runtime"
	"sync/atomic"

	"github.com/pqcite/pqcite/chatbot/state"
	"github.com/pqcite/pqcite/core"
)

// counts is what the bot counts. No label contains anything that a user wrote or is
// known by.
type counts struct {
	metricSet
	interactions *counter   // by kind
	acknowledged *histogram // seconds from an interaction to its first answer
	answered     *histogram // seconds to the outcome, by its status
	failures     *counter   // by kind
	limited      *counter   // rejected questions, by limit
	votes        *counter   // by direction
	dropped      atomic.Int64
	connected    atomic.Bool
}

func newCounts(store *state.Store) *counts {
	const prefix = "pqcite_bot_"
	ends := []float64{.005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 15, 60, 120}
	c := &counts{}
	c.interactions = c.counter(prefix+"interactions_total", "Interactions served, by what the user did.", "kind")
	c.acknowledged = c.histogram(prefix+"acknowledge_seconds", "From a question to its first answer.", ends, "", "")
	c.answered = c.histogram(prefix+"answer_seconds", "From a question to its answer or refusal.", ends, "status", string(core.Answered), string(core.Refused))
	c.failures = c.counter(prefix+"failures_total", "Interactions that were not served as they should be.", "kind")
	c.limited = c.counter(prefix+"limited_total", "Questions that were not taken, by the limit that was reached.", "bound")
	c.votes = c.counter(prefix+"votes_total", "Votes on answers.", "direction")
	c.value(prefix+"dropped_total", "Interactions that were one too many, or came while the bot ended.", "counter", func() float64 { return float64(c.dropped.Load()) })
	c.value(prefix+"uncounted_total", "Questions that could not be counted in the store.", "counter", func() float64 { n, _ := store.Lost(); return float64(n) })
	c.value(prefix+"connected", "1 while there is a connection to the gateway.", "gauge", func() float64 { return map[bool]float64{true: 1}[c.connected.Load()] })
	c.value("go_goroutines", "Goroutines that exist.", "gauge", func() float64 { return float64(runtime.NumGoroutine()) })
	c.value("go_memstats_heap_alloc_bytes", "Bytes of objects on the heap.", "gauge", heap)
	return c
}

func heap() float64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc)
}
