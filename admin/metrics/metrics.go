package metrics

import (
	"fmt"
	"io"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/common/expfmt"
)

// Metrics holds the counts of one gateway. It is safe for concurrent use.
type Metrics struct {
	registry *prometheus.Registry
	vectors  map[string]prometheus.Collector
	read     map[string]Definition // those that are fetched
}

// New returns metrics that are all zero. version is the program's.
func New(version string) *Metrics {
	m := &Metrics{registry: prometheus.NewRegistry(), vectors: map[string]prometheus.Collector{}, read: map[string]Definition{}}
	for _, d := range Table() {
		if d.Read {
			m.read[d.Name] = d
		} else {
			m.vectors[d.Name] = vector(d)
			m.registry.MustRegister(m.vectors[d.Name])
		}
	}
	m.registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	m.vectors["vouchsafe_build_info"].(*prometheus.GaugeVec).WithLabelValues(label(version)).Set(1)
	return m
}

// vector makes the metric of a definition.
func vector(d Definition) prometheus.Collector {
	switch d.Kind {
	case Gauge:
		return prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: d.Name, Help: d.Help}, d.Labels)
	case Histogram:
		options := prometheus.HistogramOpts{Name: d.Name, Help: d.Help, Buckets: embedded().Buckets[d.Buckets]}
		return prometheus.NewHistogramVec(options, d.Labels)
	}
	return prometheus.NewCounterVec(prometheus.CounterOpts{Name: d.Name, Help: d.Help}, d.Labels)
}

// ContentType is that of what Write writes.
const ContentType = "text/plain; version=0.0.4; charset=utf-8"

// Write writes all metrics in Prometheus's text format.
func (m *Metrics) Write(w io.Writer) error {
	families, err := m.registry.Gather()
	if err != nil {
		return fmt.Errorf("cannot gather the metrics: %w", err)
	}
	for _, f := range families {
		if _, err := expfmt.MetricFamilyToText(w, f); err != nil {
			return fmt.Errorf("cannot write the metrics: %w", err)
		}
	}
	return nil
}

// Recorded notes how long handing a trace to the ledger took.
func (m *Metrics) Recorded(app string, d time.Duration) {
	m.time("vouchsafe_ledger_seconds", d, label(app))
}

// Feedback counts what a person said of an answer that a judge was asked about.
func (m *Metrics) Feedback(judge string, agrees bool) {
	opinion := "disagrees"
	if agrees {
		opinion = "agrees"
	}
	m.count("vouchsafe_judge_feedback_total", 1, label(judge), opinion)
}

// count adds to a counter. Counters never go down.
func (m *Metrics) count(name string, n float64, labels ...string) {
	if n > 0 {
		m.vectors[name].(*prometheus.CounterVec).WithLabelValues(labels...).Add(n)
	}
}

// time adds a duration to a histogram.
func (m *Metrics) time(name string, d time.Duration, labels ...string) {
	m.vectors[name].(*prometheus.HistogramVec).WithLabelValues(labels...).Observe(max(0, d).Seconds())
}
