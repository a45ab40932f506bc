package main

import (
	"time"

	"go.uber.org/zap"

	"vouchsafe/admin/metrics"
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
}

func (r *recorder) record(t *ledger.Trace, content ledger.Content) {
	t.Engine = r.engine
	logExchange(r.log, t)
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
