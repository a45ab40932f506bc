package admin

import (
	"encoding/json"
	"io"
	"strconv"
	"time"

	"vouchsafe/proxy/wire"
	"vouchsafe/trace/store"
)

// Times of a tail.
const (
	tailBeat = 10 * time.Second // between signs of life
	tailLife = time.Hour        // after which a client has to ask again, with a token that still holds
)

// Tell shows an exchange to those who follow what happens. It never waits.
// What of a trace may be shown has been decided before.
func (s *Server) Tell(t store.Summary) {
	if t.Findings == nil {
		t.Findings = []string{}
	}
	data, err := json.Marshal(t)
	if err != nil {
		return // a summary holds nothing that cannot be written
	}
	s.hub.tell(t.App, []byte("event: trace\nid: "+lineOf(t.ID)+"\ndata: "+string(data)+"\n\n"))
}

// Watched reports whether anybody follows what happens, so that there is
// reason to call Tell.
func (s *Server) Watched() bool { return s.hub.count() > 0 }

// Close ends the streams of all who follow, so that the listener can be shut
// down.
func (s *Server) Close() { s.hub.close() }

// lineOf is an id, if it is one.
func lineOf(id string) string {
	if traceID.MatchString(id) {
		return id
	}
	return ""
}

// tail sends exchanges as they end, as server-sent events.
func (r *request) tail() *wire.Error {
	f := r.chosen
	if r.opt.Store != nil {
		if err := r.logAccess("tail", f.App, 0); err != nil {
			return err
		}
	}
	follower := r.hub.follow(f.App)
	if follower == nil {
		err := wire.NewError(503, "overloaded", "As many follow what happens as may.")
		err.RetryAfter = 5
		return err
	}
	h := &r.ctx.Response.Header
	r.ctx.SetContentType("text/event-stream; charset=utf-8")
	h.Set("X-Accel-Buffering", "no")
	h.Set("Cache-Control", "no-store, no-transform")
	r.ctx.Response.ImmediateHeaderFlush = true
	body := &following{hub: r.hub, follower: follower, beat: time.NewTicker(tailBeat), end: time.NewTimer(tailLife),
		rest: []byte(": following\n\n")}
	r.ctx.SetBodyStream(&pressed{ReadCloser: body, press: pressOn(r.ctx.Conn())}, -1)
	return nil
}

// following is the body of a tail. It is read by one goroutine.
type following struct {
	hub      *hub
	follower *follower
	beat     *time.Ticker
	end      *time.Timer
	rest     []byte // of an event that did not fit
}

// Read waits for the next event.
func (f *following) Read(b []byte) (int, error) {
	if len(f.rest) == 0 {
		event, err := f.next()
		if err != nil {
			return 0, err
		}
		f.rest = event
	}
	n := copy(b, f.rest)
	f.rest = f.rest[n:]
	return n, nil
}

func (f *following) next() ([]byte, error) {
	if n := f.follower.missed.Swap(0); n > 0 {
		return []byte("event: missed\ndata: {\"missed\":" + strconv.FormatInt(n, 10) + "}\n\n"), nil
	}
	select {
	case event := <-f.follower.events:
		return event, nil
	case <-f.beat.C:
		return []byte(": still here\n\n"), nil
	case <-f.end.C:
		return nil, io.EOF
	case <-f.hub.open.Done():
		return nil, io.EOF
	}
}

// Close is called when the client has gone or the stream has ended.
func (f *following) Close() error {
	f.hub.leave(f.follower)
	f.beat.Stop()
	f.end.Stop()
	return nil
}
