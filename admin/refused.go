package admin

import (
	"context"
	"sync"
	"time"

	"github.com/valyala/fasthttp"
	"go.uber.org/zap"

	"vouchsafe/trace/ledger"
)

// refusals are how many attempts of the last minute were turned away, by who made them; those of all who are unknown together. The first
// ones are recorded each, the others as one when the minute is over: whoever tries keys fills no ledger.
type refusals struct {
	mu   sync.Mutex
	many map[ledger.Access]int
}

const (
	refusalPause = time.Minute
	mostRefusals = 50 // of one in a minute that are recorded each
)

// take counts an attempt, and reports whether it is to be recorded. done is called when the minute is over.
func (r *refusals) take(by ledger.Access, done func()) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.many) == 0 {
		r.many = map[ledger.Access]int{}
		time.AfterFunc(refusalPause, done)
	}
	r.many[by]++
	return r.many[by] <= mostRefusals
}

// rest returns what is still to be recorded, and forgets it.
func (r *refusals) rest() (out []ledger.Access) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for a, n := range r.many {
		if a.Count, a.Target = n-mostRefusals, "further attempts within a minute, not told one by one"; a.Count > 0 {
			out = append(out, a)
		}
	}
	r.many = nil
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
	by := ledger.Access{Who: who.name, Role: string(who.role), Action: "refused"}
	if who.role == noRole {
		by.Who = "others"
	}
	if s.refusals.take(by, s.tellRefusals) {
		by.Who, by.Count = who.name, 1
		by.Target = printable(string(ctx.Method())) + " " + printable(path) + " " + code
		s.tellRefusal(by)
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
