package main

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"go.uber.org/zap"

	"vouchsafe/admin/outbox"
	"vouchsafe/config"
	"vouchsafe/proxy/upstream"
	"vouchsafe/trace/ledger"
	"vouchsafe/trace/telemetry"
)

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
	box, err := outbox.Open(outbox.Options{
		Name: "the collector of spans", URL: url, Header: spanHeaders(c.Headers),
		Join: telemetry.Joiner(version), Queue: 5000, Linger: spansLinger, Log: log,
	})
	if err != nil {
		return nil, err
	}
	return &spans{collector: box, capture: c.CaptureContent, ledger: w}, nil
}

// spanHeaders are the headers of every export, in one order.
func spanHeaders(configured map[string]string) func([]byte, time.Time) upstream.Header {
	var header upstream.Header
	for _, name := range slices.Sorted(maps.Keys(configured)) {
		header = append(header, [2]string{name, configured[name]})
	}
	return func([]byte, time.Time) upstream.Header { return header }
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

func (s *spans) close(ctx context.Context) { s.collector.Close(ctx) }
