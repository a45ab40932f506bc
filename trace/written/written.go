// Package written is a trace as the lines of the ledger and of the store tell it, for whoever reads
// them: reports, replay, audit. It knows no file, no chain and no store.
package written

import (
	"encoding/json"
	"time"

	"vouchsafe/grounding/report"
)

// Trace is the line of a trace as it is read again, by whatever version it was written.
type Trace struct {
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
	Choices      []Choice          `json:"choices"` // where the reply has several; none in those that earlier versions wrote
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
	Metadata struct {
		CacheHitOf string `json:"cache_hit_of"`
		SharedWith string `json:"shared_with"`
	} `json:"metadata"`
}

// TakenFrom is the exchange whose answer this one was given, and how: from the cache, or while that was being answered. It is
// "" where a model was asked: the client's own metadata may have such members, too.
func (t *Trace) TakenFrom() (id, how string) {
	switch m := &t.Metadata; {
	case len(t.Attempts) > 0 || t.Answer == "":
		return "", ""
	case m.CacheHitOf != "":
		return m.CacheHitOf, "kept from the exchange"
	default:
		return m.SharedWith, "shared with the same call, which was under way, the exchange"
	}
}

// Call is an attempt in such a line.
type Call struct {
	Asked     string            `json:"asked"`
	Repair    *bool             `json:"repair"` // it told the model what had failed before; nil: an older version wrote it
	Reply     string            `json:"reply"`
	Cut       bool              `json:"cut"`
	Findings  []report.Finding  `json:"findings"`
	Citations []report.Citation `json:"citations"`
	Claims    []report.Claim    `json:"claims"`
	Choices   []Choice          `json:"choices"` // that it is told of, where the reply has several
	Status    int               `json:"status"`
	Cause     string            `json:"cause"`
	Usage     json.RawMessage   `json:"usage"`
	Duration  float64           `json:"duration_ms"`
}

// Engine names what judged an answer, so that a verdict can be explained years
// later.
type Engine struct {
	Version string // of the program
	Data    string // hash of the language data, layouts and weights in it
}

// RepairAsked begins Call.Asked of a call that told the model what failed.
const RepairAsked = "repair"

// Filed says whether the files of a ledger hold a trace as somebody has it.
type Filed string

const (
	Same      Filed = "same"
	Other     Filed = "differs"   // somebody changed it, or the file
	Unheld    Filed = "not held"  // they hold the same, on a line that their chain does not hold
	Missing   Filed = "not there" // somebody removed its line, or added it
	Elsewhere Filed = "elsewhere" // another gateway, which shares the store, wrote it, as it says itself
)
