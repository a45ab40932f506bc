package main

import (
	"maps"
	"slices"

	"vouchsafe/admin/metrics"
	"vouchsafe/config"
	"vouchsafe/proxy/judge"
	"vouchsafe/trace/ledger"
)

// figures are the values of metrics without labels, by name.
type figures map[string]float64

// readings are the metrics whose values lie elsewhere. What this configuration
// does not use has none.
func (n *node) readings() []metrics.Reading {
	shadows, cached := n.gate.Shadows(), n.gate.Cached()
	all := figures{
		"vouchsafe_exchanges_running":     float64(n.gate.Running()),
		"vouchsafe_draining":              truth(n.gate.Draining()),
		"vouchsafe_shadows_total":         float64(shadows.Cast),
		"vouchsafe_shadows_dropped_total": float64(shadows.Dropped),
		"vouchsafe_cache_hits_total":      float64(cached.Hits),
		"vouchsafe_cache_misses_total":    float64(cached.Misses),
	}
	if shared := n.shared; shared != nil {
		all["vouchsafe_redis_up"] = truth(shared.Up())
	}
	if n.ledger != nil {
		maps.Copy(all, ledgerFigures(n.ledger.Stats()))
	}
	if reloads := n.reloads.Load(); reloads != nil {
		maps.Copy(all, reloadFigures(reloads.Counts()))
	}
	if n.alarm.webhook != nil {
		sent := n.alarm.webhook.Stats()
		all["vouchsafe_alerts_sent_total"], all["vouchsafe_alerts_lost_total"] = float64(sent.Sent), float64(sent.Dropped)
	}
	if n.spans != nil {
		sent := n.spans.collector.Stats()
		all["vouchsafe_telemetry_exported_total"], all["vouchsafe_telemetry_dropped_total"] = float64(sent.Sent), float64(sent.Dropped)
	}
	var out []metrics.Reading
	for name, value := range all {
		out = append(out, metrics.Reading{Name: name, Value: value})
	}
	return append(out, judgeReadings(*n.judges.Load())...)
}

func ledgerFigures(s ledger.Stats) figures {
	return figures{
		"vouchsafe_ledger_written_total": float64(s.File.Written),
		"vouchsafe_ledger_lost_total":    float64(s.File.Lost + s.File.Shed),
		"vouchsafe_ledger_errors_total":  float64(s.File.Errors),
		"vouchsafe_ledger_queue_traces":  float64(s.File.Queued),
		"vouchsafe_ledger_queue_bytes":   float64(s.File.Bytes),
		"vouchsafe_store_written_total":  float64(s.Spill.Stored),
		"vouchsafe_store_lost_total":     float64(s.Store.Lost + s.Store.Shed),
		"vouchsafe_store_errors_total":   float64(s.Store.Errors + s.Spill.Errors),
		"vouchsafe_store_queue_traces":   float64(s.Store.Queued),
		"vouchsafe_store_spilled_total":  float64(s.Spill.Spilled),
		"vouchsafe_store_spill_bytes":    float64(s.Spill.Bytes),
		"vouchsafe_store_missing_traces": float64(s.Missing()),
	}
}

func reloadFigures(c config.ReloadCounts) figures {
	return figures{
		"vouchsafe_config_reloads_total":              float64(c.Applied),
		"vouchsafe_config_rejected_total":             float64(c.Rejected),
		"vouchsafe_config_good":                       truth(c.Good),
		"vouchsafe_config_in_force_timestamp_seconds": float64(c.InForceSince.Unix()),
	}
}

// judgeReadings tell of each judge apart.
func judgeReadings(judges map[string]*judge.Judge) []metrics.Reading {
	var out []metrics.Reading
	for _, name := range slices.Sorted(maps.Keys(judges)) {
		c := judges[name].Counts()
		of := figures{
			"vouchsafe_judge_claims_total":  float64(c.Claims),
			"vouchsafe_judge_cached_total":  float64(c.Known),
			"vouchsafe_judge_carried_total": float64(c.Carried),
			"vouchsafe_judge_errors_total":  float64(c.Errors),
			"vouchsafe_judge_calls_total":   float64(c.Calls),
			"vouchsafe_judge_tokens_total":  float64(c.Tokens),
			"vouchsafe_judge_seconds_total": c.Spent.Seconds(),
		}
		for metric, value := range of {
			out = append(out, metrics.Reading{Name: metric, Value: value, Labels: []string{name}})
		}
	}
	return out
}

// truth is a truth value as Prometheus writes it.
func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
