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
		QueryID: x.run.id, Timestamp: x.run.started, Verdict: x.run.rec.verdict, Proof: cmp.Or(x.run.rec.proof, report.NoProof), Reason: x.run.rec.reason,
		Usage: json.RawMessage(x.charged()),
		Latency: ledger.Latency{
			Total: x.run.gate.now().Sub(x.run.started), Upstream: x.run.rec.times.upstream, Verify: x.run.rec.times.verify,
			Judge: x.run.rec.judgeTime(), First: x.run.rec.times.first,
		},
		Heard: x.run.rec.judgeAsked(),
	}
	if t.Verdict == "" {
		t.Verdict = report.Failed
	}
	t.Parent = x.run.call.header.Get("traceparent")
	if x.run.app != nil {
		t.App, t.Policy, t.PolicyHash = x.run.app.Name, x.run.app.PolicyName, x.run.app.PolicyHash
	}
	if x.run.shadowOf != "" {
		// Under a name that no app can have, so that nobody who counts by app
		// takes its verdicts or its cost for those of what was served.
		t.App, t.ShadowOf = t.App+":shadow", x.run.shadowOf
	}
	if x.request.chat != nil {
		t.Model, t.User, t.Conversation = modelNamed(x.run, x.request), x.request.chat.User, x.request.chat.ContextID
	}
	if x.material.found.HasQuestion {
		t.Question = x.material.found.Question
	}
	t.Answer, t.Metadata = x.answered(), x.metadata()
	t.Chunks = x.material.chunks()
	for _, c := range x.choices {
		told := c.forTrace()
		t.Citations = joined(t.Citations, told.Citations)
		t.Claims = joined(t.Claims, told.Claims)
		t.Findings = joined(t.Findings, c.full.Findings)
	}
	if x.material.found.Unseen == layout.Unreadable {
		t.Findings = append(t.Findings, report.Finding{Code: report.Unreadable, Detail: x.material.found.UnseenWhy})
	}
	t.Attempts = make([]ledger.Attempt, 0, len(x.run.rec.attempts))
	for i := range x.run.rec.attempts {
		t.Attempts = append(t.Attempts, x.run.rec.attempts[i].trace())
	}
	t.CountsAs = countsAs(x.run.app, t)
	return t
}

// countsAs is what the exchange counts as, wherever exchanges are counted.
func countsAs(app *App, t *ledger.Trace) report.CountsAs {
	if app == nil || !app.quotesOpen() {
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
	return usageOf(x.run, x.request)
}

// answered is the answer as the client got it.
func (x *exchange) answered() string {
	if x.run.rec.answer != "" {
		return x.run.rec.answer
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
func (m *material) chunks() []evidence.Chunk {
	if m.evidence.Set == nil {
		return nil
	}
	return m.evidence.Set.Named()
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
	if x.request.chat == nil {
		return x.run.call.whatWasAsked()
	}
	raw := x.request.chat.Metadata
	if x.run.rec.origin.of != "" {
		raw = withMember(raw, x.run.rec.origin.kind, x.run.rec.origin.of)
	}
	if x.run.rec.task != "" {
		raw = withMember(raw, "task", x.run.rec.task)
	}
	if x.run.rec.unsupported > 0 {
		raw = withMember(raw, "task_unsupported", x.run.rec.unsupported)
	}
	if x.material.found.Unseen != "" {
		raw = withMember(raw, "context_not_seen", x.material.found.Unseen)
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
func (c *call) whatWasAsked() json.RawMessage {
	path := c.target.Path()
	if path == "" {
		return nil
	}
	return json.RawMessage(withMember("", "request", c.method+" "+path[:min(len(path), pathKept)]))
}

// withMember sets a member of a JSON object, "" for none yet.
func withMember(raw, key string, value any) string {
	if with, err := sjson.Set(cmp.Or(raw, "{}"), key, value); err == nil {
		return with
	}
	return raw
}
