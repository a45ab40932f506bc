package audit

import (
	"slices"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/verify"
	"vouchsafe/policy"
)

// choice is one answer: in the common form of all dialects, or in a form of
// the app's own.
type choice struct {
	index     int
	answer    answer.Answer
	own       own
	isOwn     bool
	silent    bool // it calls tools and says nothing
	truncated bool // broken off at the limit on tokens
}

func (c *choice) text() string {
	if c.isOwn {
		return string(c.own.Answer)
	}
	return c.answer.Text()
}

// quotes reports whether the answer quotes its sources. One that only mentions
// them here and there ("as passage 2 says") does not mean to cite for each of
// its sentences.
func (c *choice) quotes() bool {
	for i := range c.answer.Citations {
		if c.answer.Citations[i].Quoted {
			return true
		}
	}
	return len(c.own.Citations) > 0
}

// check verifies a choice and names its verdict.
func (s *subject) check(c *choice, o Options) report.Report {
	rules := o.Policy.Rules(o.Now)
	rules.AgainstAll = o.All && !c.quotes()
	result := s.verify(c, o, rules)
	if c.truncated {
		result.Findings = append(result.Findings, verify.Finding{
			Code: report.TruncatedOutput, Citation: -1, Claim: -1, Detail: "the answer was broken off at the limit on tokens",
		})
	}
	if s.trace != nil {
		s.trace.Hear(o.Policy, &result)
	}
	out := reportOf(c.index, s.evidence, &result)
	out.Verdict = s.verdict(c, o, out)
	if o.Opine != nil && out.Verdict != report.Ungrounded && o.Opine(&result, s.evidence.Question) {
		out = reportOf(c.index, s.evidence, &result)
		out.Verdict = s.verdict(c, o, out)
	}
	return out
}

func (s *subject) verify(c *choice, o Options, rules verify.Rules) verify.Result {
	switch {
	case c.silent || s.task || s.noContext:
		return verify.Result{Mode: modeOf(c), Coverage: 1, Support: 1, Verifiable: 1}
	case c.isOwn:
		return c.own.check(s.evidence, o.Policy, rules)
	}
	if rules.AgainstAll {
		return verify.Check(c.answer, s.evidence, rules)
	}
	return verify.Check(verify.CiteOwnWords(c.answer, s.evidence), s.evidence, rules)
}

func modeOf(c *choice) answer.Mode {
	if c.answer.Mode == "" {
		return answer.ModeAnswer
	}
	return c.answer.Mode
}

// verdict is what the policy would have made of the answer as it stands: a
// repair or a refusal does not make an answer that exists a better one.
func (s *subject) verdict(c *choice, o Options, r report.Report) report.Verdict {
	if c.silent || s.task {
		return report.Skipped
	}
	if s.noContext && o.Policy.WhenNoContext == policy.RefuseNoContext {
		return report.Ungrounded
	}
	facts := policy.FactsOf(r)
	facts.NoContext, facts.Audit, facts.Attempt = s.noContext, o.All && !c.quotes(), 1
	p := o.Policy
	p.Mode = policy.Observe
	verdict := policy.Decide(p, facts).Verdict
	passes := verdict == report.Grounded || verdict == report.Healed
	if passes && p.Verify.Open == policy.OpenQuote && slices.ContainsFunc(r.Claims, unproven) {
		return report.Ungrounded // the policy would put the source's words in the claim's place
	}
	return verdict
}

// unproven reports whether words neither carry nor refute a claim, and nobody
// else decided on it.
func unproven(c report.Claim) bool {
	return c.Supported == nil && (c.Judgement == report.Open || c.Judgement == report.Unjudged)
}
