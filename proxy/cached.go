package proxy

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"hash"
	"slices"
	"strings"
	"sync/atomic"

	"vouchsafe/cache"
	"vouchsafe/grounding/answer"
	wants "vouchsafe/grounding/ask"
	"vouchsafe/policy"
	"vouchsafe/proxy/wire"
)

// answerFromCache answers a question with what a model wrote for an earlier one; nil where
// nothing is kept, or it no longer stands. It notes and counts which.
func answerFromCache(run *run, q *question, l *lookup) *result {
	if !l.keeps {
		return nil
	}
	if out := reuseAnswer(run, q, l); out != nil {
		run.gate.stored.hits.Add(1)
		run.rec.cache = hit
		return out
	}
	run.gate.stored.misses.Add(1)
	run.rec.cache = miss
	return nil
}

// reuseAnswer makes a reply of the answer that was found. Its text takes the place of an
// upstream's reply, and goes through the same steps: it is read, held against the evidence of
// this request, decided and rendered. One that no longer stands is forgotten.
func reuseAnswer(run *run, q *question, l *lookup) *result {
	if l.found == nil {
		return nil
	}
	watched, stop := run.gate.watcher.Watch(run.call.conn)
	defer stop()
	run.rec.origin = origin{of: l.found.Of, kind: "cache_hit_of"}
	choices, stands := stillStands(watched, run, q, l.found)
	if !stands {
		run.gate.stored.kept.Drop(l.key)
		run.rec.origin, q.form = origin{}, form{}
		return nil
	}
	reply := ownReply(run, q.request)
	reply.Model, reply.SystemFingerprint, reply.ServiceTier = l.found.Model, l.found.SystemFingerprint, l.found.ServiceTier
	return keepingTurn(run, q, func(context.Context) *result { return deliver(run, q, choices, reply) })(watched)
}

// stillStands verifies a stored answer. Nothing is repaired here: an answer
// that would have to be is asked for anew.
func stillStands(ctx context.Context, run *run, q *question, stored *storedAnswer) ([]*choice, bool) {
	if chooseForm(run, q) != nil {
		return nil, false
	}
	choices, hold := judgeAll(ctx, run, q, stored.Choices, stance{})
	return choices, hold && !slices.ContainsFunc(choices, func(c *choice) bool { return !c.decision.Verdict.Stands() })
}

// origin is where an answer comes from that no upstream was asked for in this
// exchange: the id of the exchange that it was, and the name under which the
// trace tells so.
type origin struct{ of, kind string }

// keepingAnswer keeps the answer of work for exchanges to come.
func keepingAnswer(run *run, l *lookup, does work) work {
	if !l.keeps {
		return does
	}
	return func(ctx context.Context) *result {
		out := does(ctx)
		keepAnswer(run, l, out)
		return out
	}
}

// Answers keeps what models wrote and was verified, to be used again for the
// same request. What it gives back is verified like any reply, so that nothing
// rests on where it is kept: cache.Timed is for this process, cache.RedisAnswers
// for several. Both are safe for concurrent use.
type Answers interface {
	Get(cache.Key) ([]byte, bool)
	Put(cache.Key, []byte)
	Drop(cache.Key)
}

// KeepAnswers has the gateway use verified answers again, for the apps whose
// policy says so. It is to be called before the gateway serves.
func (g *Gateway) KeepAnswers(a Answers) { g.stored.kept = a }

// CacheCounts tell how often an answer was looked for and found.
type CacheCounts struct{ Hits, Misses int64 }

// Cached returns how often answers have been looked for.
func (g *Gateway) Cached() CacheCounts {
	return CacheCounts{Hits: g.stored.hits.Load(), Misses: g.stored.misses.Load()}
}

// stored are the answers that a gateway keeps.
type stored struct {
	kept         Answers // nil: none are
	hits, misses atomic.Int64
}

// lookup is what an exchange has to do with answers that are kept.
type lookup struct {
	key   cache.Key
	of    *Route        // the upstream that the key speaks of
	keeps bool          // the answer may be kept
	found *storedAnswer // nil where there is none, or none is to be used
}

const hit, miss = "hit", "miss"

// storedAnswer is a reply of a model as it is kept: what is needed to read and
// verify it again.
type storedAnswer struct {
	Of string // trace id of the exchange that it was written for
	wire.Reply
}

