package proxy

import (
	"context"
	"slices"
	"time"

	"github.com/valyala/fasthttp"

	"vouchsafe/grounding/verify"
	"vouchsafe/proxy/judge"
	"vouchsafe/proxy/upstream"
	"vouchsafe/proxy/wire"
	"vouchsafe/trace/audit"
	"vouchsafe/trace/ledger"
)

// secondOpinion asks the app's judge about what words leave open in a choice.
// An answer that fails for something else costs no opinions.
func secondOpinion(ctx context.Context, run *run, q *question, c *choice) {
	if run.app.Judge == nil || len(run.app.failures(c.full)) > 0 {
		return
	}
	if hearingOf(run, q).Hear(ctx, &c.result, true) {
		c.full = c.tell(q.material.evidence)
	}
}

// amend has the record of the attempt say what the judge said, too.
func amend(rec *record, c *choice) {
	for _, a := range slices.Backward(rec.attempts) {
		for i := range slices.Backward(a.reports) { // text beside a call comes after the call
			if a.reports[i].Index == c.Index {
				a.reports[i] = c.full
				return
			}
		}
	}
}

// hearingOf has the app's judge heard about this exchange.
func hearingOf(run *run, q *question) *judge.Hearing {
	if run.rec.heard == nil {
		run.rec.heard = newHearing(run, q.request, q.material.found.Question)
		run.rec.heard.Nearest = func(claim string) []verify.SourceSentence { return q.material.evidence.Nearest(claim) }
	}
	return run.rec.heard
}

func newHearing(run *run, req *request, question string) *judge.Hearing {
	own := func() judge.Server { return ownServer(run, req) }
	return &judge.Hearing{Judge: run.app.Judge, Policy: &run.app.Policy, Question: question, Server: own}
}

// judgeTime is how long the exchange has waited for the judge so far.
func (r *record) judgeTime() time.Duration {
	if r.heard == nil {
		return 0
	}
	return r.heard.Cost.Spent
}

// judgeAsked is what the judge was asked and what it cost; nil where it was not asked.
func (r *record) judgeAsked() *ledger.Heard {
	h := r.heard
	if h == nil || h.Cost == (judge.Counts{}) {
		return nil
	}
	c := h.Cost
	heard := &ledger.Heard{
		Judge: h.Judge.Name(), Claims: int(c.Claims), Known: int(c.Known), Errors: int(c.Errors),
		Calls: int(c.Calls), Tokens: int(c.Tokens),
	}
	if h.Trouble != nil {
		heard.Cause = h.Trouble.Error()
	}
	return heard
}

// ownServer is the exchange's own upstream, for a judge without one. The judge
// spends the client's own credential only where its configuration says so.
func ownServer(run *run, req *request) judge.Server {
	operator, target := run.way.operator(), run.call.target
	target.Rest = "/chat/completions"
	s := judge.Server{
		Upstream: run.way.route.Upstream, Path: run.way.route.path(target), Whole: true, Anthropic: run.way.route.Anthropic,
		Query: wire.ForwardQuery(target.Query, operator), Model: upstreamModel(run, req),
	}
	if run.app.Judge.SpendsClientCredential() && !operator {
		s.Header = credentials(run.call.forwarded(operator))
	}
	return s
}

// credentials are the headers of a call that carry one.
func credentials(all upstream.Header) upstream.Header {
	var kept upstream.Header
	for _, h := range all {
		if wire.TellsAccount(h[0]) {
			kept = append(kept, h)
		}
	}
	return kept
}

// audit verifies one answer that the client has already: the body is a line of
// the batch audit's input, and the reply a line of its output. It writes no
// trace.
func (x *exchange) audit(ctx *fasthttp.RequestCtx) {
	defer x.leave()
	x.recorded = true
	if err := wire.Check(x.run.call.body, x.run.setup.Limits.Request); err != nil {
		x.reject(ctx, err)
		return
	}
	item, err := audit.Line(x.run.call.body, audit.Options{
		Policy: x.run.app.Policy, Layouts: x.run.app.LayoutOptions(x.run.call.local), Exempt: x.run.app.Exempt,
		Opine: opine(x.run, x.request), Now: x.run.gate.now(), Prepare: func(text string) *verify.Passage { return x.run.gate.prepare(text, false).passage },
	})
	if err != nil {
		x.reject(ctx, wire.NewError(400, "invalid_audit", "The item cannot be audited: "+err.Error()+"."))
		return
	}
	writeJSON(ctx, x.run, x.material, encode(item))
}

// opine has the app's judge heard about a result; nil where the app has none.
func opine(run *run, req *request) func(*verify.Result, string) bool {
	if run.app.Judge == nil {
		return nil
	}
	return func(result *verify.Result, question string) bool {
		return newHearing(run, req, question).Hear(context.Background(), result, false)
	}
}
