package proxy

import (
	"bytes"
	"strings"

	"github.com/valyala/fasthttp"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/verify"
	"vouchsafe/policy"
	"vouchsafe/proxy/upstream"
	"vouchsafe/proxy/wire"
)

// observe lets a reply go through live and untouched; what would have become
// of it stands in the trace only.
func (x *exchange) observe(ctx *fasthttp.RequestCtx) {
	if x.evidence.Set.Len() == 0 && !x.searches() {
		x.skip(ctx, report.ReasonNoContext)
		return
	}
	if _, ok := x.auxiliary(); ok {
		x.skip(ctx, report.ReasonAuxiliary)
		return
	}
	x.keep = &kept{most: x.setup.Limits.Response}
	x.pass(ctx, x.plainBody())
}

// conclude verifies a reply that has gone through. Its answer is read in
// whatever way the app's own prompt made the model cite; one that cites
// nothing is held against all the evidence.
func (x *exchange) conclude(k *kept, resp *upstream.Response) {
	if x.ending.verdict == report.Skipped {
		return // it was kept for its turn only
	}
	started := x.gate.now()
	defer func() { x.times.verify += x.gate.now().Sub(started) }()
	reply, err := x.readKept(k, resp)
	if reply != nil {
		a := &x.attempts[len(x.attempts)-1]
		a.reply, a.usage = raw(reply), reply.Usage
	}
	if err != nil {
		x.ending.verdict, x.ending.reason = report.Failed, "unreadable-reply"
		return
	}
	var verdicts []report.Verdict
	var answers []string
	for i := range reply.Choices {
		c := &choice{Choice: reply.Choices[i], attempt: 1}
		if c.Context != "" && x.searches() {
			x.searched(c.Context)
		}
		if x.evidence.Set.Len() == 0 { // the search found nothing, or does not show it
			x.ending.verdict, x.ending.reason = report.Skipped, report.ReasonNoContext
			return
		}
		x.choices = append(x.choices, c)
		x.judge(c)
		verdicts = append(verdicts, c.decision.Verdict)
		answers = append(answers, contentOf(c))
	}
	x.ending.verdict = report.Worst(verdicts...)
	x.ending.reason = x.reason()
	x.ending.answer = strings.Join(answers, "\n\n")
}

// readKept reads what has passed as a reply.
func (x *exchange) readKept(k *kept, resp *upstream.Response) (*wire.Reply, error) {
	if resp.Status < 200 || resp.Status > 299 || k.over {
		return nil, &wire.BrokenReply{Fault: wire.FaultError, Detail: "not an answer"}
	}
	copied := *resp
	copied.Body = nopCloser{bytes.NewReader(k.bytes)}
	return x.readReply(&copied, x.chat.N)
}

type nopCloser struct{ *bytes.Reader }

func (nopCloser) Close() error { return nil }

// judge says what would have become of an observed choice.
func (x *exchange) judge(c *choice) {
	if contentOf(c) == "" && c.called() {
		c.decision = policy.Decision{Action: policy.Pass, Verdict: report.Skipped}
		c.report.Verdict = report.Skipped
		return
	}
	answer := answer.Read(answer.Client, contentOf(c), x.sources())
	rules := x.rules()
	rules.AgainstAll = len(answer.Citations) == 0
	c.result = verify.Check(answer, x.evidence, rules)
	c.full = c.tell(x.evidence)
	f := policy.FactsOf(c.full)
	f.Audit = rules.AgainstAll
	f.Attempt = 1
	c.decision = policy.Decide(x.app.Policy, f)
	c.full.Verdict, c.report = c.decision.Verdict, c.full
}
