package proxy

import (
	"encoding/json"
	"strings"

	"vouchsafe/chunk"
	"vouchsafe/ledger"
	"vouchsafe/policy"
	"vouchsafe/report"
)

// trace is the record of the exchange, whatever came of it.
func (x *exchange) trace() *ledger.Trace {
	t := &ledger.Trace{
		QueryID: x.id, Timestamp: x.started, Verdict: x.ending.verdict, Reason: x.ending.reason,
		Usage:   json.RawMessage(x.charged()),
		Latency: ledger.Latency{Total: x.gate.now().Sub(x.started), Upstream: x.times.upstream, Verify: x.times.verify},
	}
	if t.Verdict == "" {
		t.Verdict = report.Failed
	}
	if x.app != nil {
		t.App, t.Policy, t.PolicyHash = x.app.Name, x.app.PolicyName, x.app.PolicyHash
	}
	if x.chat != nil {
		t.Model, t.User, t.Conversation = x.model(), x.chat.User, x.chat.ContextID
	}
	if x.found.HasQuestion {
		t.Question = x.found.Question
	}
	t.Answer = x.answered()
	t.Chunks = x.chunks()
	for _, c := range x.choices {
		told := &c.report
		if c.decision.Action == policy.Refuse {
			told = &c.full // the client was told by code only
		}
		t.Citations = append(t.Citations, told.Citations...)
		t.Findings = append(t.Findings, c.full.Findings...)
	}
	for i := range x.attempts {
		t.Attempts = append(t.Attempts, x.attempts[i].trace(x.app.Upstream.Name()))
	}
	return t
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
func (x *exchange) chunks() []chunk.Chunk {
	set := x.evidence.Set
	if set == nil {
		return nil
	}
	out := make([]chunk.Chunk, set.Len())
	for i := range out {
		out[i] = *set.At(i)
		out[i].ID = set.Handle(i)
	}
	return out
}

func (a *attempt) trace(upstream string) ledger.Attempt {
	return ledger.Attempt{
		Asked: a.asked, Reply: a.reply, Findings: a.findings, Upstream: upstream,
		Status: a.status, Usage: json.RawMessage(a.usage), Duration: a.duration,
	}
}
