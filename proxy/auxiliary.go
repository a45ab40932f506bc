package proxy

import (
	"context"
	"strings"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/evidence/auxiliary"
	"vouchsafe/grounding/report"
	"vouchsafe/proxy/wire"
)

// auxiliary recognises a call that carries context but wants no grounded
// prose: a reranker, a grader, a maker of titles.
//
// A weak match could be what a user typed around an ordinary question, so it
// exempts only where there is no evidence that an answer could misquote.
func (x *exchange) auxiliary() (auxiliary.Rule, bool) {
	rule, ok := auxiliary.Recognise(x.chat.Prompt(), x.app.Exempt)
	if rule.Weak && x.evidence.Set.Len() > 0 {
		return auxiliary.Rule{}, false
	}
	return rule, ok
}

// assist serves such a call: it is asked as the app asks it, and the reply
// passes as it came if it has the closed form of its task. Any other reply is
// an answer, and is held to what answers are held to.
func (x *exchange) assist(ctx context.Context, rule auxiliary.Rule) {
	if stop := x.assisted(ctx, rule); stop != nil {
		x.stop(stop)
		return
	}
	if x.result.reply == nil {
		x.enforce(ctx)
	}
}

// assisted makes the call; it leaves no result if the reply does not fit.
func (x *exchange) assisted(ctx context.Context, rule auxiliary.Rule) *stopped {
	x.form.dialect = answer.Client
	reply, stop := x.askPlainly(ctx)
	if stop != nil {
		return stop
	}
	reply.Usage = x.usage()
	var answers []string
	for i := range reply.Choices {
		c := &choice{Choice: reply.Choices[i]}
		if c.called() || !rule.Form.Fits(answer.WithoutThinking(contentOf(c))) {
			return nil
		}
		answers = append(answers, contentOf(c))
		reply.Choices[i] = wire.Choice{Index: c.Index, Role: "assistant", Content: c.Content, FinishReason: wire.FinishReason(c.FinishReason)}
	}
	x.ending.verdict, x.ending.reason = report.Skipped, report.ReasonAuxiliary
	x.ending.answer = strings.Join(answers, "\n\n")
	x.result.reply = reply
	return nil
}

// askPlainly asks as the app asks, without a word of the gateway's own.
func (x *exchange) askPlainly(ctx context.Context) (*wire.Reply, *stopped) {
	body := func(into []byte) []byte { return append(into, x.plainBody()...) }
	reply, stop := x.try(ctx, body, x.chat.N)
	for stop != nil && stop.unanswered && x.fallBack() {
		reply, stop = x.try(ctx, body, x.chat.N)
	}
	return reply, stop
}
