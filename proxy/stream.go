package proxy

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/repair"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/verify"
	"vouchsafe/policy"
	"vouchsafe/proxy/wire"
)

// state is where an attempt of a streamed answer stands.
//
//	following ── a heading comes ───────────▶ holding ── the claim below it ──▶ following
//	following ── a sentence does not stand ─▶ failed ─── the model goes on ───▶ following
//	failed ───── nobody is asked again ─────▶ following, of what is left of the whole (streamcut.go)
//	following ── the client's limit ────────▶ full
//	any ──────── the client leaves ─────────▶ gone
type state int

const (
	following state = iota // each sentence leaves the moment it is verified
	holding                // what states nothing waits for the first claim below it
	failed                 // something does not stand: the attempt is over
	full                   // the client's own limit on tokens is reached
	gone                   // the client has left
)

// reads reports whether what comes is taken.
func (s state) reads() bool { return s == following || s == holding }

// stream is an answer that is released while it is being written. The first sentence that
// fails ends the attempt, and the model is asked to go on from what has left; where nobody
// is asked again, what is left of the answer goes on.
type stream struct {
	asker    *asker
	run      *run
	question *question
	until    time.Time // when the time for repairs ends

	attempt int
	state   state
	reader  *answer.Live     // of the attempt under way
	parts   *verify.Parts    // what is verified, part by part and then whole; nil until the first
	held    *answer.Answer   // what waits in the state holding
	why     *verify.Result   // what the attempt failed for; nil while all stands
	defects []report.Finding // of everything that failed, for the trace
	said    said
	read    verify.Statements // of what has been said, and is to be
	left    *leftovers        // nil until a sentence has failed for good
}

// stream lets a streamed answer go through while it is being written, each
// segment as soon as it is verified. A segment that fails ends the upstream
// call; another is asked to go on from what has been released.
func (a *asker) stream(ctx context.Context) (*wire.Reply, []*choice, *stopped) {
	s := &stream{asker: a, run: a.run, question: a.question, until: a.run.gate.now().Add(a.run.app.Policy.Repair.Budget),
		read: verify.Statements{}}
	s.begin()
	a.follow = func(g *wire.Gatherer) bool { return s.follow(ctx, g) }
	reply, stop := a.ask(ctx, 1)
	switch {
	case stop != nil:
		return nil, s.brokenOff(nil), stop
	case s.untouched(), !s.said.spoken && a.flow.called: // calls stand, and what holds of the text beside them
		a.follow = nil
		choices, stop := a.settleAll(ctx, reply)
		return reply, choices, stop
	}
	c := &choice{Choice: reply.Choices[0], attempt: 1, stance: a.stance}
	if stop := s.goOn(ctx, c, reply); stop != nil {
		return nil, s.brokenOff([]*choice{c}), stop
	}
	if s.state == full {
		c.FinishReason = "length"
	}
	if !s.closeLeft(ctx, c) {
		c.stream = s
		s.close(ctx, c)
	}
	return reply, []*choice{c}, nil
}

// begin prepares for an attempt's reply. What was verified and has no words is dropped:
// nobody has seen it.
func (s *stream) begin() {
	s.attempt++
	if !s.said.spoken {
		removed := s.said.removed
		s.said, s.left = nothingSaid(s.run, s.question), nil
		s.said.removed = removed
	}
	s.reader = answer.Follow(s.question.form.dialect, s.question.sources(), s.said.answer.Citations)
	s.state, s.why, s.held, s.said.runsOn = following, nil, nil, false
}

// follow looks at what has come of a reply, and tells whether to read on. A
// reply that may call tools is read to its end: the calls pass, whatever
// becomes of the text.
func (s *stream) follow(ctx context.Context, g *wire.Gatherer) bool {
	if s.state.reads() {
		s.reader.Feed(g.Content())
		s.advance(ctx)
	}
	if s.question.invitesCalls() {
		if s.state != gone && !s.asker.sendCalls(ctx, g) {
			s.state = gone
		}
		return s.state != gone
	}
	return s.state.reads() || s.state == failed && s.last()
}

