package report

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"vouchsafe/jsonwriter"

	"github.com/google/go-cmp/cmp"
)

func ptr[T any](v T) *T { return &v }

// sample has every member of a report, each optional one once there and once
// not.
func sample() *Report {
	return &Report{
		Index: 1, Verdict: Healed, Mode: "answer",
		Citations: []Citation{
			{Number: 1, ChunkID: "c1", Snippet: "opened in \"1731\"\n<b>&\u2028\x7f\x01\b\f", Verified: true, Quoted: true, Match: "exact",
				Similarity: 0.9731, Start: ptr(4), End: ptr(12), Heal: &Heal{"snap", "a", "b"}, DocID: ptr("d"), Title: ptr("T"),
				URL: ptr("https://a.example/?a=1&b=2"), SourceFilename: ptr("f.pdf"), Authors: []string{"A. Weiss", "B"}, Year: ptr(2019),
				Date: ptr("2019-05-01"), Page: ptr("12"), Sentence: &Sentence{0, 20, "It opened in 1731.", &Stretch{0, 4, "Rome"}},
				Link: ptr("https://a.example/#:~:text=opened"), RetrievalSimilarity: ptr(0.5), Standing: "primary",
				Trust: &Trust{"tier-1", 0.95, ptr(30)}},
			{Number: 2, Authors: []string{}, Sentence: &Sentence{Text: "x"}, Trust: &Trust{"tier-5", 0.5, nil}},
			{Number: 3, Authors: []string{}, Snippet: "broken \xff"},
		},
		Claims: []Claim{
			{Text: "It was opened in 1731.", Start: ptr(0), End: ptr(22), Citations: []int{1, 2}, Judgement: Carried, By: ByJudge, Judge: &Opinion{"second", 0.75}, Supported: ptr(true), Support: 1, Risk: 0.0123, Confidence: ptr("high")},
			{Text: "", Path: ptr("/a/0"), Citations: []int{}, Supported: ptr(false), Risk: 0.0001},
		},
		Audit: Audit{3, 1, 2, 0.3333}, Coverage: 1, Support: 0.5, Verifiable: 0.25, Risk: 0, IdealOverlap: ptr(0.125),
		Trust:         &AnswerTrust{0.8, "high", "tier-1", 2, "two sources"},
		DocumentsUsed: 1, DocumentsRetrieved: 5, UnansweredAspects: []string{"when", "why \\ how"},
		Findings: []Finding{{SnippetAltered, ptr(1), nil, "a digit"}, {ClaimNumber, nil, ptr(0), ""}},
	}
}

func TestAReportIsWhatEncodingJSONWouldWrite(t *testing.T) {
	for _, r := range []*Report{
		sample(),
		{Citations: []Citation{}, Claims: []Claim{}, UnansweredAspects: []string{}, Findings: []Finding{}},
	} {
		var want bytes.Buffer
		e := json.NewEncoder(&want)
		e.SetEscapeHTML(false)
		if err := e.Encode(r); err != nil {
			t.Fatal(err)
		}
		got := jsonwriter.JSON{'{'}
		AppendReport(&got, r)
		got.Close('}')
		same := strings.ReplaceAll(strings.TrimSpace(want.String()), `\ufffd`, "\ufffd") // which needs no escape
		if diff := cmp.Diff(same, string(got)); diff != "" {
			t.Error(diff)
		}
	}
}

func TestAListIsEmptyRatherThanNull(t *testing.T) {
	got := jsonwriter.JSON{'{'}
	AppendReport(&got, &Report{})
	got.Close('}')
	if !json.Valid(got) || !bytes.Contains(got, []byte(`"citations":[]`)) {
		t.Errorf("%s", got)
	}
}

func BenchmarkAppendReport(b *testing.B) {
	r := sample()
	b.ReportAllocs()
	var buf jsonwriter.JSON
	for b.Loop() {
		buf = buf[:0]
		AppendReport(&buf, r)
	}
}
