package policy

import (
	"testing"

	"vouchsafe/report"
)

func TestTruncatedOutputFails(t *testing.T) {
	expectFailures(t, nil, found(report.TruncatedOutput), OutputTruncated)
}
