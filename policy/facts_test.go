package policy

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/report"
)

func TestFactsOfAReport(t *testing.T) {
	yes, no, one, two, old := true, false, 1, 2, 900
	r := report.Report{
		Mode: "answer", Coverage: 0.75, Verifiable: 0.8,
		Citations: []report.Citation{
			{Number: 1, Verified: true, Trust: &report.Trust{Score: 0.9, AgeDays: &old}},
			{Number: 2, Heal: &report.Heal{Kind: "snap"}, Trust: &report.Trust{Score: 0.6}},
			{Number: 3, Quoted: true, Heal: &report.Heal{Kind: "renumber"}},
			{Number: 4}, // an inline marker beside a sentence that states nothing
		},
		Claims: []report.Claim{
			{Citations: []int{1}, Supported: &yes, Risk: 0.2},
			{Citations: []int{2}, Supported: &no, Risk: 0.7},
			{Citations: []int{3}, Supported: &no, Risk: 0.99}, // rests on nothing that stands
			{Citations: []int{1}, Supported: nil, Risk: 0.98}, // cannot be told
		},
		Findings: []report.Finding{
			{Code: report.SnippetAltered, Citation: &two}, // healed
			{Code: report.ClaimUnsupported, Claim: &one},
		},
	}
	want := Facts{
		Mode: answer.ModeAnswer, Citations: 4, Standing: 2, Unverified: 1, Healed: 2,
		Claims: 4, Cited: 3, Unsupported: 1,
		Coverage: 0.75, Risk: 0.7, Verifiable: 0.8, LeastTrust: 0.6, Oldest: &old,
		Findings: []report.Code{report.ClaimUnsupported},
	}
	if diff := cmp.Diff(want, FactsOf(r)); diff != "" {
		t.Error(diff)
	}
}
