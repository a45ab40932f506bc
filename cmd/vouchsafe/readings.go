package main

import (
	"maps"
	"slices"

	"vouchsafe/admin/metrics"
	"vouchsafe/admin/outbox"
	"vouchsafe/config"
	"vouchsafe/proxy/judge"
	"vouchsafe/trace/ledger"
)

// readings are the metrics whose values lie elsewhere. What this configuration
// does not use has none.
func (n *node) readings() []metrics.Reading {
	shadows, cached := n.gate.Shadows(), n.gate.Cached()
	all := []metrics.Reading{
		metrics.Gauge("vouchsafe_exchanges_running", "Exchanges under way.", n.gate.Running()),
		metrics.Gauge("vouchsafe_draining", "1 while the gateway is shutting down.", truth(n.gate.Draining())),
		metrics.Counter("vouchsafe_shadows_total", "Shadows cast: second calls that are never served.", shadows.Cast),
		metrics.Counter("vouchsafe_shadows_dropped_total",
			"Exchanges of the sample that got no shadow because too many were under way.", shadows.Dropped),
		metrics.Counter("vouchsafe_cache_hits_total", "Answers served from the cache.", cached.Hits),
		metrics.Counter("vouchsafe_cache_misses_total", "Answers looked for in the cache and not found.", cached.Misses),
	}
	if n.shared != nil {
		all = append(all, sharedReading(n.shared.Up()))
	}
	if n.ledger != nil {
		all = append(all, ledgerReadings(n.ledger.Stats())...)
	}
	if reloads := n.reloads.Load(); reloads != nil {
		all = append(all, reloadReadings(reloads.Counts())...)
	}
	if n.alarm.webhook != nil {
		all = append(all, alertReadings(n.alarm.webhook.Stats())...)
	}
	if n.spans != nil {
		all = append(all, spanReadings(n.spans.collector.Stats())...)
	}
	judges := *n.judges.Load()
	for _, name := range slices.Sorted(maps.Keys(judges)) {
		all = append(all, judgeReadings(name, judges[name].Counts())...)
	}
	return all
}

func sharedReading(up bool) metrics.Reading {
	return metrics.Gauge("vouchsafe_redis_up", "1 while the Redis server that gateways share is there.", truth(up))
}

func alertReadings(sent outbox.Stats) []metrics.Reading {
	return []metrics.Reading{
		metrics.Counter("vouchsafe_alerts_sent_total", "Alerts that the webhook took.", sent.Sent),
		metrics.Counter("vouchsafe_alerts_lost_total", "Alerts that could not be delivered.", sent.Dropped),
	}
}

func spanReadings(sent outbox.Stats) []metrics.Reading {
	return []metrics.Reading{
		metrics.Counter("vouchsafe_telemetry_exported_total", "Exchanges whose spans the collector took.", sent.Sent),
		metrics.Counter("vouchsafe_telemetry_dropped_total",
			"Exchanges whose spans were dropped: the queue was full or the collector did not take them.", sent.Dropped),
	}
}

func ledgerReadings(s ledger.Stats) []metrics.Reading {
	return []metrics.Reading{
		metrics.Counter("vouchsafe_ledger_written_total",
			"Lines written to the trace file: traces, signed records and what was said of traces.", s.File.Written),
		metrics.Counter("vouchsafe_ledger_lost_total", "Traces that the trace file lost.", s.File.Lost+s.File.Shed),
		metrics.Counter("vouchsafe_ledger_errors_total", "Failed writes to the trace file; each is tried again.", s.File.Errors),
		metrics.Gauge("vouchsafe_ledger_queue_traces", "Traces that wait for the trace file.", s.File.Queued),
		metrics.Gauge("vouchsafe_ledger_queue_bytes", "Bytes that wait for the trace file.", s.File.Bytes),
		metrics.Counter("vouchsafe_store_written_total", "Traces written to the store.", s.Spill.Stored),
		metrics.Counter("vouchsafe_store_lost_total", "Traces that the store lost or shed.", s.Store.Lost+s.Store.Shed),
		metrics.Counter("vouchsafe_store_errors_total",
			"Failed writes to the store; each is tried again.", s.Store.Errors+s.Spill.Errors),
		metrics.Gauge("vouchsafe_store_queue_traces", "Traces that wait for the store.", s.Store.Queued),
		metrics.Counter("vouchsafe_store_spilled_total",
			"Traces written to the spill on disk because the store was down.", s.Spill.Spilled),
		metrics.Gauge("vouchsafe_store_spill_bytes", "Bytes in the spill that the store has yet to take.", s.Spill.Bytes),
		metrics.Gauge("vouchsafe_store_missing_traces",
			"Traces that are not in the store: they wait, lie in the spill, or were refused or lost.", s.Missing()),
	}
}

func reloadReadings(c config.ReloadCounts) []metrics.Reading {
	return []metrics.Reading{
		metrics.Counter("vouchsafe_config_reloads_total", "Changed configurations that were put in force.", c.Applied),
		metrics.Counter("vouchsafe_config_rejected_total",
			"Changed configurations that were rejected; the one before stayed in force.", c.Rejected),
		metrics.Gauge("vouchsafe_config_good", "1 while the configuration file, as last read, is the one in force.", truth(c.Good)),
		metrics.Gauge("vouchsafe_config_in_force_timestamp_seconds",
			"Since when the configuration has been in force, in Unix time.", c.InForceSince.Unix()),
	}
}

// judgeReadings tell of one judge.
func judgeReadings(name string, c judge.Counts) []metrics.Reading {
	return []metrics.Reading{
		metrics.Counter("vouchsafe_judge_claims_total",
			"Claims that judges were asked about, those of their caches too.", c.Claims, "judge", name),
		metrics.Counter("vouchsafe_judge_cached_total", "Of these, claims whose opinion was in the cache.", c.Known, "judge", name),
		metrics.Counter("vouchsafe_judge_carried_total", "Claims that a judge carried.", c.Carried, "judge", name),
		metrics.Counter("vouchsafe_judge_errors_total", "Claims on which no opinion could be had.", c.Errors, "judge", name),
		metrics.Counter("vouchsafe_judge_calls_total", "Calls to judges.", c.Calls, "judge", name),
		metrics.Counter("vouchsafe_judge_tokens_total", "Tokens that the servers of judges report.", c.Tokens, "judge", name),
		metrics.Counter("vouchsafe_judge_seconds_total", "Seconds that exchanges waited for judges.", c.Spent.Seconds(), "judge", name),
	}
}

// truth is a truth value as Prometheus writes it.
func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
