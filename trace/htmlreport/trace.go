package htmlreport

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"vouchsafe/grounding/report"
)

// stored is what a row takes from a stored trace.
type stored struct {
	QueryID    string            `json:"query_id"`
	Timestamp  string            `json:"timestamp"`
	App        string            `json:"app"`
	Policy     string            `json:"policy"`
	PolicyHash string            `json:"policy_hash"`
	Model      string            `json:"model"`
	Question   string            `json:"question"`
	Answer     string            `json:"answer"`
	Verdict    report.Verdict    `json:"verdict"`
	Citations  []report.Citation `json:"citations"`
	Claims     []report.Claim    `json:"claims"`
	Findings   []report.Finding  `json:"findings"`
	Chunks     []struct {
		ID   string  `json:"chunk_id"`
		Page *string `json:"page"`
		Text *string `json:"text"`
	} `json:"chunks"`
	Attempts []struct {
		Findings []report.Finding `json:"findings"`
	} `json:"attempts"`
	Engine struct {
		Version string `json:"version"`
		Data    string `json:"data"`
	} `json:"engine"`
}

// OfTrace makes a row of a stored trace, and says what the trace is: when, for
// which app, by which rules and program, and the SHA-256 of the trace, by which
// anyone who has it can tell that the page speaks of it.
func OfTrace(n int, line []byte) (Row, []Fact, error) {
	var t stored
	if err := json.Unmarshal(line, &t); err != nil {
		return Row{}, nil, fmt.Errorf("cannot read the trace: %w", err)
	}
	row := Row{Line: n, ID: t.QueryID, Hash: hashOf(line), Question: t.Question, Answer: t.Answer}
	row.Report = report.Report{Verdict: t.Verdict, Citations: t.Citations, Claims: t.Claims, Findings: t.Findings}
	for i := 0; i < len(t.Attempts) && len(row.Report.Findings) == 0; i++ {
		row.Report.Findings = ofAttempt(t.Attempts[i].Findings)
	}
	row.Report.Audit.Total = len(t.Citations)
	for i := range t.Citations {
		if t.Citations[i].Verified {
			row.Report.Audit.Verified++
		}
	}
	row.Report.Coverage, row.Report.Support, row.Report.Risk = sharesOf(t.Claims)
	for _, c := range t.Chunks {
		source := Source{ID: c.ID}
		if c.Text != nil {
			source.Text = *c.Text
		}
		if c.Page != nil {
			source.Page = *c.Page
		}
		row.Sources = append(row.Sources, source)
	}
	return row, t.facts(row.Hash), nil
}

// ofAttempt are findings on an answer that is not the one that is shown: they
// belong to no claim or citation of it.
func ofAttempt(findings []report.Finding) []report.Finding {
	out := make([]report.Finding, len(findings))
	for i, f := range findings {
		f.Claim, f.Citation = nil, nil
		out[i] = f
	}
	return out
}

// sharesOf are the figures of a report that follow from its claims.
func sharesOf(claims []report.Claim) (coverage, support, risk float64) {
	for i := range claims {
		c := &claims[i]
		if len(c.Citations) > 0 {
			coverage += 1 / float64(len(claims))
		}
		support += c.Support / float64(len(claims))
		risk = max(risk, c.Risk)
	}
	return coverage, support, risk
}

func (t *stored) facts(hash string) []Fact {
	facts := []Fact{
		{"Exchange", t.QueryID}, {"Time", t.Timestamp}, {"App", t.App}, {"Model", t.Model},
		{"Policy", t.Policy}, {"Policy hash", t.PolicyHash},
	}
	if t.Engine.Version != "" {
		facts = append(facts, Fact{"Verified by", "vouchsafe " + t.Engine.Version})
	}
	if t.Engine.Data != "" {
		facts = append(facts, Fact{"Hash of its data", t.Engine.Data})
	}
	return append(facts, Fact{"SHA-256 of the trace", hash})
}

func hashOf(line []byte) string {
	sum := sha256.Sum256(line)
	return hex.EncodeToString(sum[:])
}
