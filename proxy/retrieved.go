package proxy

import (
	"slices"

	"vouchsafe/layout"
	"vouchsafe/prompt"
)

// retrieves reports whether the upstream itself retrieves the context of this
// call (Azure On Your Data): the chunks are then in its reply.
func (x *exchange) retrieves() bool { return x.chat.Hosted }

// retrieved makes evidence of what an upstream says, beside its answer, that
// it has retrieved. It is read as the replay of that answer would be. Markers
// stay those that the upstream had the model write: [doc1].
func (x *exchange) retrieved(context string) {
	p := x.chat.Prompt()
	p.Messages = append(slices.Clone(p.Messages), prompt.Message{Role: "assistant", Context: context})
	question, asked := x.found.Question, x.found.HasQuestion
	x.found = layout.Find(p, x.app.LayoutOptions(x.call.local))
	x.found.Question, x.found.HasQuestion, x.found.Marker = question, asked, "[{chunk_id}]"
	x.gather(x.found.Chunks)
}