// advance takes every segment that has become whole, and looks ahead into the
// one that is being written.
func (s *stream) advance(ctx context.Context) {
	for a, ok := s.reader.Next(); ok; a, ok = s.reader.Next() {
		if s.take(ctx, a); !s.state.reads() {
			return
		}
	}
	if s.last() {
		return // something may be shown of what fails
	}
	for _, c := range s.reader.Open() {
		if s.stands(ctx, alone(c)) == nil {
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
// that says again what has been released is passed over, and one that states nothing
// waits.
func (s *stream) take(ctx context.Context, a answer.Answer) {
	a = s.question.material.backed(a)
	if s.attempt > 1 && s.said.repeats(a.Segments) {
		s.said.runsOn = false
		return
	}
	part := a
	if s.held != nil {
		part = answer.Answer{Dialect: s.held.Dialect, Mode: s.held.Mode}
		part.Append(*s.held)
		part.Extend(a)
	}
	if s.waits(part) {
		s.state, s.held = holding, &part
		return
	}
	s.state, s.held = following, nil
	s.verifyPart(ctx, part)
}

// waits reports whether a part states nothing: a heading, a lead-in or a courtesy waits for
// the first claim below it. Only then is there evidence that it can be held against.
func (s *stream) waits(part answer.Answer) bool {
	if !s.run.app.Policy.Verify.Accounted {
		return false
	}
	worded := func(s answer.Segment) bool { return strings.TrimSpace(s.Text) != "" }
	if len(part.Citations) > 0 || !slices.ContainsFunc(part.Segments, worded) {
		return false
	}
	return !slices.ContainsFunc(s.check(part, s.said.below).Claims, func(c verify.Claim) bool { return !c.Unaccounted })
}

// verifyPart verifies a part and releases it, or what is left of it.
func (s *stream) verifyPart(ctx context.Context, a answer.Answer) {
	known := len(s.defects)
	if limit := s.question.limit(s.asker.stance); limit > 0 && int64(wire.EstimateTokens(s.said.out.Content()+a.Text())) > limit {
		s.state = full
		return
	}
	if s.left != nil {
		s.releaseLeft(ctx, a, known)
		return
	}
	r := s.stands(ctx, a)
	switch {
	case s.state == gone:
	case r == nil, s.run.app.quotesOpen() && open(r):
		s.releaseLeft(ctx, a, known)
	case s.contradicts(r):
		s.fail(*r, []report.Finding{{Code: report.ClaimNegation, Detail: "it denies what the reader has seen"}})
	default:
		if s.said.add(s.run, s.question, a, r); s.said.spoken {
			s.release(ctx, s.said.out.Content())
		}
	}
}

// release is where text of a streamed answer leaves, before the answer's end: what a text
// has beyond that which has left. White space waits for the words behind it. It waits for a
// slow client, and ends with it.
func (s *stream) release(ctx context.Context, content string) {
	content = strings.TrimRightFunc(content, unicode.IsSpace)
	if len(content) <= len(s.said.sent) {
		return
	}
	if s.run.rec.latency.First == 0 {
		s.run.rec.latency.First = s.run.gate.now().Sub(s.run.started)
	}
	if !s.asker.send(ctx, piece{text: content[len(s.said.sent):]}) {
		s.state = gone
	}
	s.said.sent, s.said.spoken = content, true
}

// stands verifies a part of the answer. It returns nil where the policy would not let it
// through, or the client has gone.
func (s *stream) stands(ctx context.Context, a answer.Answer) *verify.Result {
	r := s.check(a, s.said.below)
	if s.question.material.abandoned() {
		s.state = gone
		return nil
	}
	told := tellAll(&r, s.question.material.evidence, 0)
	failures := s.run.app.failures(told)
	if len(failures) == 0 && hearingOf(s.run, s.question).Hear(ctx, &r, false) {
		told = tellAll(&r, s.question.material.evidence, 0)
		failures = s.run.app.failures(told)
	}
	if len(failures) == 0 {
		return &r
	}
	s.fail(r, told.Findings)
	return nil
}

// check verifies a part of what is written, below what has been released, or all of that.
func (s *stream) check(a answer.Answer, below verify.Frame) verify.Result {
	defer s.run.verifying()()
	if s.parts == nil {
		s.parts = verify.NewParts(s.question.material.evidence, s.run.rules())
	}
	return s.parts.CheckBelow(a, below)
}

// fail ends an attempt for what was found in a part of it.
func (s *stream) fail(r verify.Result, findings []report.Finding) {
	s.state, s.why = failed, &r
	for _, f := range findings {
		f.Citation, f.Claim = nil, nil // they number the part's, not the answer's
		s.defects = append(s.defects, f)
	}
}

// malformed ends an attempt for its form.
func (s *stream) malformed(code report.Code, detail string) {
	r := verify.Result{Findings: []verify.Finding{{Code: code, Citation: -1, Claim: -1, Detail: detail}}}
	s.fail(r, []report.Finding{{Code: code, Detail: detail}})
}

// contradicts reports whether what a continuation says, in words of the model's own,
// denies what the reader has seen.
func (s *stream) contradicts(r *verify.Result) bool {
	if s.attempt == 1 {
		return false
	}
	for i := range r.Claims {
		c := &r.Claims[i]
		denies := func(seen answer.Segment) bool { return s.read.Contradict(seen.Text, c.Text) }
		known := c.Outcome == report.QuotedOutcome || strings.Contains(s.said.sent, c.Text)
		if !known && slices.ContainsFunc(s.released().Segments, denies) {
			return true
		}
	}
	return false
}

// goOn takes the rest of a reply and, while something fails and a repair is
// left, has the model go on from what has been released.
func (s *stream) goOn(ctx context.Context, c *choice, reply *wire.Reply) *stopped {
	for {
		s.takeRest(ctx, reply)
		if s.why != nil {
			s.run.rec.tell(0, tellAll(s.why, s.question.material.evidence, 0))
		}
		switch {
		case s.state == gone:
			return s.run.failure(context.Canceled)
		case s.state != failed || c.Called() || c.truncated(), s.last(), s.run.late(), !s.run.gate.now().Before(s.until):
			return nil
		}
		s.question.bareAfter(s.why)
		turns := s.turns(c)
		s.begin()
		again, stop := s.asker.askAgain(ctx, s.until, turns...)
		switch {
		case stop == nil:
			reply = again
			index := c.Index
			c.Choice, c.attempt = again.Choices[0], s.attempt
			c.Index = index
		case stop.gone && ctx.Err() != nil, !s.said.spoken && (stop.foreign != nil || s.run.gate.now().Before(s.until)):
			return stop
		default:
			s.malformed(report.BudgetExhausted, "the answer could not be gone on with")
			return nil
		}
	}
}

// takeRest takes what a whole reply holds beyond the segments that could be
// followed, and holds its form against it.
func (s *stream) takeRest(ctx context.Context, reply *wire.Reply) {
	if !s.state.reads() {
		return
	}
	c := &choice{Choice: reply.Choices[0]}
	all := inWords(s.run, s.question, answer.Read(s.question.form.dialect, c.Said(), s.question.sources()))
	rememberForm(s.run, s.question, all)
	switch {
	case c.truncated():
		s.takeFrom(ctx, answer.Whole(s.question.form.dialect, c.Said(), s.question.sources()))
		if s.state.reads() && !s.said.spoken {
			s.malformed(report.TruncatedOutput, "the upstream's limit on tokens was reached")
		}
		return
	case c.Said() == "" && c.Called():
		return
	case has(all.Problems, report.EchoedExample):
		s.malformed(report.EchoedExample, "the answer repeats the form that was asked for")
		return
	case has(all.Problems, report.MalformedOutput) || !s.reader.Fits(&all):
		s.malformed(report.MalformedOutput, "the reply's end does not fit its beginning")
		return
	}
	s.takeFrom(ctx, all)
	if s.state == holding {
		part := *s.held
		s.state, s.held = following, nil
		s.verifyPart(ctx, part)
	}
	if s.state != following {
		return
	}
	s.said.answer.Mode, s.said.answer.Unanswered = all.Mode, all.Unanswered
	s.said.wrote.Mode, s.said.wrote.Unanswered = all.Mode, all.Unanswered
	if !s.said.spoken && s.left == nil {
		s.malformed(report.MalformedOutput, "the answer says nothing")
	}
}

// takeFrom takes the sentences of a reply from where it could be followed to.
func (s *stream) takeFrom(ctx context.Context, all answer.Answer) {
	for from := s.reader.Taken(); from < len(all.Segments) && s.state.reads(); {
		to := all.SentenceEnd(from)
		s.take(ctx, all.Between(from, to))
		from = to
	}
}

// has reports whether a reply has a problem of some code.
func has(problems []answer.Problem, code report.Code) bool {
	return slices.ContainsFunc(problems, func(p answer.Problem) bool { return p.Code == string(code) })
}

// untouched reports whether nothing could be followed: the reply is verified
// whole, as any other.
func (s *stream) untouched() bool {
	return s.state.reads() && s.reader.Taken() == 0 && len(s.said.answer.Segments) == 0
}

// turns are those that ask the model to go on, or to begin again where nothing
// has been released.
func (s *stream) turns(c *choice) []string {
	defects := faults(*s.why)
	if !s.said.spoken {
		return []string{wire.TextMessage("assistant", s.question.ownTurn(c)), wire.TextMessage("user", s.question.repairRequest(defects))}
	}
	written, wish := answer.WriteSegments(s.released()), repair.More
	if s.question.form.dialect != answer.Segments {
		written, wish = answer.WriteProse(s.released()), repair.MoreInProse
	}
	return []string{wire.TextMessage("assistant", written), wire.TextMessage("user", repair.Request(wish, defects))}
}

// last reports whether nobody is asked again after this attempt.
func (s *stream) last() bool { return s.attempt > s.run.app.Policy.Repair.Attempts }

// brokenOff is what an exchange leaves that ends before its answer does: what the client has of that, as it was verified when it left.
// Where it has nothing, it is what there is.
func (s *stream) brokenOff(none []*choice) []*choice {
	if !s.said.spoken {
		return none
	}
	s.run.rec.answer = s.said.sent
	s.question.material.evidence.Stopped = nil // it is verified again, for nobody who waits
	ended := policy.Decision{Action: policy.Pass, Verdict: report.Failed}
	var out wire.Choice
	if s.left != nil && s.left.shown != nil {
		c := s.left.shown
		c.decision = ended
		renderText(s.run, s.question, c, &out)
		return []*choice{c}
	}
	c := &choice{stream: s, decision: ended}
	c.result = verify.Check(s.said.answer, s.question.material.evidence, s.run.rules())
	c.full = c.tell(s.question.material.evidence)
	deliverStream(s.run, s.question, c, &out)
	return []*choice{c}
}

// close decides on what has been released: it stands, and where more was to
// come that failed, the answer is what is left of it.
func (s *stream) close(ctx context.Context, c *choice) {
	if !s.said.spoken && s.why != nil {
		c.result = *s.why
		if len(c.result.Claims) == 0 { // it failed before it stated anything: nothing vouches for nothing
			c.result.Coverage, c.result.Support, c.result.Verifiable, c.result.Risk = 0, 0, 0, 1
		}
		noteLate(s.run, c)
		c.full = c.tell(s.question.material.evidence)
		c.decision = policy.Decision{Action: policy.Refuse, Verdict: report.Refused, Reasons: s.run.app.failures(c.full)}
		return
	}
	c.result = s.check(s.said.answer, verify.Frame{})
	hearingOf(s.run, s.question).Hear(ctx, &c.result, true)
	if c.NotOffered {
		c.whole(report.ToolNotOffered, "a tool was called that the request does not offer")
	}
	noteLate(s.run, c)
	c.result.Findings = append(c.result.Findings, s.said.removed...)
	c.full = c.tell(s.question.material.evidence)
	c.attempt = s.attempt
	decideAlone(s.run.app, c)
	if s.why == nil {
		return
	}
	c.full.Findings = append(c.full.Findings, s.defects...)
	c.decision = policy.Decision{Action: policy.Redact, Verdict: report.Redacted, Reasons: c.decision.Reasons}
}

// deliverStream writes the reply's choice of an answer that was released as it grew:
// its content begins with what the client has.
func deliverStream(run *run, q *question, c *choice, out *wire.Choice) {
	s := c.stream
	shown := s.said.out
	if !s.said.form.references(renderOptions(run, q.material), q.material) {
		shown.Unlisted()
	}
	shown.End(s.said.numbers.sources)
	if s.why != nil && !c.Called() && !c.truncated() {
		shown.Note("\n\n" + q.material.notice(shown.Content()))
		out.FinishReason = "stop"
	}
	c.content = shown.Content()
	numbers, sources := numberCitations(run, q, &c.result)
	length := utf8.RuneCountInString(c.content)
	q.material.tellClient(c, verify.View{Numbers: numbers,
		Markers: shownMarkers(c.content, run, q, &c.result, numbers, sources), Places: places(c, shown.At, 0, length)})
	for _, f := range s.defects {
		c.report.Findings = append(c.report.Findings, report.Finding{Code: f.Code})
	}
	out.Content, out.Annotations = &c.content, annotations(shown.Annotations(), 0, length)
}