// lookUpCache looks for the answer that an earlier exchange had to the same request.
func lookUpCache(run *run, q *question) *lookup {
	l := &lookup{}
	if wanted(run, q).Kind == wants.Task {
		return l
	}
	reads, keeps := mayReuse(run, q.request)
	if l.keeps = keeps; !keeps {
		return l
	}
	l.key, l.of = cacheKey(run, q), run.way.route
	if !reads {
		return l
	}
	if raw, ok := run.gate.stored.kept.Get(l.key); ok {
		var a storedAnswer
		if json.Unmarshal(raw, &a) == nil && len(a.Choices) == q.request.chat.N {
			l.found = &a
		}
	}
	return l
}

// mayReuse reports whether an answer may be used that is kept, and whether one
// may be kept. The client has a say, as with any cache on the way (RFC 9111,
// section 5.2.1).
func mayReuse(run *run, req *request) (reads, keeps bool) {
	if run.gate.stored.kept == nil || !run.app.Policy.Cache || req.retrieves() {
		return false, false
	}
	said := run.call.cacheControl()
	return said == "", said != noStore
}

const noStore, noCache = "no-store", "no-cache"

// cacheControl is the strictest thing that the client says of caches, "" for
// nothing.
func (c *call) cacheControl() string {
	said := ""
	for directive := range strings.SplitSeq(strings.ToLower(strings.Join(c.header.All("Cache-Control"), ",")), ",") {
		switch strings.TrimSpace(directive) {
		case noStore:
			return noStore
		case noCache, "max-age=0":
			said = noCache
		}
	}
	return said
}

// cacheKey hashes all that an answer depends on: whose it is, under which
// policy, from which model server, every byte of the request but how it is to
// be delivered, and the evidence that is not in it.
func cacheKey(run *run, q *question) cache.Key {
	h := textHash{sha256.New()}
	route := run.way.route
	h.add("answer 3", run.app.Name, run.app.PolicyHash, route.Name(), route.Base(), upstreamModel(run, q.request), run.call.requester())
	edit := q.request.chat.Edit()
	edit.Drop("stream", "stream_options")
	h.add(string(edit.Bytes()))
	for i := range q.material.evidence.Set.Len() {
		c := q.material.evidence.Set.At(i)
		h.add(q.material.evidence.Set.Handle(i), c.Text, string(c.Standing))
	}
	return cache.Key(h.Sum(nil))
}

// textHash hashes texts so that no two lists of them run together.
type textHash struct{ hash.Hash }

func (h textHash) add(texts ...string) {
	var size [8]byte
	for _, s := range texts {
		binary.LittleEndian.PutUint64(size[:], uint64(len(s)))
		h.Write(size[:])
		h.Write([]byte(s))
	}
}

// requester tells one sender of calls from another, and what is asked of the
// same path. What differs between two tries of one call has no part in it.
func (c *call) requester() string {
	return c.method + "\x00" + c.target.Path() + "\x00" + c.account()
}

// keepAnswer keeps what the model wrote, where all of it was verified.
func keepAnswer(run *run, l *lookup, out *result) {
	if out.reply == nil || !run.rec.verdict.Stands() || run.way.route != l.of {
		return
	}
	r := out.reply
	a := storedAnswer{run.id, wire.Reply{Model: r.Model, SystemFingerprint: r.SystemFingerprint, ServiceTier: r.ServiceTier}}
	for _, c := range out.choices {
		if !c.storable() {
			return
		}
		kept := wire.Choice{Index: c.Index, FinishReason: c.FinishReason, Content: c.Content,
			Begun: c.Begun, Refusal: c.Refusal}
		if run.app.Policy.Reasoning == policy.PassReasoning {
			kept.Reasoning = c.Reasoning
		}
		if s := c.stream; s != nil && s.attempt > 1 { // it came in several replies
			whole := answer.WriteSegments(&s.said.answer)
			kept.Content, kept.Refusal = &whole, nil
		}
		a.Choices = append(a.Choices, kept)
	}
	if raw, err := json.Marshal(a); err == nil {
		run.gate.stored.kept.Put(l.key, raw)
		run.gate.left.note(run.id, cache.AnswerKind, l.key)
	}
}

// storable reports whether a choice can be verified again from its own text: a
// whole answer that passed, without calls, and without citations that came in
// a second call.
func (c *choice) storable() bool {
	return c.decision.Action == policy.Pass && c.decision.Verdict.Stands() && wire.FinishReason(c.FinishReason) == "stop" &&
		!c.Called() && !c.byCall() && c.Context == "" && c.unmarked == nil && !(c.inForm() && c.formed[0].own.Bare)
}
