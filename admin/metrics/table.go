package metrics

import (
	_ "embed" // the table
	"fmt"
	"sync"

	"github.com/goccy/go-yaml"
)

// Kind is what a metric measures with, in Prometheus's terms.
type Kind string

const (
	Counter   Kind = "counter"
	Gauge     Kind = "gauge"
	Histogram Kind = "histogram" // of seconds
)

// Definition is a row of metrics.yaml.
type Definition struct {
	Name    string   `yaml:"name"`
	Kind    Kind     `yaml:"kind"`
	Labels  []string `yaml:"labels"`
	Help    string   `yaml:"help"`
	Buckets string   `yaml:"buckets"`
	Read    bool     `yaml:"read"` // fetched when somebody asks, see Metrics.Read
}

//go:embed metrics.yaml
var metricsYAML []byte

type table struct {
	Buckets map[string][]float64 `yaml:"buckets"`
	Metrics []Definition         `yaml:"metrics"`
}

// embedded is metrics.yaml. A mistake in it is found by every test.
var embedded = sync.OnceValue(func() (t table) {
	if err := yaml.UnmarshalWithOptions(metricsYAML, &t, yaml.Strict()); err != nil {
		panic(fmt.Errorf("metrics.yaml: %w", err))
	}
	return t
})

// Table lists every metric of the gateway's own.
func Table() []Definition { return embedded().Metrics }
