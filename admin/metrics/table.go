package metrics

// Kind is what a metric measures with, in Prometheus's terms.
type Kind string

const (
	Counter   Kind = "counter"
	Gauge     Kind = "gauge"
	Histogram Kind = "histogram" // of seconds
)

// Definition describes one metric.
type Definition struct {
	Name    string
	Kind    Kind
	Labels  []string
	Help    string
	buckets func() []float64
}

// Metrics that are fed: by traces, and by the methods of Metrics.
const (
	Exchanges       = "vouchsafe_exchanges_total"
	Skipped         = "vouchsafe_skipped_total"
	ContextUnseen   = "vouchsafe_context_not_seen_total"
	Findings        = "vouchsafe_findings_total"
	Attempts        = "vouchsafe_attempts_total"
	Heals           = "vouchsafe_heals_total"
	Repairs         = "vouchsafe_repairs_total"
	Tokens          = "vouchsafe_tokens_total"
	RepairTokens    = "vouchsafe_repair_tokens_total"
	ExchangeSeconds = "vouchsafe_exchange_seconds"
	AddedSeconds    = "vouchsafe_added_seconds"
	QueueSeconds    = "vouchsafe_queue_seconds"
	UpstreamSeconds = "vouchsafe_upstream_seconds"
	VerifySeconds   = "vouchsafe_verify_seconds"
	LedgerSeconds   = "vouchsafe_ledger_seconds"
	FirstSentence   = "vouchsafe_first_sentence_seconds"
	Build           = "vouchsafe_build_info"
)

// Metrics that are read elsewhere when somebody asks: see Metrics.Read.
const (
	Running           = "vouchsafe_exchanges_running"
	Draining          = "vouchsafe_draining"
	Shadows           = "vouchsafe_shadows_total"
	ShadowsDropped    = "vouchsafe_shadows_dropped_total"
	JudgeClaims       = "vouchsafe_judge_claims_total"
	JudgeKnown        = "vouchsafe_judge_cached_total"
	JudgeCarried      = "vouchsafe_judge_carried_total"
	JudgeErrors       = "vouchsafe_judge_errors_total"
	JudgeCalls        = "vouchsafe_judge_calls_total"
	JudgeTokens       = "vouchsafe_judge_tokens_total"
	JudgeSeconds      = "vouchsafe_judge_seconds_total"
	Reloads           = "vouchsafe_config_reloads_total"
	Rejections        = "vouchsafe_config_rejected_total"
	ConfigGood        = "vouchsafe_config_good"
	ConfigSince       = "vouchsafe_config_in_force_timestamp_seconds"
	LedgerWritten     = "vouchsafe_ledger_written_total"
	LedgerLost        = "vouchsafe_ledger_lost_total"
	LedgerErrors      = "vouchsafe_ledger_errors_total"
	LedgerQueue       = "vouchsafe_ledger_queue_traces"
	LedgerQueueBytes  = "vouchsafe_ledger_queue_bytes"
	StoreWritten      = "vouchsafe_store_written_total"
	StoreLost         = "vouchsafe_store_lost_total"
	StoreErrors       = "vouchsafe_store_errors_total"
	StoreQueue        = "vouchsafe_store_queue_traces"
	StoreSpilled      = "vouchsafe_store_spilled_total"
	StoreSpillBytes   = "vouchsafe_store_spill_bytes"
	CacheHits         = "vouchsafe_cache_hits_total"
	CacheMisses       = "vouchsafe_cache_misses_total"
	RedisUp           = "vouchsafe_redis_up"
	AlertsSent        = "vouchsafe_alerts_sent_total"
	AlertsLost        = "vouchsafe_alerts_lost_total"
	TelemetryExported = "vouchsafe_telemetry_exported_total"
	TelemetryDropped  = "vouchsafe_telemetry_dropped_total"
)

