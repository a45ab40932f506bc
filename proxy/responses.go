package proxy

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"vouchsafe/cache"
	"vouchsafe/grounding/evidence"
	"vouchsafe/policy"
	"vouchsafe/proxy/upstream"
	"vouchsafe/proxy/wire"
)

// Bounds on what is kept for responses that go on from earlier ones.
const (
	turns      = 20_000
	turnsBytes = 64 << 20
	chain      = 1000 // turns that one response may go on from
)

// turn is what a response adds to a conversation, kept so that a later request
// can go on from it: under enforce an upstream stores nothing. One item of an
// output is kept as a turn of its own, under its own id.
type turn struct {
	Previous string           // id of the response before, "" for none
	Items    []string         // raw: what was asked, and what was answered
	Chunks   []evidence.Chunk // evidence that stands in no item
}

// before is what a response goes on from.
type before struct {
	own    []string         // the request's own items, with what they refer to
	chunks []evidence.Chunk // evidence of earlier turns that stands in no item
	sent   *wire.Chat       // the request as the client sent it; nil where nothing was added
}

// keepsTurns reports whether later calls may go on from this one.
func keepsTurns(run *run, req *request) bool {
	return run.call.surface() == wire.Responses && run.app.Policy.Mode != policy.Off && req.chat.Stored
}

// resumeConversation puts what a request leaves to the upstream's memory into the request:
// the turns before it, and the items that it refers to. What is not known here
// cannot be verified against, and is an error under enforce; an app that only
// observes is judged by what can be seen.
func resumeConversation(run *run, req *request) *wire.Error {
	if run.call.surface() != wire.Responses || run.app.Policy.Mode == policy.Off {
		return nil
	}
	err := resolve(run, req)
	if err != nil && !run.app.enforcing() {
		req.before = before{own: req.chat.Items()}
		return nil
	}
	return err
}

// resolve puts the turns before it in front of a request.
func resolve(run *run, req *request) *wire.Error {
	own, changed, err := req.chat.Resolved(run.item)
	if err != nil {
		return err
	}
	req.before.own = own
	if req.chat.Previous == "" && !changed {
		return nil
	}
	earlier, chunks, err := earlier(run, req.chat.Previous)
	if err != nil {
		return err
	}
	body := req.chat.With(append(earlier, own...))
	if most := run.setup.Limits.Request; most > 0 && len(body) > most {
		text := fmt.Sprintf("The conversation has %d bytes; at most %d are accepted.", len(body), most)
		return wire.NewError(413, "request_too_large", text)
	}
	chat, err := run.call.surface().Parse(body)
	if err != nil {
		return err
	}
	chat.Previous = req.chat.Previous
	req.before.sent, req.before.chunks, req.chat = req.chat, chunks, chat
	if run.app.enforcing() {
		run.call.body = body
	}
	return nil
}

// earlier returns the items of all turns up to a response, the first one first,
// and their evidence.
func earlier(run *run, response string) (items []string, chunks []evidence.Chunk, fault *wire.Error) {
	var before []turn
	for id := response; id != ""; id = before[len(before)-1].Previous {
		t, ok := run.gate.turns.get(run.turnKey("response", id))
		if !ok || len(before) == chain {
			return nil, nil, wire.BadRequest("previous_response_id", "previous_response_not_found",
				"Previous response with id '"+id+"' is not known here, or no longer. Send the earlier items as input instead.")
		}
		before = append(before, t)
	}
	for i := len(before) - 1; i >= 0; i-- {
		items = append(items, before[i].Items...)
	}
	for _, t := range before { // the newest first: the oldest are left out where there are too many
		for _, c := range t.Chunks {
			if len(chunks) < keptChunks && !holds(chunks, c.Text) {
				chunks = append(chunks, c)
			}
		}
	}
	return items, chunks, nil
}

// item returns an item that was part of an earlier output.
func (r *run) item(id string) (string, bool) {
	t, ok := r.gate.turns.get(r.turnKey("item", id))
	return strings.Join(t.Items, ""), ok
}

// turnKey names what is kept of a response or an item.
func (r *run) turnKey(kind, id string) cache.Key {
	return sha256.Sum256([]byte(kind + "\x00" + r.sender() + id))
}

// sender tells one client from another.
func (r *run) sender() string { return r.app.Name + "\x00" + r.call.account() + "\x00" }

// withBefore adds the evidence of earlier turns. It is stale where this turn
// has some of its own, as earlier messages' is.
func withBefore(run *run, req *request, chunks []evidence.Chunk) []evidence.Chunk {
	return withEarlier(chunks, req.before.chunks, len(chunks) > 0 && run.app.Policy.Context.Scope == policy.CurrentScope)
}

// nameReply gives a reply that is to be rebuilt names that are no words: what an
// upstream puts in their place nobody has verified. A response has an id of the
// gateway's own, for a stream's head leaves before the upstream's id is known,
// and the upstream stores nothing under it.
func nameReply(run *run, req *request, reply *wire.Reply) {
	if run.call.surface() == wire.Responses || !isID(reply.ID) {
		reply.ID, reply.Created = req.chat.Surface.ReplyID(run.id), run.started.Unix()
	}
	if !isID(reply.Model) {
		reply.Model = modelNamed(run, req)
	}
	for _, name := range []*string{&reply.SystemFingerprint, &reply.ServiceTier} {
		if !isID(*name) {
			*name = ""
		}
	}
}

// keepTurn keeps what a response adds to its conversation; output holds the
// items as the client gets them.
func keepTurn(run *run, q *question, id string, output []string) {
	t := turn{Previous: strings.Clone(q.request.chat.Previous)}
	size := len(t.Previous)
	for _, raw := range q.request.before.own {
		t.Items = append(t.Items, strings.Clone(raw))
		size += len(raw)
	}
	for _, item := range wire.Replayed(output) {
		item.Raw = strings.Clone(item.Raw)
		if item.ID == "" {
			item.ID = id // no other item is named so
		}
		run.gate.turns.put(run.id, run.turnKey("item", item.ID), turn{Items: []string{item.Raw}}, len(item.Raw)+sha256.Size)
		if item.Raw != "" {
			t.Items = append(t.Items, item.Raw)
			size += len(item.Raw)
		}
	}
	beside := slices.DeleteFunc(slices.Clone(q.material.found.Chunks), func(c evidence.Chunk) bool { return c.Message != evidence.Beside })
	chunks, bytes := keepable(beside, fileSearch)
	t.Chunks = chunks
	run.gate.turns.put(run.id, run.turnKey("response", id), t, size+bytes+sha256.Size)
}

// keepingTurn has the turn kept once an answer has been decided, before it leaves.
func keepingTurn(run *run, q *question, does work) work {
	if !keepsTurns(run, q.request) {
		return does
	}
	return func(ctx context.Context) *result {
		out := does(ctx)
		if out.reply != nil {
			keepTurn(run, q, out.reply.ID, q.request.chat.ReplyItems(out.reply))
		}
		return out
	}
}

// keepPassed keeps a turn of a reply that has passed as it came.
func keepPassed(run *run, q *question, k *kept, resp *upstream.Response) {
	if !keepsTurns(run, q.request) {
		return
	}
	if reply, err := readKept(run, q, k, resp); err == nil && reply.ID != "" {
		keepTurn(run, q, reply.ID, reply.Items)
	}
}
