package proxy

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/tidwall/sjson"

	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/evidence/layout"
	"vouchsafe/grounding/report"
	"vouchsafe/policy"
	"vouchsafe/trace/ledger"
)

// trace is the record of the exchange, whatever came of it.
func (x *exchange) trace() *ledger.Trace {
	t := &ledger.Trace{
		QueryID: x.id, Timestamp: x.started, Verdict: x.rec.verdict, Proof: cmp.Or(x.rec.proof, report.NoProof), Reason: x.rec.reason,
		Usage: json.RawMessage(x.charged()),
		Latency: ledger.Latency{
			Total: x.gate.now().Sub(x.started), Upstream: x.rec.times.upstream, Verify: x.rec.times.verify,
			Judge: x.judgeTime(), First: x.rec.times.first,
		},
		Heard: x.heard(),
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
	for _, c := range x.choices {
		told := c.forTrace()
		t.Citations = joined(t.Citations, told.Citations)
		t.Claims = joined(t.Claims, told.Claims)
		t.Findings = joined(t.Findings, c.full.Findings)
	}
	if x.found.Unseen == layout.Unreadable {
		t.Findings = append(t.Findings, report.Finding{Code: report.Unreadable, Detail: x.found.UnseenWhy})
	}
	t.Attempts = make([]ledger.Attempt, 0, len(x.rec.attempts))
	for i := range x.rec.attempts {
		t.Attempts = append(t.Attempts, x.rec.attempts[i].trace())
	}
	t.CountsAs = x.countsAs(t)
	return t
}

// countsAs is what the exchange counts as, wherever exchanges are counted.
func (x *exchange) countsAs(t *ledger.Trace) report.CountsAs {
	if x.app == nil || !x.quotesOpen() {
		return t.Verdict.CountsAs(false)
	}
	found := report.CodesOf(t.Findings)
	for i := range t.Attempts {
		found = append(found, report.CodesOf(t.Attempts[i].Findings)...)
	}
	return t.Verdict.CountsAs(report.Verbatim(len(t.Attempts), found))
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
	if x.rec.answer != "" {
		return x.rec.answer
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
func (q *question) chunks() []evidence.Chunk {
	if q.evidence.Set == nil {
		return nil
	}
	return q.evidence.Set.Named()
}

// forTrace is what the trace says of a choice: what the client was told, and of a
// refused answer everything, for the client was told by code only.
func (c *choice) forTrace() report.Report {
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

// metadata is what the trace tells besides: the client's own metadata, and the
// names of the tools whose calls went on without being looked at, and of those
// whose arguments were verified as an answer.
func (x *exchange) metadata() json.RawMessage {
	if x.chat == nil {
		return x.whatWasAsked()
	}
	raw := x.chat.Metadata
	if x.rec.origin.of != "" {
		raw = withMember(raw, x.rec.origin.kind, x.rec.origin.of)
	}
	if x.rec.task != "" {
		raw = withMember(raw, "task", x.rec.task)
	}
	if x.rec.unsupported > 0 {
		raw = withMember(raw, "task_unsupported", x.rec.unsupported)
	}
	if x.found.Unseen != "" {
		raw = withMember(raw, "context_not_seen", x.found.Unseen)
	}
	var passed, verified []string
	for _, c := range x.choices {
		for i, call := range c.Calls() {
			switch {
			case call.Name == "": // what goes with a call, and is none
			case c.holdsAnswer(i):
				verified = append(verified, call.Name)
			default:
				passed = append(passed, call.Name)
			}
		}
	}
	for key, names := range map[string][]string{"tools_passed": passed, "tools_verified": verified} {
		if len(names) == 0 {
			continue
		}
		slices.Sort(names)
		raw = withMember(raw, key, slices.Compact(names))
	}
	return json.RawMessage(raw)
}

// pathKept bounds what is kept of a path that nobody here knows.
const pathKept = 200

// whatWasAsked tells method and path of a call that is none for an answer:
// whoever looks into its trace has nothing else to know it by. A query may hold
// what is nobody's business, and is left out.
func (v *visit) whatWasAsked() json.RawMessage {
	path := v.call.target.Path()
	if path == "" {
		return nil
	}
	return json.RawMessage(withMember("", "request", v.call.method+" "+path[:min(len(path), pathKept)]))
}

// withMember sets a member of a JSON object, "" for none yet.
func withMember(raw, key string, value any) string {
	if with, err := sjson.Set(cmp.Or(raw, "{}"), key, value); err == nil {
		return with
	}
	return raw
}
