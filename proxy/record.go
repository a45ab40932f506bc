package proxy

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tidwall/sjson"

	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/evidence/layout"
	"vouchsafe/grounding/report"
	"vouchsafe/policy"
	"vouchsafe/proxy/wire"
	"vouchsafe/trace/ledger"
)

// finish ends an exchange, once, whatever came of it: what later calls may rest on is kept, its
// cost is charged, its trace recorded, its place given back, and its shadow begins.
func (x *exchange) finish() {
	if x.recorded {
		return
	}
	x.recorded = true
	defer x.leave()
	rememberProven(x.run, x.material, x.result.choices)
	noteAnswers(x.run, x.material, x.result.choices)
	chargeRate(x.run, x.request)
	recordTrace(x.run, x.question, &x.result)
	castShadow(x.run, x.shadow)
	x.shadow = nil
}

// recordTrace hands the exchange's trace to the file (ledger.AppendLine) and to the store (ofTrace).
func recordTrace(run *run, q *question, out *result) {
	content := ledger.Full
	if run.app != nil {
		content = run.app.Content
	}
	run.gate.record(traceOf(run, q, out), content)
}

// traceOf is what the trace tells of an exchange.
func traceOf(run *run, q *question, out *result) *ledger.Trace {
	rec := run.rec
	t := &ledger.Trace{
		QueryID: run.id, Timestamp: run.started, Verdict: rec.verdict, Proof: cmp.Or(rec.proof, report.NoProof), Reason: rec.reason,
		Usage:   json.RawMessage(charged(run, q.request, out)),
		Latency: rec.latency, Heard: rec.judgeAsked(),
	}
	t.Latency.Total, t.Latency.Judge = run.gate.now().Sub(run.started), rec.judgeTime()
	if t.Verdict == "" {
		t.Verdict = report.Failed
	}
	t.Parent = run.call.header.Get("traceparent")
	if run.app != nil {
		t.App, t.Policy, t.PolicyHash = run.app.Name, run.app.PolicyName, run.app.PolicyHash
	}
	if run.shadowOf != "" {
		// Under a name that no app can have, so that nobody who counts by app
		// takes its verdicts or its cost for those of what was served.
		t.App, t.ShadowOf = t.App+":shadow", run.shadowOf
	}
	heard := rec.unread
	if heard != nil {
		t.Question = heard.question
	} else if run.app != nil && run.app.Policy.Mode == policy.Off { // nobody has read what is asked
		t.Question = wire.LastAsked(run.call.body, run.call.target.Kind)
	}
	if q.request.chat != nil {
		t.Model, t.User, t.Conversation = modelNamed(run, q.request), q.request.chat.User, q.request.chat.ContextID
		t.Body = len(q.request.chat.Raw)
	} else if heard != nil {
		t.Model, t.User, t.Body = heard.model, heard.user, len(run.call.body)
	}
	if q.material.found.HasQuestion {
		t.Question = q.material.found.Question
	}
	t.Answer, t.Metadata = answered(rec, out), metadata(run, q, out.choices)
	t.Marker, t.Asks = q.material.found.Marker, q.asks.String()
	t.Chunks = q.material.chunks()
	var all joined
	for _, c := range out.choices {
		told := c.forTrace()
		part := all.add(c.Index, told.Citations, told.Claims, c.full.Findings)
		content := c.content
		if content == "" && rec.answer != "" { // it went through as the model wrote it
			content = c.Said()
		}
		if len(out.choices) > 1 {
			t.Choices = append(t.Choices, ledger.Choice{Part: part, Verdict: c.report.Verdict, Answer: content, Start: all.points})
		}
		all.points += utf8.RuneCountInString(content) + len(betweenChoices)
	}
	t.Citations, t.Claims, t.Findings = all.citations, all.claims, all.findings
	if q.material.found.Unseen == layout.Unreadable {
		t.Findings = append(t.Findings, report.Finding{Code: report.Unreadable, Detail: q.material.found.UnseenWhy})
	} else if run.call.messages.Unread() {
		t.Findings = append(t.Findings, report.Finding{Code: report.Unreadable,
			Detail: "a document of the request cannot be read: what it says is no evidence"})
	}
	t.Attempts = make([]ledger.Attempt, 0, len(rec.attempts))
	for i := range rec.attempts {
		t.Attempts = append(t.Attempts, rec.attempts[i].trace(out.choices))
	}
	t.CountsAs = countsAs(run.app, rec, t)
	return t
}

// countsAs is what the exchange counts as, wherever exchanges are counted.
func countsAs(app *App, rec *record, t *ledger.Trace) report.CountsAs {
	if app == nil || !app.quotesOpen() {
		return t.Verdict.CountsAs(false)
	}
	found, answers := report.CodesOf(t.Findings), 0
	for _, a := range slices.Concat(rec.attempts, rec.shared) {
		if a.Reply != "" { // a call that failed says nothing about the answer
			answers++
		}
		for i := range a.reports {
			found = append(found, report.CodesOf(a.reports[i].Findings)...)
		}
	}
	return t.Verdict.CountsAs(report.Verbatim(answers, found))
}

