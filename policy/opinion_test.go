package policy

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"vouchsafe/grounding/report"
)

func TestWhatAJudgeRejectsFails(t *testing.T) {
	expectFailures(t, nil, found(report.JudgeRejected), JudgeRejected)
}

func TestAnotherQuestionFailsWhereThePolicySaysSo(t *testing.T) {
	expectFailures(t, nil, found(report.OffQuestion))
	expectFailures(t, func(p *Policy) { p.Verify.Relevance = RelevanceFail }, found(report.OffQuestion), OffQuestion)
}

func TestTheIdealAnswer(t *testing.T) {
	overlap := 0.5
	asked := func(p *Policy) { p.Verify.MinIdealOverlap = 0.85 }
	expectFailures(t, asked, nil)
	expectFailures(t, asked, func(f *Facts) { f.Ideal = &overlap }, IdealOverlapLow)
	expectFailures(t, nil, func(f *Facts) { f.Ideal = &overlap })
}

func TestAboutWhichClaimsAJudgeIsAsked(t *testing.T) {
	outcomes := []report.Outcome{report.Carried, report.Refuted, report.Open, report.Unjudged, report.QuotedOutcome}
	for _, c := range []struct {
		name   string
		policy func(*Policy)
		all    bool
		want   []bool
	}{
		{"risk", nil, true, []bool{false, false, false, false, false}},
		{"judge", func(p *Policy) { p.Verify.Open = OpenJudge }, false, []bool{false, false, true, true, false}},
		{"judge of all", func(p *Policy) { p.Verify.Open = OpenJudge }, true, []bool{true, false, true, true, false}},
		{"unjudged only", func(p *Policy) { p.Verify.Unjudged = UnjudgedFail }, false, []bool{false, false, false, true, false}},
	} {
		var got []bool
		for _, o := range outcomes {
			got = append(got, policyWith(c.policy).Asks(o, c.all))
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

func TestFactsOfClaimsThatAJudgeSaw(t *testing.T) {
	yes, no := true, false
	r := report.Report{
		Citations: []report.Citation{{Number: 1, Verified: true, Quoted: true}},
		Claims: []report.Claim{
			{Citations: []int{1}, Judgement: report.Open, By: report.ByJudge, Supported: &yes, Risk: 0.95},
			{Citations: []int{1}, Judgement: report.Open, By: report.ByJudge, Supported: &no, Risk: 0.4},
			{Citations: []int{1}, Judgement: report.Open, By: report.ByRisk, Supported: &no, Risk: 0.3},
		},
	}
	f := FactsOf(r)
	if f.Risk != 0.4 || f.Unsupported != 2 {
		t.Errorf("%+v", f)
	}
}
