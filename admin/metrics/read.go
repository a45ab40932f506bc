package metrics

import (
	"fmt"

	"github.com/prometheus/client_golang/prometheus"
)

// Reading is the value of a metric whose value lies elsewhere: in a queue, a
// cache, a judge.
type Reading struct {
	Name   string
	Value  float64
	Labels []string // in the order of the table
}

// Read has some metrics of the table fetched by a function whenever somebody
// asks for the metrics. The function is called from any goroutine and should
// not wait for anything. No two functions may read the same metric.
func (m *Metrics) Read(source func() []Reading) {
	m.registry.MustRegister(readings{m.read, source})
}

// readings collects what is read elsewhere.
type readings struct {
	known  map[string]Definition
	source func() []Reading
}

// Describe says nothing: which metrics there are depends on what is in use.
func (readings) Describe(chan<- *prometheus.Desc) {}

// Collect fetches every reading.
func (r readings) Collect(to chan<- prometheus.Metric) {
	for _, reading := range r.source() {
		to <- r.metric(reading)
	}
}

func (r readings) metric(reading Reading) prometheus.Metric {
	d, ok := r.known[reading.Name]
	if !ok {
		err := fmt.Errorf("there is no metric %q to be read", reading.Name)
		return prometheus.NewInvalidMetric(prometheus.NewInvalidDesc(err), err)
	}
	kind := prometheus.CounterValue
	if d.Kind == Gauge {
		kind = prometheus.GaugeValue
	}
	return prometheus.MustNewConstMetric(prometheus.NewDesc(d.Name, d.Help, d.Labels, nil), kind, reading.Value, reading.Labels...)
}
