package proxy

import (
	"context"
	"sync"

	"vouchsafe/proxy/upstream"
)

// together has the work done once for all exchanges under way that ask the
// same: from one app with one credential, byte by byte. A client that means to
// sample several answers says `Cache-Control: no-cache`, as to any cache.
func (x *exchange) together(work func(context.Context)) func(context.Context) {
	if x.cacheControl() != "" {
		return work
	}
	return func(client context.Context) {
		f, leads := x.join()
		// The client's end of an exchange is one thing, the work another: that
		// goes on while somebody waits for it.
		leave := sync.OnceFunc(func() { x.gate.flights.leave(f) })
		defer upstream.OnEnd(client, leave)()
		defer func() {
			if client.Err() != nil {
				leave() // it may have been on its way only
			}
		}()
		if !leads {
			x.follow(client, f)
			return
		}
		x.lead(client, f, work)
	}
}

// join joins those who ask the same, or begins to lead them.
//
//go:noinline // what it compares does not lie on the stack while the model is waited for
func (x *exchange) join() (f *flight, leads bool) {
	return x.gate.flights.join(x.sameness(), x.id, x.began)
}

// sameness is what makes an exchange the same as another.
func (x *exchange) sameness() request {
	return request{setup: x.setup, app: x.app.Name, from: x.requester(), after: x.chat.Previous, local: x.call.local, body: x.chat.Raw}
}

// lead does the work. Where its own client leaves and others wait, it goes on.
func (x *exchange) lead(client context.Context, f *flight, work func(context.Context)) {
	f.out.withhold()
	defer x.gate.flights.land(f) // whatever happens, nobody waits for ever
	if x.flow.pieces != nil {
		x.flow.left = client.Done()
	}
	work(f.ctx)
	x.give(&f.out)
	if client.Err() != nil {
		x.gone()
	}
}

// give makes an outcome of what this exchange has come to.
//
//go:noinline // see join
func (x *exchange) give(out *outcome) {
	out.result = x.result
	out.found, out.evidence = x.found, x.evidence
	out.form, out.choices = x.form, x.choices
	out.verdict, out.reason, out.answer = x.ending.verdict, x.ending.reason, x.ending.answer
}

// follow waits for what another exchange comes to.
func (x *exchange) follow(client context.Context, f *flight) {
	started := x.gate.now()
	defer func() { x.times.upstream += x.gate.now().Sub(started) }()
	x.origin = origin{of: f.leader, kind: "shared_with"}
	began := f.began
	for {
		select {
		case <-began:
			x.hasBegun()
			began = nil
		case <-f.landed:
			x.take(&f.out)
			return
		case <-client.Done():
			x.stop(x.failure(&upstream.Error{Failure: upstream.Canceled, Err: context.Cause(client)}))
			return
		}
	}
}

// take makes another exchange's outcome this one's, under this one's id. No
// token was used for it here.
func (x *exchange) take(out *outcome) {
	x.found, x.evidence, x.form, x.choices = out.found, out.evidence, out.form, out.choices
	x.ending.verdict, x.ending.reason, x.ending.answer = out.verdict, out.reason, out.answer
	x.result = out.result
	if out.result.reply == nil {
		return
	}
	reply := *out.result.reply
	reply.ID, reply.Created, reply.Usage = x.chat.Surface.ReplyID(x.id), x.started.Unix(), x.usage()
	x.result.reply = &reply
	if out.result.report != "" {
		x.result.report = x.reportJSON()
	}
}
