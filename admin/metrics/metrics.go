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

	exchanges, proof, skipped, tasks, taskUnsupported, contextNotSeen, findings, claims, attempts,
	heals, repairs, tokens, repairTokens counter
	judgeWaitSeconds, exchangeSeconds, addedSeconds, queueSeconds, upstreamSeconds, verifySeconds,
	ledgerSeconds, firstSentenceSeconds histogram
}

// Buckets of histograms, in seconds.
var (
	// long is of what a model takes, up to the longest upstream call.
	long = []float64{0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 80, 160, 320, 640}
	// short is of the gateway's own work: tenths of a millisecond for a short answer, seconds where something is wrong.
	short = []float64{0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10}
)

// New returns metrics that are all zero. version is the program's.
func New(version string) *Metrics {
	m := &Metrics{registry: prometheus.NewRegistry()}
	m.registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "vouchsafe_build_info", Help: "Always 1; its label tells the version.",
			ConstLabels: prometheus.Labels{"version": label(version)}}, func() float64 { return 1 }))
	m.countAnswers()
	m.countCalls()
	return m
}

// countAnswers makes the metrics of answers.
func (m *Metrics) countAnswers() {
	m.exchanges = m.counter("vouchsafe_exchanges_total", "Exchanges by their verdict, and by what they count as: held, verbatim, saved, "+
		"changed, refused, ungrounded, skipped or failed.", "app", "policy", "verdict", "counts_as")
	m.proof = m.counter("vouchsafe_proof_total",
		"Verified answers by how what was delivered is backed: own-words, judged, cited or none.", "app", "proof")
	m.skipped = m.counter("vouchsafe_skipped_total", "Exchanges in which there was nothing to verify, by reason.", "app", "reason")
	m.tasks = m.counter("vouchsafe_tasks_total", "Tasks whose reply passed as it came, by the form that it has.", "app", "form")
	m.taskUnsupported = m.counter("vouchsafe_task_unsupported_total",
		"Texts in the replies of tasks that the material does not bear out.", "app")
	m.contextNotSeen = m.counter("vouchsafe_context_not_seen_total",
		"Exchanges that look like retrieval and show no passage, and answers at a guard whose request was not seen "+
			"(unknown-request).", "app", "reason")
	m.findings = m.counter("vouchsafe_findings_total",
		"Exchanges with a defect in the answer or in an attempt at it, by code.", "app", "finding")
	m.claims = m.counter("vouchsafe_claims_total", "Claims of answers, by who decided on them: words, risk or judge.", "app", "by")
	m.heals = m.counter("vouchsafe_heals_total", "Citations corrected without a model call, by kind of correction.", "app", "heal")
}

// countCalls makes the metrics of calls and times.
func (m *Metrics) countCalls() {
	m.judgeWaitSeconds = m.histogram("vouchsafe_judge_wait_seconds", long, "Time that an exchange waited for its judge.", "judge")
	m.attempts = m.counter("vouchsafe_attempts_total",
		"Upstream calls, by class of status (none: no answer came).", "app", "upstream", "status")
	m.repairs = m.counter("vouchsafe_repairs_total", "Upstream calls that told the model what had failed.", "app")
	m.tokens = m.counter("vouchsafe_tokens_total",
		"Tokens that upstreams reported, of the prompt (in) and of the completion (out).", "app", "upstream", "direction")
	m.repairTokens = m.counter("vouchsafe_repair_tokens_total", "Tokens that repairs cost, prompt and completion together.", "app")
	m.exchangeSeconds = m.histogram("vouchsafe_exchange_seconds", long, "Time of a whole exchange.", "app")
	m.addedSeconds = m.histogram("vouchsafe_added_seconds", short,
		"Time that the gateway added: the whole exchange without its upstream calls.", "app")
	m.queueSeconds = m.histogram("vouchsafe_queue_seconds", short,
		"Time from the call to the first upstream call: any wait for a place, and reading the request and its evidence.", "app")
	m.upstreamSeconds = m.histogram("vouchsafe_upstream_seconds", long, "Time of one upstream call.", "app", "upstream")
	m.verifySeconds = m.histogram("vouchsafe_verify_seconds", short, "Time that verifying took in one exchange.", "app")
	m.ledgerSeconds = m.histogram("vouchsafe_ledger_seconds", short, "Time that handing a trace to the ledger took.", "app")
	m.firstSentenceSeconds = m.histogram("vouchsafe_first_sentence_seconds", long,
		"Time from the call to the first verified sentence of a stream.", "app")
}

// counter counts by labels. It never goes down.
type counter struct{ of *prometheus.CounterVec }

func (m *Metrics) counter(name, help string, labels ...string) counter {
	v := prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
	m.registry.MustRegister(v)
	return counter{v}
}

func (c counter) add(n float64, labels ...string) {
	if n > 0 {
		c.of.WithLabelValues(labels...).Add(n)
	}
}

// histogram counts times by labels.
type histogram struct{ of *prometheus.HistogramVec }

func (m *Metrics) histogram(name string, buckets []float64, help string, labels ...string) histogram {
	v := prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: name, Help: help, Buckets: buckets}, labels)
	m.registry.MustRegister(v)
	return histogram{v}
}

func (h histogram) observe(d time.Duration, labels ...string) {
	h.of.WithLabelValues(labels...).Observe(max(0, d).Seconds())
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
	m.ledgerSeconds.observe(d, label(app))
}

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
