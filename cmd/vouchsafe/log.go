package main

import (
	"fmt"
	"io"
	"maps"
	"slices"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	"vouchsafe/config"
	"vouchsafe/trace/ledger"
)

// newLogger returns the program's log.
func newLogger(l config.Log, to io.Writer) (*zap.Logger, error) {
	level, err := zapcore.ParseLevel(l.Level)
	if err != nil {
		return nil, fmt.Errorf("cannot log: %w", err)
	}
	c := zap.NewProductionEncoderConfig()
	c.EncodeTime = zapcore.RFC3339NanoTimeEncoder
	encoder := zapcore.NewJSONEncoder(c)
	if l.Format == "console" {
		encoder = zapcore.NewConsoleEncoder(c)
	}
	// Without a Sync of its own: a log need not be made durable line by line.
	out := zapcore.Lock(zapcore.AddSync(struct{ io.Writer }{to}))
	return zap.New(zapcore.NewCore(encoder, out, level)), nil
}

// logExchange writes the one line that an exchange leaves in the log. It holds
// no text of the exchange: the trace does.
func logExchange(log *zap.Logger, t *ledger.Trace) {
	log.Info("exchange", zap.String("trace_id", t.QueryID), zap.String("app", t.App), zap.String("policy", t.Policy),
		zap.String("model", t.Model), zap.String("verdict", string(t.Verdict)), zap.String("proof", string(t.Proof)), zap.String("reason", t.Reason),
		zap.Int("attempts", len(t.Attempts)), zap.Int("findings", len(t.Findings)), zap.Int("chunks", len(t.Chunks)),
		zap.Duration("total", t.Latency.Total), zap.Duration("upstream", t.Latency.Upstream), zap.Duration("verify", t.Latency.Verify))
}

// pairs tells something of each member of a map, by name: the policy of each app,
// or where calls to each upstream go. A base URL holds no credentials.
func pairs[T any](all map[string]T, of func(T) string) (out []string) {
	for _, name := range slices.Sorted(maps.Keys(all)) {
		out = append(out, name+" "+of(all[name]))
	}
	return out
}
