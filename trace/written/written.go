// Package written is a trace as the lines of the ledger and of the store tell it, for whoever reads
// them: reports, replay, audit. It knows no file, no chain and no store.
package written

import (
	"encoding/json"
	"slices"
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

// Choice is one of several choices of a reply, and how much of the lists is told of it. An attempt tells no verdict and no answer.
type Choice struct {
	Index     int            `json:"index"`
	Citations int            `json:"citations"`
	Claims    int            `json:"claims"`
	Findings  int            `json:"findings"`
	Verdict   report.Verdict `json:"verdict"`
	Answer    string         `json:"answer"`
	Start     int            `json:"start"` // of that in the whole answer, in code points
}

// Apart is an exchange's trace for each of its choices, as if the reply had no other; none where the reply has one, or where the
// trace does not tell whose is what. What was found of the request stands with each.
func (t *Trace) Apart() (out []Trace) {
	all := lists{citations: t.Citations, claims: t.Claims, findings: t.Findings}
	for _, c := range t.Choices {
		own := all.take(c, c.Start)
		one := *t
		one.Choices, one.Answer, one.Verdict, one.CountsAs = nil, c.Answer, c.Verdict, ""
		one.Citations, one.Claims, one.Findings = own.citations, own.claims, own.findings
		one.Proof = report.ProofOf(c.Verdict, one.Claims)
		one.Attempts = nil
		for _, call := range t.Attempts {
			one.Attempts = append(one.Attempts, call.of(c.Index))
		}
		out = append(out, one)
	}
	for i := range out {
		out[i].Findings = append(out[i].Findings, all.findings...)
	}
	return out
}

// of is an attempt as it is told of one choice.
func (c Call) of(index int) Call {
	all, own := lists{citations: c.Citations, claims: c.Claims, findings: c.Findings}, lists{}
	for _, part := range c.Choices {
		if taken := all.take(part, 0); part.Index == index {
			own = taken
		}
	}
	c.Choices, c.Citations, c.Claims, c.Findings = nil, own.citations, own.claims, own.findings
	return c
}

// lists are what is told of some choices, one behind the other.
type lists struct {
	citations []report.Citation
	claims    []report.Claim
	findings  []report.Finding
	number    int // of citations before
	before    int // claims before
}

// take takes what is told of the next choice off, with numbers and places of its own.
func (l *lists) take(c Choice, start int) (own lists) {
	own.citations, l.citations = cut(l.citations, c.Citations)
	own.claims, l.claims = cut(l.claims, c.Claims)
	own.findings, l.findings = cut(l.findings, c.Findings)
	for i := range own.claims {
		one := &own.claims[i]
		one.Start, one.End, one.Citations = back(one.Start, start), back(one.End, start), slices.Clone(one.Citations)
		for k := range one.Citations {
			one.Citations[k] -= l.number
		}
	}
	for i := range own.findings {
		f := &own.findings[i]
		f.Citation, f.Claim = back(f.Citation, l.number), back(f.Claim, l.before)
	}
	most := l.number
	for i := range own.citations {
		most = max(most, own.citations[i].Number)
		own.citations[i].Number -= l.number
	}
	l.number, l.before = most, l.before+len(own.claims)
	return own
}

// cut takes the first n of some values off.
func cut[T any](all []T, n int) (own, rest []T) {
	n = min(max(n, 0), len(all))
	return slices.Clone(all[:n]), all[n:]
}

// back is a place without what stands before it.
func back(place *int, by int) *int {
	if place == nil {
		return nil
	}
	at := *place - by
	return &at
}
