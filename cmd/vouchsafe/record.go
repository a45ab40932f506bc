package main

import (
	"cmp"
	"sync"
	"time"

	"go.uber.org/zap"

	"vouchsafe/admin/metrics"
	"vouchsafe/grounding/report"
	"vouchsafe/trace/ledger"
)

// recorder is given the trace of every exchange when it ends, and tells all
// who want to know. Only the ledger may make an exchange wait: an answer whose
// trace cannot be kept is not to be given in silence.
type recorder struct {
	log     *zap.Logger
	engine  ledger.Engine
	metrics *metrics.Metrics
	ledger  *ledger.Writer                        // nil: no file of traces is kept
	watch   []func(*ledger.Trace, ledger.Content) // told besides; none of them waits for anything
	known   sync.Map                              // names of apps whose first call was told of
}

// firstOf reports whether no call of an app was told of before.
func (r *recorder) firstOf(app string) bool {
	_, known := r.known.LoadOrStore(app, true)
	return !known
}

func (r *recorder) record(t *ledger.Trace, content ledger.Content) {
	t.Engine = r.engine
	logExchange(r.log, t)
	if seen := seenIn(t); seen != "" && r.firstOf(t.App) {
		r.log.Info("first call of an app", zap.String("app", t.App), zap.String("seen", seen))
	}
	r.metrics.Exchange(t)
	for _, watch := range r.watch {
		watch(t, content)
	}
	if r.ledger == nil {
		return
	}
	started := time.Now()
	if err := r.ledger.Record(t, content); err != nil {
		r.log.Error("a trace was lost", zap.String("trace_id", t.QueryID), zap.Error(err))
	}
	r.metrics.Recorded(t.App, time.Since(started))
}

// seenIn says in a sentence what the gateway made of a prompt, and what to change.
func seenIn(t *ledger.Trace) string {
	if t.Verdict == report.Skipped && t.Reason == "" {
		return "" // embeddings and their like hold no passages
	}
	if t.Verdict == report.Failed {
		return "the call failed (" + cmp.Or(t.Reason, "no reason is known") + "); docs/http.md#errors"
	}
	g := glanceAt(t.Chunks, t.Findings, t.Reason)
	g.marker, g.asks = t.Marker, t.Asks
	text := g.String()
	if advice := g.advice(); advice != "" {
		text += ". " + advice
	}
	return text
}
