package proxy

import (
	"context"
	"crypto/sha256"
	"fmt"
	"strings"

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
	previous string           // id of the response before, "" for none
	items    []string         // raw: what was asked, and what was answered
	chunks   []evidence.Chunk // evidence that stands in no item
}

// before is what a response goes on from.
type before struct {
	own    []string         // the request's own items, with what they refer to
	chunks []evidence.Chunk // evidence of earlier turns that stands in no item
	sent   *wire.Chat       // the request as the client sent it; nil where nothing was added
	kept   bool             // this turn has been kept
}

// surface is the interface that the call came through.
func (x *exchange) surface() wire.Surface {
	if x.call.target.Kind == wire.KindResponses {
		return wire.Responses
	}
	return wire.Completions
}

// keepsTurns reports whether later calls may go on from this one.
func (x *exchange) keepsTurns() bool {
	return x.surface() == wire.Responses && x.app.Policy.Mode != policy.Off && x.chat.Stored
}

// sent is the request as the client's own body has it.
func (x *exchange) sent() *wire.Chat {
	if x.before.sent != nil && !x.enforcing() {
		return x.before.sent
	}
	return x.chat
}

// takeUp puts what a request leaves to the upstream's memory into the request:
// the turns before it, and the items that it refers to. What is not known here
// cannot be verified against, and is an error under enforce; an app that only
// observes is judged by what can be seen.
func (x *exchange) takeUp() *wire.Error {
	if x.surface() != wire.Responses || x.app.Policy.Mode == policy.Off {
		return nil
	}
	err := x.resolve()
	if err != nil && !x.enforcing() {
		x.before = before{own: x.chat.Items()}
		return nil
	}
	return err
}

func (x *exchange) resolve() *wire.Error {
	own, changed, err := x.chat.Resolved(x.item)
	if err != nil {
		return err
	}
	x.before.own = own
	if x.chat.Previous == "" && !changed {
		return nil
	}
	earlier, err := x.earlier()
	if err != nil {
		return err
	}
	body := x.chat.With(append(earlier, own...))
	if most := x.setup.Limits.Request; most > 0 && len(body) > most {
		return wire.NewError(413, "request_too_large", fmt.Sprintf("The conversation has %d bytes; at most %d are accepted.", len(body), most))
	}
	chat, err := x.surface().Parse(body)
	if err != nil {
		return err
	}
	chat.Previous = x.chat.Previous
	x.before.sent, x.chat = x.chat, chat
	if x.enforcing() {
		x.call.body = body
	}
	return nil
}

// earlier returns the items of all turns before this one, the first one first,
// and notes their evidence.
func (x *exchange) earlier() ([]string, *wire.Error) {
	var before []turn
	for id := x.chat.Previous; id != ""; id = before[len(before)-1].previous {
		t, ok := x.gate.turn(x.turnKey("response", id))
		if !ok || len(before) == chain {
			return nil, wire.BadRequest("previous_response_id", "previous_response_not_found",
				"Previous response with id '"+id+"' is not known here, or no longer. Send the earlier items as input instead.")
		}
		before = append(before, t)
	}
	var items []string
	for i := len(before) - 1; i >= 0; i-- {
		items = append(items, before[i].items...)
	}
	for _, t := range before { // the newest first: the oldest are left out where there are too many
		for _, c := range t.chunks {
			if len(x.before.chunks) < keptChunks && !holds(x.before.chunks, c.Text) {
				x.before.chunks = append(x.before.chunks, c)
			}
		}
	}
	return items, nil
}

// item returns an item that was part of an earlier output.
func (x *exchange) item(id string) (string, bool) {
	t, ok := x.gate.turn(x.turnKey("item", id))
	return strings.Join(t.items, ""), ok
}

// turnKey names what is kept: for the app, the client's credential and an id,
// so that nobody reaches another's by guessing.
func (x *exchange) turnKey(kind, id string) conversationKey {
	return sha256.Sum256([]byte(kind + "\x00" + x.app.Name + "\x00" + x.call.account() + "\x00" + id))
}

// withBefore adds the evidence of earlier turns. It is stale where this turn
// has some of its own, as earlier messages' is.
func (x *exchange) withBefore(chunks []evidence.Chunk) []evidence.Chunk {
	if len(x.before.chunks) == 0 {
		return chunks
	}
	all := append([]evidence.Chunk(nil), chunks...)
	for _, c := range x.before.chunks {
		if holds(chunks, c.Text) {
			continue
		}
		if len(chunks) > 0 && c.Standing == evidence.Primary && x.app.Policy.Context.Scope == policy.CurrentScope {
			c.Standing = evidence.Stale
		}
		all = append(all, c)
	}
	return all
}

// name gives a reply that is to be rebuilt an id of the gateway's own: a
// stream's head leaves before the upstream's id is known, and the upstream
// stores nothing under its own.
func (x *exchange) name(reply *wire.Reply) {
	if x.surface() == wire.Responses {
		reply.ID, reply.Created = x.chat.Surface.ReplyID(x.id), x.started.Unix()
	}
}

// keepTurn keeps what a response adds to its conversation; output holds the
// items as the client gets them.
func (x *exchange) keepTurn(id string, output []string) {
	t := turn{previous: strings.Clone(x.chat.Previous)}
	size := len(t.previous)
	for _, raw := range x.before.own {
		t.items = append(t.items, strings.Clone(raw))
		size += len(raw)
	}
	for _, item := range wire.Replayed(output) {
		item.Raw = strings.Clone(item.Raw)
		if item.ID == "" {
			item.ID = id // no other item is named so
		}
		x.gate.addTurn(x.turnKey("item", item.ID), turn{items: []string{item.Raw}}, len(item.Raw)+sha256.Size)
		if item.Raw != "" {
			t.items = append(t.items, item.Raw)
			size += len(item.Raw)
		}
	}
	for _, c := range x.found.Chunks {
		if c.Message == evidence.Beside && len(t.chunks) < keptChunks {
			c.Text, c.Meta = strings.Clone(c.Text), nil
			if c.Layout != fileSearch {
				c.Layout = "conversation"
			}
			t.chunks = append(t.chunks, c)
			size += len(c.Text) + 256
		}
	}
	evidence.Detach(t.chunks)
	x.gate.addTurn(x.turnKey("response", id), t, size+sha256.Size)
}

// keeping has the turn kept once an answer has been decided, before it leaves.
func (x *exchange) keeping(work func(context.Context)) func(context.Context) {
	if !x.keepsTurns() {
		return work
	}
	return func(ctx context.Context) {
		work(ctx)
		if reply := x.result.reply; reply != nil {
			x.keepTurn(reply.ID, x.chat.ReplyItems(reply))
		}
	}
}

// keepPassed keeps a turn of a reply that has passed as it came.
func (x *exchange) keepPassed(k *kept, resp *upstream.Response) {
	if !x.keepsTurns() || x.before.kept {
		return
	}
	x.before.kept = true
	if reply, err := x.readKept(k, resp); err == nil && reply.ID != "" {
		x.keepTurn(reply.ID, reply.Items)
	}
}
