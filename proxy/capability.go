package proxy

import (
	"crypto/sha256"
	"time"

	"vouchsafe/cache"
	"vouchsafe/proxy/upstream"
)

// What one gateway has learnt of an upstream's model, that it does not take a
// form of structured output, costs every other one a rejected call. It is told
// through the shared server, and asked for there once a minute and model.
const (
	capabilityKind  = "capability"
	capabilityFor   = time.Hour // as upstream.Memory holds it
	capabilityAsked = time.Minute
	capabilities    = 4096
)

func newAsked(now func() time.Time) *cache.Timed {
	return cache.NewTimed(capabilities, 1<<20, capabilityAsked, now)
}

// rung is where to begin with a model, as far as any gateway knows.
func (g *Gateway) rung(r *Route, model string) upstream.Rung {
	if g.shared.Up() {
		key := capabilityKey(r, model)
		if _, asked := g.asked.Get(key); !asked {
			g.asked.Put(key, nil)
			if raw, ok := g.shared.Get(capabilityKind, key); ok && len(raw) == 1 {
				g.memory.Learn(r.Name(), model, upstream.Rung(raw[0]))
			}
		}
	}
	return g.memory.Rung(r.Name(), model)
}

// tellRung tells the other gateways where to begin with a model, where that has
// changed.
func (g *Gateway) tellRung(r *Route, model string, before upstream.Rung) {
	if now := g.memory.Rung(r.Name(), model); now > before {
		g.shared.Put(capabilityKind, capabilityKey(r, model), []byte{byte(now)}, capabilityFor)
	}
}

// capabilityKey names a model at a server; what the configuration calls it may
// differ.
func capabilityKey(r *Route, model string) cache.Key {
	h := textHash{sha256.New()}
	h.add(r.Base(), model)
	return cache.Key(h.Sum(nil))
}
