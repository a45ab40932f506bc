package store

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vouchsafe/grounding/report"
	"vouchsafe/trace/ledger"
	"vouchsafe/trace/written"
)

func TestWhatIsNoTraceIsTurnedAway(t *testing.T) {
	deep := bytes.Repeat([]byte("["), 4<<20)
	sound := string(bytes.TrimSpace(one(1).line()))
	for _, line := range []string{
		"", "{}", "[]", "null", `"a"`, sound + "}", sound[:len(sound)-1], sound + " x", strings.Replace(sound, "{", "{,", 1),
		strings.Replace(sound, `"app":"`, "\"app\":\"\xff", 1), string(deep), `{"metadata":` + string(deep),
	} {
		if _, err := new(maker).ofLine([]byte(line)); !errors.Is(err, errNoTrace) {
			t.Errorf("%.60q: %v", line, err)
		}
	}
}

// judgedTrace is a trace whose claims a judge was asked about: what it carried,
// what it rejected, and one that words carried.
func judgedTrace(n int, rejected bool) *ledger.Trace {
	yes, no := true, false
	trace := &ledger.Trace{
		QueryID: fmt.Sprintf("vt_judged%d", n), Timestamp: noon, App: "a", Verdict: report.Grounded,
		Claims: []report.Claim{
			{Text: "One.", Supported: &yes, Judgement: report.Carried},
			{Text: "Two.", Supported: &yes, Judgement: report.Open, Judge: &report.Opinion{Name: "mini", Score: 0.9}},
		},
		Attempts: []ledger.Attempt{{Asked: "answer", Status: 200}},
		Latency:  ledger.Latency{Total: time.Second, Judge: 80 * time.Millisecond}, Engine: written.Engine{Version: "test"},
		Heard: &ledger.Heard{Judge: "mini", Claims: 1, Calls: 2, Tokens: 250},
	}
	if rejected {
		bad := append([]report.Claim{}, trace.Claims...)
		bad[1].Supported = &no
		failed := ledger.Attempt{Asked: "answer", Status: 200, Claims: bad, Findings: []report.Finding{{Code: report.JudgeRejected}}}
		trace.Attempts = append([]ledger.Attempt{failed}, trace.Attempts...)
	}
	return trace
}

func TestJudgesAreCounted(t *testing.T) {
	everywhere(t, func(t *testing.T, s *Store) {
		for n, rejected := range []bool{false, false, true} {
			if err := s.AppendLines(ctx, [][]byte{ledger.AppendLine(nil, judgedTrace(n, rejected))}); err != nil {
				t.Fatal(err)
			}
		}
		stats, err := s.Stats(ctx, Filter{App: "a"})
		if err != nil {
			t.Fatal(err)
		}
		want := []Judged{{Name: "mini", Claims: 8, Asked: 4, Rejected: 1, Calls: 6, Tokens: 750}}
		if diff := cmp.Diff(want, stats.Judges); diff != "" {
			t.Error(diff)
		}
	})
}

func TestVerifiedAnswersAreCountedByTheirProof(t *testing.T) {
	everywhere(t, func(t *testing.T, s *Store) {
		open, proven, skipped := judgedTrace(1, false), judgedTrace(2, false), judgedTrace(3, false)
		open.Proof, proven.Proof = report.Cited, report.OwnWords
		skipped.Verdict, skipped.Proof = report.Skipped, report.NoProof
		for _, trace := range []*ledger.Trace{open, proven, skipped} {
			if err := s.AppendLines(ctx, [][]byte{ledger.AppendLine(nil, trace)}); err != nil {
				t.Fatal(err)
			}
		}
		stats, err := s.Stats(ctx, Filter{})
		if want := map[string]int64{"cited": 1, "own-words": 1}; err != nil || !maps.Equal(stats.ByProof, want) {
			t.Errorf("proof %v, %v", stats.ByProof, err)
		}
		page, err := s.List(ctx, Filter{})
		if err != nil || page.Traces[2].Proof != "cited" {
			t.Errorf("%+v, %v", page.Traces, err)
		}
	})
}

// TestADocumentFailsWhereAStatementDoesNotFollowFromIt: the quote is there, and
// the answer says something else.
func TestADocumentFailsWhereAStatementDoesNotFollowFromIt(t *testing.T) {
	everywhere(t, func(t *testing.T, s *Store) {
		no, doc := false, "leaflet"
		trace := &ledger.Trace{
			QueryID: "vt_wrong", Timestamp: noon, App: "a", Verdict: report.Refused,
			Attempts: []ledger.Attempt{{
				Asked: "answer", Status: 200, Findings: []report.Finding{{Code: report.ClaimNumber}},
				Citations: []report.Citation{{Number: 1, ChunkID: "c1", DocID: &doc, Verified: true}, {Number: 2, ChunkID: "c1", DocID: &doc, Verified: true}},
				Claims:    []report.Claim{{Citations: []int{1}, Supported: &no, Judgement: report.Refuted}},
			}},
		}
		if err := s.AppendLines(ctx, [][]byte{ledger.AppendLine(nil, trace)}); err != nil {
			t.Fatal(err)
		}
		stats, err := s.Stats(ctx, Filter{Since: noon.Add(-time.Hour), Until: noon.Add(time.Hour)})
		if err != nil || len(stats.ByDocument) != 1 || stats.ByDocument[0].Failed != 1 {
			t.Errorf("%+v, %v", stats.ByDocument, err)
		}
	})
}
