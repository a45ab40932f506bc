package proxy

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/valyala/fasthttp"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/verify"
	"vouchsafe/policy"
	"vouchsafe/proxy/upstream"
	"vouchsafe/proxy/wire"
)

// pass sends a call on and its reply back as it comes, byte for byte. What
// passes is not held, not even for a moment: streams are live.
func (x *exchange) pass(ctx *fasthttp.RequestCtx, body []byte, keep *kept) {
	watched, stop := x.run.gate.watcher.Watch(x.run.call.conn)
	started := x.run.gate.now()
	resp, a, err := sendOn(watched, x.run, x.request, body)
	x.run.rec.latency.Upstream = x.run.gate.now().Sub(started)
	if err != nil {
		stop()
		cutShort(x, ctx, x.run.failure(err))
		return
	}
	a.Status = resp.Status
	if x.run.rec.verdict == "" && keep == nil {
		x.run.rec.verdict = report.Skipped
		if x.run.app.Policy.Mode == policy.Off && x.run.call.target.Kind == wire.KindMessages {
			x.run.rec.reason = report.ReasonOff
		}
	}
	x.run.rec.answeredWith(resp.Status)
	copyHeaders(ctx, x.run, resp.Header)
	writeHeaders(ctx, x.run, x.material, true)
	ctx.SetStatusCode(resp.Status)
	if up := resp.Tunnel(); up != nil {
		stop()
		ctx.Response.Header.Set("Connection", "Upgrade")
		ctx.Response.Header.Set("Upgrade", resp.Header.Get("Upgrade"))
		ctx.Hijack(func(client net.Conn) {
			defer x.finish()
			tunnel(x.run, client, up)
		})
		return
	}
	length := lengthOf(resp)
	ctx.Response.SkipBody = x.run.call.method == "HEAD"
	ctx.Response.ImmediateHeaderFlush = !resp.Whole // the first event may take long, and a reply that breaks off began
	p := &passing{x: x, resp: resp, began: started, stop: stop, keep: keep, left: length}
	if p.unread = keep == nil && tells(x.run.call, resp); p.unread {
		p.keep = &kept{most: min(mostUnread, x.run.setup.Limits.Response)}
	}
	sendBody(ctx, x.run, p, length)
}

// sendOn sends a call on as it came. A chat completion that an upstream gives
// no answer to goes to the next; other calls speak of what only their own
// upstream has, files and vectors for example.
func sendOn(ctx context.Context, run *run, req *request, body []byte) (*upstream.Response, *attempt, error) {
	for {
		run.attempt("passed on as it came")
		out := outgoing(run, body, nil)
		if run.call.messages != nil && run.app.enforcing() { // to an upstream of its own interface
			toAnthropic(run, out)
		}
		resp, a, err := run.do(ctx, out)
		a.Duration, a.Cause = run.since(a), causeOf(err)
		elsewhere := req.chat != nil && run.call.target.Kind != wire.KindMessages &&
			(upstream.Unanswered(err) || err == nil && run.way.givesWay(resp.Status))
		if !elsewhere || !run.way.fallBack() {
			return resp, a, err
		}
		if resp != nil {
			a.Status = resp.Status
			resp.Body.Close()
		}
		body = plainBody(run, req)
	}
}

// sendOnce sends a call on as it came, and reads all of a reply in which there is nothing to verify.
func sendOnce(ctx context.Context, run *run, req *request, body []byte) (*foreign, *stopped) {
	resp, a, err := sendOn(ctx, run, req, body)
	if err != nil {
		return nil, run.failure(err)
	}
	defer resp.Body.Close()
	a.Status, run.rec.verdict = resp.Status, report.Skipped
	whole, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, run.failure(err)
	}
	return &foreign{resp.Status, resp.Header, whole}, nil
}

// lengthOf is the length that an upstream announced, -1 where it did not.
func lengthOf(resp *upstream.Response) int {
	n, err := strconv.Atoi(resp.Header.Get("Content-Length"))
	if err != nil || n < 0 {
		return -1
	}
	return n
}

