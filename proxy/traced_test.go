package proxy

import (
	"strings"
	"testing"

	up "vouchsafe/internal/upstreamtest"
	"vouchsafe/trace/traceparent"
)

const clientsTrace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

func TestTheUpstreamIsToldOfTheTrace(t *testing.T) {
	for _, tt := range []struct {
		name   string
		traced bool
		client string
		want   func(id string, call int) string // of traceparent
		state  string
	}{
		{"not exported: as it came", false, clientsTrace, func(string, int) string { return clientsTrace }, "v=1"},
		{"the client's trace, within a span for each call", true, clientsTrace, func(id string, call int) string {
			return "00-0af7651916cd43dd8448eb211c80319c-" + traceparent.Span(id, call).String() + "-01"
		}, "v=1"},
		{"a client that wants nothing recorded", true, strings.TrimSuffix(clientsTrace, "1") + "0", func(id string, call int) string {
			return "00-0af7651916cd43dd8448eb211c80319c-" + traceparent.Span(id, call).String() + "-00"
		}, "v=1"},
		{"a header that is none", true, "00-evil", func(id string, call int) string {
			return traceparent.Of("", id).Header(traceparent.Span(id, call))
		}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := plan{script: up.InTurn(says(badAnswer), says(goodAnswer)), setup: func(s *Setup) { s.Traced = tt.traced }}.start(t)
			r.post(chatPath, ask("How long are backups kept?", ""), "traceparent", tt.client, "tracestate", "v=1")
			trace := r.trace(0)
			if len(trace.Attempts) != 2 || trace.Parent != tt.client {
				t.Fatalf("%d attempts, parent %q", len(trace.Attempts), trace.Parent)
			}
			for i := range trace.Attempts {
				h := r.asked(i).Header
				if got := h.Values("traceparent"); len(got) != 1 || got[0] != tt.want(trace.QueryID, i+1) {
					t.Errorf("call %d: %v, want %s", i+1, got, tt.want(trace.QueryID, i+1))
				}
				if h.Get("tracestate") != tt.state {
					t.Errorf("call %d: state %q", i+1, h.Get("tracestate"))
				}
			}
			if first, second := trace.Attempts[0], trace.Attempts[1]; second.Start < first.Start+first.Duration {
				t.Errorf("the second call began after %v, the first one ended after %v", second.Start, first.Start+first.Duration)
			}
		})
	}
}
