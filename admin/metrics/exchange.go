package metrics

import (
	"cmp"
	"slices"

	"github.com/tidwall/gjson"

	"vouchsafe/grounding/ask"
	"vouchsafe/grounding/report"
	"vouchsafe/trace/ledger"
)

// Exchange counts all that the trace of an exchange tells. It does not keep t.
func (m *Metrics) Exchange(t *ledger.Trace) {
	app, codes := label(t.App), report.Codes()
	counts := t.Counts()
	m.exchanges.add(1, app, label(t.Policy), oneOf(t.Verdict, report.Verdicts()...), oneOf(counts, report.AllCounts()...))
	if t.Proof != "" && counts.Verified() {
		m.proof.add(1, app, oneOf(t.Proof, report.Proofs()...))
	}
	if t.Verdict == report.Skipped {
		m.skipped.add(1, app, oneOf(t.Reason, reasons...))
	}
	if task := gjson.GetBytes(t.Metadata, "task").Str; task != "" && t.Reason == report.ReasonTask {
		m.tasks.add(1, app, oneOf(task, ask.Forms()...))
		if n := gjson.GetBytes(t.Metadata, "task_unsupported").Num; n > 0 {
			m.taskUnsupported.add(n, app)
		}
	}
	if why := gjson.GetBytes(t.Metadata, "context_not_seen").Str; why != "" {
		m.contextNotSeen.add(1, app, oneOf(why, unseen...))
	}
	if t.Reason == report.ReasonUnknownRequest {
		m.contextNotSeen.add(1, app, t.Reason)
	}
	for _, code := range t.Codes() {
		m.findings.add(1, app, oneOf(code, codes...))
	}
	for i := range t.Citations {
		if h := t.Citations[i].Heal; h != nil {
			m.heals.add(1, app, oneOf(h.Kind, heals...))
		}
	}
	for _, by := range deciders {
		if n := decided(t.Claims, by); n > 0 {
			m.claims.add(n, app, string(by))
		}
	}
	if t.Heard != nil {
		m.judgeWaitSeconds.observe(t.Latency.Judge, label(t.Heard.Judge))
	}
	for i := range t.Attempts {
		m.attempt(app, &t.Attempts[i])
	}
	m.exchangeSeconds.observe(t.Latency.Total, app)
	m.addedSeconds.observe(t.Latency.Total-t.Latency.Upstream, app)
	m.verifySeconds.observe(t.Latency.Verify, app)
	if len(t.Attempts) > 0 {
		m.queueSeconds.observe(t.Attempts[0].Start, app)
	}
	if t.Latency.First > 0 {
		m.firstSentenceSeconds.observe(t.Latency.First, app)
	}
}

// Words of labels.
var (
	reasons  = []string{report.ReasonNoContext, report.ReasonNoClaims, report.ReasonToolCall, report.ReasonTask, report.ReasonOff}
	heals    = []string{"snap", "relink", "renumber"}
	deciders = []report.Decider{report.ByWords, report.ByRisk, report.ByJudge}
	unseen   = []string{"unreadable-context", report.ReasonUnknownRequest}
	classes  = []string{"1xx", "2xx", "3xx", "4xx", "5xx"}
)

// Begin sets the counts of an app, and of its calls to some upstreams, to zero before the first exchange. Prometheus sees no
// increase in a count that it meets for the first time.
func (m *Metrics) Begin(app, policy string, upstreams ...string) {
	app = label(app)
	for _, v := range report.Verdicts() {
		for _, verbatim := range [...]bool{false, true} {
			m.exchanges.of.WithLabelValues(app, label(policy), string(v), string(v.CountsAs(verbatim)))
		}
	}
	begin(m.proof, report.Proofs(), app)
	begin(m.skipped, reasons, app)
	begin(m.findings, report.Codes(), app)
	begin(m.heals, heals, app)
	begin(m.claims, deciders, app)
	begin(m.contextNotSeen, unseen, app)
	for _, c := range [...]counter{m.taskUnsupported, m.repairs, m.repairTokens} {
		c.of.WithLabelValues(app)
	}
	for _, name := range upstreams {
		begin(m.attempts, append(classes[1:], nobody), app, label(name))
		begin(m.tokens, []string{"in", "out"}, app, label(name))
	}
}

// begin sets a count to zero for each of some words, which are values of its last label.
func begin[T ~string](c counter, words []T, labels ...string) {
	for _, word := range words {
		c.of.WithLabelValues(append(labels, string(word))...)
	}
}

// decided is how many claims somebody decided on.
func decided(claims []report.Claim, by report.Decider) (n float64) {
	for i := range claims {
		if claims[i].By == by {
			n++
		}
	}
	return n
}

// attempt counts one upstream call.
func (m *Metrics) attempt(app string, a *ledger.Attempt) {
	upstream := label(a.Upstream)
	read, written := ledger.Tokens(a.Usage)
	in, out := float64(read), float64(written)
	m.attempts.add(1, app, upstream, class(a.Status))
	m.tokens.add(in, app, upstream, "in")
	m.tokens.add(out, app, upstream, "out")
	if a.Repair {
		m.repairs.add(1, app)
		m.repairTokens.add(in+out, app)
	}
	m.upstreamSeconds.observe(a.Duration, app, upstream)
}

// class is the class of an HTTP status.
func class(status int) string {
	switch {
	case status == 0:
		return nobody
	case status >= 100 && status <= 599:
		return classes[status/100-1]
	}
	return other
}

const (
	other  = "other" // stands for a word that is not on its list
	nobody = "none"  // stands for no name: a call that was turned away has no app
)

// label is the label for a name out of the configuration, which bounds how many
// there are.
func label(name string) string { return cmp.Or(name, nobody) }

// oneOf returns a word that is on a list, and "other" for any other.
func oneOf[T ~string](word T, list ...T) string {
	if slices.Contains(list, word) {
		return string(word)
	}
	return other
}
