package proxy

import (
	"context"
	"runtime"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/valyala/fasthttp"

	"vouchsafe/grounding/answer"
	wants "vouchsafe/grounding/ask"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/verify"
	"vouchsafe/policy"
	"vouchsafe/proxy/judge"
	"vouchsafe/proxy/wire"
	"vouchsafe/trace/audit"
	"vouchsafe/trace/ledger"
)

// choice is one answer of a reply on its way to the client.
type choice struct {
	wire.Choice
	attempt  int           // from 1
	call     int           // of the exchange, that brought it: its number, 0 for the last one
	stance   stance        // on which it was asked for
	framed   *wants.Framed // its text in the frame that the app orders; nil where it is in none
	formed   []formed      // the answers in it that are in forms of the client's own
	beside   *string       // text beside calls that hold an answer, where it can be shown
	stream   *stream       // how it left while it was written; nil where it did not
	result   verify.Result
	left     *answer.Answer // what is left of it where something was cut
	unmarked *answer.Answer // what is left of it without the sentences that are marked; nil where none is
	decision policy.Decision
	content  string        // as the client gets it
	had      string        // how its text, as it is written out, begins with what the client has; see hasOf
	full     report.Report // all there is to tell, for the decision and the trace
	report   report.Report // as the client is told
}

// verifyChoice reads a choice's text and holds it against the evidence.
func verifyChoice(run *run, q *question, c *choice) {
	defer run.gate.verifiers.take()()
	defer run.verifying()()
	cut := false // it broke off, and ends with its last whole sentence
	switch {
	case c.byCall():
		checkFormed(run, q, c, run.rules())
	case c.Said() == "" && c.Called(), c.isStep(): // a step of an agent passes like a call of a tool
		c.result = verify.Result{Mode: answer.ModeAnswer, Coverage: 1, Support: 1, Verifiable: 1}
	case c.inForm():
		checkFormed(run, q, c, run.rules())
	default:
		read := readAnswer(run, q, c.Said())
		if c.truncated() && q.form.purpose != forOther {
			if all := answer.Whole(q.form.dialect, c.Said(), q.sources()); len(all.Segments) > 0 {
				read, cut = q.material.backed(all), true
			}
		}
		checkText(run, q, c, read)
	}
	if !c.Called() && !c.inForm() && !c.isStep() && blank(c.result.Segments) {
		c.whole(report.MalformedOutput, "the answer says nothing")
	}
	if c.truncated() && !cut {
		c.whole(report.TruncatedOutput, "the upstream's limit on tokens was reached")
	}
	if c.NotOffered {
		c.whole(report.ToolNotOffered, "a tool was called that the request does not offer")
	}
	noteLate(run, c)
	c.full = c.tell(q.material.evidence)
	run.rec.tell(c.call, c.full)
}

// verifying begins to count the time of a verification, without that of the
// judge, until what it returns is called. What is counted meanwhile is a part of it.
func (r *run) verifying() func() {
	started, judged, verified := r.gate.now(), r.rec.judgeTime(), r.rec.latency.Verify
	return func() { r.rec.latency.Verify = verified + r.gate.now().Sub(started) - (r.rec.judgeTime() - judged) }
}

// checkText holds an answer that was read against the evidence, and gives the
// numbers in it that stand for sources those that the client will see.
func checkText(run *run, q *question, c *choice, read answer.Answer) {
	rules := run.rules()
	c.result = verify.Check(read, q.material.evidence, rules)
	if rules.Renumber && c.result.Numbered() {
		numbers, _ := numberCitations(run, q, &c.result)
		c.result.Renumber(numbers)
	}
}

// readAnswer reads an answer in the dialect that was asked for.
func readAnswer(run *run, q *question, text string) answer.Answer {
	if q.form.purpose == forOther {
		return verify.CiteOwnWords(q.readGuardedText(text), q.material.evidence)
	}
	read := answer.Read(q.form.dialect, text, q.sources())
	if q.form.shape != nil {
		q.form.shape.Forgive(&read)
	}
	rememberForm(run, q, read)
	run.rec.cites(len(read.Citations))
	return q.material.backed(inWords(run, q, read))
}

