package rpc_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/pqcite/pqcite/internal/race"
	"github.com/pqcite/pqcite/lsp/rpc"
)

// floodSize is how many requests a client sends that reads nothing. Under the race
// detector and with -short it is less, to keep the tests short.
func floodSize() int {
	if race.Enabled || testing.Short() {
		return 30_000
	}
	return 300_000
}

// maxGrowth is what a flood may cost, in bytes of the heap.
const maxGrowth = 100 << 20

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

func checkGrowth(t *testing.T, before uint64) {
	t.Helper()
	after := heap()
	t.Logf("heap: %.1f MB before, %.1f MB after", float64(before)/(1<<20), float64(after)/(1<<20))
	if after > before+maxGrowth {
		t.Errorf("heap has grown by %d bytes, want at most %d", after-before, maxGrowth)
	}
}

// flood sends n requests with the ids from 0 in large writes. It returns early when
// the connection is closed.
func flood(c *client, n int) {
	w := bufio.NewWriterSize(c.in, 64<<10)
	for i := range n {
		if _, err := w.WriteString(frame(fmt.Sprintf(`{"id":%d,"method":"echo","params":["0123456789"]}`, i))); err != nil {
			return
		}
	}
	w.Flush()
}

// countAnswers reads n answers without the cost of the client's checks.
func countAnswers(t *testing.T, out io.Reader, n int) {
	t.Helper()
	in := bufio.NewReaderSize(out, 64<<10)
	seen := make([]bool, n)
	for range n {
		body, err := readFrame(in)
		if err != nil {
			t.Fatal(err)
		}
		a := parse(t, string(body))
		if seen[a.ID] {
			t.Fatalf("second answer to %d: %s", a.ID, body)
		}
		seen[a.ID] = true
	}
}

