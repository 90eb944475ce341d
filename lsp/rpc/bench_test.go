package rpc_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"go.lsp.dev/protocol"

	"github.com/pqcite/pqcite/lsp/rpc"
)

// BenchmarkRoundTrip is a hover of the size of a card, over pipes of the system.
// Beside the mean it reports the median and the 99th percentile.
func BenchmarkRoundTrip(b *testing.B) {
	card := strings.Repeat("**FIPS 203** section 6.1 <quoted> & checked\n", 45)
	c := open(b, osPipes, rpc.Limits{}, serving(functions{
		request: func(_ context.Context, _ string, params json.RawMessage) (rpc.Run, error) {
			var p protocol.HoverParams
			if err := protocol.Unmarshal(params, &p); err != nil {
				return nil, err
			}
			return func(context.Context) (any, error) {
				return &protocol.Hover{Contents: &protocol.MarkupContent{Kind: protocol.MarkupKindMarkdown, Value: card}}, nil
			}, nil
		},
	}))
	defer c.close()
	in := bufio.NewReader(c.out)
	var times []time.Duration
	id := 0
	b.ReportAllocs()
	for b.Loop() {
		id++
		start := time.Now()
		c.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///a/b.go"},"position":{"line":10,"character":4}}}`, id))
		if _, err := readFrame(in); err != nil {
			b.Fatal(err)
		}
		times = append(times, time.Since(start))
	}
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)/2].Microseconds()), "p50-us")
	b.ReportMetric(float64(times[len(times)*99/100].Microseconds()), "p99-us")
}

// BenchmarkLargeNotification is a text of 5 MB that the server takes in.
func BenchmarkLargeNotification(b *testing.B) {
	c := open(b, osPipes, rpc.Limits{}, serving(functions{}))
	defer c.close()
	in := bufio.NewReader(c.out)
	message := frame(`{"method":"textDocument/didChange","params":{"text":"`+strings.Repeat("a line of text\\n", 330_000)+`"}}`) +
		frame(`{"id":1,"method":"echo"}`)
	b.SetBytes(int64(len(message)))
	b.ReportAllocs()
	for b.Loop() {
		go io.WriteString(c.in, message)
		if _, err := readFrame(in); err != nil {
			b.Fatal(err)
		}
	}
}
