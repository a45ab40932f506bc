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
func (x *exchange) refuseUnlessCalls(ctx context.Context, d policy.Decision) {
	if err := chooseForm(x.run, x.question); err != nil {
		x.fail(err)
		return
	}
	x.material.evidence.Set = evidence.NewSet(nil)
	if !x.question.invitesCalls() || x.question.forcesAnswer() {
		x.refuseAll(d)
		return
	}
	reply, stop := x.asker(x.question).askPlainly(ctx)
	if stop != nil {
		x.stop(stop)
		return
	}
	dropUninvitedCalls(x.question, reply)
	answering := answerToolsOf(x.run, x.request, nil)
	for i := range reply.Choices {
		c := &choice{Choice: reply.Choices[i], attempt: 1}
		c.Keep(func(_ int, call wire.Call) (string, bool) {
			_, answers := answering.named(call.Name)
			return call.Arguments, !answers
		})
		c.Content, c.Refusal = nil, nil
		if !c.Called() {
			c.Reasoning, c.decision = "", d
		}
		x.choices = append(x.choices, c)
	}
	x.result = deliver(x.run, x.question, x.choices, reply)
}

// refuseAll refuses an exchange without asking an upstream.
func (x *exchange) refuseAll(d policy.Decision) {
	for i := range x.request.chat.N {
		x.choices = append(x.choices, &choice{Choice: wire.Choice{Index: i}, decision: d})
	}
	reply := &wire.Reply{ID: x.request.chat.Surface.ReplyID(x.run.id), Object: "chat.completion", Created: x.run.started.Unix(), Model: modelNamed(x.run, x.request)}
	x.result = deliver(x.run, x.question, x.choices, reply)
}
