package ledger

import (
	"bytes"
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/report"
	"vouchsafe/internal/golden"
	"vouchsafe/jsonwriter"
)

func ptr[T any](v T) *T { return &v }

// sample is a trace with n chunks, every kind of field among them.
func sample(n int) *Trace {
	t := &Trace{
		QueryID:   "vt_01jd4qz3k8w2m5p7r9t1v3x5z7",
		Timestamp: time.Date(2026, time.November, 20, 16, 5, 6, 789e6, time.FixedZone("CET", 3600)),
		App:       "clinic", User: "u-17", Policy: "clinical", PolicyHash: "0123456789abcdef", Model: "gpt-4o",
		Question: "How much paracetamol may an adult take in a day?",
		Answer:   "No more than 4 g in 24 hours [1].",
		Citations: []report.Citation{{
			Number: 1, ChunkID: "c1", DocID: ptr("d1"), Snippet: "do not exceed 4 g in any 24 hours", Verified: true, Quoted: true,
			Match: "exact", Similarity: 0.9876, Start: ptr(12), End: ptr(45), Title: ptr("Adult dosing"),
			URL: ptr("https://example.org/dosing"), SourceFilename: ptr("dosing.pdf"), RetrievalSimilarity: ptr(0.8731),
			Standing: "primary", Trust: &report.Trust{Tier: "tier_2", Score: 0.88, AgeDays: ptr(412)},
			Heal: &report.Heal{Kind: "snap", From: "do not exceed 4g", To: "do not exceed 4 g in any 24 hours"},
		}},
		Claims:  []report.Claim{{Text: "No more than 4 g in 24 hours.", Start: ptr(0), End: ptr(33), Citations: []int{1}, Supported: ptr(true), Support: 1, Risk: 0.02}},
		Verdict: report.Healed, Proof: report.Cited,
		Findings: []report.Finding{{Code: report.SnippetAltered, Citation: ptr(1), Detail: "a space was missing"}},
		Attempts: []Attempt{{
			Asked: "dialect segments", Reply: `{"mode":"answer"}`, Upstream: "openai", Status: 200,
			Usage: json.RawMessage(`{ "prompt_tokens": 812, "completion_tokens": 64 }`), Duration: 1234567 * time.Microsecond,
		}},
		Usage:    json.RawMessage(`{"total_tokens":876}`),
		Latency:  Latency{Total: 1300 * time.Millisecond, Upstream: 1234567 * time.Microsecond, Verify: 812 * time.Microsecond},
		Metadata: json.RawMessage(`{"ticket":"A-1"}`),
	}
	text := strings.Repeat("Adults may take one gram every six hours; do not exceed 4 g in any 24 hours. ", 13)
	for i := range n {
		t.Chunks = append(t.Chunks, evidence.Chunk{
			ID: "c" + string(rune('1'+i)), DocID: "d1", Title: "Adult dosing", Text: text[:80*(1+i%13)], Year: 2024,
			Authors: []string{"Doe, J."}, Similarity: ptr(0.87), Meta: map[string]json.RawMessage{"lang": json.RawMessage(`"en"`)},
			Role: "tool", Message: i, Kind: evidence.Passage, Standing: evidence.Primary, Layout: "json-array",
		})
	}
	return t
}

func TestAppendGolden(t *testing.T) {
	got := AppendLine(nil, sample(2))
	golden.Hold(t, "testdata/trace.jsonl", string(got))
}

func TestAnEmptyTraceIsALine(t *testing.T) {
	got := AppendLine(nil, &Trace{})
	if !json.Valid(got) || bytes.Count(got, []byte("\n")) != 1 {
		t.Errorf("%s", got)
	}
}

func TestWhatJSONCannotSayIsNull(t *testing.T) {
	tr := sample(1)
	tr.Citations[0].Similarity, tr.Citations[0].RetrievalSimilarity = math.NaN(), nil
	tr.Usage = json.RawMessage("{\"a\":\"\xff\"}")
	tr.Metadata = json.RawMessage(`{"broken"`)
	chunksOnly := map[string]any{"chunks": map[string]any{"c1": map[string]any{"lang": "en"}}}
	var got struct {
		Usage, Metadata any
		Citations       []struct{ Similarity *float64 }
	}
	if err := json.Unmarshal(AppendLine(nil, tr), &got); err != nil {
		t.Fatal(err)
	}
	if got.Usage != nil || !reflect.DeepEqual(got.Metadata, chunksOnly) || got.Citations[0].Similarity != nil {
		t.Errorf("%+v", got)
	}
}

func TestAppendStringReadsBack(t *testing.T) {
	for _, s := range []string{"", "plain", "\"\\\n\r\t\b\x00\x7f", "ß ✓ 𝄞", "a\u2028b\u2029c", "\xff\xfea", "</script>"} {
		checkString(t, s)
	}
}

func checkString(t *testing.T, s string) {
	t.Helper()
	var line jsonwriter.JSON
	line.Quote(s)
	var got string
	if err := json.Unmarshal(line, &got); err != nil {
		t.Fatalf("%q: %v in %s", s, err, line)
	}
	if want := string([]rune(s)); got != want {
		t.Fatalf("%q: got %q", s, got)
	}
	if !utf8.Valid(line) || bytes.ContainsAny(line, "\n\r\u2028\u2029") {
		t.Fatalf("%q: %q is not one line of UTF-8", s, line)
	}
}

func FuzzLineOf(f *testing.F) {
	f.Add("text", `{"a":[1,2,{"b":"\u2028"}]}`, 0.5)
	f.Add("\xff\u2028", "[\"\n\"]", math.Inf(1))
	f.Fuzz(func(t *testing.T, text, raw string, x float64) {
		checkString(t, text)
		tr := sample(1)
		tr.Answer, tr.Metadata, tr.Chunks[0].Similarity = text, json.RawMessage(raw), &x
		tr.Chunks[0].Meta = map[string]json.RawMessage{text: json.RawMessage(raw)}
		got := AppendLine(nil, tr)
		if !json.Valid(got) || !utf8.Valid(got) || bytes.Count(got, []byte("\n")) != 1 {
			t.Fatalf("%q", got)
		}
	})
}

func BenchmarkLineOf(b *testing.B) {
	b.ReportAllocs()
	t := sample(5)
	var buf []byte
	for b.Loop() {
		buf = AppendLine(nil, t)
	}
	b.SetBytes(int64(len(buf)))
}
