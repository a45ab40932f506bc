package proxy

import (
	"context"
	"slices"
	"sync/atomic"
	"time"

	"github.com/tidwall/gjson"
	"github.com/zeebo/xxh3"

	wants "vouchsafe/grounding/ask"
	"vouchsafe/grounding/report"
)

// Shadow is a second, enforced call on a sample of an app's exchanges: it
// tells what another policy would make of live traffic, and is never served.
type Shadow struct {
	App    *App    // the app with the other policy
	Sample float64 // share of exchanges, 0 to 1
}

const (
	// shadowsAtOnce bounds the shadows of a gateway. They are a sample: what
	// finds no place is counted and let go, it does not wait.
	shadowsAtOnce = 16
	// shadowPause lets the client's reply leave first: the server writes a
	// plain one only after its handler has returned.
	shadowPause = 100 * time.Millisecond
)

// ShadowCounts tell how many shadows were cast, and how many exchanges of the
// sample got none because too many were under way.
type ShadowCounts struct{ Cast, Dropped int64 }

// shadows are those of one gateway.
type shadows struct {
	slots         chan struct{}
	life          context.Context // ends when the gateway drains
	end           context.CancelFunc
	cast, dropped atomic.Int64
}

func newShadows() *shadows {
	s := &shadows{slots: make(chan struct{}, shadowsAtOnce)}
	s.life, s.end = context.WithCancel(context.Background())
	return s
}

// Shadows returns how many shadows there have been. Their verdicts and their
// cost stand in their traces.
func (g *Gateway) Shadows() ShadowCounts {
	return ShadowCounts{Cast: g.shadows.cast.Load(), Dropped: g.shadows.dropped.Load()}
}

// planShadow keeps what a shadow of this exchange will need, if it is to have one:
// the sample follows from the trace id. There is none where there is nothing
// to verify, nor where the client marked its call as not to be used beyond
// its own answer.
func planShadow(run *run, q *question) *exchange {
	s := run.app.Shadow
	if s == nil || q.material.evidence.Set.Len() == 0 || q.request.private() {
		return nil
	}
	if wanted(run, q).Kind == wants.Task || float64(xxh3.HashStringSeed(run.id, 1)%1_000_000) >= s.Sample*1_000_000 {
		return nil
	}
	second := run.gate.newExchange()
	second.run.app, second.run.shadowOf = s.App, run.id
	*second.run.way, *second.run.call = newWay(s.App), *run.call
	second.run.call.body, second.run.call.came, second.run.call.conn = slices.Clone(run.call.body), nil, nil
	// Sent twice under one key, the second call would be given the first's answer.
	second.run.call.header = run.call.header.Without("Idempotency-Key")
	if run.call.messages != nil {
		second.run.app, second.run.call.header = s.App.forMessages(run.call.messages), asBearer(second.run.call.header)
	}
	return second
}

// private reports whether the client marked its call: `store` is false, or
// `vouchsafe.shadow` is.
func (r *request) private() bool {
	return gjson.Get(r.chat.Raw, "store").Type == gjson.False || gjson.Get(r.chat.Raw, "vouchsafe.shadow").Type == gjson.False
}

// castShadow has the shadow of an exchange that has come to its end run beside
// the gateway's work. One that failed has none: its shadow would fail too.
func castShadow(run *run, shadow *exchange) {
	if shadow == nil || run.rec.verdict == report.Failed {
		return
	}
	all := run.gate.shadows
	select {
	case all.slots <- struct{}{}:
	default:
		all.dropped.Add(1)
		return
	}
	all.cast.Add(1)
	run.gate.underWay.Add(1)
	go func() {
		defer run.gate.underWay.Done()
		defer func() { <-all.slots }()
		runShadow(all.life, shadow)
	}()
}

// runShadow is an enforced exchange whose reply nobody gets.
func runShadow(ctx context.Context, x *exchange) {
	select {
	case <-ctx.Done():
		return
	case <-time.After(shadowPause):
	}
	x.run.started = x.run.gate.now()
	x.run.id = newID(x.run.started)
	defer x.finish()
	defer rescueHeld(x.run, &x.result)
	if err := readRequest(x.run, x.request); err != nil {
		x.result = *x.run.rec.fail(err)
		return
	}
	x.request.chat.Stream = false // nobody reads along
	collect(x.run, x.question)
	x.result = *workOf(x.asker())(ctx)
	if ctx.Err() != nil {
		x.run.rec.reason = "draining"
	}
}
