package proxy

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/answer/render"
	"vouchsafe/grounding/repair"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/verify"
	"vouchsafe/proxy/wire"
)

// live is an answer that is released while it is being written: each segment
// leaves the moment it is verified. The first that fails ends the attempt; where
// nobody is asked again, what is left of the answer goes on (livefail.go).
// What has left is never taken back, said again or changed.
type live struct {
	run      *run
	question *question
	asker    *asker
	until    time.Time     // when the time for repairs ends
	reader   *answer.Live  // of the attempt under way
	wrote    answer.Answer // what the model wrote, without what it was asked to write again
	answer   answer.Answer // the same as it has been released, while all of it stands
	out      *render.Progress
	numbers  numbering
	sent     string // what has left
	spoken   bool   // something with words in it has left
	runsOn   bool   // what comes next goes on where the text before ends

	attempt int
	broken  bool             // this attempt's reply failed for its form
	failed  *verify.Result   // of what ended the attempt; nil while all stands
	defects []report.Finding // of everything that failed, for the trace
	lost    bool             // the client has gone
	full    bool             // the client's own limit on tokens is reached
	removed []verify.Finding // targets that were taken out of what has been released
	held    *answer.Answer   // what waits for the first claim below it
	part    bool             // a sentence failed for good: only what is left of the whole leaves
	due     int              // from how many segments on that is decided on again
	shown   *choice          // what is left of what has come, as it has been released; nil before
	parts   *verify.Parts    // what is verified, part by part and then whole; nil until the first
}

// begin prepares for an attempt's reply.
func (l *live) begin() {
	l.attempt++
	l.forget()
	l.reader = answer.Follow(l.question.form.dialect, l.question.sources(), l.answer.Citations)
	l.failed, l.runsOn, l.held, l.broken = nil, false, nil, false
}

// followed looks at what has come of a reply, and tells whether to read on. A
// reply that may call tools is read to its end: the calls pass, whatever
// becomes of the text.
func (l *live) followed(ctx context.Context, g *wire.Gatherer) bool {
	if l.failed == nil {
		verified := l.run.verifying()
		l.reader.Feed(g.Content(0))
		l.advance(ctx)
		verified()
	}
	if l.question.invitesCalls() {
		l.lost = l.lost || !l.asker.sendCalls(ctx, g)
		return !l.lost
	}
	return !l.lost && !l.full && (l.failed == nil || l.last())
}

// advance takes every segment that has become whole, and looks ahead into the
// one that is being written.
func (l *live) advance(ctx context.Context) {
	for a, ok := l.reader.Next(); ok; a, ok = l.reader.Next() {
		if !l.take(ctx, a) {
			return
		}
	}
	if l.last() {
		return // something may be shown of what fails
	}
	for _, c := range l.reader.Open() {
		if l.stands(ctx, alone(c)) == nil {
			return
		}
	}
}

// alone is a citation as an answer of its own, without any text.
func alone(c answer.Citation) answer.Answer {
	return answer.Answer{
		Dialect: answer.Segments, Mode: answer.ModeAnswer,
		Citations: []answer.Citation{c}, Segments: []answer.Segment{{Citations: []int{0}}},
	}
}

// take verifies a sentence, of one segment or several, and releases it. One
// that says again what has been released is passed over. False if it failed or
// the client has gone.
func (l *live) take(ctx context.Context, a answer.Answer) bool {
	a = l.question.material.citeVouched(verify.CiteOwnWords(a, l.question.material.evidence))
	if l.attempt > 1 && l.said(a.Segments) {
		l.runsOn = false
		return true
	}
	part := l.withHeld(a)
	if l.hold(part) {
		return true
	}
	l.held = nil
	return l.release(ctx, part)
}

