package proxy

import (
	"context"
	"sync"

	"vouchsafe/grounding/evidence/layout"
	"vouchsafe/grounding/verify"
	"vouchsafe/proxy/upstream"
)

// flights are the exchanges under way that others may share: clients with
// short timeouts send the same request again while the first is still being
// answered, and a second upstream call would cost as much and be as late.
type flights struct {
	mu    sync.Mutex
	under map[sameness]*flight
}

// flight is one shared exchange: its leader asks, those who came later wait.
// It lasts as long as one of them does.
type flight struct {
	request sameness
	leader  string          // trace id
	ctx     context.Context // of the work; ends when nobody waits any more
	cancel  func()
	began   <-chan struct{} // the upstream has said 2xx
	landed  chan struct{}   // out is as it stays
	out     outcome         // its leader's until it has landed

	waiting int // guarded by flights.mu
}

// sameness is what two exchanges must have in common to share an answer.
type sameness struct {
	setup *Setup // one object: nothing in the configuration differs
	app   string
	from  string // requester
	after string // what a response goes on from
	local bool   // decides whether chunks beside the messages count
	body  string
}

// outcome is what came of a flight. Nobody changes what it points to.
type outcome struct {
	result   result
	found    layout.Found
	evidence verify.Evidence
	form     form
	record   record
}

func newFlights() *flights { return &flights{under: map[sameness]*flight{}} }

// join returns the flight of a request, and whether the caller has to lead it.
func (f *flights) join(r sameness, leader string, began <-chan struct{}) (*flight, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if there := f.under[r]; there != nil && there.waiting > 0 {
		there.waiting++
		return there, false
	}
	made := &flight{request: r, leader: leader, began: began, landed: make(chan struct{}), waiting: 1}
	made.ctx, made.cancel = context.WithCancel(context.Background())
	f.under[r] = made
	return made, true
}

// leave takes one who waited away. When the last has left the work ends.
func (f *flights) leave(it *flight) {
	f.mu.Lock()
	it.waiting--
	last := it.waiting == 0
	f.mu.Unlock()
	if last {
		it.cancel()
	}
}

// land gives the outcome to those who wait. Whoever comes now asks anew.
func (f *flights) land(it *flight) {
	f.mu.Lock()
	if f.under[it.request] == it {
		delete(f.under, it.request)
	}
	f.mu.Unlock()
	close(it.landed)
	it.cancel()
}

// shareUpstreamCall has the work done once for all exchanges under way that ask the
// same: from one app with one credential, byte by byte. A client that means to
// sample several answers says `Cache-Control: no-cache`, as to any cache.
func shareUpstreamCall(a *asker, does work) work {
	if a.run.call.cacheControl() != "" {
		return does
	}
	return func(client context.Context) *result {
		f, leads := joinFlight(a)
		// The client's end of an exchange is one thing, the work another: that
		// goes on while somebody waits for it.
		leave := sync.OnceFunc(func() { a.run.gate.flights.leave(f) })
		defer context.AfterFunc(client, leave)()
		defer func() {
			if client.Err() != nil {
				leave() // it may have been on its way only
			}
		}()
		if leads {
			return f.lead(client, a, does)
		}
		return f.follow(client, a)
	}
}

// joinFlight joins those who ask the same, or begins to lead them.
//
//go:noinline // what it compares does not lie on the stack while the model is waited for
func joinFlight(a *asker) (f *flight, leads bool) {
	return a.run.gate.flights.join(samenessOf(a.run, a.question.request), a.run.id, a.flow.began)
}

// samenessOf is what makes a request the same as another.
func samenessOf(run *run, req *request) sameness {
	return sameness{
		setup: run.setup, app: run.app.Name, from: run.call.requester(),
		after: req.chat.Previous, local: run.call.local, body: req.chat.Raw,
	}
}

// lead does the work. Where its own client leaves and others wait, it goes on.
func (f *flight) lead(client context.Context, a *asker, does work) *result {
	f.out.result = *f.out.record.fail(errInternal)
	defer a.run.gate.flights.land(f) // whatever happens, nobody waits for ever
	if a.flow.pieces != nil {
		a.flow.left = client.Done()
	}
	out := does(f.ctx)
	f.share(a.run, a.question, out)
	if client.Err() != nil {
		a.run.rec.clientLeft()
	}
	return out
}

// share makes an outcome of what an exchange has come to.
//
//go:noinline // see joinFlight
func (f *flight) share(run *run, q *question, out *result) {
	f.out = outcome{
		result: *out, found: q.material.found, evidence: q.material.evidence, form: q.form, record: *run.rec,
	}
}

// follow waits for what another exchange comes to.
func (f *flight) follow(client context.Context, a *asker) *result {
	run := a.run
	started := run.gate.now()
	defer func() { run.rec.latency.Upstream += run.gate.now().Sub(started) }()
	run.rec.origin = origin{of: f.leader, kind: "shared_with"}
	began := f.began
	for {
		select {
		case <-began:
			hasBegun(a.flow.began)
			began = nil
		case <-f.landed:
			return f.out.adopt(run, a.question)
		case <-client.Done():
			return run.rec.stop(run.failure(&upstream.Error{Failure: upstream.Canceled, Err: context.Cause(client)}))
		}
	}
}

// adopt makes another exchange's outcome this one's, under this one's id. No
// token was used for it here.
func (o *outcome) adopt(run *run, q *question) *result {
	q.material.found, q.material.evidence, q.form = o.found, o.evidence, o.form
	run.rec.adopt(&o.record)
	out := o.result
	if out.reply == nil {
		return &out
	}
	reply := *out.reply
	reply.ID, reply.Created, reply.Usage = q.request.chat.Surface.ReplyID(run.id), run.started.Unix(), usageOf(run, q.request)
	out.reply = &reply
	if out.report != "" {
		out.report = reportJSON(run, out.choices)
	}
	return &out
}
