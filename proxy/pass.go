package proxy

import (
	"context"
	"errors"
	"io"
	"strconv"
	"sync"

	"github.com/valyala/fasthttp"

	"vouchsafe/grounding/report"
	"vouchsafe/proxy/upstream"
)

// pass sends a call on and its reply back as it comes, byte for byte. What
// passes is not held, not even for a moment: streams are live.
func (x *exchange) pass(ctx *fasthttp.RequestCtx, body []byte) {
	watched, stop := x.gate.watcher.Watch(x.call.conn)
	started := x.gate.now()
	resp, a, err := x.sendOn(watched, body)
	x.times.upstream = x.gate.now().Sub(started)
	if err != nil {
		stop()
		x.stop(x.failure(err))
		x.failed(ctx)
		x.finish()
		return
	}
	a.status = resp.Status
	if x.ending.verdict == "" && x.keep == nil {
		x.ending.verdict = report.Skipped
	}
	x.copyHeaders(ctx, resp.Header)
	x.headers(ctx, true)
	ctx.SetStatusCode(resp.Status)
	length := lengthOf(resp)
	ctx.Response.SkipBody = x.call.method == "HEAD"
	ctx.Response.ImmediateHeaderFlush = !resp.Whole // the first event may take long, and a reply that breaks off began
	if x.charge != nil {
		x.charge.meter = newMeter(resp.Header.Get("Content-Type"))
	}
	x.sendBody(ctx, &passing{x: x, resp: resp, stop: stop, keep: x.keep, left: length}, length)
}

// sendOn sends a call on as it came. A chat completion that an upstream gives
// no answer to goes to the next; other calls speak of what only their own
// upstream has, files and vectors for example.
func (x *exchange) sendOn(ctx context.Context, body []byte) (*upstream.Response, *attempt, error) {
	for {
		started := x.gate.now()
		a := x.attempt("passed on as it came")
		resp, err := x.app.Upstream.Do(ctx, x.request(body, nil))
		a.duration, a.cause = x.gate.now().Sub(started), causeOf(err)
		if err == nil || x.chat == nil || !upstream.Unanswered(err) || !x.fallBack() {
			return resp, a, err
		}
		body = x.plainBody()
	}
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
	x    *exchange
	resp *upstream.Response
	stop func()
	keep *kept // nil where nobody looks at the reply
	left int   // bytes to come, negative where that is not known
	err  error
	tail []byte // what the last piece ended with, see ends

	close, once sync.Once
}

// Read passes on what has come.
func (p *passing) Read(buf []byte) (int, error) {
	n, err := p.resp.Body.Read(buf)
	if !p.resp.Whole { // the client's time to take it began when the handler returned
		p.x.press()
	}
	if p.keep != nil {
		p.keep.add(buf[:n])
	}
	if p.x.charge != nil {
		p.x.charge.meter.add(buf[:n])
	}
	if p.left -= n; p.left == 0 && err == nil {
		err = io.EOF // the server does not ask again once it has all
	}
	if p.keep != nil && errors.Is(err, io.EOF) {
		p.x.keepPassed(p.keep, p.resp)
	}
	p.err = err
	if p.x.setup.Durable && p.ends(buf[:n]) {
		p.settle(true)
	}
	return n, err
}

// Close ends the upstream call and records the exchange.
func (p *passing) Close() error {
	p.close.Do(func() {
		p.resp.Body.Close() // before stop, which would cost the connection
		p.stop()
	})
	p.settle(false)
	return nil
}

// settle says what became of the exchange, and records it, once. ended tells
// that the reply has come whole, though nobody has seen its end yet.
func (p *passing) settle(ended bool) {
	p.once.Do(func() {
		defer p.x.finish()
		defer p.x.rescueHeld()
		if p.x.charge != nil {
			p.x.charge.meter.close()
		}
		switch {
		case !ended && p.err == nil && p.left != 0 && !p.x.headless():
			p.x.gone()
		case p.err != nil && !errors.Is(p.err, io.EOF):
			p.x.stop(p.x.failure(p.err))
		case p.keep != nil:
			p.x.conclude(p.keep, p.resp)
		}
	})
}

// kept is what has passed, up to a bound: for a look at it afterwards.
type kept struct {
	bytes []byte
	most  int
	over  bool
}

func (k *kept) add(b []byte) {
	if k.over = k.over || len(k.bytes)+len(b) > k.most; !k.over {
		k.bytes = append(k.bytes, b...)
	}
}

// headless reports whether a reply has a head only.
func (x *exchange) headless() bool { return x.call.method == "HEAD" }
