package main

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"go.uber.org/zap"

	"vouchsafe/admin/alerts"
	"vouchsafe/admin/outbox"
	"vouchsafe/config"
	"vouchsafe/proxy/upstream"
	"vouchsafe/trace/ledger"
	"vouchsafe/trace/telemetry"
)

// lastWords is how long a shutdown waits for messages to be taken.
const lastWords = 5 * time.Second

// openMessages has a recorder tell those outside the process who want to know.
func (n *node) openMessages(c *config.Config, r *recorder) error {
	var err error
	if n.alarm, err = openAlarm(c, n.log); err != nil {
		return err
	}
	r.watch = append(r.watch, n.alarm.witness)
	if n.spans, err = openSpans(c.Telemetry, n.ledger, n.log); n.spans != nil {
		r.watch = append(r.watch, n.spans.witness)
	}
	return err
}

// closeMessages delivers what waits, within a bound.
func (n *node) closeMessages() {
	ctx, cancel := context.WithTimeout(context.Background(), lastWords)
	defer cancel()
	if n.alarm.webhook != nil {
		n.alarm.webhook.Close(ctx)
	}
	if n.spans != nil {
		n.spans.collector.Close(ctx)
	}
}

// alarm tells the log, and a webhook if there is one, of apps whose failure rate
// is high.
type alarm struct {
	watch     *alerts.Watch
	webhook   *outbox.Outbox // nil: there is none
	publicURL string
	log       *zap.Logger
}

func openAlarm(c *config.Config, log *zap.Logger) (*alarm, error) {
	a := &alarm{watch: alerts.New(alerts.Rules{FailureRate: c.Alerts.FailureRate, Window: c.Alerts.Window}),
		publicURL: c.Admin.PublicURL, log: log}
	if c.Alerts.Webhook == "" {
		return a, nil
	}
	var err error
	a.webhook, err = outbox.Open(outbox.Options{Name: "the alerts' webhook", URL: c.Alerts.Webhook, Queue: 100, Log: log})
	return a, err
}

// witness is told of every exchange. Shadows serve nobody, so they alarm
// nobody.
func (a *alarm) witness(t *ledger.Trace, _ ledger.Content) {
	if t.ShadowOf != "" {
		return
	}
	alert := a.watch.Observe(t.App, t.Counts(), time.Now())
	if alert == nil {
		return
	}
	a.log.Warn("alert", zap.String("app", alert.App), zap.Stringer("text", alert))
	if a.webhook != nil {
		a.webhook.Put(alert.Message(a.publicURL))
	}
}

// spans tells a collector of every exchange.
type spans struct {
	collector *outbox.Outbox
	capture   bool           // question and answer, too
	ledger    *ledger.Writer // says what is masked; nil: no text is told
}

// spansPath is where collectors take spans, behind their base URL.
const spansPath = "/v1/traces"

// spansLinger is how long spans wait for others to go with them.
const spansLinger = 2 * time.Second

// openSpans returns nil where there is no collector.
func openSpans(c config.Telemetry, w *ledger.Writer, log *zap.Logger) (*spans, error) {
	if c.OTLPEndpoint == "" {
		return nil, nil
	}
	url := strings.TrimSuffix(c.OTLPEndpoint, "/")
	if !strings.HasSuffix(url, spansPath) {
		url += spansPath
	}
	var header upstream.Header
	for _, name := range slices.Sorted(maps.Keys(c.Headers)) {
		header = append(header, [2]string{name, c.Headers[name]})
	}
	box, err := outbox.Open(outbox.Options{
		Name: "the collector of spans", URL: url, Header: header,
		Join: telemetry.Joiner(version), Queue: 5000, Linger: spansLinger, Log: log,
	})
	if err != nil {
		return nil, err
	}
	return &spans{collector: box, capture: c.CaptureContent, ledger: w}, nil
}

// witness is told of every exchange, with what the ledger may keep of it.
func (s *spans) witness(t *ledger.Trace, content ledger.Content) {
	shown := *t
	if s.ledger != nil {
		shown = s.ledger.Scrub(t, ledger.Full) // masked
	}
	if message := telemetry.Spans(&shown, s.capture && s.ledger != nil && content == ledger.Full); message != nil {
		s.collector.Put(message)
	}
}
