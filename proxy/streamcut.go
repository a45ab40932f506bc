package proxy

import (
	"context"
	"strings"
	"time"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/verify"
	"vouchsafe/policy"
)

// Once a sentence has failed for which nobody is asked again, all that has come
// is decided on at each further sentence as an answer that does not stream is at
// its end: cut, quoted or marked. What that adds to what the client has may leave.
// Where it would change what the client has, nothing leaves before the end.

// leftovers is what leaves of a streamed answer of which a sentence has failed for good.
type leftovers struct {
	shown *choice // what is left of what has come, as it has been released; nil before
	due   int     // from how many segments on that is decided on again
}

// What is decided on as it grows is some times more work than what is decided on once:
// from so many segments on not each has its turn, and from longest on only the end.
const oftener, longest = 16, 512

// releaseLeft releases what is left of the answer with a part behind it. known is how many
// defects of everything that failed there were before this part.
func (s *stream) releaseLeft(ctx context.Context, a answer.Answer, known int) {
	if n := len(s.said.wrote.Segments); s.left != nil && (n < s.left.due || n > longest) {
		s.said.join(&s.said.wrote, a)
		s.said.runsOn = true
		return
	}
	whole := s.said.with(a)
	c := &choice{attempt: s.attempt, stance: s.asker.stance}
	s.decideWhole(ctx, c, whole, s.until)
	switch {
	case s.question.material.abandoned():
		s.state = gone
		return
	case c.decision.Action == policy.Ask && s.state == failed:
		return
	case c.decision.Action == policy.Ask, s.contradicts(&c.result):
		s.fail(c.result, c.full.Findings)
		return
	}
	if s.left == nil {
		s.left = &leftovers{}
	}
	s.state, s.why, s.defects = following, nil, s.defects[:known] // this part's are told of with the answer
	s.said.wrote, s.said.runsOn = whole, true
	s.left.due = len(whole.Segments) + len(whole.Segments)/oftener
	content := contentOf(s.run, s.question, c)
	if c.decision.Action == policy.Refuse || !strings.HasPrefix(content, s.said.sent) {
		return
	}
	s.left.shown = c
	s.release(ctx, content)
}

// decideWhole decides on an answer as on one that does not stream, and carries
// that out.
func (s *stream) decideWhole(ctx context.Context, c *choice, whole answer.Answer, until time.Time) {
	c.result = s.check(whole, verify.Frame{})
	noteLate(s.run, c)
	c.full = c.tell(s.question.material.evidence)
	secondOpinion(ctx, s.run, s.question, c)
	c.decision = s.run.app.decide(c, factsOf(s.run, c, until))
	redact(ctx, s.run, s.question, c)
}

// contentOf is a choice's text without the list of sources, which comes last.
func contentOf(run *run, q *question, c *choice) string {
	o := renderOptions(run, q.material)
	o.References = false
	shown, _, _ := writeSegments(run, q, c, o)
	return shown.Content
}

// released is the answer as the client has it.
func (s *stream) released() *answer.Answer {
	if s.left != nil && s.left.shown != nil && s.left.shown.left != nil {
		return s.left.shown.left
	}
	return &s.said.answer
}

// closeLeft decides on an answer of which a part has failed for good. It reports
// whether what is left of it goes on from what has been released; otherwise the
// answer ends with that.
func (s *stream) closeLeft(ctx context.Context, c *choice) bool {
	if s.left == nil {
		return false
	}
	if s.why == nil {
		s.decideWhole(ctx, c, s.said.wrote, time.Time{})
		s.run.rec.tell(0, c.full)
		shown, _, _ := writeText(s.run, s.question, c)
		goesOn := strings.HasPrefix(shown.Content, s.said.sent)
		if c.decision.Action == policy.Refuse {
			goesOn = s.said.sent == ""
		}
		if goesOn {
			return true
		}
	}
	shown := s.left.shown
	if shown == nil {
		if s.why == nil {
			s.fail(c.result, c.full.Findings)
		}
		return false
	}
	c.result, c.full, c.unmarked = shown.result, shown.full, shown.unmarked
	c.full.Findings = append(c.full.Findings, s.defects...)
	for _, f := range s.defects {
		c.result.Findings = append(c.result.Findings, verify.Finding{Code: f.Code, Citation: -1, Claim: -1})
	}
	c.decision = policy.Decision{Action: policy.Redact, Verdict: report.Redacted, Reasons: shown.decision.Reasons}
	return true
}
