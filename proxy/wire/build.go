package wire

import (
	"cmp"

	"slices"

	"vouchsafe/jsonwriter"
)

// BuildReply returns the body of a chat completion with exactly what a reply
// may carry, in a fixed order; whatever else an upstream sent is left behind.
// report is the raw JSON of the top-level vouchsafe member, "" for none.
func BuildReply(r *Reply, report string) []byte { return appendReply(nil, r, report) }

func appendReply(dst []byte, r *Reply, report string) []byte {
	w := appendHead(jsonwriter.JSON(slices.Grow(dst, replySize(r, report))), r, "chat.completion")
	w.Key("choices")
	w.Open('[')
	for i := range r.Choices {
		w.Comma()
		appendChoice(&w, &r.Choices[i], r.ShowReasoning)
	}
	w.Close(']')
	w.Given("usage", r.Usage)
	w.Given("vouchsafe", report)
	w.Given("citations", r.Citations)
	w.Given("search_results", r.SearchResults)
	w.Close('}')
	return w
}

// replySize estimates the length of a reply from what may be long in it.
func replySize(r *Reply, report string) int {
	n := 512 + len(r.Usage) + len(report)
	for i := range r.Choices {
		c := &r.Choices[i]
		n += 256 + len(c.ToolCalls) + len(c.FunctionCall) + len(c.Annotations)
		if c.Content != nil {
			n += len(*c.Content) + len(*c.Content)/8
		}
	}
	return n
}

// appendHead begins a reply or chunk: everything in front of its choices.
func appendHead(w jsonwriter.JSON, r *Reply, object string) jsonwriter.JSON {
	w.Open('{')
	w.Text("id", r.ID)
	w.Text("object", object)
	w.Integer("created", int(r.Created))
	w.Text("model", r.Model)
	w.Named("system_fingerprint", r.SystemFingerprint)
	w.Named("service_tier", r.ServiceTier)
	return w
}

// appendChoice appends one whole choice.
func appendChoice(w *jsonwriter.JSON, c *Choice, reasoning bool) {
	w.Open('{')
	w.Integer("index", c.Index)
	w.Key("message")
	w.Open('{')
	w.Text("role", cmp.Or(c.Role, "assistant"))
	w.Pointer("content", c.Content)
	w.Pointer("refusal", c.Refusal)
	switch members := c.Members(); {
	case c.Called() && members != "":
		*w = append(*w, members...)
	case reasoning:
		w.Named("reasoning_content", c.Reasoning)
	}
	w.Given("tool_calls", c.ToolCalls)
	w.Given("function_call", c.FunctionCall)
	w.Given("annotations", c.Annotations)
	w.Close('}')
	w.Given("logprobs", cmp.Or(c.Logprobs, "null"))
	w.Text("finish_reason", FinishReason(c.FinishReason))
	w.Close('}')
}
