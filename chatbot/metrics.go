package chatbot

import (
	"github.com/prometheus/client_golang/prometheus"

	"github.com/pqcite/pqcite/core"
)

// Metrics count what the bot does. No label contains anything that a user wrote or is
// known by.
type Metrics struct {
	interactions *prometheus.CounterVec   // by kind
	acknowledged prometheus.Histogram     // seconds from an interaction to its first answer
	answered     *prometheus.HistogramVec // seconds to the outcome, by its status
	failures     *prometheus.CounterVec   // by kind
	limited      *prometheus.CounterVec   // rejected questions, by limit
	votes        *prometheus.CounterVec   // by direction
	dropped      prometheus.Counter
	connected    prometheus.Gauge
}

// NewMetrics creates and registers them.
func NewMetrics(to prometheus.Registerer) (*Metrics, error) {
	buckets := []float64{.005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 15, 60, 120}
	m := &Metrics{
		interactions: counters("interactions_total", "Interactions served, by what the user did.", "kind"),
		acknowledged: prometheus.NewHistogram(prometheus.HistogramOpts{
			Namespace: "pqcite_bot", Name: "acknowledge_seconds", Help: "From a question to its first answer.", Buckets: buckets,
		}),
		answered: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Namespace: "pqcite_bot", Name: "answer_seconds", Help: "From a question to its answer or refusal.", Buckets: buckets,
		}, []string{"status"}),
		failures: counters("failures_total", "Interactions that were not served as they should be.", "kind"),
		limited:  counters("limited_total", "Questions that were not taken, by the limit that was reached.", "bound"),
		votes:    counters("votes_total", "Votes on answers.", "direction"),
		dropped: prometheus.NewCounter(prometheus.CounterOpts{
			Namespace: "pqcite_bot", Name: "dropped_total", Help: "Interactions that were one too many, or came while the bot ended.",
		}),
		connected: prometheus.NewGauge(prometheus.GaugeOpts{Namespace: "pqcite_bot", Name: "connected", Help: "1 while there is a connection to the gateway."}),
	}
	for _, status := range []core.OutcomeStatus{core.Answered, core.Refused} { // so that they exist from the start
		m.answered.WithLabelValues(string(status))
	}
	for _, c := range []prometheus.Collector{m.interactions, m.acknowledged, m.answered, m.failures, m.limited, m.votes, m.dropped, m.connected} {
		if err := to.Register(c); err != nil {
			return nil, err
		}
	}
	return m, nil
}

func counters(name, help, label string) *prometheus.CounterVec {
	return prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: "pqcite_bot", Name: name, Help: help}, []string{label})
}

// Connected records whether there is a gateway connection.
func (m *Metrics) Connected(yes bool) {
	m.connected.Set(map[bool]float64{true: 1}[yes])
}
