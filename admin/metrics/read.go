package metrics

import "github.com/prometheus/client_golang/prometheus"

// Reading is the value of a metric whose value lies elsewhere: in a queue, a
// cache, a judge.
type Reading = prometheus.Metric

// Gauge is a reading that goes up and down. labels are names and values in turn.
func Gauge[N number](name, help string, value N, labels ...string) Reading {
	return reading(prometheus.GaugeValue, name, help, float64(value), labels)
}

// Counter is a reading that only goes up. labels are names and values in turn.
func Counter[N number](name, help string, value N, labels ...string) Reading {
	return reading(prometheus.CounterValue, name, help, float64(value), labels)
}

type number interface {
	~int | ~int64 | ~uint64 | ~float64
}

func reading(kind prometheus.ValueType, name, help string, value float64, labels []string) Reading {
	of := prometheus.Labels{}
	for i := 0; i+1 < len(labels); i += 2 {
		of[labels[i]] = labels[i+1]
	}
	metric, err := prometheus.NewConstMetric(prometheus.NewDesc(name, help, nil, of), kind, value)
	if err != nil {
		return prometheus.NewInvalidMetric(prometheus.NewInvalidDesc(err), err)
	}
	return metric
}

// Read has some metrics fetched by a function whenever somebody asks for the
// metrics. The function is called from any goroutine and should not wait for
// anything. No two functions may read the same metric.
func (m *Metrics) Read(source func() []Reading) { m.registry.MustRegister(readings(source)) }

// readings collects what is read elsewhere.
type readings func() []Reading

// Describe says nothing: which metrics there are depends on what is in use.
func (readings) Describe(chan<- *prometheus.Desc) {}

// Collect fetches every reading.
func (r readings) Collect(to chan<- prometheus.Metric) {
	for _, one := range r() {
		to <- one
	}
}
