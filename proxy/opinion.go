package proxy

import (
	"context"
	"time"

	"vouchsafe/policy"
	"vouchsafe/proxy/judge"
	"vouchsafe/proxy/upstream"
	"vouchsafe/proxy/wire"
)

// secondOpinion asks the app's judge about what words leave open in a choice.
// An answer that fails for something else costs no opinions.
func (x *exchange) secondOpinion(ctx context.Context, c *choice) {
	if x.app.Judge == nil || len(policy.Failures(x.app.Policy, policy.FactsOf(c.full))) > 0 {
		return
	}
	if x.hearing().Hear(ctx, &c.result, contentOf(c)) {
		c.full = c.tell(x.evidence)
	}
}

// hearing has the app's judge heard about this exchange.
func (x *exchange) hearing() *judge.Hearing {
	if x.heard == nil {
		x.heard = &judge.Hearing{Judge: x.app.Judge, Policy: &x.app.Policy, Question: x.found.Question, Server: x.ownServer}
	}
	return x.heard
}

// Judged returns what the judges of the setup in force were asked and cost,
// together. A judge that a new configuration changes begins anew.
func (g *Gateway) Judged() judge.Counts {
	var sum judge.Counts
	seen := map[*judge.Judge]bool{nil: true}
	for _, app := range g.setup.Load().Apps {
		if !seen[app.Judge] {
			seen[app.Judge] = true
			sum = sum.Plus(app.Judge.Counts())
		}
	}
	return sum
}

// judgeTime is how long the exchange has waited for the judge so far.
func (x *exchange) judgeTime() time.Duration {
	if x.heard == nil {
		return 0
	}
	return x.heard.Spent
}

// ownServer is the exchange's own upstream, for a judge without one. The judge
// spends the client's own credential only where its configuration says so.
func (x *exchange) ownServer() judge.Server {
	operator := x.app.Upstream.HasCredential() || x.elsewhere
	target := x.call.target
	target.Rest = "/chat/completions"
	s := judge.Server{
		Upstream: x.app.Upstream.Upstream, Path: x.app.Upstream.path(target), Whole: true,
		Query: wire.ForwardQuery(target.Query, operator), Model: x.upstreamModel(),
	}
	if x.app.Judge.SpendsClientCredential() && !operator {
		s.Header = credentials(x.call.forwarded(operator))
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
