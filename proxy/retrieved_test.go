package proxy

import (
	"strings"
	"testing"

	"vouchsafe/grounding/report"
	"vouchsafe/internal/upstreamtest"
)

// onYourData is what Azure answers where it retrieves the context itself.
func onYourData(content string) upstreamtest.Script {
	return upstreamtest.Raw(upstreamtest.Reply{
		Header: map[string]string{"Content-Type": "application/json"},
		Body: []byte(`{"id":"x","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"` + content +
			`","context":{"intent":"[]","citations":[{"content":"The reading room closes at nine on weekdays and at six on Saturdays.","title":"Hours","url":"https://library.example/hours","filepath":"hours.md","chunk_id":"0"},` +
			`{"content":"Lockers need a coin of two euros, which comes back.","title":"Lockers","url":null,"filepath":"lockers.md","chunk_id":"1"}]}}}]}`),
	})
}

const withDataSources = `{"model":"m","data_sources":[{"type":"azure_search","parameters":{"endpoint":"https://search.example"}}],"messages":[{"role":"user","content":"When does the reading room close on Saturdays?"}]}`

func TestWhatAnUpstreamRetrievesIsTheEvidenceForItsAnswer(t *testing.T) {
	r := newRig(t, onYourData("The reading room closes at six on Saturdays [doc1]."))
	g := r.post("/v1/chat/completions", withDataSources)
	trace := r.trace(0)
	if trace.Verdict != report.Grounded || len(trace.Chunks) != 2 || trace.Citations[0].Match != "located" {
		t.Fatalf("verdict %s, %d chunks, citations %+v, findings %+v", trace.Verdict, len(trace.Chunks), trace.Citations, trace.Findings)
	}
	if got := g.content(); !strings.Contains(got, "at six on Saturdays [doc1].") {
		t.Errorf("content %q: the client knows its sources as [doc1]", got)
	}
	if sent := string(r.upstream.Requests()[0].Body); strings.Contains(sent, "HOW TO ANSWER") || strings.Contains(sent, "response_format") {
		t.Errorf("the upstream cites in its own way and was asked for another: %s", sent)
	}
}

func TestAFalseAnswerFromRetrievedContextIsReplaced(t *testing.T) {
	r := newRig(t, onYourData("The reading room closes at eight on Saturdays [doc1]."))
	if got := r.post("/v1/chat/completions", withDataSources).content(); strings.Contains(got, "eight") {
		t.Errorf("content %q", got)
	}
	if v := r.trace(0).Verdict; v != report.Quoted {
		t.Errorf("verdict %s", v)
	}
}
