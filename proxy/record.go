package proxy

import (
	"crypto/sha256"
	"encoding/json"
	"slices"
	"strings"

	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/evidence/layout"
	"vouchsafe/grounding/report"
	"vouchsafe/policy"
	"vouchsafe/trace/ledger"
)

// trace is the record of the exchange, whatever came of it.
func (x *exchange) trace() *ledger.Trace {
	t := &ledger.Trace{
		QueryID: x.id, Timestamp: x.started, Verdict: x.ending.verdict, Reason: x.ending.reason,
		Usage:   json.RawMessage(x.charged()),
		Latency: ledger.Latency{Total: x.gate.now().Sub(x.started), Upstream: x.times.upstream, Verify: x.times.verify, Judge: x.judgeTime(), First: x.times.first},
	}
	if t.Verdict == "" {
		t.Verdict = report.Failed
	}
	t.Parent = x.call.header.Get("traceparent")
	if x.app != nil {
		t.App, t.Policy, t.PolicyHash = x.app.Name, x.app.PolicyName, x.app.PolicyHash
	}
	if x.shadowOf != "" {
		// Under a name that no app can have, so that nobody who counts by app
		// takes its verdicts or its cost for those of what was served.
		t.App, t.ShadowOf = t.App+":shadow", x.shadowOf
	}
	if x.chat != nil {
		t.Model, t.User, t.Conversation = x.model(), x.chat.User, x.chat.ContextID
	}
	if x.found.HasQuestion {
		t.Question = x.found.Question
	}
	t.Answer, t.Metadata = x.answered(), x.metadata()
	t.Chunks = x.chunks()
	passages := x.evidence.Passages
	t.Sum = func(i int) [sha256.Size]byte { return passages[i].Sum() }
	for _, c := range x.choices {
		told := c.told()
		t.Citations = joined(t.Citations, told.Citations)
		t.Claims = joined(t.Claims, told.Claims)
		t.Findings = joined(t.Findings, c.full.Findings)
	}
	if x.found.Unseen == layout.Unreadable {
		t.Findings = append(t.Findings, report.Finding{Code: report.Unreadable, Detail: "the context is images, audio or files, which cannot be read"})
	}
	t.Attempts = make([]ledger.Attempt, 0, len(x.attempts))
	for i := range x.attempts {
		t.Attempts = append(t.Attempts, x.attempts[i].trace())
	}
	return t
}

// joined is one list of two. Nobody changes what a trace tells, so that a list
// that stands alone is not copied.
func joined[T any](a, b []T) []T {
	if len(a) == 0 {
		return slices.Clip(b)
	}
	return append(a, b...)
}

// charged is the usage that the client was told, or is to be charged all the
// same where it got no reply.
func (x *exchange) charged() string {
	if x.result.reply != nil {
		return x.result.reply.Usage
	}
	return x.usage()
}

// answered is the answer as the client got it.
func (x *exchange) answered() string {
	if x.ending.answer != "" {
		return x.ending.answer
	}
	if x.result.reply == nil {
		return ""
	}
	var answers []string
	for _, c := range x.choices {
		answers = append(answers, c.content)
	}
	return strings.Join(answers, "\n\n")
}

// chunks are the recorded evidence, under the names by which it was cited.
func (x *exchange) chunks() []evidence.Chunk {
	if x.evidence.Set == nil {
		return nil
	}
	return x.evidence.Set.Named()
}

// told is what the trace says of a choice: what the client was told, and of a
// refused answer everything, for the client was told by code only.
func (c *choice) told() report.Report {
	if c.decision.Action != policy.Refuse {
		return c.report
	}
	told := c.full
	told.Claims = unplaced(told.Claims)
	return told
}

// unplaced are claims of a text that was not delivered: they have no place.
func unplaced(claims []report.Claim) []report.Claim {
	out := slices.Clone(claims)
	for i := range out {
		out[i].Start, out[i].End = nil, nil
	}
	return out
}

// trace is the record of an attempt. What its findings speak of goes with
// them: the citations and claims of the answer are often those of a later one.
func (a *attempt) trace() ledger.Attempt {
	t := ledger.Attempt{
		Asked: a.asked, Reply: a.reply, Upstream: a.upstream,
		Status: a.status, Cause: a.cause, Usage: json.RawMessage(a.usage), Start: a.start, Duration: a.duration,
	}
	for i := range a.reports {
		r := &a.reports[i]
		if len(r.Findings) > 0 {
			t.Findings = append(t.Findings, r.Findings...)
			t.Citations = append(t.Citations, r.Citations...)
			t.Claims = append(t.Claims, unplaced(r.Claims)...)
		}
	}
	return t
}
