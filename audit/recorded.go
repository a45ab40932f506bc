package audit

import (
	"strings"

	"vouchsafe/chunk"
	"vouchsafe/cite"
	"vouchsafe/policy"
	"vouchsafe/report"
	"vouchsafe/verify"
)

// Recorded is an answer that a gateway has recorded, with the evidence that it
// had: what stood in a prompt once, each chunk with its standing.
type Recorded struct {
	Chunks    []chunk.Chunk
	Question  string
	Untrusted []string     // what was suspicious about the context
	Answer    string       // what the model wrote
	Dialect   cite.Dialect // that it was asked for
	Index     int          // of the choice
	Truncated bool         // broken off at the limit on tokens
}

// Check verifies a recorded answer as the gateway would have done under the
// policy of o. It also tells whether the answer cites anything.
func (r *Recorded) Check(o Options) (Item, bool) {
	s := gather(r.Chunks, r.Question, o)
	s.evidence.Untrusted = r.Untrusted
	c := choice{index: r.Index, truncated: r.Truncated, answer: cite.Read(r.Dialect, r.Answer, s.known())}
	rules := o.Policy.Rules(o.Now)
	rules.AgainstAll = o.All && !c.cites()
	result := verify.Check(c.answer, s.evidence, rules)
	if o.Policy.Mode == policy.Enforce {
		if rules.Renumber {
			result.Renumber(result.InOrder())
		}
		if saysNothing(result.Segments) {
			result.Findings = append(result.Findings, verify.Finding{Code: report.MalformedOutput, Citation: -1, Claim: -1, Detail: "the answer says nothing"})
		}
	}
	if c.truncated {
		result.Findings = append(result.Findings, verify.Finding{Code: report.TruncatedOutput, Citation: -1, Claim: -1, Detail: "the answer was broken off at the limit on tokens"})
	}
	item := Item{Question: r.Question, Answer: c.text(), Chunks: s.recorded()}
	item.Report = s.told(&c, o, &result)
	item.Verdict = item.Report.Verdict
	return item, c.cites()
}

// saysNothing reports whether an answer has no text.
func saysNothing(segments []verify.Segment) bool {
	for i := range segments {
		if strings.TrimSpace(segments[i].Text) != "" {
			return false
		}
	}
	return true
}
