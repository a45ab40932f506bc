package proxy

import (
	"context"

	"vouchsafe/grounding/evidence"
	"vouchsafe/policy"
	"vouchsafe/proxy/wire"
)

// refuseUnlessCalls refuses an exchange that has no evidence. The first turn of
// an agent has none either, and calls the tools that will bring some: these
// calls pass, and no word beside them.
func refuseUnlessCalls(ctx context.Context, a *asker, d policy.Decision) *result {
	q := a.question
	if err := chooseForm(a.run, q); err != nil {
		return a.run.rec.fail(err)
	}
	q.material.evidence.Set = evidence.NewSet(nil)
	if !q.invitesCalls() || q.forcesAnswer() {
		return refuseAll(a.run, q, d)
	}
	reply, stop := a.askPlainly(ctx)
	if stop != nil {
		return a.run.rec.stop(stop)
	}
	dropUninvitedCalls(q, reply)
	var choices []*choice
	answering := answerToolsOf(a.run, q.request, nil)
	for i := range reply.Choices {
		c := &choice{Choice: reply.Choices[i], attempt: 1}
		c.Keep(func(_ int, call wire.Call) (string, bool) {
			_, answers := answering.named(call.Name)
			return call.Arguments, !answers
		})
		c.Content, c.Refusal = nil, nil
		if !c.Called() {
			c.Reasoning, c.Thought, c.decision = "", wire.Thought{}, d
		}
		choices = append(choices, c)
	}
	return deliver(a.run, q, choices, reply)
}

// refuseAll refuses an exchange without asking an upstream.
func refuseAll(run *run, q *question, d policy.Decision) *result {
	var choices []*choice
	for i := range q.request.chat.N {
		choices = append(choices, &choice{Choice: wire.Choice{Index: i}, decision: d})
	}
	return deliver(run, q, choices, ownReply(run, q.request))
}

// ownReply is the frame of a reply that no upstream gave.
func ownReply(run *run, req *request) *wire.Reply {
	return &wire.Reply{
		ID: req.chat.Surface.ReplyID(run.id), Object: "chat.completion", Created: run.started.Unix(), Model: modelNamed(run, req),
	}
}
