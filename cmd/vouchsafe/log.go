package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	"vouchsafe/config"
	"vouchsafe/trace/ledger"
)

// logDelay is how long the line of an exchange may wait for others to be
// written with it: alone, it would cost as much as a read from a socket.
const logDelay = 200 * time.Millisecond

// newLogger returns the program's log, and what writes out the lines that still
// wait and ends it.
func newLogger(l config.Log, to io.Writer) (log *zap.Logger, flush func(), err error) {
	level, err := zapcore.ParseLevel(l.Level)
	if err != nil {
		return nil, nil, fmt.Errorf("cannot log: %w", err)
	}
	c := zap.NewProductionEncoderConfig()
	c.EncodeTime = zapcore.RFC3339NanoTimeEncoder
	encoder := zapcore.NewJSONEncoder(c)
	if l.Format == "console" {
		encoder = zapcore.NewConsoleEncoder(c)
	}
	// Without a Sync of its own: a log need not be made durable line by line.
	out := &zapcore.BufferedWriteSyncer{WS: zapcore.AddSync(struct{ io.Writer }{to}), FlushInterval: logDelay}
	return zap.New(promptly{zapcore.NewCore(encoder, out, level)}), func() { _ = out.Stop() }, nil
}

// promptly is a log in which only the lines of exchanges wait.
type promptly struct{ zapcore.Core }

// With keeps what it returns so, too.
func (p promptly) With(fields []zapcore.Field) zapcore.Core { return promptly{p.Core.With(fields)} }

// Check has an entry written through here.
func (p promptly) Check(e zapcore.Entry, to *zapcore.CheckedEntry) *zapcore.CheckedEntry {
	if p.Enabled(e.Level) {
		return to.AddCore(e, p)
	}
	return to
}

// Write writes an entry out at once, with all that wait before it, unless it
// tells of an exchange.
func (p promptly) Write(e zapcore.Entry, fields []zapcore.Field) error {
	err := p.Core.Write(e, fields)
	if e.Message != exchangeLine {
		err = errors.Join(err, p.Sync())
	}
	return err
}

// exchangeLine is the message of the line that an exchange leaves.
const exchangeLine = "exchange"

// logExchange writes the one line that an exchange leaves in the log. It holds
// no text of the exchange: the trace does.
func logExchange(log *zap.Logger, t *ledger.Trace) {
	log.Info(exchangeLine, zap.Inline((*exchangeFields)(t)))
}

// exchangeFields are what that line tells of a trace. They are one field to
// the log, which a dozen of them would cost more than to write them.
type exchangeFields ledger.Trace

// MarshalLogObject writes the fields.
func (t *exchangeFields) MarshalLogObject(to zapcore.ObjectEncoder) error {
	to.AddString("trace_id", t.QueryID)
	to.AddString("app", t.App)
	to.AddString("policy", t.Policy)
	to.AddString("model", t.Model)
	to.AddString("verdict", string(t.Verdict))
	to.AddString("reason", t.Reason)
	to.AddInt("attempts", len(t.Attempts))
	to.AddInt("findings", len(t.Findings))
	to.AddInt("chunks", len(t.Chunks))
	to.AddDuration("total", t.Latency.Total)
	to.AddDuration("upstream", t.Latency.Upstream)
	to.AddDuration("verify", t.Latency.Verify)
	return nil
}

// pairs tells something of each member of a map, by name: the policy of each app,
// or where calls to each upstream go. A base URL holds no credentials.
func pairs[T any](all map[string]T, of func(T) string) (out []string) {
	for _, name := range slices.Sorted(maps.Keys(all)) {
		out = append(out, name+" "+of(all[name]))
	}
	return out
}