// passing is the body of a reply that goes through as it comes.
type passing struct {
	x      *exchange
	resp   *upstream.Response
	began  time.Time // the call
	stop   func()
	keep   *kept // nil where nobody looks at the reply
	unread bool  // it is none of those that are verified, see hearUnread
	left   int   // bytes to come, negative where that is not known
	err    error
	tail   []byte // what the last piece ended with, see ends
	taken  int    // bytes of keep that the client's connection has taken

	close, once, turn sync.Once
}

// Read passes on what has come.
func (p *passing) Read(buf []byte) (int, error) {
	if p.keep != nil { // the server reads on when it has written what it had
		p.taken = len(p.keep.bytes)
	}
	n, err := p.resp.Body.Read(buf)
	if !p.resp.Whole { // the client's time to take it began when the handler returned
		p.x.run.extendDeadline()
	}
	if p.keep != nil {
		p.keep.add(buf[:n], p.left)
	}
	if p.left -= n; p.left == 0 && err == nil {
		err = io.EOF // the server does not ask again once it has all
	}
	if p.keep != nil && !p.unread && errors.Is(err, io.EOF) {
		p.turn.Do(func() { keepPassed(p.x.run, p.x.question, p.keep, p.resp) })
	}
	p.err = err
	if p.x.run.setup.Durable && p.ends(buf[:n]) {
		p.account(true)
	}
	return n, err
}

// Close ends the upstream call and records the exchange.
func (p *passing) Close() error {
	p.close.Do(func() {
		p.resp.Body.Close() // before stop, which would cost the connection
		p.stop()
	})
	p.account(false)
	return nil
}

// account says what became of the exchange, and records it, once. ended tells
// that the reply has come whole, though nobody has seen its end yet.
func (p *passing) account(ended bool) {
	p.once.Do(func() {
		defer p.x.finish()
		defer rescueHeld(p.x.run, &p.x.result)
		p.x.run.rec.latency.Upstream = p.x.run.gate.now().Sub(p.began)
		last := p.x.run.lastAttempt()
		last.Duration = p.x.run.rec.latency.Upstream + p.began.Sub(p.x.run.started) - last.Start
		judged := p.x.run.rec.verdict == ""
		switch {
		case !ended && p.err == nil && p.left != 0 && !p.x.run.call.headless():
			p.x.run.rec.clientLeft()
			p.hearPart(judged)
		case p.err != nil && !errors.Is(p.err, io.EOF):
			p.x.result = *p.x.run.rec.stop(p.x.run.failure(p.err))
			p.hearPart(judged)
		case p.unread:
			hearUnread(p.x.run, p.keep, p.resp, len(p.keep.bytes))
		case p.keep != nil:
			p.x.result.choices = judgePassed(p.x.run, p.x.question, p.keep, p.resp)
		}
	})
}

// doneMarks are how a stream of events says that it is whole. A line feed
// cannot stand within an event's data, so no answer can say it.
var doneMarks = [...]string{"\ndata: [DONE]", "\ndata:[DONE]"}

// ends reports whether a piece completes a reply: clients take it for whole
// when they have this piece. A mark may come in two pieces; then the first of
// them has left, and the second is the one that completes it.
func (p *passing) ends(piece []byte) bool {
	if errors.Is(p.err, io.EOF) {
		return true
	}
	if p.tail == nil {
		p.tail = []byte{'\n'} // the first line of a stream has none before it
	}
	text := append(p.tail, piece...)
	for _, mark := range doneMarks {
		if bytes.Contains(text, []byte(mark)) {
			return true
		}
	}
	p.tail = append(p.tail[:0], text[max(0, len(text)-len(doneMarks[0])+1):]...)
	return false
}

// kept is what has passed, up to a bound: for a look at it afterwards.
type kept struct {
	bytes []byte
	most  int
	over  bool
}

