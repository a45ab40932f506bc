package proxy

import (
	"crypto/sha256"
	"slices"
	"strings"

	"vouchsafe/grounding/evidence"
	"vouchsafe/policy"
)

// Bounds on what is kept of conversations.
const (
	conversations      = 4096
	conversationsBytes = 64 << 20
	keptChunks         = 200 // of one conversation, the newest
)

// conversationKey names a conversation: a hash over the app, the client's
// credential and what tells its conversations apart, so that nobody reaches
// another's evidence and no credential is kept.
type conversationKey [sha256.Size]byte

// conversation returns the key under which evidence is kept for this
// exchange; false where none is to be kept.
func (x *exchange) conversation() (conversationKey, bool) {
	name := x.chat.ContextID
	if name == "" {
		if x.app.Policy.Context.Scope != policy.ConversationScope {
			return conversationKey{}, false
		}
		name = x.opening()
	}
	if name == "" {
		return conversationKey{}, false
	}
	return sha256.Sum256([]byte(x.app.Name + "\x00" + x.call.account() + "\x00" + x.chat.ContextID + "\x00" + name)), true
}

// opening is how the conversation began: the first thing that the user said,
// without the context that an app puts around the newest question. It is the
// same in each turn of a chat, and in each call of a chain that refines one
// answer chunk by chunk.
func (x *exchange) opening() string {
	var first string
	users := 0
	for _, m := range x.chat.Prompt().Messages {
		if m.Role != "user" {
			continue
		}
		if users++; users == 1 {
			first = strings.Join(m.Parts, "\n")
		}
	}
	if users <= 1 && x.found.HasQuestion {
		return x.found.Question
	}
	return first
}

// recall adds the evidence of earlier calls of the same conversation to the
// one at hand, and keeps the union for the next. Under the scope `current`
// earlier evidence is stale.
func (x *exchange) recall(chunks []evidence.Chunk) []evidence.Chunk {
	key, ok := x.conversation()
	if !ok {
		return chunks
	}
	earlier := x.gate.evidenceOf(key)
	earlier = slices.DeleteFunc(slices.Clone(earlier), func(c evidence.Chunk) bool { return holds(chunks, c.Text) })
	if x.shadowOf == "" { // a shadow leaves no mark on what is served later
		x.keepEvidence(key, slices.Concat(chunks, earlier))
	}
	if x.app.Policy.Context.Scope == policy.CurrentScope {
		for i := range earlier {
			if earlier[i].Standing == evidence.Primary { // what a user typed stays that
				earlier[i].Standing = evidence.Stale
			}
		}
	}
	return slices.Concat(chunks, earlier)
}

// keepEvidence keeps the newest chunks of a conversation, each with the
// standing that its channel gave it. A kept chunk stands beside the messages
// from then on: no later prompt need show it.
func (x *exchange) keepEvidence(key conversationKey, chunks []evidence.Chunk) {
	kept := make([]evidence.Chunk, 0, min(len(chunks), keptChunks))
	size := 0
	for _, c := range chunks[:min(len(chunks), keptChunks)] {
		c.Text, c.Meta = strings.Clone(c.Text), nil
		c.Message, c.Layout = evidence.Beside, "conversation"
		kept = append(kept, c)
		size += len(c.Text) + 256
	}
	evidence.Detach(kept)
	x.gate.keepEvidenceOf(key, kept, size)
}

func holds(chunks []evidence.Chunk, text string) bool {
	for i := range chunks {
		if chunks[i].Text == text {
			return true
		}
	}
	return false
}
