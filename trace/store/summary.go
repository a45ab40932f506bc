package store

import (
	"encoding/json"

	"vouchsafe/grounding/report"
)

// Summary is what a list shows of a trace.
type Summary struct {
	ID           string          `json:"query_id"`
	Timestamp    string          `json:"timestamp"` // RFC 3339, UTC
	App          string          `json:"app"`
	User         string          `json:"user,omitempty"`
	Conversation string          `json:"conversation,omitempty"`
	Policy       string          `json:"policy"`
	Model        string          `json:"model"`
	Question     string          `json:"question"` // its first 240 characters
	Verdict      string          `json:"verdict"`
	CountsAs     report.CountsAs `json:"counts_as"`
	Proof        string          `json:"proof,omitempty"`
	Reason       string          `json:"reason,omitempty"`
	Failing      bool            `json:"failing"`          // it counts as a grounding failure
	Findings     []string        `json:"findings"`         // codes, each once
	Detail       string          `json:"detail,omitempty"` // of the first finding that tells any: what exactly failed
	Citations    int             `json:"citations"`
	Attempts     int             `json:"attempts"`
	TotalMS      float64         `json:"total_ms"`
	Feedback     json.RawMessage `json:"feedback"` // what was said of it; null for nothing
}

// nameBytes bounds what clients call things: it stands in every index.
const nameBytes = 200
