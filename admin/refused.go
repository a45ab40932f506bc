package admin

import (
	"context"
	"sync"
	"time"

	"github.com/valyala/fasthttp"
	"go.uber.org/zap"

	"vouchsafe/trace/ledger"
)

// refusals are the attempts of the last minute that were turned away. The first of those that are the same is recorded at
// once, the others as one when the minute is over: whoever tries keys fills no ledger.
type refusals struct {
	mu   sync.Mutex
	more map[ledger.Access]int // by what they are, beside the first
	told map[string]int        // how many different ones, by who made them; those of all who are unknown together
}

const (
	refusalPause = time.Minute
	mostRefusals = 50 // different ones of one who is known, or of all others, that are told in a minute; further ones are counted together
)

// take counts an attempt, and returns what is to be recorded at once; nil for nothing. done is called when the minute is over.
func (r *refusals) take(a ledger.Access, done func()) *ledger.Access {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.more) == 0 {
		r.more, r.told = map[ledger.Access]int{}, map[string]int{}
		time.AfterFunc(refusalPause, done)
	}
	who := a.Who
	if a.Role == noRole {
		who = "others"
	}
	if _, known := r.more[a]; !known && r.told[who] >= mostRefusals {
		a = ledger.Access{Who: who, Role: a.Role, Action: a.Action}
	}
	if _, known := r.more[a]; known {
		r.more[a]++
		return nil
	}
	r.told[who]++
	r.more[a], a.Count = 0, 1
	return &a
}

// rest returns what is still to be recorded, and forgets it.
func (r *refusals) rest() (out []ledger.Access) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for a, n := range r.more {
		if a.Count = n; n > 0 {
			out = append(out, a)
		}
	}
	r.more = nil
	return out
}

// noRole is that of whoever has no key that is known here.
const noRole = "none"

// refused records that somebody was turned away. What they asked for is told without its parameters, which may name a user.
func (s *Server) refused(ctx *fasthttp.RequestCtx, who identity, path, code string) {
	if s.opt.Store == nil {
		return
	}
	if who.name == "" { // a proxy may have said who it is: that counts for nothing, and is recorded
		who = s.person(ctx, identity{name: "unknown from " + ctx.RemoteIP().String(), role: noRole})
	}
	a := ledger.Access{Who: who.name, Role: string(who.role), Action: "refused",
		Target: printable(string(ctx.Method())) + " " + printable(path) + " " + code}
	if first := s.refusals.take(a, s.tellRefusals); first != nil {
		s.tellRefusal(*first)
	}
}

// Close waits for exports to end, which are recorded then, and records what is not recorded yet of attempts that were turned away.
func (s *Server) Close() {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	for range mostExports {
		select {
		case s.exports <- struct{}{}:
			defer func() { <-s.exports }()
		case <-ctx.Done():
		}
	}
	s.tellRefusals()
}

func (s *Server) tellRefusals() {
	for _, a := range s.refusals.rest() {
		s.tellRefusal(a)
	}
}

func (s *Server) tellRefusal(a ledger.Access) {
	if err := s.accessed(a); err != nil {
		s.opt.Log.Error("cannot record an attempt that was turned away", zap.Error(err))
	}
}
