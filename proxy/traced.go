package proxy

import (
	"slices"
	"strings"

	"vouchsafe/proxy/upstream"
	"vouchsafe/trace/traceparent"
)

// traced puts the call that is about to be made into the client's trace, or
// into one of its own: its span is the parent of whatever the upstream does.
// Where spans are not exported the client's header goes through as it came,
// for a parent that nobody ever sees would break the trace in two.
func (x *exchange) traced(h upstream.Header) upstream.Header {
	if !x.setup.Traced {
		return h
	}
	client := x.call.header.Get("traceparent")
	_, known := traceparent.Parse(client)
	h = slices.DeleteFunc(h, func(line [2]string) bool {
		return strings.EqualFold(line[0], "traceparent") || !known && strings.EqualFold(line[0], "tracestate")
	})
	span := traceparent.Span(x.id, len(x.attempts))
	return append(h, [2]string{"traceparent", traceparent.Of(client, x.id).Header(span)})
}
