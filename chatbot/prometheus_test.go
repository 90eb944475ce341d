package chatbot

import (
	"net/http/httptest"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPrometheusFormat(t *testing.T) {
	var s metricSet
	c := s.counter("asked_total", "Questions.", "kind")
	h := s.histogram("seconds", "Time.", []float64{.1, 1}, "status", "refused")
	plain := s.histogram("bytes", "Sizes.", []float64{1}, "", "")
	s.value("up", "1 while it runs.", "gauge", func() float64 { return 1 })
	var wg sync.WaitGroup
	for range 100 {
		wg.Go(func() { c.inc("ask") })
	}
	wg.Wait()
	c.inc("a \"b\"\n\\")
	for _, size := range []float64{.1, .5, 1, 7} {
		h.observe("answered", size)
	}
	plain.observe("", 2.5)
	w := httptest.NewRecorder()
	s.ServeHTTP(w, nil)
	want := `# HELP asked_total Questions.
# TYPE asked_total counter
asked_total{kind="a \"b\"\n\\"} 1
asked_total{kind="ask"} 100
# HELP seconds Time.
# TYPE seconds histogram
seconds_bucket{status="answered",le="0.1"} 1
seconds_bucket{status="answered",le="1"} 3
seconds_bucket{status="answered",le="+Inf"} 4
seconds_sum{status="answered"} 8.6
seconds_count{status="answered"} 4
seconds_bucket{status="refused",le="0.1"} 0
seconds_bucket{status="refused",le="1"} 0
seconds_bucket{status="refused",le="+Inf"} 0
seconds_sum{status="refused"} 0
seconds_count{status="refused"} 0
# HELP bytes Sizes.
# TYPE bytes histogram
bytes_bucket{le="1"} 0
bytes_bucket{le="+Inf"} 1
bytes_sum 2.5
bytes_count 1
# HELP up 1 while it runs.
# TYPE up gauge
up 1
`
	if diff := cmp.Diff(want, w.Body.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := w.Header().Get("Content-Type"); got != "text/plain; version=0.0.4; charset=utf-8" {
		t.Errorf("the type is %q", got)
	}
}
