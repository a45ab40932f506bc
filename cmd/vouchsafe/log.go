package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"sync"
	"time"

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
	out := &logLines{to: to}
	return zap.New(zapcore.NewCore(encoder, out, level), zap.Hooks(out.hurry)), nil
}

// logLines writes what is logged, the lines of a moment together: one system call for
// each exchange would be a tenth of what an exchange that passes costs.
type logLines struct {
	to io.Writer

	mu      sync.Mutex
	waiting []byte
	due     bool // what waits will be written
}

// How long a line may wait, and how many bytes of them.
const (
	logPause = 50 * time.Millisecond
	logBytes = 64 << 10
)

// Write takes a line.
func (l *logLines) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.waiting = append(l.waiting, line...)
	if len(l.waiting) >= logBytes {
		return len(line), l.flush()
	}
	if !l.due {
		l.due = true
		time.AfterFunc(logPause, func() { _ = l.Sync() })
	}
	return len(line), nil
}

// Sync writes what waits. Nothing is made durable by it.
func (l *logLines) Sync() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.due = false
	return l.flush()
}

// flush is Sync where the lock is held.
func (l *logLines) flush() error {
	if len(l.waiting) == 0 {
		return nil
	}
	_, err := l.to.Write(l.waiting)
	l.waiting = l.waiting[:0]
	return err
}

// hurry lets no line wait that tells of trouble.
func (l *logLines) hurry(e zapcore.Entry) error {
	if e.Level < zapcore.WarnLevel {
		return nil
	}
	return l.Sync()
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