// With the default limits a flood that nobody reads is taken in to its end, and so
// the end of the input is seen as well.
func TestFloodThatIsNeverRead(t *testing.T) {
	before := heap()
	c := connect(t, osPipes, rpc.Limits{}, serving(functions{}))
	flood(c, floodSize())
	checkGrowth(t, before)
	c.in.Close()
	c.waitDone()
	if err := c.conn.Err(); err != io.EOF {
		t.Errorf("Err() = %v, want %v", err, io.EOF)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if err := c.conn.Drain(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Drain = %v, want %v", err, context.DeadlineExceeded)
	}
}

// A flood that is read late is answered in full, whether the answers had room or
// the client had to wait for it.
func TestFloodThatIsReadLate(t *testing.T) {
	limits := map[string]rpc.Limits{
		"default": {},
		"small":   {Requests: 16, Outgoing: 16, OutgoingBytes: 64 << 10},
	}
	for name, limits := range limits {
		t.Run(name, func(t *testing.T) {
			n := floodSize() / 3
			before := heap()
			c := connect(t, osPipes, limits, serving(functions{}))
			sent := make(chan struct{})
			go func() {
				defer close(sent)
				flood(c, n)
			}()
			select {
			case <-sent:
			case <-time.After(500 * time.Millisecond): // it waits for us to read
			}
			checkGrowth(t, before)
			countAnswers(t, c.out, n)
			await(t, sent, "the end of the flood")
			c.settle()
		})
	}
}

func TestClientThatNeverReadsIsGivenUp(t *testing.T) {
	c := connect(t, osPipes, rpc.Limits{OutgoingBytes: 64 << 10, Stall: 50 * time.Millisecond}, serving(functions{}))
	go flood(c, 100_000)
	c.waitDone()
	if err := c.conn.Err(); !errors.Is(err, rpc.ErrStalled) {
		t.Errorf("Err() = %v, want %v", err, rpc.ErrStalled)
	}
	if err := c.conn.Notify("x", nil); !errors.Is(err, rpc.ErrClosed) || !errors.Is(err, rpc.ErrStalled) {
		t.Errorf("Notify = %v, want %v", err, rpc.ErrClosed)
	}
}

// Workers and notifications wait when the client does not read, and end with the
// connection; the read loop goes on.
func TestWaitersEndWithTheConnection(t *testing.T) {
	var seen atomic.Int32
	c := connect(t, netPipe, rpc.Limits{Outgoing: 1}, serving(functions{
		notification: func(context.Context, string, json.RawMessage) { seen.Add(1) },
	}))
	for i := range 20 {
		c.send(fmt.Sprintf(`{"id":%d,"method":"echo"}`, i), `{"method":"n"}`)
	}
	results := make(chan error)
	for range 3 {
		go func() {
			for {
				if err := c.conn.Notify("n", nil); err != nil {
					results <- err
					return
				}
			}
		}()
	}
	c.send(`{"method":"n"}`, `[]`, `[]`, `[]`) // are read nevertheless
	c.conn.Close()
	for range 3 {
		if err := await(t, results, "Notify"); !errors.Is(err, rpc.ErrClosed) {
			t.Errorf("Notify = %v, want %v", err, rpc.ErrClosed)
		}
	}
	if got := seen.Load(); got != 21 {
		t.Errorf("%d notifications were handled, want 21", got)
	}
}

// Requests beyond the bound are refused only when none of the others ends for a while.
// Then those that come next don't wait each, and a cancellation behind them is seen.
func TestRequestsAreRefusedWhenNoneEnds(t *testing.T) {
	c := connect(t, osPipes, rpc.Limits{Requests: 2, Workers: 2, Stall: 200 * time.Millisecond}, serving(waiting(nil)))
	began := time.Now()
	c.send(`{"id":1,"method":"wait"}`, `{"id":2,"method":"wait"}`)
	for id := 3; id < 103; id++ {
		c.send(fmt.Sprintf(`{"id":%d,"method":"echo"}`, id))
	}
	c.send(cancelOf("2"))
	for id := 3; id < 103; id++ {
		c.expect(failure(fmt.Sprint(id), rpc.CodeRequestFailed, "too many requests are waiting"))
	}
	c.expect(failure("2", rpc.CodeRequestCancelled, cancelled))
	if took := time.Since(began); took > patience/2 {
		t.Errorf("a hundred refusals took %v", took)
	}
	c.settle()
}

// A client that sends 5,000 requests before it reads anything gets 5,000 results.
func TestPipelinedRequestsAreServed(t *testing.T) {
	const n = 5000
	c := connect(t, osPipes, rpc.Limits{}, serving(functions{}))
	flood(c, n) // returns only if all was taken in
	in := bufio.NewReader(c.out)
	seen := map[int]bool{}
	for range n {
		body, err := readFrame(in)
		if err != nil {
			t.Fatal(err)
		}
		a := parse(t, string(body))
		if seen[a.ID] || a.Error.Code != 0 || string(a.Result) != `["0123456789"]` {
			t.Fatalf("answer %s", body)
		}
		seen[a.ID] = true
	}
}

// What requests hold is bounded by reading that waits: with room for two, no more than
// two are there at once, however many are sent, and all are served.
func TestRoomForRequests(t *testing.T) {
	const n, weight = 200, 1 << 20
	var present, most atomic.Int32
	handler := functions{request: func(ctx context.Context, _ string, _ json.RawMessage) (rpc.Run, error) {
		rpc.Weigh(ctx, weight)
		return func(context.Context) (any, error) {
			for here, old := present.Load(), most.Load(); here > old && !most.CompareAndSwap(old, here); old = most.Load() {
			}
			time.Sleep(100 * time.Microsecond)
			present.Add(-1)
			return nil, nil
		}, nil
	}}
	counted := functions{request: func(ctx context.Context, method string, params json.RawMessage) (rpc.Run, error) {
		present.Add(1) // of those that were read: one may wait for room
		return handler.request(ctx, method, params)
	}}
	c := connect(t, osPipes, rpc.Limits{RequestBytes: 2*weight + 64<<10}, serving(counted))
	flood(c, n)
	countAnswers(t, c.out, n)
	if got := most.Load(); got > 4 { // and one may be counted off late
		t.Errorf("%d requests were there at once, want 2 and one that waits", got)
	}
	rpc.Weigh(t.Context(), 1) // of no request: does nothing
}

// A request that waits for room ends with the connection.
func TestRoomEndsWithTheConnection(t *testing.T) {
	c := connect(t, osPipes, rpc.Limits{Requests: 1}, serving(waiting(nil)))
	c.send(`{"id":1,"method":"wait"}`, `{"id":2,"method":"wait"}`)
	if err := c.conn.Close(); err != nil {
		t.Errorf("Close: %v", err)
	}
}

// Settle waits for what was asked, and not for what is detached.
func TestSettle(t *testing.T) {
	started := make(chan string, 1)
	c := connect(t, osPipes, rpc.Limits{Workers: 1}, serving(functions{
		request: func(_ context.Context, method string, _ json.RawMessage) (rpc.Run, error) {
			return func(ctx context.Context) (any, error) {
				switch method {
				case "long":
					rpc.Detach(ctx)
					<-ctx.Done()
				case "held":
					started <- method
					<-ctx.Done()
				}
				return method, ctx.Err()
			}, nil
		},
	}))
	c.send(`{"id":1,"method":"long"}`, `{"id":2,"method":"short"}`, `{"id":3,"method":"short"}`)
	answers := make(chan string, 2)
	go func() {
		answers <- c.next()
		answers <- c.next()
	}()
	for range 2 {
		await(t, answers, "an answer")
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	if err := c.conn.Settle(ctx, patience); err != nil {
		t.Errorf("Settle: %v", err)
	}
	c.send(`{"id":4,"method":"held"}`)
	await(t, started, "the run")
	gone, end := context.WithCancel(t.Context())
	end()
	if err := c.conn.Settle(gone, patience); !errors.Is(err, context.Canceled) {
		t.Errorf("Settle = %v, want %v", err, context.Canceled)
	}
	if err := c.conn.Settle(ctx, 10*time.Millisecond); !errors.Is(err, rpc.ErrUnsettled) {
		t.Errorf("Settle = %v, want %v", err, rpc.ErrUnsettled)
	}
}

func TestWorkersBoundWhatRuns(t *testing.T) {
	var running, most atomic.Int32
	c := connect(t, osPipes, rpc.Limits{Workers: 3}, serving(functions{
		request: func(context.Context, string, json.RawMessage) (rpc.Run, error) {
			return func(context.Context) (any, error) {
				n := running.Add(1)
				defer running.Add(-1)
				for old := most.Load(); n > old && !most.CompareAndSwap(old, n); old = most.Load() {
				}
				time.Sleep(time.Millisecond)
				return nil, nil
			}, nil
		},
	}))
	go flood(c, 100)
	for range 100 {
		c.next()
	}
	if got := most.Load(); got > 3 {
		t.Errorf("%d requests ran at once, want at most 3", got)
	}
}

// A message larger than the bytes of the queue passes when it is alone.
func TestLargerThanTheQueue(t *testing.T) {
	c := connect(t, osPipes, rpc.Limits{OutgoingBytes: 1000}, serving(functions{}))
	text := strings.Repeat("x", 100_000)
	for range 3 {
		c.send(`{"id":1,"method":"echo","params":["` + text + `"]}`)
		c.expect(`{"jsonrpc":"2.0","id":1,"result":["` + text + `"]}`)
	}
}

// A length alone costs nothing, whatever it claims.
func TestMemoryGrowsWithWhatArrives(t *testing.T) {
	before := heap()
	c := connect(t, netPipe, rpc.Limits{Message: 1 << 30}, serving(functions{}))
	c.write("Content-Length: 1000000000\r\n\r\n" + strings.Repeat("x", 1<<20))
	after := heap()
	if after > before+16<<20 {
		t.Errorf("heap has grown by %d bytes for 1 MiB of a body", after-before)
	}
	c.in.Close()
	c.waitDone()
}
