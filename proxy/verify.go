package proxy

import (
	"slices"
	"strings"
	"unicode"

	"vouchsafe/grounding/answer"
	wants "vouchsafe/grounding/ask"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/verify"
	"vouchsafe/policy"
	"vouchsafe/proxy/wire"
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
	started, judged, verified := r.gate.now(), r.rec.judgeTime(), r.rec.times.verify
	return func() { r.rec.times.verify = verified + r.gate.now().Sub(started) - (r.rec.judgeTime() - judged) }
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
	rung := firstRung(run, q)
	if a.Dialect == q.form.dialect {
		run.gate.memory.Obeyed(run.way.route.Name(), servedModel(run, q.request), rung)
		return
	}
	run.gate.memory.Ignored(run.way.route.Name(), servedModel(run, q.request), rung)
}

// rules are the policy's rules in the verifier's words.
func (r *run) rules() verify.Rules { return r.app.Policy.Rules(r.gate.now()) }
