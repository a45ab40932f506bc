package telemetry

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/tidwall/gjson"

	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/report"
	"vouchsafe/internal/golden"
	"vouchsafe/trace/ledger"
)

func repaired() *ledger.Trace {
	return &ledger.Trace{
		QueryID: "vt_01jd4qz3k8w2m5p7r9t1v3x5z7", Timestamp: time.Date(2026, time.November, 20, 16, 5, 6, 789e6, time.UTC),
		App: "clinic", User: "u-17", Conversation: "conv-3", Policy: "clinical", Model: "gpt-4o",
		Question: "How many doses of the SECRET drug?", Answer: "Two [1], and SECRET.", Verdict: report.Repaired,
		Findings: []report.Finding{{Code: report.SnippetAltered, Detail: "SECRET"}, {Code: report.SnippetAltered}, {Code: report.ClaimNumber}},
		Chunks:   []evidence.Chunk{{ID: "c1", Text: "SECRET"}},
		Attempts: []ledger.Attempt{
			{Asked: "answer, segments", Reply: "SECRET", Upstream: "openai", Status: 200, Start: time.Millisecond, Duration: time.Second,
				Findings: []report.Finding{{Code: report.SnippetAltered}}, Usage: json.RawMessage(`{"prompt_tokens":800,"completion_tokens":60}`)},
			{Asked: "repair, segments", Repair: true, Upstream: "spare", Status: 503, Start: 1200 * time.Millisecond, Duration: 20 * time.Millisecond},
		},
		Usage:   json.RawMessage(`{"prompt_tokens":800,"completion_tokens":60}`),
		Latency: ledger.Latency{Total: 1300 * time.Millisecond, Upstream: 1020 * time.Millisecond, Verify: 812 * time.Microsecond},
	}
}

func TestGolden(t *testing.T) {
	tr := repaired()
	tr.Parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
	join := Joiner("1.2.3")
	var got bytes.Buffer
	if err := json.Indent(&got, join([][]byte{Spans(tr, false)}), "", " "); err != nil {
		t.Fatal(err)
	}
	golden.Hold(t, "testdata/repaired.json", got.String())
}

func TestNoTextLeavesUnlessAskedFor(t *testing.T) {
	if got := string(Spans(repaired(), false)); strings.Contains(got, "SECRET") || strings.Contains(got, "u-17") {
		t.Error(got)
	}
	got := "[" + string(Spans(repaired(), true)) + "]"
	var texts []string
	for _, a := range gjson.Get(got, "0.attributes").Array() {
		if strings.HasSuffix(a.Get("key").Str, ".messages") {
			texts = append(texts, gjson.Get(a.Get("value.stringValue").Str, "0.parts.0.content").Str)
		}
	}
	if diff := cmp.Diff([]string{"How many doses of the SECRET drug?", "Two [1], and SECRET."}, texts); diff != "" || strings.Count(got, "SECRET") != 2 {
		t.Errorf("%s\n%s", diff, got)
	}
}

func TestWhatTheClientDoesNotWantRecordedIsNot(t *testing.T) {
	tr := repaired()
	tr.Parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00"
	if got := Spans(tr, false); got != nil {
		t.Errorf("%s", got)
	}
}

func TestAFailedExchangeIsAnError(t *testing.T) {
	got := string(Spans(&ledger.Trace{QueryID: "vt_1", Timestamp: time.Unix(-5, 0), Verdict: report.Failed, Reason: "upstream_timeout", Model: "a\"\x00\xff"}, true))
	if !json.Valid([]byte(got)) || gjson.Get(got, "status.code").Int() != 2 || gjson.Get(got, "status.message").Str != "upstream_timeout" ||
		gjson.Get(got, "parentSpanId").Exists() || len(gjson.Get(got, "traceId").Str) != 32 {
		t.Error(got)
	}
}

// TestTokensAreToldOnce: whoever adds up the tokens of all spans gets what the
// upstreams counted.
func TestTokensAreToldOnce(t *testing.T) {
	own, calls, _ := strings.Cut(string(Spans(repaired(), true)), `},{"traceId"`)
	if strings.Contains(own, "gen_ai.usage") || strings.Contains(own, "gen_ai.request.model") || strings.Count(calls, "gen_ai.usage.input_tokens") != 1 {
		t.Errorf("%s\n%s", own, calls)
	}
}

func TestSpansAreJoined(t *testing.T) {
	one := Spans(repaired(), false)
	got := Joiner("v\"1")([][]byte{one, one})
	if !json.Valid(got) || gjson.GetBytes(got, "resourceSpans.0.scopeSpans.0.spans.#").Int() != 6 {
		t.Errorf("%s", got)
	}
}

func BenchmarkSpans(b *testing.B) {
	t := repaired()
	b.ReportAllocs()
	for b.Loop() {
		Spans(t, false)
	}
}
