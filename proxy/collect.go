package proxy

import (
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/zeebo/xxh3"

	"vouchsafe/grounding/answer"
	wants "vouchsafe/grounding/ask"
	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/evidence/layout"
	"vouchsafe/grounding/verify"
	"vouchsafe/policy"
	"vouchsafe/proxy/wire"
	"vouchsafe/proxy/wire/prompt"
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
func collect(run *run, q *question) {
	q.material.found = layout.Find(q.request.chat.Prompt(), run.layoutOptions())
	q.material.found.Question = strings.Clone(q.material.found.Question)
	asked, found := q.request.chat.Prompt(), &q.material.found
	wants.Observe(asked, q.request.chat.Stop, found)
	q.request.begun = wants.Begun(asked, found)
	chunks := withVouched(run, q, recall(run, q, withBefore(run, q.request, q.material.found.Chunks)))
	makeEvidence(run, q.material, chunks, len(q.request.chat.Raw))
}

// makeEvidence makes chunks the question's evidence, those that the request holds
// first. They may be parts of a text of some bytes. Where they are less than half of it,
// they are put into memory of their own: the rest of that text need not be held while a
// model thinks.
func makeEvidence(run *run, m *material, chunks []evidence.Chunk, source int) {
	m.evidence = verify.Evidence{
		Question: m.found.Question, Orders: wants.OrdersCode, Untrusted: m.found.Untrusted, Stopped: m.evidence.Stopped,
		Passages: make([]*verify.Passage, len(chunks)),
	}
	texts := 0
	for i := range chunks {
		texts += len(chunks[i].Text)
	}
	for i := range chunks {
		p := run.gate.prepare(chunks[i].Text, texts >= source/2)
		chunks[i].Text, m.evidence.Passages[i] = p.text, p.passage
	}
	evidence.Detach(chunks)
	copy(m.found.Chunks, chunks)
	m.evidence.Set = evidence.NewSet(chunks)
	m.known, m.words = answer.Known{}, nil
}

// sources lists the evidence for the reader of inline markers. That is made
// when there is something to read.
func (q *question) sources() answer.Known {
	if q.material.known.Sources == nil {
		q.material.known = audit.KnownOf(q.material.evidence.Set)
		q.material.known.Style, q.material.known.List = q.material.found.Marker, q.material.found.List
		q.material.known.Labels = sync.OnceValue(func() []answer.Label { return labelsOf(q.request, q.material.evidence.Set) })
		q.material.known.Words = q.formWords()
	}
	q.material.known.Numbers = q.numbers()
	return q.material.known
}

// formWords tells the app's own words in which a form of the answer may be shown, read once.
func (q *question) formWords() func() string {
	if q.material.words == nil {
		q.material.words = sync.OnceValue(func() string { return strings.Clone(wants.FormWords(q.request.chat.Prompt(), &q.material.found)) })
	}
	return q.material.words
}

// labelsOf are what heads the chunks in the prompt.
func labelsOf(r *request, set *evidence.Set) []answer.Label {
	p := r.chat.Prompt()
	texts := make([]string, len(p.Messages))
	for i := range p.Messages {
		texts[i] = layout.TextOf(&p.Messages[i])
	}
	chunks := make([]evidence.Chunk, set.Len())
	for i := range chunks {
		chunks[i] = *set.At(i)
	}
	return answer.LabelsOf(chunks, answer.PassagesIn(chunks, texts))
}

// abandoned reports whether nobody waits for the answer any more.
func (m *material) abandoned() bool { return m.evidence.Stopped != nil && m.evidence.Stopped() }

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

// layoutOptions are the app's rules of evidence for this call.
func (r *run) layoutOptions() layout.Options {
	o := r.app.evidence[0]
	if r.call.local {
		o = r.app.evidence[1]
	}
	o.Derived = r.given
	return o
}

// prepare returns a text for look-ups. A text that comes a second time is kept:
// agents send the same chunks again and again, and searches bring others each time,
// which would only fill memory that the garbage collector has to look through. What
// a look-up adds to a kept text counts towards the cache's bytes too. shared says that a text
// that is not kept may go on sharing somebody else's memory.
func (g *Gateway) prepare(text string, shared bool) prepared {
	key := preparedKey{xxh3.HashString128(text), len(text)}
	if p, ok := g.prepared.Get(key); ok && p.text == text {
		return p
	}
	again := g.seen.again(key.hash)
	if shared && !again {
		return prepared{text, verify.NewPassage(text, nil)}
	}
	own := strings.Clone(text) // text shares the request's memory
	if !again {
		return prepared{own, verify.NewPassage(own, nil)}
	}
	made := prepared{own, verify.NewPassage(own, func(bytes int) { g.prepared.Grow(key, bytes) })}
	g.prepared.Add(key, made, preparedSize+len(own))
	return made
}

// sightings remember the texts that came lately, by half of their hash at a place that
// the other half names. Another text that falls on the same place takes it over.
type sightings [1 << 15]atomic.Uint64

// again reports whether a text came before, and notes it.
func (s *sightings) again(hash xxh3.Uint128) bool {
	return s[hash.Lo%uint64(len(s))].Swap(hash.Hi) == hash.Hi
}

// retrieves reports whether the upstream itself retrieves the context of this
// call (Azure On Your Data, a hosted file search): the chunks are then in its
// reply.
func (r *request) retrieves() bool { return r.chat.Hosted }

// citesItself reports whether such an upstream has its own way of asking for
// citations, and takes no other.
func (r *request) citesItself() bool { return r.chat.Hosted && r.chat.Surface == wire.Completions }

// searches reports whether the upstream searches files of its own for this
// call.
func (r *request) searches() bool { return r.chat.Hosted && r.chat.Surface == wire.Responses }

// addRetrieved makes evidence of what an upstream says, beside its answer, that
// it has retrieved. It is read as the replay of that answer would be. Markers
// stay those that the upstream had the model write: [doc1].
func addRetrieved(run *run, q *question, context string) {
	if q.request.searches() {
		addSearched(run, q, context)
		return
	}
	p := q.request.chat.Prompt()
	p.Messages = append(slices.Clone(p.Messages), prompt.Message{Role: "assistant", Context: context})
	question, asked := q.material.found.Question, q.material.found.HasQuestion
	q.material.found = layout.Find(p, run.layoutOptions())
	q.material.found.Question, q.material.found.HasQuestion, q.material.found.Marker = question, asked, "[{chunk_id}]"
	makeEvidence(run, q.material, q.material.found.Chunks, len(q.request.chat.Raw)+len(context))
}

// fileSearch is the layout of what a hosted search has found.
const fileSearch = "file-search"

// addSearched adds what a hosted search has found to the evidence. It stands
// beside the messages: a repair, which may search no more, is shown it.
func addSearched(run *run, q *question, context string) {
	answer := prompt.Prompt{Messages: []prompt.Message{{Role: "assistant", Context: context}}}
	chunks := q.material.found.Chunks
	for _, c := range layout.Find(answer, run.layoutOptions()).Chunks {
		if !holds(chunks, c.Text) {
			c.ID, c.Message, c.Layout = "", evidence.Beside, fileSearch
			chunks = append(chunks, c)
		}
	}
	q.material.found.Chunks = chunks
	makeEvidence(run, q.material, withBefore(run, q.request, chunks), len(q.request.chat.Raw)+len(context))
}
