package store

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	evidence "vouchsafe/grounding/evidence"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/verify"
	"vouchsafe/trace/ledger"
)

// awkward are traces that say whatever a line has to spell in another way, or
// that statistics count in another way.
func awkward() []*ledger.Trace {
	long, odd := strings.Repeat("Adults may take one gram every six hours. ", 6), "a\x00b \xff\xfe \"c\" \\ \n\u2028 ß"
	doc, none, page := "doc-1", "", "https://example.org/\x00p"
	verified := report.Citation{ChunkID: "c1", DocID: &doc, Snippet: "one gram", Verified: true}
	failed := report.Citation{ChunkID: "c2", DocID: &none, URL: &page, Snippet: odd}
	chunks := []evidence.Chunk{
		{ID: "c1", DocID: doc, Text: long}, {ID: "c2", Text: long + odd, Title: "T"}, {ID: "c3", Text: "Short."},
		{ID: odd, Filename: "f.pdf", Text: ""}, {ID: "c1", Text: long, URL: page},
	}
	at := time.Date(2026, 11, 20, 12, 0, 0, 999_999_999, time.FixedZone("", 3600))
	return []*ledger.Trace{
		{QueryID: "vt_1", Timestamp: at},
		{QueryID: "vt_2", Timestamp: at, App: "clinic:shadow", ShadowOf: "vt_1", User: odd, Conversation: strings.Repeat("ß", 150), Policy: "p", Model: "m",
			Question: strings.Repeat("Größe? ", 90) + odd, Answer: strings.Repeat("ẞ Groß ", 400), Verdict: report.Repaired,
			Citations: []report.Citation{verified, failed, {ChunkID: "unknown"}}, Chunks: chunks,
			Findings: []report.Finding{{Code: report.ClaimNumber}, {Code: report.ClaimNumber}, {Code: ""}},
			Attempts: []ledger.Attempt{
				{Findings: []report.Finding{{Code: report.SnippetAltered}}, Citations: []report.Citation{failed, failed, {ChunkID: "c3", Snippet: "x"}}},
				{Citations: []report.Citation{{ChunkID: "c3", Snippet: "y"}}}, // without findings they are not written
			},
			Latency: ledger.Latency{Total: 1234567 * time.Nanosecond}, Metadata: json.RawMessage(`{"a":[1]}`)},
		{QueryID: "vt_3", Timestamp: at, Verdict: report.Refused, Reason: "budget", Chunks: chunks[2:4], Feedback: json.RawMessage(`{"rating":1}`)},
	}
}

// TestATraceAtHandIsTakenApartAsItsLineIs: what a store makes of a trace must
// not hang on the way by which it came.
func TestATraceAtHandIsTakenApartAsItsLineIs(t *testing.T) {
	compared := 0
	compare := func(_ context.Context, lines []ledger.Line) error {
		for _, line := range lines {
			want, err := Parse(line.Text)
			if err != nil {
				t.Fatalf("%v: %s", err, line.Text)
			}
			got, err := take(line)
			if err != nil {
				t.Fatal(err)
			}
			same := cmp.Options{cmp.AllowUnexported(Trace{}, chunk{}, cell{}, cellKey{}), cmpopts.EquateEmpty()}
			if diff := cmp.Diff(want, got, same); diff != "" {
				t.Errorf("%s\n%s", line.Text, diff)
			}
			if told, err := Told(line); err != nil || !cmp.Equal(told, want.summary, cmpopts.EquateEmpty()) {
				t.Errorf("%v: told %+v of %s", err, told, line.Text)
			}
			if taken(line) != nil {
				compared++
			}
		}
		return nil
	}
	for _, redact := range [][]*regexp.Regexp{nil, {regexp.MustCompile("one gram")}} {
		w, err := ledger.Open(ledger.Options{Redact: redact, Spill: filepath.Join(t.TempDir(), "spill"), Store: &ledger.Store{
			Take:   func(t *ledger.Trace, line []byte, texts []ledger.Span) any { return Of(t, line, texts) },
			Append: compare, Ready: func(context.Context) error { return nil }, Refused: Refused,
		}})
		if err != nil {
			t.Fatal(err)
		}
		for i, trace := range awkward() {
			if i%2 == 1 {
				trace.Sum = func(i int) [sha256.Size]byte { return verify.NewPassage(trace.Chunks[i].Text, nil).Sum() }
			}
			for _, content := range []ledger.Content{ledger.Full, ledger.None} {
				if err := w.Record(trace, content); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := w.Close(ctx); err != nil {
			t.Fatal(err)
		}
	}
	if compared != 8 {
		t.Errorf("%d traces were taken apart without their line", compared)
	}
}
