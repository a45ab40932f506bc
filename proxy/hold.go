package proxy

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/valyala/fasthttp"

	"vouchsafe/proxy/wire"
)

// headStart is how long a stream's head waits for the upstream's: until then
// an upstream's error can still be the status of the reply.
const headStart = 5 * time.Second

// errStreamFailed ends a stream's connection without the mark of a clean end:
// clients take a clean end for a whole answer.
var errStreamFailed = errors.New("the exchange failed after its stream had begun")

// waitingPieces is how many pieces of verified text wait for a slow client
// before the upstream has to wait, too.
const waitingPieces = 16

// hold runs the work of an exchange while nothing of its answer may leave. A
// plain call waits for the end. A streamed one gets its head and its role when
// the upstream has said 2xx, then signs of life, then the whole answer.
func (x *exchange) hold(ctx *fasthttp.RequestCtx, does work) {
	// The server's copy of the request's body goes back: the exchange has its own, and is
	// about to wait for long.
	x.run.call.body, x.run.call.came = nil, nil
	ctx.Request.ResetBody()
	watched, stop := x.run.gate.watcher.Watch(x.run.call.conn)
	if x.request.chat.Stream {
		x.holdStream(ctx, does, watched, stop)
		return
	}
	defer stop()
	x.result = *does(watched)
	x.reply(ctx)
}

// holdStream is hold for a streamed call.
func (x *exchange) holdStream(ctx *fasthttp.RequestCtx, does work, watched context.Context, stop func()) {
	x.flow.pieces = make(chan piece, waitingPieces)
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer rescueHeld(x.run, &x.result)
		x.result = *does(watched)
	}()
	head := time.NewTimer(x.run.gate.patience)
	defer head.Stop()
	select {
	case <-done:
		stop()
		x.reply(ctx)
		return
	case <-x.flow.began:
	case <-head.C:
	}
	x.stream(ctx, done, stop)
}

// rescueHeld keeps a panic in what runs beside the server's handlers: that exchange
// ends with an error, and no other does.
func rescueHeld(run *run, out *result) {
	if cause := recover(); cause != nil {
		run.panicked(cause)
		*out = *run.rec.fail(errInternal)
	}
}

// held is the body of a streamed reply whose answer is still being verified.
// The server reads it and sends what each read gives at once.
type held struct {
	x       *exchange
	done    <-chan struct{} // closed when the answer has been decided
	stop    func()          // ends the work, if it is still going on
	stream  wire.Writer
	every   time.Duration
	beat    *time.Ticker
	pieces  <-chan piece // what leaves before the answer has been decided
	sent    wire.Sent    // what has been taken
	waiting []byte       // events that are ready
	read    int          // bytes of them that have been read
	end     error        // what a read gives when nothing waits; nil while there is more to come
}

// Read returns events that are ready, waiting for some.
func (h *held) Read(p []byte) (int, error) {
	for h.read == len(h.waiting) {
		h.waiting, h.read = h.waiting[:0], 0
		if h.end != nil {
			return 0, h.end
		}
		select {
		case p := <-h.pieces:
			h.piece(p)
			h.others()
		case <-h.done:
			h.writeRest()
		case <-h.beat.C:
			h.waiting = h.stream.Heartbeat(h.waiting, 0)
		}
	}
	h.x.run.extendDeadline()
	n := copy(p, h.waiting[h.read:])
	h.read += n
	return n, nil
}

// piece is one event of what leaves early.
func (h *held) piece(p piece) {
	if p.thought != nil {
		h.waiting = h.stream.Thought(h.waiting, p.thought)
	}
	if p.calls != "" {
		h.waiting, h.sent.Calls = h.stream.NewCalls(h.waiting, 0, p.calls), true
	} else {
		h.waiting = h.stream.Content(h.waiting, 0, p.text)
		h.sent.Text += len(p.text)
	}
	h.beat.Reset(h.every)
}

// others takes what else is ready: it leaves together.
func (h *held) others() {
	for {
		select {
		case p := <-h.pieces:
			h.piece(p)
		default:
			return
		}
	}
}

// writeRest writes what is left of the decided answer, or the error that took its
// place. Text that was on its way goes first.
func (h *held) writeRest() {
	h.others()
	h.x.secure()
	r := &h.x.result
	switch {
	case r.reply != nil:
		h.waiting, h.end = wire.WriteReply(h.waiting, h.stream, r.reply, r.report, h.sent), io.EOF
	case r.foreign != nil:
		h.waiting, h.end = h.stream.Error(h.waiting, wire.ErrorIn(r.foreign.body)), errStreamFailed
	default:
		h.waiting, h.end = h.stream.Error(h.waiting, r.err), errStreamFailed
	}
}

// Close is called when the stream is over, or the client is gone. It ends the
// work and waits for it: the trace is written when nothing changes any more.
func (h *held) Close() error {
	h.beat.Stop()
	h.stop()
	<-h.done
	if h.end == nil {
		h.x.run.rec.clientLeft()
	}
	h.x.finish()
	return nil
}

// secure records an exchange whose answer has been decided before the answer
// leaves, where no reply may leave before its trace is durable, and puts an error
// in the place of an answer whose trace cannot be kept. A client that goes away
// after that has been answered as the trace says.
func (x *exchange) secure() {
	if !x.run.setup.Durable {
		return
	}
	x.finish()
	if err := x.run.notKept(); err != nil {
		x.result = result{err: err}
	}
}

// notKept is the error in place of an answer whose trace cannot be kept, nil
// where it can be.
func (r *run) notKept() *wire.Error {
	if !r.setup.Durable || r.gate.blocked == nil || r.gate.blocked() == "" {
		return nil
	}
	return wire.Busy("trace_not_durable",
		"No answer leaves before its trace is kept for good, and traces cannot be written at the moment.")
}
