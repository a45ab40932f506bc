package main

import (
	"fmt"
	"maps"
	"slices"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	"vouchsafe/config"
	"vouchsafe/ledger"
)

// newLogger returns the program's log, on standard error.
func newLogger(l config.Log) (*zap.Logger, error) {
	level, err := zapcore.ParseLevel(l.Level)
	if err != nil {
		return nil, fmt.Errorf("cannot log: %w", err)
	}
	c := zap.NewProductionConfig()
	c.Level = zap.NewAtomicLevelAt(level)
	c.Encoding = l.Format
	c.Sampling = nil // one line an exchange; none is to be missing
	c.DisableStacktrace, c.DisableCaller = true, true
	c.EncoderConfig.EncodeTime = zapcore.RFC3339NanoTimeEncoder
	return c.Build()
}

// logExchange writes the one line that an exchange leaves in the log. It holds
// no text of the exchange: the trace does.
func logExchange(log *zap.Logger, t *ledger.Trace) {
	log.Info("exchange",
		zap.String("trace_id", t.QueryID), zap.String("app", t.App), zap.String("policy", t.Policy), zap.String("model", t.Model),
		zap.String("verdict", string(t.Verdict)), zap.String("reason", t.Reason), zap.Int("attempts", len(t.Attempts)),
		zap.Int("findings", len(t.Findings)), zap.Int("chunks", len(t.Chunks)),
		zap.Duration("total", t.Latency.Total), zap.Duration("upstream", t.Latency.Upstream), zap.Duration("verify", t.Latency.Verify),
	)
}

// upstreamsOf tells where calls will go. A base URL holds no credentials.
func upstreamsOf(c *config.Config) []string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(c.Upstreams)) {
		out = append(out, name+" "+c.Upstreams[name].BaseURL)
	}
	return out
}

// appsOf tells which policy each app begins under.
func appsOf(c *config.Config) []string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(c.Apps)) {
		out = append(out, name+" "+c.Apps[name].Policy)
	}
	return out
}
