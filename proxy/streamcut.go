package proxy

import (
	"context"
	"slices"
	"strings"
	"time"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/answer/render"
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

// said is what has come of a streamed answer, and what of it has left. That is never
// taken back, said again or changed.
type said struct {
	wrote   answer.Answer // what the model wrote, without what it was asked to write again
	answer  answer.Answer // the same as it has been released, while all of it stands
	out     *render.Progress
	numbers numbering
	removed []verify.Finding // targets that were taken out of what has been released
	below   verify.Frame     // what of it governs what comes next
	form    ownForm          // what of it is in the app's own form
	sent    string           // what has left
	spoken  bool             // something with words in it has left
	runsOn  bool             // what comes next goes on where the text before ends

	lines   map[string]bool // the words of the segments of wrote, in lower case
	counted int             // segments of wrote that are among them
}

// nothingSaid is where a streamed answer begins.
func nothingSaid(run *run, q *question) said {
	nothing := answer.Answer{Dialect: q.form.dialect, Mode: answer.ModeAnswer}
	return said{wrote: nothing, answer: nothing, out: render.NewProgress(renderOptions(run, q.material)),
		form: formOf(run, q.material, &verify.Result{})}
}

// add adds what was verified to the released answer.
func (s *said) add(run *run, q *question, a answer.Answer, r *verify.Result) {
	first := len(s.answer.Segments)
	s.join(&s.wrote, a)
	s.clean(&a, r)
	s.join(&s.answer, a)
	numbers := make([]int, len(r.Citations))
	s.form.add(r)
	s.form.value = first == 0 && ordersValue(q, r)
	s.numbers.read(r, s.form.kept)
	s.below = r.Below
	for i, added := range s.answer.Segments[first:] {
		seg := render.Segment{Text: added.Text}
		s.numbers.number(run, q, r, i, numbers)
		s.form.cite(&seg, &r.Segments[i], func(c int) int { return numbers[c] - 1 }, func(c int) bool { return signedBelow(r, i, c) })
		for k := range seg.Signs { // a space may have come in front
			seg.Signs[k].At += len(added.Text) - len(r.Segments[i].Text)
		}
		if len(added.Names) > 0 {
			seg.Text = answer.KeepNames(added.Text, added.Names, func(handle string) bool {
				for at := range s.numbers.seen {
					if q.material.evidence.Set.Handle(at.chunk) == handle {
						return true
					}
				}
				return false
			})
		}
		s.out.Add(seg, s.numbers.sources)
		s.spoken = s.spoken || strings.TrimSpace(seg.Text) != ""
	}
	s.runsOn = true
}

// clean takes over the text of a part without the targets that no source has,
// and keeps what was found of them.
func (s *said) clean(a *answer.Answer, r *verify.Result) {
	a.Segments = slices.Clone(a.Segments)
	for i := range a.Segments {
		a.Segments[i].Text = r.Segments[i].Text
		if !r.Segments[i].Frame {
			a.Segments[i].Frame, a.Segments[i].Names = false, nil
		}
	}
	for _, f := range r.Findings {
		if f.Code == report.TargetRemoved {
			s.removed = append(s.removed, f)
		}
	}
}

// join adds what comes next to an answer.
func (s *said) join(to *answer.Answer, a answer.Answer) {
	if s.runsOn {
		to.Extend(a)
		return
	}
	to.Append(a)
}

// with is what was written, with a part behind it.
func (s *said) with(a answer.Answer) answer.Answer {
	whole := answer.Answer{Dialect: s.wrote.Dialect, Mode: s.wrote.Mode}
	whole.Extend(s.wrote)
	s.join(&whole, a)
	return whole
}

// repeats reports whether the words of all of some segments have come already.
func (s *said) repeats(segments []answer.Segment) bool {
	if s.lines == nil {
		s.lines = map[string]bool{}
	}
	for ; s.counted < len(s.wrote.Segments); s.counted++ {
		s.lines[wordsOf(s.wrote.Segments[s.counted])] = true
	}
	worded := false
	for _, seg := range segments {
		words := wordsOf(seg)
		if words != "" && !s.lines[words] {
			return false
		}
		worded = worded || words != ""
	}
	return worded
}

func wordsOf(s answer.Segment) string {
	return strings.ToLower(strings.Join(strings.Fields(s.Text), " "))
}
