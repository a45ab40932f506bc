package replay

import (
	"slices"
	"strings"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/repair"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/verify"
	"vouchsafe/policy"
	"vouchsafe/trace/audit"
)

// said is one recorded answer of a trace.
type said struct {
	*audit.Trace
	text      string
	of        *audit.Attempt
	dialect   answer.Dialect // that it was asked for
	asked     bool           // for citations
	attempt   int            // from 1
	index     int            // of the choice
	truncated bool
}

// checked is an answer held against the evidence that it was given.
type checked struct {
	policy   policy.Policy
	evidence verify.Evidence
	rules    verify.Rules
	read     answer.Answer
	result   verify.Result
	attempt  int
	unheard  bool // the judge was not asked about a claim that the policy would have it asked about
}

// check verifies an answer as the gateway would have done.
func (r *Replayer) check(s *said) *checked {
	ev := audit.Evidence(s.Chunks, s.Question, r.Prepare)
	ev.Untrusted = s.Untrusted
	c := &checked{policy: r.Policy, evidence: ev, rules: r.Policy.Rules(s.Timestamp), attempt: s.attempt}
	read := answer.Read
	if s.truncated { // what was whole is delivered
		read = answer.Whole
	}
	c.read = read(s.dialect, s.text, s.of.Known(c.evidence))
	c.rules.AgainstAll = c.observing() && !c.cites()
	if !c.rules.AgainstAll {
		c.read = verify.CiteOwnWords(c.read, c.evidence)
	}
	c.result = verify.Check(c.read, c.evidence, c.rules)
	for n := len(c.result.Segments) - 1; s.truncated && n > 0 && !c.result.Segments[n].Stands; n-- { // its signs may be cut off
		c.read = c.read.Between(0, n)
		c.result = verify.Check(c.read, c.evidence, c.rules)
	}
	c.unheard = !s.Hear(c.policy, &c.result)
	if !c.observing() {
		if c.rules.Renumber {
			c.result.Renumber(c.result.InOrder())
		}
		if !slices.ContainsFunc(c.result.Segments, func(s verify.Segment) bool { return strings.TrimSpace(s.Text) != "" }) {
			c.hold(report.MalformedOutput, "the answer says nothing")
		}
	}
	if s.truncated && len(c.read.Segments) == 0 {
		c.hold(report.TruncatedOutput, "the answer was broken off at the limit on tokens")
	}
	return c
}

func (c *checked) observing() bool { return c.policy.Mode != policy.Enforce }

func (c *checked) cites() bool { return len(c.read.Citations) > 0 }

// hold holds something against the answer as a whole.
func (c *checked) hold(code report.Code, detail string) {
	c.result.Findings = append(c.result.Findings, verify.Finding{Code: code, Citation: -1, Claim: -1, Detail: detail})
}

// facts are what a decision on a result rests on. No repair is left: those
// that there were have been recorded.
func (c *checked) facts(r *verify.Result) policy.Facts {
	f := policy.FactsOf(r.Report(c.evidence, verify.View{Numbers: r.All(), All: true}))
	f.Audit, f.Attempt = c.rules.AgainstAll, c.attempt
	return f
}

// decide says what becomes of the answer.
func (c *checked) decide() policy.Decision {
	d := policy.Decide(c.policy, c.facts(&c.result))
	if d.Action == policy.Redact || d.Action == policy.Quote || d.Action == policy.Mark {
		d.Verdict = c.cut(d)
	}
	return d
}

// maxCuts is how often an answer is cut before it is refused.
const maxCuts = 2

// cut takes what failed out of the answer, marks it, or puts its source's words
// in its place, and tells what comes of that. What is left is verified again as
// a whole.
func (c *checked) cut(d policy.Decision) report.Verdict {
	for range maxCuts {
		cut, err := repair.Redact(&c.result, repair.Options{
			Mark:      d.Action == policy.Mark,
			Quote:     d.Action == policy.Quote,
			Evidence:  c.evidence,
			Falsified: func(sentence string) bool { return verify.Falsified(sentence, c.evidence, c.rules) },
		})
		if err != nil {
			break
		}
		left := verify.Check(cut.Unmarked(), c.evidence, c.rules)
		if len(policy.Failures(c.policy, c.facts(&left))) == 0 {
			return cut.Verdict()
		}
		c.result = verify.Check(cut.Answer, c.evidence, c.rules)
	}
	return report.Refused
}
