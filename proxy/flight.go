package proxy

import (
	"context"
	"hash/maphash"
	"sync"

	"vouchsafe/grounding/evidence/layout"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/verify"
	"vouchsafe/proxy/upstream"
	"vouchsafe/proxy/wire"
)

// flights are the exchanges under way that others may share: clients with
// short timeouts send the same request again while the first is still being
// answered, and a second upstream call would cost as much and be as late.
type flights struct {
	mu    sync.Mutex
	seed  maphash.Seed
	under map[uint64]*flight
}

// flight is one shared exchange: its leader asks, those who came later wait.
// It lasts as long as one of them does.
type flight struct {
	request request
	key     uint64          // under which it is found
	leader  string          // trace id
	ctx     context.Context // of the work; ends when nobody waits any more
	cancel  func()
	began   <-chan struct{} // the upstream has said 2xx
	landed  chan struct{}   // out is as it stays
	out     outcome         // its leader's until it has landed

	waiting int // guarded by flights.mu
}

// request is what two exchanges must have in common to share an answer. They
// are compared byte by byte: the hash under which a flight is found is only
// for finding it.
type request struct {
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
	choices  []*choice
	verdict  report.Verdict
	reason   string
	answer   string
}

func newFlights() *flights {
	return &flights{seed: maphash.MakeSeed(), under: map[uint64]*flight{}}
}

func (f *flights) key(r *request) uint64 {
	// Requests that differ in less than this collide, and are then compared.
	return maphash.String(f.seed, r.body) ^ 3*maphash.String(f.seed, r.from)
}

// join returns the flight of a request, and whether the caller has to lead it.
func (f *flights) join(r request, leader string, began <-chan struct{}) (*flight, bool) {
	key := f.key(&r)
	f.mu.Lock()
	defer f.mu.Unlock()
	if there := f.under[key]; there != nil && there.waiting > 0 && there.request == r {
		there.waiting++
		return there, false
	}
	made := &flight{request: r, key: key, leader: leader, began: began, landed: make(chan struct{}), waiting: 1}
	made.ctx, made.cancel = upstream.Ending()
	f.under[key] = made
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
	if f.under[it.key] == it {
		delete(f.under, it.key)
	}
	f.mu.Unlock()
	close(it.landed)
	it.cancel()
}

// withhold makes it the outcome of work that failed in the gateway itself.
func (o *outcome) withhold() {
	o.result.err = wire.NewError(500, "internal_error", "The gateway failed; the answer was withheld.")
	o.verdict, o.reason = report.Failed, o.result.err.Code
}
