package store

import (
	"slices"

	"vouchsafe/grounding/report"
)

// Summary is what a list shows of a trace.
type Summary struct {
	ID           string   `json:"query_id"`
	Timestamp    string   `json:"timestamp"` // RFC 3339, UTC
	App          string   `json:"app"`
	User         string   `json:"user,omitempty"`
	Conversation string   `json:"conversation,omitempty"`
	Policy       string   `json:"policy"`
	Model        string   `json:"model"`
	Question     string   `json:"question"` // its first 240 characters
	Verdict      string   `json:"verdict"`
	Proof        string   `json:"proof,omitempty"`
	Reason       string   `json:"reason,omitempty"`
	Failing      bool     `json:"failing"`          // see Fails
	Findings     []string `json:"findings"`         // codes, each once
	Detail       string   `json:"detail,omitempty"` // of the first finding that tells any: what exactly failed
	Citations    int      `json:"citations"`
	Attempts     int      `json:"attempts"`
	TotalMS      float64  `json:"total_ms"`
	HasFeedback  bool     `json:"has_feedback"`
}

// Fails reports whether an answer, or a part of it, did not hold. A policy that quotes whatever words cannot
// prove does so at once: nothing failed where that is all there is, besides a
// warning that the answer has no word of the question.
func Fails[C ~string](verdict report.Verdict, attempts int, findings []C) bool {
	if verdict != report.Quoted || attempts > 1 {
		return verdict.Fails()
	}
	return slices.ContainsFunc(findings, func(code C) bool { return code != "claim-unsupported" && code != "off-question" })
}

func (m *Summary) failing() bool { return Fails(report.Verdict(m.Verdict), m.Attempts, m.Findings) }

// nameBytes bounds what clients call things: it stands in every index.
const nameBytes = 200
