package chatbot_test

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pqcite/pqcite/chatbot/limit"
	"github.com/pqcite/pqcite/internal/discordtest"
	"github.com/pqcite/pqcite/internal/race"
)

// Ten thousand interactions leak nothing: no goroutines, and no memory that grows with
// their number. Their cost is logged.
func TestEndurance(t *testing.T) {
	if race.Enabled || testing.Short() {
		t.Skip("takes minutes under the race detector: run without -race and -short")
	}
	for name, overHTTP := range transports {
		t.Run(name, func(t *testing.T) {
			x := begin(t, setup{asker: simple, overHTTP: overHTTP, budgets: wide(), sizes: &limit.Sizes{Running: 10, Waiting: 1000, PerUser: 10}}).ready()
			const first, all = 1_000, 10_000
			var acks, answers []time.Duration
			run := func(from, to int) weight {
				for at := from; at < to; at += 250 {
					a, b := x.crowded(at, min(250, to-at))
					acks, answers = append(acks, a...), append(answers, b...)
					x.Forget()
				}
				return weigh()
			}
			before := run(0, first)
			after := run(first, all)
			t.Logf("after %d: %v; after %d: %v", first, before, all, after)
			t.Logf("acknowledged after %v (p50), %v (p99); answered after %v (p50), %v (p99)", share(acks, 50), share(acks, 99), share(answers, 50), share(answers, 99))
			// Some are of connections that are kept for the next call: three each, of 64.
			if after.goroutines > before.goroutines+3*64 {
				t.Errorf("%d goroutines have become %d", before.goroutines, after.goroutines)
			}
			// 9,000 saved answers are on the disk; the fake keeps some bytes of each token.
			if most := before.heap + 12<<20; after.heap > most {
				t.Errorf("a heap of %d KiB has become %d KiB", before.heap>>10, after.heap>>10)
			}
		})
	}
}

// crowded has so many interactions, twenty at a time: questions, buttons of their
// answers, and completions. It returns how long questions waited for Discord's first
// sign and for their answers.
func (x *session) crowded(from, n int) (acks, answers []time.Duration) {
	var mu sync.Mutex
	var workers sync.WaitGroup
	ctx := x.within()
	next := make(chan int)
	for range 20 {
		workers.Go(func() {
			for i := range next {
				u := x.User(fmt.Sprint("reader ", i%100))
				began := time.Now()
				it := x.ask(u, fmt.Sprintf("What is ML-KEM? %d", i))
				m, err := it.AwaitEdit(ctx, func(m discordtest.Message) bool { return strings.Contains(m.Text(), "Table 3") })
				took := time.Since(began)
				if err != nil {
					x.tb.Error(err)
					continue
				}
				callback, _ := it.Callback()
				mu.Lock()
				acks, answers = append(acks, callback.After), append(answers, took)
				mu.Unlock()
				id, _ := buttonOf(m, []string{"why", "up", "evidence"}[i%3])
				for _, other := range []*discordtest.Interaction{x.Press(u, m, id), x.Autocomplete(u, "term", "term", "ml-k")} {
					if _, err := other.AwaitCallback(ctx); err != nil {
						x.tb.Error(err)
					}
				}
			}
		})
	}
	for i := 0; i < n; i += 3 { // each is three interactions
		next <- from + i
	}
	close(next)
	workers.Wait()
	return acks, answers
}

// weight is what a process has.
type weight struct {
	goroutines int
	heap       uint64 // bytes in use
}

func (w weight) String() string {
	return fmt.Sprintf("%d goroutines, %d KiB", w.goroutines, w.heap>>10)
}

func weigh() weight {
	runtime.GC()
	runtime.GC() // what pools held is freed by the second
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return weight{runtime.NumGoroutine(), m.HeapAlloc}
}

// share is the value that so many percent do not exceed.
func share(of []time.Duration, percent int) time.Duration {
	sorted := slices.Sorted(slices.Values(of))
	return sorted[min(len(sorted)-1, len(sorted)*percent/100)]
}
