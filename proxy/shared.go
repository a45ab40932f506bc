package proxy

import (
	"encoding/json"
	"time"

	"vouchsafe/cache"
	"vouchsafe/grounding/evidence"
)

// Limiter bounds what an app may use: a cache.RateLimiter for one gateway, a
// cache.RedisRateLimiter for several.
type Limiter interface {
	Take(now time.Time, tokens int) cache.RateState
	Correct(now time.Time, extra int)
}

// Share has what conversations go on from kept where other gateways find it,
// too: a client's next call may come to any of them. It is to be called before
// the gateway serves.
func (g *Gateway) Share(r *cache.Redis) { g.shared = r }

// sharedFor is how long a conversation may pause.
const sharedFor = 24 * time.Hour

// Kinds of what is shared.
const (
	evidenceKind = "evidence"
	turnKind     = "turn"
)

// evidenceOf returns the evidence of a conversation. Another gateway may have
// had its last call, so that the shared copy goes before one's own.
func (g *Gateway) evidenceOf(key conversationKey) []evidence.Chunk {
	if raw, ok := g.shared.Get(evidenceKind, cache.Key(key)); ok {
		var chunks []evidence.Chunk
		if json.Unmarshal(raw, &chunks) == nil {
			return chunks
		}
	}
	chunks, _ := g.conversations.Get(key)
	return chunks
}

func (g *Gateway) keepEvidenceOf(key conversationKey, chunks []evidence.Chunk, size int) {
	g.conversations.Add(key, chunks, size)
	if !g.shared.Up() {
		return
	}
	if raw, err := json.Marshal(chunks); err == nil {
		g.shared.Put(evidenceKind, cache.Key(key), raw, sharedFor)
	}
}

// sharedTurn is a turn as it is shared.
type sharedTurn struct {
	Previous string
	Items    []string
	Chunks   []evidence.Chunk
}

// turn returns a turn, which never changes once it is there.
func (g *Gateway) turn(key conversationKey) (turn, bool) {
	if t, ok := g.turns.Get(key); ok {
		return t, true
	}
	raw, ok := g.shared.Get(turnKind, cache.Key(key))
	var s sharedTurn
	if !ok || json.Unmarshal(raw, &s) != nil {
		return turn{}, false
	}
	t := turn{s.Previous, s.Items, s.Chunks}
	g.turns.Add(key, t, len(raw))
	return t, true
}

func (g *Gateway) addTurn(key conversationKey, t turn, size int) {
	g.turns.Add(key, t, size)
	if !g.shared.Up() {
		return
	}
	if raw, err := json.Marshal(sharedTurn{t.previous, t.items, t.chunks}); err == nil {
		g.shared.Put(turnKind, cache.Key(key), raw, sharedFor)
	}
}