// joined is what a trace tells of several choices, one behind the other: numbers, and places in the answer, go on from one to the next.
type joined struct {
	citations []report.Citation
	claims    []report.Claim
	findings  []report.Finding
	points    int // of the answer before the next choice, in code points
}

// add adds a choice's, and tells how much that is. Nobody changes what a trace tells, so that what stands alone is not copied.
func (t *joined) add(index int, citations []report.Citation, claims []report.Claim, findings []report.Finding) ledger.Part {
	part := ledger.Part{Index: index, Citations: len(citations), Claims: len(claims), Findings: len(findings)}
	if len(t.citations)+len(t.claims)+len(t.findings)+t.points == 0 {
		t.citations, t.claims, t.findings = slices.Clip(citations), slices.Clip(claims), slices.Clip(findings)
		return part
	}
	number, before := 0, len(t.claims)
	for i := range t.citations {
		number = max(number, t.citations[i].Number)
	}
	for _, c := range citations {
		c.Number += number
		t.citations = append(t.citations, c)
	}
	for _, c := range claims {
		c.Start, c.End, c.Citations = onwards(c.Start, t.points), onwards(c.End, t.points), slices.Clone(c.Citations)
		for i := range c.Citations {
			c.Citations[i] += number
		}
		t.claims = append(t.claims, c)
	}
	for _, f := range findings {
		f.Citation, f.Claim = onwards(f.Citation, number), onwards(f.Claim, before)
		t.findings = append(t.findings, f)
	}
	return part
}

// onwards is a place behind others.
func onwards(place *int, by int) *int {
	if place == nil || by == 0 {
		return place
	}
	at := *place + by
	return &at
}

// charged is the usage that the client was told, or is to be charged all the
// same where it got no reply.
func charged(run *run, req *request, out *result) string {
	if out.reply != nil {
		return out.reply.Usage
	}
	return usageOf(run, req)
}

// answered is the answer as the client got it.
func answered(rec *record, out *result) string {
	if rec.answer != "" {
		return rec.answer
	}
	if out.reply == nil {
		return ""
	}
	var answers []string
	for _, c := range out.choices {
		answers = append(answers, c.content)
	}
	return strings.Join(answers, betweenChoices)
}

// betweenChoices stands between the choices of an answer.
const betweenChoices = "\n\n"

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
// them: the citations and claims of the answer are often those of a later one, or other words stand in their place.
func (a *attempt) trace(choices []*choice) ledger.Attempt {
	t := a.Attempt
	t.Usage = json.RawMessage(a.usage)
	var all joined
	slices.SortStableFunc(a.reports, func(a, b report.Report) int { return a.Index - b.Index }) // of text beside calls there are two
	for i := range a.reports {
		r := &a.reports[i]
		if len(r.Findings) == 0 && !slices.ContainsFunc(choices, func(c *choice) bool { return c.Index == r.Index && c.replaced() }) {
			continue
		}
		part := all.add(r.Index, r.Citations, unplaced(r.Claims), r.Findings)
		if last := len(t.Parts) - 1; last >= 0 && t.Parts[last].Index == part.Index {
			before := &t.Parts[last]
			before.Citations += part.Citations
			before.Claims += part.Claims
			before.Findings += part.Findings
		} else if len(choices) > 1 {
			t.Parts = append(t.Parts, part)
		}
	}
	t.Citations, t.Claims, t.Findings = all.citations, all.claims, all.findings
	return t
}

// replaced reports whether the client got other words than the model's in the place of some, or none.
func (c *choice) replaced() bool {
	return slices.Contains([]report.Verdict{report.Quoted, report.Redacted, report.Marked}, c.report.Verdict)
}

// metadata is what the trace tells besides: the client's own metadata, and the
// names of the tools whose calls went on without being looked at, and of those
// whose arguments were verified as an answer.
func metadata(run *run, q *question, choices []*choice) json.RawMessage {
	if q.request.chat == nil {
		return run.call.whatWasAsked()
	}
	raw := q.request.chat.Metadata
	if run.rec.origin.of != "" {
		raw = withMember(raw, run.rec.origin.kind, run.rec.origin.of)
	}
	if run.rec.task != "" {
		raw = withMember(raw, "task", run.rec.task)
	}
	if run.rec.unsupported > 0 {
		raw = withMember(raw, "task_unsupported", run.rec.unsupported)
	}
	if q.material.found.Unseen != "" {
		raw = withMember(raw, "context_not_seen", q.material.found.Unseen)
	}
	var passed, verified []string
	for _, c := range choices {
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
	raw, _ = sjson.Set(cmp.Or(raw, "{}"), key, value) // an object, and texts or a number
	return raw
}
