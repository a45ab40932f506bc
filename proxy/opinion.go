package proxy

import (
	"context"
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
func (q *question) secondOpinion(ctx context.Context, c *choice) {
	if q.app.Judge == nil || len(q.failures(c.full)) > 0 {
		return
	}
	if q.hearing().Hear(ctx, &c.result, c.Said()) {
		c.full = c.tell(q.evidence)
	}
}

// amend has the record of the attempt say what the judge said, too.
func (q *question) amend(c *choice) {
	if len(q.rec.attempts) == 0 {
		return
	}
	reports := q.rec.attempts[len(q.rec.attempts)-1].reports
	for i := range reports {
		if reports[i].Index == c.Index {
			reports[i] = c.full
		}
	}
}

// hearing has the app's judge heard about this exchange.
func (q *question) hearing() *judge.Hearing {
	if q.rec.heard == nil {
		q.rec.heard = &judge.Hearing{Judge: q.app.Judge, Policy: &q.app.Policy, Question: q.found.Question, Server: func() judge.Server { return q.ownServer() }}
	}
	return q.rec.heard
}

// judgeTime is how long the exchange has waited for the judge so far.
func (v *visit) judgeTime() time.Duration {
	if v.rec.heard == nil {
		return 0
	}
	return v.rec.heard.Cost.Spent
}

// heard is what the judge was asked and what it cost; nil where it was not asked.
func (v *visit) heard() *ledger.Heard {
	h := v.rec.heard
	if h == nil || h.Cost == (judge.Counts{}) {
		return nil
	}
	c := h.Cost
	return &ledger.Heard{
		Judge: h.Judge.Name(), Claims: int(c.Claims), Known: int(c.Known), Errors: int(c.Errors),
		Calls: int(c.Calls), Tokens: int(c.Tokens),
	}
}

// ownServer is the exchange's own upstream, for a judge without one. The judge
// spends the client's own credential only where its configuration says so.
func (r *request) ownServer() judge.Server {
	operator, target := r.way.operator(), r.call.target
	target.Rest = "/chat/completions"
	s := judge.Server{
		Upstream: r.way.Upstream, Path: r.way.path(target), Whole: true,
		Query: wire.ForwardQuery(target.Query, operator), Model: r.upstreamModel(),
	}
	if r.app.Judge.SpendsClientCredential() && !operator {
		s.Header = credentials(r.call.forwarded(operator))
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
	if err := wire.Check(x.call.body, x.setup.Limits.Request); err != nil {
		x.reject(ctx, err)
		return
	}
	item, err := audit.Line(x.call.body, audit.Options{
		Policy: x.app.Policy, Layouts: x.app.LayoutOptions(x.call.local), Exempt: x.app.Exempt, Opine: x.opine(),
		Now: x.gate.now(), Prepare: func(text string) *verify.Passage { return x.gate.prepare(text).passage },
	})
	if err != nil {
		x.reject(ctx, wire.NewError(400, "invalid_audit", "The item cannot be audited: "+err.Error()+"."))
		return
	}
	x.reply(ctx, encode(item))
}

// opine has the app's judge heard about a result; nil where the app has none.
func (r *request) opine() func(*verify.Result, string) bool {
	if r.app.Judge == nil {
		return nil
	}
	return func(result *verify.Result, question string) bool {
		h := judge.Hearing{Judge: r.app.Judge, Policy: &r.app.Policy, Question: question, Server: func() judge.Server { return r.ownServer() }}
		return h.Hear(context.Background(), result, "")
	}
}