// inWords gives a refusal of the model's that has no words those of the policy.
func inWords(run *run, q *question, a answer.Answer) answer.Answer {
	if a.Mode == answer.ModeRefuse && strings.TrimSpace(a.Text()) == "" {
		a.Segments = []answer.Segment{{Text: refusalText(run, q.material)}}
	}
	return a
}

// backed is an answer in which the sources' own words are cited, and what was vouched for before.
func (m *material) backed(read answer.Answer) answer.Answer {
	return m.citeVouched(verify.CiteOwnWords(read, m.evidence))
}

// truncated reports whether the upstream broke the answer off at its limit.
func (c *choice) truncated() bool { return wire.FinishReason(c.FinishReason) == "length" }

// late reports whether the exchange has taken longer than the policy wants: it
// is told, and nothing is repaired any more.
func (r *run) late() bool {
	most := r.app.Policy.Verify.MaxLatency
	return most > 0 && r.gate.now().Sub(r.started) > most
}

func noteLate(run *run, c *choice) {
	if run.late() {
		c.whole(report.BudgetExhausted, "the exchange took longer than max_latency")
	}
}

// whole notes a defect of the whole answer.
func (c *choice) whole(code report.Code, detail string) {
	c.result.Findings = append(c.result.Findings, verify.Finding{Code: code, Citation: -1, Claim: -1, Detail: detail})
}

// tell is the whole account of a choice.
func (c *choice) tell(ev verify.Evidence) report.Report { return tellAll(&c.result, ev, c.Index) }

// tellAll is the whole account of a result.
func tellAll(r *verify.Result, ev verify.Evidence, index int) report.Report {
	return r.Report(ev, verify.View{Index: index, Numbers: r.All(), Markers: r.Written(), All: true})
}

// blank reports whether an answer has no text, or none but punctuation. Clients show nothing for one,
// and users wait for what will never come.
func blank(segments []verify.Segment) bool {
	says := func(r rune) bool { return unicode.In(r, unicode.L, unicode.N, unicode.S) }
	return !slices.ContainsFunc(segments, func(s verify.Segment) bool { return strings.ContainsFunc(s.Text, says) })
}

// rememberForm keeps whether the upstream obeyed the form of JSON that it was asked for.
func rememberForm(run *run, q *question, a answer.Answer) {
	if len(run.rec.attempts) == 0 || answer.Schema(q.form.dialect) == "" {
		return // nobody was asked, or for none
	}
	run.gate.memory.Heeded(run.way.route.Name(), servedModel(run, q.request), firstRung(run, q), a.Dialect == q.form.dialect)
}

// rules are the policy's rules in the verifier's words.
func (r *run) rules() verify.Rules { return r.app.Policy.Rules(r.gate.now()) }

// verifiers bound how many whole answers are verified at a time. A verification holds some
// hundred kilobytes: a thousand at a time hold a hundred megabytes, and end no sooner than a
// few at a time do.
type verifiers chan struct{}

// verifiersEach is how many there are for each processor, and mostWait how long an answer
// waits for one: some very large answers must not hold all others up.
const (
	verifiersEach = 4
	mostWait      = time.Second
)

func newVerifiers() verifiers { return make(verifiers, verifiersEach*runtime.GOMAXPROCS(0)) }

// take waits for a free verifier, at most mostWait. The caller frees it by done.
func (v verifiers) take() (done func()) {
	select {
	case v <- struct{}{}:
		return v.done
	default:
	}
	late := time.NewTimer(mostWait)
	defer late.Stop()
	select {
	case v <- struct{}{}:
		return v.done
	case <-late.C:
		return func() {}
	}
}

func (v verifiers) done() { <-v }

// secondOpinion asks the app's judge about what words leave open in a choice.
// An answer that fails for something else costs no opinions.
func secondOpinion(ctx context.Context, run *run, q *question, c *choice) {
	if run.app.Judge == nil || len(run.app.failures(c.full)) > 0 {
		return
	}
	if hearingOf(run, q).Hear(ctx, &c.result, true) {
		c.full = c.tell(q.material.evidence)
	}
}