// Table lists every metric of the gateway's own.
func Table() []Definition {
	app := []string{"app"}
	return append([]Definition{
		{Exchanges, Counter, []string{"app", "policy", "verdict"}, "Exchanges by how they came out.", nil},
		{Skipped, Counter, []string{"app", "reason"}, "Exchanges in which there was nothing to verify, by reason.", nil},
		{ContextUnseen, Counter, []string{"app", "reason"}, "Exchanges that look like retrieval and show no passage, by reason.", nil},
		{Findings, Counter, []string{"app", "finding"}, "Defects found in answers, by code.", nil},
		{Attempts, Counter, []string{"app", "upstream", "status"}, "Upstream calls, by class of status (none: no answer came).", nil},
		{Heals, Counter, []string{"app", "heal"}, "Citations corrected without a model call, by kind of correction.", nil},
		{Repairs, Counter, app, "Upstream calls that told the model what had failed.", nil},
		{Tokens, Counter, []string{"app", "upstream", "direction"},
			"Tokens that upstreams reported, of the prompt (in) and of the completion (out).", nil},
		{RepairTokens, Counter, app, "Tokens that repairs cost, prompt and completion together.", nil},
		{ExchangeSeconds, Histogram, app, "Time of a whole exchange.", longBuckets},
		{AddedSeconds, Histogram, app, "Time that the gateway added: the whole exchange without its upstream calls.", shortBuckets},
		{QueueSeconds, Histogram, app, "Time from the call to the first upstream call: any wait for a place, and reading the request and its evidence.", shortBuckets},
		{UpstreamSeconds, Histogram, []string{"app", "upstream"}, "Time of one upstream call.", longBuckets},
		{VerifySeconds, Histogram, app, "Time that verifying took in one exchange.", shortBuckets},
		{LedgerSeconds, Histogram, app, "Time that handing a trace to the ledger took.", shortBuckets},
		{FirstSentence, Histogram, app, "Time from the call to the first verified sentence of a stream.", longBuckets},
		{Build, Gauge, []string{"version"}, "Always 1; its label tells the version.", nil},
	}, readElsewhere()...)
}

// readElsewhere lists the metrics whose value Metrics.Read fetches.
func readElsewhere() []Definition {
	return []Definition{
		{Running, Gauge, nil, "Exchanges under way.", nil},
		{Draining, Gauge, nil, "1 while the gateway is shutting down.", nil},
		{Shadows, Counter, nil, "Shadows cast: second calls that are never served.", nil},
		{ShadowsDropped, Counter, nil, "Exchanges of the sample that got no shadow because too many were under way.", nil},
		{JudgeClaims, Counter, nil, "Claims that judges were asked about, those of their caches too.", nil},
		{JudgeKnown, Counter, nil, "Of these, claims whose opinion was in the cache.", nil},
		{JudgeCarried, Counter, nil, "Claims that a judge carried.", nil},
		{JudgeErrors, Counter, nil, "Claims on which no opinion could be had.", nil},
		{JudgeCalls, Counter, nil, "Calls to judges.", nil},
		{JudgeTokens, Counter, nil, "Tokens that the servers of judges report.", nil},
		{JudgeSeconds, Counter, nil, "Seconds that exchanges waited for judges.", nil},
		{Reloads, Counter, nil, "Changed configurations that were put in force.", nil},
		{Rejections, Counter, nil, "Changed configurations that were rejected; the one before stayed in force.", nil},
		{ConfigGood, Gauge, nil, "1 while the configuration file, as last read, is the one in force.", nil},
		{ConfigSince, Gauge, nil, "Since when the configuration has been in force, in Unix time.", nil},
		{LedgerWritten, Counter, nil, "Traces written to the trace file.", nil},
		{LedgerLost, Counter, nil, "Traces that the trace file lost.", nil},
		{LedgerErrors, Counter, nil, "Failed writes to the trace file; each is tried again.", nil},
		{LedgerQueue, Gauge, nil, "Traces that wait for the trace file.", nil},
		{LedgerQueueBytes, Gauge, nil, "Bytes that wait for the trace file.", nil},
		{StoreWritten, Counter, nil, "Traces written to the store.", nil},
		{StoreLost, Counter, nil, "Traces that the store lost or shed.", nil},
		{StoreErrors, Counter, nil, "Failed writes to the store; each is tried again.", nil},
		{StoreQueue, Gauge, nil, "Traces that wait for the store.", nil},
		{StoreSpilled, Counter, nil, "Traces written to the spill on disk because the store was down.", nil},
		{StoreSpillBytes, Gauge, nil, "Bytes in the spill that the store has yet to take.", nil},
		{CacheHits, Counter, nil, "Answers served from the cache.", nil},
		{CacheMisses, Counter, nil, "Answers looked for in the cache and not found.", nil},
		{RedisUp, Gauge, nil, "1 while the Redis server that gateways share is there.", nil},
		{AlertsSent, Counter, nil, "Alerts that the webhook took.", nil},
		{AlertsLost, Counter, nil, "Alerts that could not be delivered.", nil},
		{TelemetryExported, Counter, nil, "Exchanges whose spans the collector took.", nil},
		{TelemetryDropped, Counter, nil, "Exchanges whose spans were dropped: the queue was full or the collector did not take them.", nil},
	}
}

// longBuckets are for what a model takes, up to the longest upstream call.
func longBuckets() []float64 {
	return []float64{.01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 20, 40, 80, 160, 320, 640}
}

// shortBuckets are for the gateway's own work: tenths of a millisecond for a
// short answer, seconds where something is wrong.
func shortBuckets() []float64 {
	return []float64{.0001, .00025, .0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10}
}
