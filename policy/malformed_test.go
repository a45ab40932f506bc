package policy

import (
	"testing"

	"vouchsafe/grounding/report"
)

func TestMalformedOutputFailsEvenWhereNothingIsClaimed(t *testing.T) {
	expectFailures(t, nil, func(f *Facts) {
		*f = Facts{Findings: []report.Code{report.MalformedOutput}}
	}, OutputMalformed)
}

func TestTheExampleOfTheInstructionIsNoAnswer(t *testing.T) {
	expectFailures(t, nil, func(f *Facts) {
		*f = Facts{Findings: []report.Code{report.EchoedExample}}
	}, OutputMalformed)
}

func TestAMissingFieldAloneIsNoFailure(t *testing.T) {
	expectFailures(t, nil, found(report.MissingField))
}
