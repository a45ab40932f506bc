package proxy

import "vouchsafe/cache"

// remains knows what exchanges have left for later calls, so that it can be forgotten with them: here and, where
// several gateways share a server, there.
type remains struct {
	own    *cache.Sized[string, []leftover] // by the id of the exchange
	shared *cache.Redis                     // nil: nothing is shared
}

// leftover is a value of a kind under a key.
type leftover struct {
	kind string
	key  cache.Key
}

// Bounds of what is known of exchanges here.
const (
	leftBy    = 50_000 // exchanges
	leftBytes = 16 << 20
	leftSize  = 64 // bytes that one takes, about
)

// note notes what an exchange leaves of a kind.
func (l *remains) note(id, kind string, keys ...cache.Key) {
	before, _ := l.own.Get(id)
	all := make([]leftover, len(before), len(before)+len(keys))
	copy(all, before)
	for _, key := range keys {
		all = append(all, leftover{kind, key})
		if l.shared.Up() {
			go l.shared.Note(id, kind, key, sharedFor) // nobody waits for it
		}
	}
	l.own.Add(id, all, leftSize*(1+len(all)))
}

// Forget forgets what exchanges have left for later calls, by their trace ids. What was made ready of
// passages goes altogether: it is known by no exchange.
func (g *Gateway) Forget(ids map[string]bool) {
	forget := map[string]func(cache.Key){
		evidenceKind: g.conversations.forget, turnKind: g.turns.forget, guardKind: g.guarded.forget, vouchedKind: g.vouched.forget,
		cache.AnswerKind: func(key cache.Key) {
			if g.stored.kept != nil {
				g.stored.kept.Drop(key)
			}
		},
	}
	for id := range ids {
		left, _ := g.left.own.Get(id)
		for _, l := range left {
			forget[l.kind](l.key)
		}
		g.left.own.Remove(id)
		g.left.shared.ForgetNoted(id)
	}
	g.prepared.Clear()
}
