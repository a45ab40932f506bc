package wire

import (
	"slices"
	"strconv"
)

// BuildReply returns the body of a chat completion with exactly what a reply
// may carry, in a fixed order; whatever else an upstream sent is left behind.
// report is the raw JSON of the top-level vouchsafe member, "" for none.
func BuildReply(r *Reply, report string) []byte { return appendReply(nil, r, report) }

func appendReply(dst []byte, r *Reply, report string) []byte {
	dst = appendHead(slices.Grow(dst, replySize(r, report)), r, "chat.completion")
	dst = append(dst, `,"choices":[`...)
	for i := range r.Choices {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendChoice(dst, &r.Choices[i], r.ShowReasoning)
	}
	dst = append(dst, ']')
	dst = appendRaw(dst, "usage", r.Usage)
	dst = appendRaw(dst, "vouchsafe", report)
	return append(dst, '}')
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
func appendHead(dst []byte, r *Reply, object string) []byte {
	dst = append(dst, `{"id":`...)
	dst = appendString(dst, r.ID)
	dst = append(dst, `,"object":`...)
	dst = appendString(dst, object)
	dst = append(dst, `,"created":`...)
	dst = strconv.AppendInt(dst, r.Created, 10)
	dst = append(dst, `,"model":`...)
	dst = appendString(dst, r.Model)
	if r.SystemFingerprint != "" {
		dst = append(dst, `,"system_fingerprint":`...)
		dst = appendString(dst, r.SystemFingerprint)
	}
	if r.ServiceTier != "" {
		dst = append(dst, `,"service_tier":`...)
		dst = appendString(dst, r.ServiceTier)
	}
	return dst
}

// appendChoice appends one whole choice.
func appendChoice(dst []byte, c *Choice, reasoning bool) []byte {
	dst = append(dst, `{"index":`...)
	dst = strconv.AppendInt(dst, int64(c.Index), 10)
	dst = append(dst, `,"message":{"role":`...)
	dst = appendString(dst, orElse(c.Role, "assistant"))
	dst = append(dst, `,"content":`...)
	dst = appendOptional(dst, c.Content)
	dst = append(dst, `,"refusal":`...)
	dst = appendOptional(dst, c.Refusal)
	if reasoning && c.Reasoning != "" {
		dst = append(dst, `,"reasoning_content":`...)
		dst = appendString(dst, c.Reasoning)
	}
	dst = appendRaw(dst, "tool_calls", c.ToolCalls)
	dst = appendRaw(dst, "function_call", c.FunctionCall)
	dst = appendRaw(dst, "annotations", c.Annotations)
	dst = append(dst, `},"logprobs":null,"finish_reason":`...)
	dst = appendString(dst, FinishReason(c.FinishReason))
	return append(dst, '}')
}

// appendRaw appends a further member, if there is one.
func appendRaw(dst []byte, name, raw string) []byte {
	if raw == "" {
		return dst
	}
	dst = append(dst, `,"`...)
	dst = append(dst, name...)
	dst = append(dst, `":`...)
	return append(dst, raw...)
}