// release verifies a part and lets it go, or what is left of it. False if it
// failed or the client has gone.
func (l *live) release(ctx context.Context, a answer.Answer) bool {
	known := len(l.defects)
	if limit := l.question.limit(l.asker.stance); limit > 0 && int64(wire.EstimateTokens(l.out.Content()+a.Text())) > limit {
		l.full = true
		return false
	}
	if l.part {
		return l.releaseLeft(ctx, a, known)
	}
	r := l.stands(ctx, a)
	switch {
	case l.lost:
		return false
	case r == nil, l.run.app.quotesOpen() && open(r):
		return l.releaseLeft(ctx, a, known)
	case l.contradicts(r):
		l.fail(*r, []report.Finding{{Code: report.ClaimNegation, Detail: "it denies what the reader has seen"}})
		return false
	}
	l.add(a, r)
	return !l.spoken || l.push(ctx, l.out.Content())
}

// add adds what was verified to the released answer.
func (l *live) add(a answer.Answer, r *verify.Result) {
	first := len(l.answer.Segments)
	l.join(&l.wrote, a)
	l.clean(&a, r)
	l.join(&l.answer, a)
	for s, added := range l.answer.Segments[first:] {
		seg := render.Segment{Text: added.Text}
		cite(&seg, &r.Segments[s], func(i int) int { return numberOf(l.run, l.question, &l.numbers, &r.Citations[i]) - 1 })
		for k := range seg.Inner { // a space may have come in front
			seg.Inner[k].At += len(added.Text) - len(r.Segments[s].Text)
		}
		l.out.Add(seg, l.numbers.sources)
		l.spoken = l.spoken || strings.TrimSpace(seg.Text) != ""
	}
	l.runsOn = true
}

// clean takes over the text of a part without the targets that no source has,
// and keeps what was found of them.
func (l *live) clean(a *answer.Answer, r *verify.Result) {
	a.Segments = slices.Clone(a.Segments)
	for i := range a.Segments {
		a.Segments[i].Text = r.Segments[i].Text
	}
	for _, f := range r.Findings {
		if f.Code == report.TargetRemoved {
			l.removed = append(l.removed, f)
		}
	}
}

// join adds what comes next to an answer.
func (l *live) join(to *answer.Answer, a answer.Answer) {
	if l.runsOn {
		to.Extend(a)
		return
	}
	to.Append(a)
}

// forget drops what was verified and has no words: nobody has seen it.
func (l *live) forget() {
	if !l.spoken {
		nothing := answer.Answer{Dialect: l.question.form.dialect, Mode: answer.ModeAnswer}
		l.wrote, l.answer, l.numbers, l.part, l.shown = nothing, nothing, numbering{}, false, nil
		l.out = render.NewProgress(renderOptions(l.run, l.question.material))
	}
}

// stands verifies a part of the answer. It returns nil, and notes the failure,
// where the policy would not let it through; nil, too, where the client has gone.
func (l *live) stands(ctx context.Context, a answer.Answer) *verify.Result {
	r := l.check(a)
	if l.question.material.abandoned() {
		l.lost = true
		return nil
	}
	told := tellAll(&r, l.question.material.evidence, 0)
	failures := l.run.app.failures(told)
	if len(failures) == 0 && hearingOf(l.run, l.question).Hear(ctx, &r, "") {
		told = tellAll(&r, l.question.material.evidence, 0)
		failures = l.run.app.failures(told)
	}
	if len(failures) == 0 {
		return &r
	}
	l.fail(r, told.Findings)
	return nil
}

// check verifies a part of what is written, or all that has been released.
func (l *live) check(a answer.Answer) verify.Result {
	if l.parts == nil {
		l.parts = verify.NewParts(l.question.material.evidence, l.run.rules())
	}
	return l.parts.Check(a)
}

// fail ends an attempt for what was found in a part of it.
func (l *live) fail(r verify.Result, findings []report.Finding) {
	l.failed = &r
	for _, f := range findings {
		f.Citation, f.Claim = nil, nil // they number the part's, not the answer's
		l.defects = append(l.defects, f)
	}
}

// malformed ends an attempt for its form.
func (l *live) malformed(code report.Code, detail string) {
	l.broken = true
	r := verify.Result{Findings: []verify.Finding{{Code: code, Citation: -1, Claim: -1, Detail: detail}}}
	l.fail(r, []report.Finding{{Code: code, Detail: detail}})
}

