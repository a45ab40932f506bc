package proxy

import (
	"context"

	"github.com/valyala/fasthttp"

	"vouchsafe/policy"
	"vouchsafe/proxy/wire"
)

// again answers an exchange with what a model wrote for an earlier one, and
// reports whether it could. The stored text takes the place of an upstream's
// reply, and goes through the same steps: it is read, held against the evidence
// of this request, decided and rendered. What no longer stands is forgotten.
func (x *exchange) again(ctx *fasthttp.RequestCtx) bool {
	if _, ok := x.auxiliary(); ok {
		return false
	}
	stored := x.lookUp()
	if stored == nil {
		return false
	}
	watched, stop := x.gate.watcher.Watch(x.call.conn)
	defer stop()
	if !x.stillStands(watched, stored) {
		x.gate.stored.kept.Drop(x.lookup.key)
		x.gate.stored.misses.Add(1)
		x.form, x.choices, x.origin = form{}, nil, origin{}
		return false
	}
	x.gate.stored.hits.Add(1)
	x.lookup.outcome = hit
	x.keeping(func(context.Context) { x.deliver(stored.reply(x)) })(watched)
	if x.chat.Stream {
		x.answerStream(ctx)
	} else {
		x.answer(ctx)
	}
	return true
}

// stillStands verifies a stored answer. Nothing is repaired here: an answer
// that would have to be is asked for anew.
func (x *exchange) stillStands(ctx context.Context, stored *storedAnswer) bool {
	if x.prepareForm() != nil {
		return false
	}
	x.origin = origin{of: stored.Of, kind: "cache_hit_of"}
	for _, s := range stored.Choices {
		c := &choice{attempt: 1, Choice: wire.Choice{
			Index: s.Index, Role: "assistant", FinishReason: s.Finish, Content: s.Content, Refusal: s.Refusal, Reasoning: s.Reasoning,
		}}
		x.choices = append(x.choices, c)
		x.takeApart(c)
		x.verify(c)
		x.secondOpinion(ctx, c)
		c.decision = x.decide(c, x.gate.now())
		if c.decision.Action != policy.Pass || !verified(c.decision.Verdict) {
			return false
		}
	}
	return true
}

// reply is a stored answer as an upstream's reply to an exchange.
func (a *storedAnswer) reply(x *exchange) *wire.Reply {
	return &wire.Reply{
		ID: x.chat.Surface.ReplyID(x.id), Object: "chat.completion", Created: x.started.Unix(),
		Model: a.Model, SystemFingerprint: a.Fingerprint, ServiceTier: a.Tier,
	}
}

// origin is where an answer comes from that no upstream was asked for in this
// exchange: the id of the exchange that it was, and the name under which the
// trace tells so.
type origin struct{ of, kind string }

// caching keeps the answer of work for exchanges to come.
func (x *exchange) caching(work func(context.Context)) func(context.Context) {
	return func(ctx context.Context) {
		work(ctx)
		x.keepAnswer()
	}
}
