package store

import "slices"

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
	Reason       string   `json:"reason,omitempty"`
	Failing      bool     `json:"failing"`          // see Failing
	Findings     []string `json:"findings"`         // codes, each once
	Detail       string   `json:"detail,omitempty"` // of the first finding that tells any: what exactly failed
	Citations    int      `json:"citations"`
	Attempts     int      `json:"attempts"`
	TotalMS      float64  `json:"total_ms"`
	HasFeedback  bool     `json:"has_feedback"`
}

// Failing reports whether a verdict says that an answer, or a part of it, did
// not hold.
func Failing(verdict string) bool {
	return slices.Contains([]string{"refused", "redacted", "quoted", "marked", "ungrounded"}, verdict)
}

// failing is Failing of a trace. A policy that quotes whatever words cannot
// prove does so at once: nothing failed where that is all there is.
func (m *Summary) failing() bool {
	other := func(code string) bool { return code != "claim-unsupported" }
	return Failing(m.Verdict) && (m.Verdict != "quoted" || m.Attempts > 1 || slices.ContainsFunc(m.Findings, other))
}

// nameBytes bounds what clients call things: it stands in every index.
const nameBytes = 200
