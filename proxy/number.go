package proxy

import (
	"slices"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/answer/number"
	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/text"
	"vouchsafe/proxy/wire"
)

// numbered is the evidence with numbers before its sentences, as the dialect sentences
// shows it to the model. What the client sent, and what the trace tells of it, has none.
type numbered struct {
	sheet  *number.Sheet
	spots  []number.Spot // where the numbers stand in the request
	absent []int         // chunks that the request does not show to the model
}

// numberSentences numbers the evidence. Where there is nothing to number, or no sign is
// free, the answer is asked for in the dialect that needs none.
func numberSentences(run *run, q *question) {
	q.form.dialect = answer.Segments
	if q.material.evidence.Set == nil {
		return
	}
	sign := number.Sign(q.request.chat.Raw, q.material.evidence.Set)
	if sign == "" {
		return
	}
	sheet := number.Of(q.material.evidence.Set, sign, func(i int) []text.Sentence { return q.material.evidence.Passages[i].Sentences() })
	if len(sheet.All) == 0 {
		return
	}
	q.form.dialect, q.form.numbered = answer.Sentences, &numbered{sheet: sheet}
	placeNumbers(run, q)
	q.formWords()() // the reader of prose asks for them when the prompt has been let go of
}

// placeNumbers finds the places of the numbers in what the upstream reads whose turn it is.
func placeNumbers(run *run, q *question) {
	if n := q.form.numbered; n != nil {
		n.spots, n.absent = n.sheet.Places(q.request.chat.Raw, q.material.evidence.Set, func(message int) []text.Span {
			return textsOf(run, q.request, message)
		})
	}
}

// textsOf tells where the texts of a message stand. What was given beside the messages
// may stand in one of them, or in documents that the upstream takes as they are.
func textsOf(run *run, req *request, message int) (texts []text.Span) {
	if message == evidence.Beside {
		for _, name := range [...]string{"documents", "chat_template_kwargs"} {
			if at, ok := req.chat.Value(name); ok && run.way.route.PassDocuments {
				texts = append(texts, text.Span(at))
			}
		}
		for i, m := range req.chat.Prompt().Messages {
			if m.Role != "assistant" { // an answer that quotes it is no source
				texts = append(texts, textsOf(run, req, i)...)
			}
		}
		slices.SortFunc(texts, func(a, b text.Span) int { return a.Start - b.Start })
		return texts
	}
	for _, at := range req.chat.Texts(message, run.call.messages != nil && run.way.route.Anthropic) {
		texts = append(texts, text.Span(at))
	}
	return texts
}

// write writes the numbers into an upstream call.
func (n *numbered) write(edit *wire.Edit) {
	edit.Insert(len(n.spots), func(i int) (int, string) { return n.spots[i].At, n.spots[i].Text })
}

// blocks are the chunks that the request does not show, with their numbers.
func (n *numbered) blocks(set *evidence.Set) (blocks []answer.Block) {
	for _, i := range n.absent {
		c := set.At(i)
		text := n.sheet.Written(i, c.Text)
		blocks = append(blocks, answer.Block{Handle: set.Handle(i), Title: c.Title, Authors: c.Authors, Year: c.Year, Text: text})
	}
	return blocks
}

// numbers are those that the model sees; nil where it sees none.
func (q *question) numbers() *answer.Numbers {
	if q.form.numbered == nil {
		return nil
	}
	return &q.form.numbered.sheet.Numbers
}
