package policy

import (
	"testing"

	"vouchsafe/grounding/report"
)

func TestTheJudgeIsHeardWhereOneIsNamed(t *testing.T) {
	expectFailures(t, nil, found(report.JudgeRejected))
	expectFailures(t, func(p *Policy) { p.Verify.Judge = "nli" }, found(report.JudgeRejected), JudgeRejected)
}
