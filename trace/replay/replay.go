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

// Class says what a decision means for a roll-out.
type Class string

const (
	WouldPass    Class = "would-pass"    // the answer, or a repair that was recorded, passes
	NotVerified  Class = "not-verified"  // there is nothing to verify: it passes, and counts as neither good nor bad
	AtRisk       Class = "at-risk"       // no recorded answer passes: a repair might, else it is withheld in part or whole
	NotDecidable Class = "not-decidable" // the trace does not tell
)

// Why a trace is not decidable.
const (
	NoCitations = "the model was not asked for citations, and gave none"
	Veiled      = "its texts were not kept"
	NoAnswer    = "there is no answer in it"
	NotLooked   = "nothing was looked at"
	OwnForm     = "the answer is in the client's own form, whose schema is not kept"
	NoOpinion   = "the judge of the policy was not asked about one of its claims"
	Several     = "it has several choices that were repaired"
)

// Decision is what becomes of a stored trace.
type Decision struct {
	QueryID  string
	App      string
	Was      report.Verdict
	Now      report.Verdict // "" where it is not decidable
	Class    Class
	Why      string         // it is not decidable
	Audit    report.Verdict // of NoCitations: what the answer comes to, held against all its evidence; "" for all others
	Findings []report.Code  // of the answer that was decided on or audited, each once, in order
	Item     *audit.Item    // that answer in full; nil where none was looked at
}

// Replayer decides under one policy.
type Replayer struct {
	Policy  policy.Policy
	Prepare func(text string) *verify.Passage // makes a chunk's text ready; may keep what it makes
}

// Decide decides a trace again.
func (r *Replayer) Decide(t *audit.Trace) Decision {
	d := Decision{QueryID: t.QueryID, App: t.App, Was: t.Verdict}
	switch {
	case r.Policy.Mode == policy.Off:
		return d.passes(report.Skipped)
	case t.Verdict == report.Failed:
		return d.unknown(NoAnswer)
	case t.Verdict == report.Skipped && t.Reason == report.ReasonOff:
		return d.unknown(NotLooked)
	case t.Verdict == report.Skipped && t.Reason != report.ReasonNoClaims:
		if t.Reason != report.ReasonNoContext {
			return d.passes(report.Skipped)
		}
		return d.decided(policy.Decide(r.Policy, policy.Facts{NoContext: true}), false)
	case t.Veiled:
		return d.unknown(Veiled)
	case len(t.Attempts) == 0:
		return d.unknown(NoAnswer)
	}
	return r.attempts(d, t)
}

// attempts goes through the answers as the gateway would have got them.
func (r *Replayer) attempts(d Decision, t *audit.Trace) Decision {
	last := min(len(t.Attempts), r.Policy.Repair.Attempts+1)
	if r.Policy.Mode != policy.Enforce {
		last = 1 // nothing is asked again
	}
	for i := range last {
		var why string
		if d, why = r.attempt(d, t, i); why == NoCitations {
			return r.audit(d, t)
		} else if why != "" {
			return d.unknown(why)
		}
		if d.Class == WouldPass || d.Class == NotVerified {
			break
		}
	}
	return d
}

// audit tells what an answer comes to whose model was not asked for citations.
// Asked for them it would have written another one, so nothing is decided.
func (r *Replayer) audit(d Decision, t *audit.Trace) Decision {
	d = d.unknown(NoCitations)
	item, err := t.Audit(audit.Options{Policy: r.Policy, All: true, Now: t.Timestamp, Prepare: r.Prepare})
	if err == nil {
		d.Audit, d.Item, d.Findings = item.Verdict, &item, report.CodesOf(item.Report.Findings)
	}
	return d
}

// attempt decides on the nth answer; why tells what keeps it from being
// decided.
func (r *Replayer) attempt(d Decision, t *audit.Trace, n int) (decided Decision, why string) {
	a := &t.Attempts[n]
	if a.Stopped != nil {
		return d.stopped(t, a), ""
	}
	dialect, asked := a.Dialect()
	if !asked && !strings.HasPrefix(a.Asked, "passed") {
		return d, OwnForm
	}
	answers := a.Answers()
	if len(answers) > 1 && len(t.Attempts) > 1 {
		return d, Several
	}
	var worst Decision
	for i, answer := range answers {
		one := d
		if answer == nil {
			one = d.passes(report.Skipped) // tools are called, and nothing is said
		} else {
			s := said{Trace: t, of: a, text: *answer, dialect: dialect, asked: asked, attempt: n + 1, index: i, truncated: a.Truncated}
			if one, why = r.answer(d, &s); why != "" {
				return d, why
			}
		}
		if i == 0 || report.Worst(one.Now, worst.Now) != worst.Now {
			worst = one
		}
	}
	return worst, ""
}

// stopped decides on an answer that the gateway stopped in its middle. The rest
// was never written, so what was found then stands; and so does what became of
// the answer, unless a later attempt took its place.
func (d Decision) stopped(t *audit.Trace, a *audit.Attempt) Decision {
	d.Now, d.Class, d.Findings = t.Verdict, AtRisk, a.Stopped
	switch t.Verdict {
	case report.Redacted, report.Quoted, report.Marked:
	default:
		d.Now = report.Refused
	}
	return d
}

// answer decides on one answer.
func (r *Replayer) answer(d Decision, s *said) (decided Decision, why string) {
	c := r.check(s)
	d.Item = audit.NewItem(s.index, &c.read, c.evidence, &c.result)
	d.Findings = report.CodesOf(d.Item.Report.Findings)
	if d = d.decided(c.decide(), r.Policy.Verify.Open == policy.OpenQuote); d.Class == AtRisk && !c.cites() && !s.asked && !c.observing() {
		return d, NoCitations
	}
	if d.Class == WouldPass && c.unheard {
		return d, NoOpinion
	}
	return d, ""
}

func (d Decision) passes(v report.Verdict) Decision {
	d.Now, d.Class = v, passing(v)
	return d
}

// passing is the class of what passes with a verdict.
func passing(v report.Verdict) Class {
	if v == report.Skipped {
		return NotVerified
	}
	return WouldPass
}

func (d Decision) unknown(why string) Decision {
	d.Now, d.Class, d.Why = "", NotDecidable, why
	return d
}

// decided is what a policy made of an answer. One that quotes whatever words
// cannot prove means such an answer to pass.
func (d Decision) decided(p policy.Decision, quotes bool) Decision {
	d.Now, d.Class = p.Verdict, AtRisk
	if p.Action == policy.Pass && p.Verdict != report.Ungrounded || quotes && p.Verdict == report.Quoted && report.Verbatim(1, d.Findings) {
		d.Class = passing(p.Verdict)
	}
	return d
}

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
