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
	known   sync.Map                              // first: calls that were told of
}

// first is the first call of its kind that an app makes: what comes ahead of an answer,
// such as a title that is asked for, leaves the answer to be told of.
type first struct{ app, kind string }

// isFirst reports whether no such call was told of before.
func (r *recorder) isFirst(f first) bool {
	_, known := r.known.LoadOrStore(f, true)
	return !known
}

func kindOf(t *ledger.Trace) string {
	switch {
	case t.Verdict == report.Failed:
		return "failed call"
	case t.Reason == report.ReasonTask:
		return "task"
	case len(t.Chunks) == 0:
		return "call without passages"
	}
	return "call with passages"
}

func (r *recorder) record(t *ledger.Trace, content ledger.Content) {
	t.Engine = r.engine
	logExchange(r.log, t)
	if seen := seenIn(t); seen != "" && r.isFirst(first{t.App, kindOf(t)}) {
		r.log.Info("first "+kindOf(t)+" of an app", zap.String("app", t.App), zap.String("seen", seen))
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
		return "the call failed (" + cmp.Or(t.Reason, "no reason is known") + "); `vouchsafe docs http#errors`"
	}
	g := glanceAt(t.Chunks, t.Findings, t.Reason)
	g.marker, g.asks = t.Marker, t.Asks
	text := g.String()
	if advice := g.advice(); advice != "" {
		text += ". " + advice
	}
	return text
}
