package proxy

import (
	"slices"
	"strings"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/answer/render"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/verify"
)

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
	return said{wrote: nothing, answer: nothing, out: render.NewProgress(renderOptions(run, q.material)), form: formOf(run, q.material, &verify.Result{})}
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
