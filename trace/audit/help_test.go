package audit

import (
	"strings"
	"testing"
	"time"

	"vouchsafe/grounding/evidence/layout"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/verify"
	"vouchsafe/policy"
)

// options are those of the policy balanced.
func options(t testing.TB) Options {
	t.Helper()
	p, ok := policy.Builtin(policy.BuiltinBalanced)
	if !ok {
		t.Fatal("there is no policy balanced")
	}
	return Options{
		Policy: p, Layouts: layout.Defaults(), Now: time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC),
		Prepare: func(s string) *verify.Passage { return verify.NewPassage(s, nil) },
	}
}

// codes are the findings of a report, each once, in order.
func codes(r report.Report) string {
	var out []string
	seen := map[report.Code]bool{}
	for _, f := range r.Findings {
		if !seen[f.Code] {
			out = append(out, string(f.Code))
		}
		seen[f.Code] = true
	}
	return strings.Join(out, " ")
}
