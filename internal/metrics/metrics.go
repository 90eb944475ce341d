// Package metrics counts, and shows the counts in Prometheus's text format (0.0.4).
//
// It stands in for Prometheus's own library, which needs protocol buffers and eight further modules for a format that one page describes: with it the
// program would take a tenth longer to build and be 2 MB larger. It trades away everything but counters, histograms with fixed buckets and values that
// are read when they are asked for, each with one label at most.
package metrics

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

// Set is the metrics of a program. The zero value is empty. It is made by one goroutine, and then for any number.
type Set struct{ all []family }

// family is a metric in all values of its label.
type family struct {
	name, help, kind string
	write            func(w io.Writer)
}

// ServeHTTP writes all metrics.
func (s *Set) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	for _, f := range s.all {
		fmt.Fprintf(w, "# HELP %s %s\n# TYPE %s %s\n", f.name, f.help, f.name, f.kind)
		f.write(w)
	}
}

// Value adds a metric that is read when it is asked for. Its kind is counter or gauge.
func (s *Set) Value(name, help, kind string, read func() float64) {
	s.all = append(s.all, family{name, help, kind, func(w io.Writer) { fmt.Fprintf(w, "%s %s\n", name, number(read())) }})
}

// Counter counts by the values of a label.
type Counter struct {
	mu     sync.Mutex // guards counts
	counts map[string]int64
}

// Counter adds a counter with a label.
func (s *Set) Counter(name, help, label string) *Counter {
	c := &Counter{counts: map[string]int64{}}
	s.all = append(s.all, family{name, help, "counter", func(w io.Writer) {
		c.mu.Lock()
		defer c.mu.Unlock()
		for _, value := range slices.Sorted(maps.Keys(c.counts)) {
			fmt.Fprintf(w, "%s{%s} %d\n", name, labelled(label, value), c.counts[value])
		}
	}})
	return c
}

// Inc counts one.
func (c *Counter) Inc(value string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.counts[value]++
}

// Histogram counts observations by size, and by the values of a label.
type Histogram struct {
	ends []float64 // of the buckets, ascending

	mu     sync.Mutex // guards series
	series map[string]*series
}

// series is what was observed of one value of the label.
type series struct {
	counts []int64 // by bucket; the last is of what is beyond the ends
	sum    float64
}

// Histogram adds a histogram with a label, which is "" for none. The values exist from the start.
func (s *Set) Histogram(name, help string, ends []float64, label string, values ...string) *Histogram {
	h := &Histogram{ends: ends, series: map[string]*series{}}
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
func (h *Histogram) of(value string) *series {
	if h.series[value] == nil {
		h.series[value] = &series{counts: make([]int64, len(h.ends)+1)}
	}
	return h.series[value]
}

// Observe counts one observation.
func (h *Histogram) Observe(value string, size float64) {
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
