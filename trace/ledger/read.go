package ledger

import (
	"encoding/json"
	"time"

	"vouchsafe/grounding/report"
)

// Line is the line of a trace as it is read again, by whatever version it was written.
type Line struct {
	QueryID      string            `json:"query_id"`
	Timestamp    time.Time         `json:"timestamp"`
	App          string            `json:"app"`
	User         string            `json:"user"`
	Conversation string            `json:"conversation"`
	Policy       string            `json:"policy"`
	PolicyHash   string            `json:"policy_hash"`
	Model        string            `json:"model"`
	Question     string            `json:"question"`
	Answer       string            `json:"answer"`
	Citations    []report.Citation `json:"citations"`
	Claims       []report.Claim    `json:"claims"`
	Verdict      report.Verdict    `json:"verdict"`
	CountsAs     report.CountsAs   `json:"counts_as"`
	Proof        report.Proof      `json:"proof"`
	Reason       string            `json:"reason"`
	Findings     []report.Finding  `json:"findings"`
	Chunks       json.RawMessage   `json:"chunks"`
	Attempts     []Call            `json:"attempts"`
	Latency      struct {
		Total float64 `json:"total_ms"`
	} `json:"latency"`
	Judge *struct {
		Name   string `json:"name"`
		Calls  int    `json:"calls"`
		Tokens int    `json:"tokens"`
	} `json:"judge"`
	Engine   Engine          `json:"engine"`
	Feedback json.RawMessage `json:"feedback"`
}

// Call is an attempt in such a line.
type Call struct {
	Asked     string            `json:"asked"`
	Reply     string            `json:"reply"`
	Findings  []report.Finding  `json:"findings"`
	Citations []report.Citation `json:"citations"`
	Claims    []report.Claim    `json:"claims"`
	Status    int               `json:"status"`
	Usage     json.RawMessage   `json:"usage"`
	Duration  float64           `json:"duration_ms"`
}
