package proxy

import (
	"crypto/sha256"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"vouchsafe/cache"
	"vouchsafe/grounding/evidence"
	"vouchsafe/policy"
)

// Bounds on what is kept of conversations.
const (
	conversations      = 4096
	conversationsBytes = 64 << 20
	keptChunks         = 200 // of one conversation, the newest
)

// conversationKey returns the key under which evidence is kept for this
// question; false where none is to be kept.
func conversationKey(run *run, q *question) (cache.Key, bool) {
	name := q.request.chat.ContextID
	if name == "" && run.app.Policy.Context.Scope == policy.ConversationScope {
		name = q.opening()
	}
	if name == "" {
		return cache.Key{}, false
	}
	return sha256.Sum256([]byte(run.sender() + q.request.chat.ContextID + "\x00" + name)), true
}

// opening is how the conversation began: the first thing that the user said,
// without the context that an app puts around the newest question. It is the
// same in each turn of a chat, and in each call of a chain that refines one
// answer chunk by chunk.
func (q *question) opening() string {
	var first string
	users := 0
	for _, m := range q.request.chat.Prompt().Messages {
		if m.Role != "user" {
			continue
		}
		if users++; users == 1 {
			first = strings.Join(m.Parts, "\n")
		}
	}
	if users <= 1 && q.material.found.HasQuestion {
		return q.material.found.Question
	}
	return first
}

// recall adds the evidence of earlier calls of the same conversation to the
// one at hand, and keeps the union for the next. Under the scope `current`
// earlier evidence is stale.
func recall(run *run, q *question, chunks []evidence.Chunk) []evidence.Chunk {
	key, ok := conversationKey(run, q)
	if !ok {
		return chunks
	}
	earlier, _ := run.gate.conversations.get(key)
	if run.shadowOf == "" { // a shadow leaves no mark on what is served later
		kept, size := keepable(withEarlier(chunks, earlier, false), "")
		run.gate.conversations.put(run.id, key, kept, size)
	}
	return withEarlier(chunks, earlier, run.app.Policy.Context.Scope == policy.CurrentScope)
}

// withEarlier adds the chunks of earlier calls that are not there again. Where
// they are stale, what a user typed stays that.
func withEarlier(chunks, earlier []evidence.Chunk, stale bool) []evidence.Chunk {
	all := slices.Clip(chunks)
	for _, c := range earlier {
		if holds(chunks, c.Text) {
			continue
		}
		if stale && c.Standing == evidence.Primary {
			c.Standing = evidence.Stale
		}
		all = append(all, c)
	}
	return all
}

// keepable is what is kept of chunks, the newest, each with the standing that
// its channel gave it, and its size in bytes. A kept chunk stands beside the
// messages from then on: no later prompt need show it. Those of the layout
// `stays` keep it.
func keepable(chunks []evidence.Chunk, stays string) (kept []evidence.Chunk, size int) {
	for _, c := range chunks[:min(len(chunks), keptChunks)] {
		c.Text, c.Meta, c.Message = strings.Clone(c.Text), nil, evidence.Beside
		if c.Layout != stays {
			c.Layout = "conversation"
		}
		kept = append(kept, c)
		size += len(c.Text) + 256
	}
	evidence.Detach(kept)
	return kept, size
}

func holds(chunks []evidence.Chunk, text string) bool {
	return slices.ContainsFunc(chunks, func(c evidence.Chunk) bool { return c.Text == text })
}

// shelf keeps values of one kind for later calls: in this process and, where
// several gateways share a server, for all of them, since a client's next call
// may come to any. Keys are hashes over the app, the client's credential and
// what tells its conversations apart, so that nobody reaches another's and no
// credential is kept.
type shelf[T any] struct {
	kind   string
	lasts  time.Duration
	fixed  bool // a value never changes, so that one's own copy goes before the shared one
	own    *cache.Sized[cache.Key, T]
	shared *cache.Redis // nil: values are this gateway's alone
	left   *remains
}

func newShelf[T any](left *remains, kind string, lasts time.Duration, entries, bytes int) *shelf[T] {
	return &shelf[T]{left: left, kind: kind, lasts: lasts, own: cache.NewSized[cache.Key, T](entries, bytes)}
}

// get returns a value that was kept.
func (s *shelf[T]) get(key cache.Key) (v T, ok bool) {
	if s.fixed {
		if v, ok = s.own.Get(key); ok {
			return v, true
		}
	}
	if raw, ok := s.shared.Get(s.kind, key); ok && json.Unmarshal(raw, &v) == nil {
		if s.fixed {
			s.own.Add(key, v, len(raw))
		}
		return v, true
	}
	return s.own.Get(key)
}

// empty reports whether nothing can be kept here.
func (s *shelf[T]) empty() bool { return s.own.Len() == 0 && !s.shared.Up() }

// forget forgets a value.
func (s *shelf[T]) forget(key cache.Key) {
	s.own.Remove(key)
	s.shared.Drop(s.kind, key)
}

// put keeps a value of a size in bytes, which the exchange of an id leaves.
func (s *shelf[T]) put(id string, key cache.Key, v T, size int) {
	s.keep(key, v, size)
	s.left.note(id, s.kind, key)
}

// keep is put for a value that is noted with others.
func (s *shelf[T]) keep(key cache.Key, v T, size int) {
	s.own.Add(key, v, size)
	if !s.shared.Up() {
		return
	}
	if raw, err := json.Marshal(v); err == nil {
		s.shared.Put(s.kind, key, raw, s.lasts)
	}
}

// Share has what conversations go on from kept where other gateways find it,
// too. It is to be called before the gateway serves.
func (g *Gateway) Share(r *cache.Redis) {
	g.conversations.shared, g.turns.shared, g.guarded.shared, g.vouched.shared, g.left.shared = r, r, r, r, r
}

// Kinds of what is shared, and how long a conversation may pause.
const (
	evidenceKind = "evidence"
	turnKind     = "turn"
	guardKind    = "guard"
	sharedFor    = 24 * time.Hour
)

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