// said reports whether the words of all of some segments have come already.
func (l *live) said(segments []answer.Segment) bool {
	worded := false
	for _, s := range segments {
		words := wordsOf(s)
		there := func(said answer.Segment) bool { return strings.EqualFold(words, wordsOf(said)) }
		if words != "" && !slices.ContainsFunc(l.wrote.Segments, there) {
			return false
		}
		worded = worded || words != ""
	}
	return worded
}

func wordsOf(s answer.Segment) string { return strings.Join(strings.Fields(s.Text), " ") }

// push lets the client have what a text has beyond that which has left. White
// space waits for the words behind it. It waits for a slow client, and ends with it.
func (l *live) push(ctx context.Context, content string) bool {
	content = strings.TrimRightFunc(content, unicode.IsSpace)
	if len(content) <= len(l.sent) {
		return true
	}
	if l.run.rec.times.first == 0 {
		l.run.rec.times.first = l.run.gate.now().Sub(l.run.started)
	}
	l.lost = !l.asker.send(ctx, piece{text: content[len(l.sent):]})
	l.sent, l.spoken = content, true
	return !l.lost
}

// finish takes what a whole reply holds beyond the segments that could be
// followed, and holds its form against it.
func (l *live) finish(ctx context.Context, reply *wire.Reply) {
	c := &choice{Choice: reply.Choices[0]}
	if l.failed != nil || l.full {
		return
	}
	all := answer.Read(l.question.form.dialect, c.Said(), l.question.sources())
	rememberForm(l.run, l.question, all)
	switch {
	case c.truncated():
		l.malformed(report.TruncatedOutput, "the upstream's limit on tokens was reached")
		return
	case c.Said() == "" && c.Called():
		return
	}
	if echoed(all.Problems) {
		l.malformed(report.EchoedExample, "the answer repeats the form that was asked for")
		return
	}
	if badForm(all.Problems) || !l.reader.Fits(&all) {
		l.malformed(report.MalformedOutput, "the reply's end does not fit its beginning")
		return
	}
	for from := l.reader.Taken(); from < len(all.Segments); {
		to := all.SentenceEnd(from)
		if !l.take(ctx, all.Between(from, to)) {
			return
		}
		from = to
	}
	if !l.flush(ctx) {
		return
	}
	l.answer.Mode, l.answer.Unanswered = all.Mode, all.Unanswered
	l.wrote.Mode, l.wrote.Unanswered = all.Mode, all.Unanswered
	if !l.spoken && !l.part {
		l.malformed(report.MalformedOutput, "the answer says nothing")
	}
}

// echoed reports whether a reply repeats the form that was asked for.
func echoed(problems []answer.Problem) bool {
	return slices.ContainsFunc(problems, func(p answer.Problem) bool { return p.Code == string(report.EchoedExample) })
}

// badForm reports whether a reply as a whole could not be read.
func badForm(problems []answer.Problem) bool {
	return slices.ContainsFunc(problems, func(p answer.Problem) bool { return p.Code == string(report.MalformedOutput) })
}

// untouched reports whether nothing could be followed: the reply is verified
// whole, as any other.
func (l *live) untouched() bool {
	return l.failed == nil && !l.full && l.reader.Taken() == 0 && len(l.answer.Segments) == 0
}

// turns are those that ask the model to go on, or to begin again where nothing
// has been released.
func (l *live) turns(c *choice) []string {
	if !l.spoken {
		return []string{wire.TextMessage("assistant", l.question.ownTurn(c)), wire.TextMessage("user", l.question.repairRequest(faults(*l.failed)))}
	}
	released := l.released()
	written, request := answer.WriteSegments(released), repair.Continuation(faults(*l.failed))
	if l.question.form.dialect != answer.Segments {
		written, request = answer.WriteProse(released), repair.ContinuationInProse(faults(*l.failed))
	}
	return []string{wire.TextMessage("assistant", written), wire.TextMessage("user", request)}
}

// mayGoOn reports whether another attempt is left.
func (l *live) mayGoOn() bool {
	return !l.last() && l.run.gate.now().Before(l.until) && !l.run.late()
}

// last reports whether nobody is asked again after this attempt.
func (l *live) last() bool { return l.attempt > l.run.app.Policy.Repair.Attempts }
