package policy

import (
	"testing"

	"vouchsafe/grounding/report"
)

func TestTruncatedOutputFails(t *testing.T) {
	expectFailures(t, nil, found(report.TruncatedOutput), OutputTruncated)
}
