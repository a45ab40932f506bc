package main

import (
	"vouchsafe/admin/metrics"
	"vouchsafe/config"
	"vouchsafe/proxy"
	"vouchsafe/trace/ledger"
)

// reading is a metric whose value lies elsewhere.
type reading struct {
	name  string
	value func() float64
}

// readAll has metrics fetched when somebody asks for them.
func readAll(m *metrics.Metrics, readings []reading) error {
	for _, r := range readings {
		if err := m.Read(r.name, r.value); err != nil {
			return err
		}
	}
	return nil
}

func gatewayReadings(g *proxy.Gateway) []reading {
	return []reading{
		{metrics.Running, func() float64 { return float64(g.Running()) }},
		{metrics.Draining, func() float64 { return truth(g.Draining()) }},
		{metrics.Shadows, func() float64 { return float64(g.Shadows().Cast) }},
		{metrics.ShadowsDropped, func() float64 { return float64(g.Shadows().Dropped) }},
		{metrics.JudgeClaims, func() float64 { return float64(g.Judged().Claims) }},
		{metrics.JudgeKnown, func() float64 { return float64(g.Judged().Known) }},
		{metrics.JudgeCarried, func() float64 { return float64(g.Judged().Carried) }},
		{metrics.JudgeErrors, func() float64 { return float64(g.Judged().Errors) }},
		{metrics.JudgeCalls, func() float64 { return float64(g.Judged().Calls) }},
		{metrics.JudgeTokens, func() float64 { return float64(g.Judged().Tokens) }},
		{metrics.JudgeSeconds, func() float64 { return g.Judged().Spent.Seconds() }},
	}
}

func ledgerReadings(w *ledger.Writer) []reading {
	stat := func(pick func(ledger.Stats) float64) func() float64 {
		return func() float64 { return pick(w.Stats()) }
	}
	return []reading{
		{metrics.LedgerWritten, stat(func(s ledger.Stats) float64 { return float64(s.File.Written) })},
		{metrics.LedgerLost, stat(func(s ledger.Stats) float64 { return float64(s.File.Lost + s.File.Shed) })},
		{metrics.LedgerErrors, stat(func(s ledger.Stats) float64 { return float64(s.File.Errors) })},
		{metrics.LedgerQueue, stat(func(s ledger.Stats) float64 { return float64(s.File.Queued) })},
		{metrics.LedgerQueueBytes, stat(func(s ledger.Stats) float64 { return float64(s.File.Bytes) })},
		{metrics.StoreWritten, stat(func(s ledger.Stats) float64 { return float64(s.Spill.Stored) })},
		{metrics.StoreLost, stat(func(s ledger.Stats) float64 { return float64(s.Store.Lost + s.Store.Shed) })},
		{metrics.StoreErrors, stat(func(s ledger.Stats) float64 { return float64(s.Store.Errors + s.Spill.Errors) })},
		{metrics.StoreQueue, stat(func(s ledger.Stats) float64 { return float64(s.Store.Queued) })},
		{metrics.StoreSpilled, stat(func(s ledger.Stats) float64 { return float64(s.Spill.Spilled) })},
		{metrics.StoreSpillBytes, stat(func(s ledger.Stats) float64 { return float64(s.Spill.Bytes) })},
	}
}

func reloadReadings(r *config.Reloader) []reading {
	count := func(pick func(config.ReloadCounts) float64) func() float64 {
		return func() float64 { return pick(r.Counts()) }
	}
	return []reading{
		{metrics.Reloads, count(func(c config.ReloadCounts) float64 { return float64(c.Applied) })},
		{metrics.Rejections, count(func(c config.ReloadCounts) float64 { return float64(c.Rejected) })},
		{metrics.ConfigGood, count(func(c config.ReloadCounts) float64 { return truth(c.Good) })},
		{metrics.ConfigSince, count(func(c config.ReloadCounts) float64 { return float64(c.InForceSince.Unix()) })},
	}
}

// truth is a truth value as Prometheus writes it.
func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
