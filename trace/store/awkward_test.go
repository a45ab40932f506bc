package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/report"
	"vouchsafe/internal/growth"
	"vouchsafe/trace/ledger"
	"vouchsafe/trace/written"
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

// TestAwkwardTracesComeBack: what the ledger writes is what the store gives back,
// however a line has to spell it.
func TestAwkwardTracesComeBack(t *testing.T) {
	everywhere(t, func(t *testing.T, s *Store) {
		for _, trace := range awkward() {
			line := ledger.AppendLine(nil, trace)
			if err := s.AppendLines(ctx, [][]byte{line}); err != nil {
				t.Fatalf("%v: %s", err, line)
			}
			got, err := s.Get(ctx, trace.QueryID)
			var was, is any // bytes that are no UTF-8 may be spelled in another way
			err = errors.Join(err, json.Unmarshal(line, &was), json.Unmarshal(got, &is))
			if diff := cmp.Diff(was, is); err != nil || diff != "" {
				t.Errorf("%v: %s", err, diff)
			}
		}
		if n := len(list(t, s, Filter{Shadows: true}).Traces); n != 3 {
			t.Errorf("%d traces are listed", n)
		}
	})
}

// TestARowOfTheTraceItselfIsThatOfItsLine: nobody can tell from what is stored whether it came from a gateway, or
// from a file, by way of a spill, say.
func TestARowOfTheTraceItselfIsThatOfItsLine(t *testing.T) {
	judged := judgedTrace(1, true)
	judged.Engine = written.Engine{Version: "1"}
	for _, trace := range append(awkward(), judged, judgedTrace(2, false)) {
		for i := range trace.Chunks { // one that is no UTF-8 stays in its line, and may be kept apart when that is read from a file
			trace.Chunks[i].Text = strings.ToValidUTF8(trace.Chunks[i].Text, "?")
		}
		given, read := maker{seen: newSights()}, maker{seen: newSights()}
		for range 2 { // the second time its texts have come before
			is := given.ofTrace(trace)
			was, err := read.ofLine(ledger.AppendLine(nil, trace))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(was, is, cmp.AllowUnexported(row{}, chunk{}, cell{}, cellKey{}), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("%s: %s", trace.QueryID, diff)
			}
			stored, err := given.ofStored(is.body)
			if diff := cmp.Diff(is, stored, cmp.AllowUnexported(row{}, cell{}, cellKey{}), cmpopts.EquateEmpty(), cmpopts.IgnoreFields(row{}, "body", "apart")); err != nil || diff != "" {
				t.Errorf("%s, read again: %v, %s", trace.QueryID, err, diff)
			}
		}
	}
}

// TestATraceOfManyPartsCostsLinearWork: clients choose how many chunks there are, and models how many citations and claims.
func TestATraceOfManyPartsCostsLinearWork(t *testing.T) {
	no := false
	many := func(n int) *ledger.Trace {
		tr := &ledger.Trace{QueryID: "vt_1", Timestamp: time.Unix(1, 0)}
		for i := range n {
			id := fmt.Sprint("c", i)
			cited := report.Citation{Number: i, ChunkID: id, Snippet: id}
			tr.Chunks = append(tr.Chunks, evidence.Chunk{ID: id, DocID: id, Text: strings.Repeat(id+" ", 30)})
			tr.Citations = append(tr.Citations, cited)
			tr.Claims = append(tr.Claims, report.Claim{Supported: &no, Citations: []int{i}})
			tr.Attempts = append(tr.Attempts, ledger.Attempt{Findings: []report.Finding{{Code: report.ClaimNumber}}, Citations: []report.Citation{cited}})
		}
		return tr
	}
	growth.Linear(t, "a trace of many parts", func(bytes int) string { return strings.Repeat(" ", bytes/8) }, func(s string) {
		tr := many(len(s))
		m := maker{seen: newSights()}
		if got := m.ofTrace(tr); len(got.hashes()) != 16*len(s) {
			t.Fatal(len(got.hashes()))
		}
	})
}
