package proxy

import (
	"slices"

	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/evidence/layout"
	"vouchsafe/proxy/wire"
	"vouchsafe/proxy/wire/prompt"
)

// retrieves reports whether the upstream itself retrieves the context of this
// call (Azure On Your Data, a hosted file search): the chunks are then in its
// reply.
func (x *exchange) retrieves() bool { return x.chat.Hosted }

// citesItself reports whether such an upstream has its own way of asking for
// citations, and takes no other.
func (x *exchange) citesItself() bool { return x.chat.Hosted && x.chat.Surface == wire.Completions }

// searches reports whether the upstream searches files of its own for this
// call.
func (x *exchange) searches() bool { return x.chat.Hosted && x.chat.Surface == wire.Responses }

// retrieved makes evidence of what an upstream says, beside its answer, that
// it has retrieved. It is read as the replay of that answer would be. Markers
// stay those that the upstream had the model write: [doc1].
func (x *exchange) retrieved(context string) {
	if x.searches() {
		x.searched(context)
		return
	}
	p := x.chat.Prompt()
	p.Messages = append(slices.Clone(p.Messages), prompt.Message{Role: "assistant", Context: context})
	question, asked := x.found.Question, x.found.HasQuestion
	x.found = layout.Find(p, x.layoutOptions())
	x.found.Question, x.found.HasQuestion, x.found.Marker = question, asked, "[{chunk_id}]"
	x.gather(x.found.Chunks)
}

// fileSearch is the layout of what a hosted search has found.
const fileSearch = "file-search"

// searched adds what a hosted search has found to the evidence. It stands
// beside the messages: a repair, which may search no more, is shown it.
func (x *exchange) searched(context string) {
	answer := prompt.Prompt{Messages: []prompt.Message{{Role: "assistant", Context: context}}}
	chunks := x.found.Chunks
	for _, c := range layout.Find(answer, x.layoutOptions()).Chunks {
		if !holds(chunks, c.Text) {
			c.ID, c.Message, c.Layout = "", evidence.Beside, fileSearch
			chunks = append(chunks, c)
		}
	}
	x.found.Chunks = chunks
	x.gather(x.withBefore(chunks))
}