// amend has the record of the attempt say what the judge said, too.
func amend(rec *record, c *choice) {
	for _, a := range slices.Backward(rec.attempts) {
		for i := range slices.Backward(a.reports) { // text beside a call comes after the call
			if a.reports[i].Index == c.Index {
				a.reports[i] = c.full
				return
			}
		}
	}
}

// hearingOf has the app's judge heard about this exchange.
func hearingOf(run *run, q *question) *judge.Hearing {
	if run.rec.heard == nil {
		run.rec.heard = newHearing(run, q.request, q.material.found.Question)
		run.rec.heard.Nearest = func(claim string) []verify.SourceSentence { return q.material.evidence.Nearest(claim) }
	}
	return run.rec.heard
}

func newHearing(run *run, req *request, question string) *judge.Hearing {
	own := func() judge.Server { return ownServer(run, req) }
	return &judge.Hearing{Judge: run.app.Judge, Policy: &run.app.Policy, Question: question, Server: own}
}

// judgeTime is how long the exchange has waited for the judge so far.
func (r *record) judgeTime() time.Duration {
	if r.heard == nil {
		return 0
	}
	return r.heard.Cost.Spent
}

// judgeAsked is what the judge was asked and what it cost; nil where it was not asked.
func (r *record) judgeAsked() *ledger.Heard {
	h := r.heard
	if h == nil || h.Cost == (judge.Counts{}) {
		return nil
	}
	c := h.Cost
	heard := &ledger.Heard{
		Judge: h.Judge.Name(), Claims: int(c.Claims), Known: int(c.Known), Errors: int(c.Errors),
		Calls: int(c.Calls), Tokens: int(c.Tokens),
	}
	if h.Trouble != nil {
		heard.Cause = h.Trouble.Error()
	}
	return heard
}

// ownServer is the exchange's own upstream, for a judge without one. The judge
// spends the client's own credential only where its configuration says so.
func ownServer(run *run, req *request) judge.Server {
	operator, target := run.way.operator(), run.call.target
	target.Rest = "/chat/completions"
	s := judge.Server{
		Upstream: run.way.route.Upstream, Path: run.way.route.path(target), Whole: true, Anthropic: run.way.route.Anthropic,
		Query: wire.ForwardQuery(target.Query, operator), Model: upstreamModel(run, req),
	}
	if run.app.Judge.SpendsClientCredential() && !operator {
		s.Header = run.call.forwarded(operator).Only(wire.TellsAccount)
	}
	return s
}

// audit verifies one answer that the client has already: the body is a line of
// the batch audit's input, and the reply a line of its output. It writes no
// trace.
func (x *exchange) audit(ctx *fasthttp.RequestCtx) {
	defer x.leave()
	x.recorded = true
	if err := wire.Check(x.run.call.body, x.run.setup.Limits.Request); err != nil {
		x.reject(ctx, err)
		return
	}
	item, err := audit.Line(x.run.call.body, audit.Options{
		Policy: x.run.app.Policy, Layouts: x.run.app.LayoutOptions(x.run.call.local), Exempt: x.run.app.Exempt,
		Opine: opine(x.run, x.request), Now: x.run.gate.now(),
		Prepare: func(text string) *verify.Passage { return x.run.gate.prepare(text, false).passage },
	})
	if err != nil {
		x.reject(ctx, wire.NewError(400, "invalid_audit", "The item cannot be audited: "+err.Error()+"."))
		return
	}
	writeJSON(ctx, x.run, x.material, encode(item))
}

// opine has the app's judge heard about a result; nil where the app has none.
func opine(run *run, req *request) func(*verify.Result, string) bool {
	if run.app.Judge == nil {
		return nil
	}
	return func(result *verify.Result, question string) bool {
		return newHearing(run, req, question).Hear(context.Background(), result, false)
	}
}