// add keeps a piece; announced is how many bytes come with it and behind it, negative where that is not known.
func (k *kept) add(b []byte, announced int) {
	if k.over = k.over || len(k.bytes)+len(b) > k.most; k.over {
		k.bytes = nil
		return
	}
	if k.bytes == nil {
		k.bytes = make([]byte, 0, max(len(b), min(announced, k.most)))
	}
	k.bytes = append(k.bytes, b...)
}

// judgePassed verifies a reply that has gone through. Its answer is read in
// whatever way the app's own prompt made the model cite; one that cites
// nothing is held against all the evidence.
func judgePassed(run *run, q *question, k *kept, resp *upstream.Response) (choices []*choice) {
	switch run.rec.verdict {
	case report.Failed: // an upstream's error has passed
		run.lastAttempt().Reply = wordsOfError(resp.Status, k.bytes)
		return nil
	case report.Skipped:
		_, _ = hearPassed(run, q, k, resp) // what cannot be read has been passed on all the same
		return nil
	}
	defer run.gate.verifiers.take()()
	defer run.verifying()()
	observeForm(run, q)
	reply, err := hearPassed(run, q, k, resp)
	if err != nil {
		run.rec.verdict, run.rec.reason = report.Failed, "unreadable-reply"
		return nil
	}
	if observedTask(run, q, reply) {
		return nil
	}
	if choices = judgeChoices(run, q, reply); run.rec.verdict == "" {
		run.rec.conclude(choices)
	}
	return choices
}

// judgeChoices says of the choices of a reply that has gone through what would have become of them.
func judgeChoices(run *run, q *question, reply *wire.Reply) (choices []*choice) {
	for i := range reply.Choices {
		c := &choice{Choice: reply.Choices[i], attempt: 1}
		goOn(run, q, &c.Choice)
		if c.Context != "" && q.request.searches() {
			addSearched(run, q, c.Context)
		}
		if q.material.evidence.Set.Len() == 0 { // the search found nothing, or does not show it
			run.rec.verdict, run.rec.reason = report.Skipped, report.ReasonNoContext
			return choices
		}
		choices = append(choices, c)
		judgeObserved(run, q, c)
	}
	return choices
}

// hearPassed reads what has passed, and notes for the trace what the client got and what it cost.
func hearPassed(run *run, q *question, k *kept, resp *upstream.Response) (*wire.Reply, error) {
	reply, err := readKept(run, q, k, resp)
	if reply == nil || len(reply.Choices) == 0 {
		return nil, err
	}
	a := run.lastAttempt()
	a.Reply, a.usage = raw(reply), wire.SumUsage(reply.Usage)
	run.rec.answer = saidIn(reply)
	if a.usage == "" { // a stream whose client did not ask for it
		asked := q.request.chat.Raw
		if asked == "" { // there has been a glance at it only
			asked = string(run.call.body)
		}
		a.usage, a.Guessed = q.request.chat.Surface.EstimateUsage(asked, run.rec.answer), true
	}
	return reply, err
}

// hearPart is hearPassed for a reply that broke off, or whose client left: of what came
// only the first taken bytes have reached it. Where it is to be judged, it is told what the client's part is worth.
func (p *passing) hearPart(judged bool) {
	run, q, k, resp, taken := p.x.run, p.x.question, p.keep, p.resp, p.taken
	if k == nil || len(k.bytes) == 0 {
		return
	}
	if p.unread {
		hearUnread(run, k, resp, taken)
		return
	}
	if judged {
		observeForm(run, q)
	}
	reply, _ := hearPassed(run, q, k, resp) // that it is not whole is known
	if taken < len(k.bytes) {
		run.rec.answer = ""
		if reply, _ = readKept(run, q, &kept{bytes: k.bytes[:taken]}, resp); reply != nil {
			run.rec.answer = saidIn(reply)
		}
	}
	if !judged || run.rec.answer == "" {
		return
	}
	defer run.gate.verifiers.take()()
	defer run.verifying()()
	verdict, reason := run.rec.verdict, run.rec.reason
	p.x.result.choices = judgeChoices(run, q, reply)
	for _, c := range p.x.result.choices {
		c.decision = policy.Decision{Action: policy.Pass, Verdict: report.Failed}
	}
	run.rec.verdict, run.rec.reason = verdict, reason
}

