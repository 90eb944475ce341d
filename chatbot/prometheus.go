package chatbot

import (
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// metricSet is metrics in Prometheus's text format (0.0.4). Prometheus's own library needs protocol buffers and eight further modules for a format
// that one page describes. The zero value is empty. It is made by one goroutine, and then used by any number.
type metricSet struct{ all []family }

// family is a metric in all values of its label.
type family struct {
	name, help, kind string
	write            func(w io.Writer)
}

// ServeHTTP writes all metrics.
func (s *metricSet) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	for _, f := range s.all {
		fmt.Fprintf(w, "# HELP %s %s\n# TYPE %s %s\n", f.name, f.help, f.name, f.kind)
		f.write(w)
	}
}

// value adds a metric that is read when it is asked for. Its kind is counter or gauge.
func (s *metricSet) value(name, help, kind string, read func() float64) {
	s.all = append(s.all, family{name, help, kind, func(w io.Writer) { fmt.Fprintf(w, "%s %s\n", name, number(read())) }})
}

// counter counts by the values of a label.
type counter struct {
	mu     sync.Mutex // guards counts
	counts map[string]int64
}

// counter adds a counter with a label.
func (s *metricSet) counter(name, help, label string) *counter {
	c := &counter{counts: map[string]int64{}}
	s.all = append(s.all, family{name, help, "counter", func(w io.Writer) {
		c.mu.Lock()
		defer c.mu.Unlock()
		for _, value := range slices.Sorted(maps.Keys(c.counts)) {
			fmt.Fprintf(w, "%s{%s} %d\n", name, labelled(label, value), c.counts[value])
		}
	}})
	return c
}

// inc counts one.
func (c *counter) inc(value string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.counts[value]++
}

// histogram counts observations by size, and by the values of a label.
type histogram struct {
	ends []float64 // of the buckets, ascending

	mu     sync.Mutex // guards series
	series map[string]*series
}

// series is what was observed of one value of the label.
type series struct {
	counts []int64 // by bucket; the last is of what is beyond the ends
	sum    float64
}

// histogram adds a histogram with a label, which is "" for none. The values exist from the start.
func (s *metricSet) histogram(name, help string, ends []float64, label string, values ...string) *histogram {
	h := &histogram{ends: ends, series: map[string]*series{}}
	for _, value := range values {
		h.of(value)
	}
	s.all = append(s.all, family{name, help, "histogram", func(w io.Writer) {
		h.mu.Lock()
		defer h.mu.Unlock()
		for _, value := range slices.Sorted(maps.Keys(h.series)) {
			h.series[value].write(w, name, label, value, ends)
		}
	}})
	return h
}

// of returns the series of a value. The caller has the lock, or is the only one.
func (h *histogram) of(value string) *series {
	if h.series[value] == nil {
		h.series[value] = &series{counts: make([]int64, len(h.ends)+1)}
	}
	return h.series[value]
}

// observe counts one observation.
func (h *histogram) observe(value string, size float64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	s := h.of(value)
	bucket, _ := slices.BinarySearch(h.ends, size) // an end belongs to its bucket
	s.counts[bucket]++
	s.sum += size
}

func (s *series) write(w io.Writer, name, label, value string, ends []float64) {
	own := ""
	if label != "" {
		own = labelled(label, value) + ","
	}
	all := int64(0)
	for i, n := range s.counts {
		end := "+Inf"
		if i < len(ends) {
			end = number(ends[i])
		}
		all += n
		fmt.Fprintf(w, "%s_bucket{%sle=%q} %d\n", name, own, end, all)
	}
	if own = strings.TrimSuffix(own, ","); own != "" {
		own = "{" + own + "}"
	}
	fmt.Fprintf(w, "%s_sum%s %s\n%s_count%s %d\n", name, own, number(s.sum), name, own, all)
}

func number(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) }

var escape = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)

func labelled(label, value string) string { return label + `="` + escape.Replace(value) + `"` }
