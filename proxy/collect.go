package proxy

import (
	"strings"

	"github.com/zeebo/xxh3"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/evidence/layout"
	"vouchsafe/grounding/verify"
	"vouchsafe/policy"
	"vouchsafe/trace/audit"
)

// preparedKey names a chunk's text by a 128-bit hash and its length.
type preparedKey struct {
	hash   xxh3.Uint128
	length int
}

// prepared is a text that is made ready for look-ups as they come. The text is
// kept beside it, so that a collision of hashes cannot pass one chunk for
// another.
type prepared struct {
	text    string
	passage *verify.Passage
}

// preparedSize is what a text takes up beside its own bytes before any look-up.
const preparedSize = 256

// collect records the evidence that the request holds.
func (x *exchange) collect() {
	x.found = layout.Find(x.chat.Prompt(), x.layoutOptions())
	x.found.Question = strings.Clone(x.found.Question)
	x.gather(x.recall(x.withBefore(x.found.Chunks)))
}

// gather makes chunks the exchange's evidence, those that the request holds
// first. What it keeps of them is apart from the request, whose texts nobody
// then needs to hold while a model thinks.
func (x *exchange) gather(chunks []evidence.Chunk) {
	x.evidence = verify.Evidence{
		Question: x.found.Question, Untrusted: x.found.Untrusted, Passages: make([]*verify.Passage, len(chunks)), Stopped: x.left,
	}
	for i := range chunks {
		p := x.gate.preparation(chunks[i].Text)
		chunks[i].Text, x.evidence.Passages[i] = p.text, p.passage
	}
	evidence.Detach(chunks)
	copy(x.found.Chunks, chunks)
	x.evidence.Set = evidence.NewSet(chunks)
	x.known = answer.Known{}
}

// sources lists the evidence for the reader of inline markers. That is made
// when there is something to read.
func (x *exchange) sources() answer.Known {
	if x.known.Sources == nil {
		x.known = audit.KnownOf(x.evidence.Set)
	}
	return x.known
}

// LayoutOptions are the app's rules of evidence for a call; local says that
// the client is on this machine. Calls have them from the setup, made once.
func (a *App) LayoutOptions(local bool) layout.Options {
	c := a.Policy.Context
	o := layout.Options{
		Layouts: c.Layouts, Own: a.Layouts, Roles: map[string]evidence.Standing{},
		Conversation: c.Scope == policy.ConversationScope, WholeMessage: c.WholeMessage,
	}
	for role, standing := range c.Roles {
		o.Roles[role] = evidence.Standing(standing)
	}
	if c.Beside == policy.PrimaryBeside || c.Beside == policy.AutoBeside && (len(a.Keys) > 0 || local) {
		o.Beside = evidence.Primary
	}
	return o
}

// prepare returns a text for look-ups, from the cache where the same text was
// seen before: agents send the same chunks again and again. What a look-up adds
// to it later counts towards the cache's bytes too.
func (g *Gateway) prepare(text string) *verify.Passage { return g.preparation(text).passage }

func (g *Gateway) preparation(text string) prepared {
	key := preparedKey{xxh3.HashString128(text), len(text)}
	if p, ok := g.prepared.Get(key); ok && p.text == text {
		return p
	}
	own := strings.Clone(text) // text shares the request's memory
	made := prepared{own, verify.NewPassage(own, func(bytes int) { g.prepared.Grow(key, bytes) })}
	g.prepared.Add(key, made, preparedSize+len(own))
	return made
}