// saidIn is what all choices of a reply say.
func saidIn(reply *wire.Reply) string {
	answers := make([]string, 0, len(reply.Choices))
	for i := range reply.Choices {
		answers = append(answers, reply.Choices[i].Said())
	}
	return strings.Join(answers, "\n\n")
}

// readKept reads what has passed as a reply.
func readKept(run *run, q *question, k *kept, resp *upstream.Response) (*wire.Reply, error) {
	if resp.Status < 200 || resp.Status > 299 || k.over {
		return nil, &wire.BrokenReply{Fault: wire.FaultError, Detail: "not an answer"}
	}
	a, typed := &asker{run: run, question: q}, saysStream(resp)
	if typed && asksForStream(a.run, a.question.request) {
		return a.readStream(bytes.NewReader(k.bytes), q.request.chat.N)
	}
	return a.readWhole(k.bytes, typed, q.request.chat.N)
}

// observeForm settles in which form an observed answer is read: as enforcing would ask for
// it, without the citations around a form of the client's own.
func observeForm(run *run, q *question) {
	if chooseForm(run, q) != nil {
		q.form = form{tools: answerToolsOf(run, q.request, nil)} // a form that cannot be used is for nobody to meet
	}
	q.form.dialect = answer.Client
}

// judgeObserved says what would have become of an observed choice. An answer in a form of
// the client's own carries no citations: it is held against all the evidence.
func judgeObserved(run *run, q *question, c *choice) {
	c.stance = stance{bareForm: true, bareTools: true}
	takeApart(run, q, c)
	rules := run.rules()
	switch {
	case len(c.formed) > 0:
		rules.AgainstAll = true
		checkFormed(run, q, c, rules)
	case c.Said() == "" && c.Called():
		c.decision = policy.Decision{Action: policy.Pass, Verdict: report.Skipped}
		c.report.Verdict = report.Skipped
		return
	default:
		read := answer.Read(answer.Client, c.Said(), q.sources())
		if rules.AgainstAll = len(read.Citations) == 0; !rules.AgainstAll {
			read = verify.CiteOwnWords(read, q.material.evidence)
		}
		c.result = verify.Check(read, q.material.evidence, rules)
	}
	c.full = c.tell(q.material.evidence)
	f := policy.FactsOf(c.full)
	f.Audit, f.Attempt = rules.AgainstAll, 1
	c.decision = policy.Decide(run.app.Policy, f)
	c.full.Verdict = c.decision.Verdict
	c.report = c.full
}

// wantsUpgrade is the protocol that a call asks for on its connection, "" for none.
func (c *call) wantsUpgrade() string {
	if c.method != "GET" || !wire.Named(c.header.All("Connection"), "Upgrade") {
		return ""
	}
	return c.header.Get("Upgrade")
}

// upgrade passes a call on that asks for another protocol, WebSockets for example, and then
// whatever both sides say. It is for apps that verify nothing.
func (x *exchange) upgrade(ctx *fasthttp.RequestCtx) {
	x.run.call.upgrade = x.run.call.wantsUpgrade()
	x.pass(ctx, nil, nil)
}

// tunnel carries bytes both ways until one side ends.
func tunnel(run *run, client, up net.Conn) {
	defer rescueHeld(run, &result{})
	defer up.Close()
	_ = client.SetDeadline(time.Time{})
	ended := make(chan struct{}, 2)
	carry := func(to io.Writer, from io.Reader) {
		defer func() { ended <- struct{}{} }()
		defer rescueHeld(run, &result{})
		_, _ = io.Copy(to, from) // an error ends the tunnel, which is all that can be told
	}
	go carry(up, client)
	go carry(client, up)
	<-ended
}
