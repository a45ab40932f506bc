package proxy

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/answer/ownschema"
	wants "vouchsafe/grounding/ask"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/verify"
	"vouchsafe/policy"
	"vouchsafe/proxy/upstream"
	"vouchsafe/proxy/wire"
)

// A call whose reply a program reads is a task: it is asked as the app asks it, and the
// reply passes as it came if it has the form that the app's own words demand. Where the
// words do not tell a task from an answer the reply is judged first.

// wanted reads what the request asks for, once.
func wanted(run *run, q *question) *wants.Ask {
	if q.asks.Kind == "" {
		q.asks = readAsk(run, q)
	}
	return &q.asks
}

func readAsk(run *run, q *question) wants.Ask {
	if q.request.retrieves() {
		return wants.Ask{Kind: wants.Answer, Why: "the upstream retrieves"}
	}
	asks := wants.Of(q.request.chat.Prompt(), &q.material.found, wire.WrittenSchema(q.request.chat), run.app.Exempt)
	switch {
	case asks.Exempt():
	case run.app.Policy.Tasks == policy.NoTasks:
		return wants.Ask{Kind: wants.Answer, Why: "the policy knows no tasks"}
	case q.request.chat.HasTools && q.request.chat.ForcedTool() == "" && !q.request.chat.ForbidsCalls():
		return wants.Ask{Kind: wants.Answer, Why: "the model may call tools"}
	}
	return asks
}

// workOf is what an enforced exchange does.
func workOf(a *asker) work {
	answers := func(ctx context.Context) *result { return enforce(ctx, a) }
	if a.question.ownShape() != nil {
		return answers // what cites is an answer
	}
	switch wanted(a.run, a.question).Kind {
	case wants.Task:
		return func(ctx context.Context) *result { return assist(ctx, a, answers) }
	case wants.Unsure:
		return func(ctx context.Context) *result { return judgeFirst(ctx, a) }
	}
	return answers
}

// assist serves a task. A reply without the demanded form is an answer, and held to what
// answers are held to: otherwise says how.
func assist(ctx context.Context, a *asker, otherwise work) *result {
	reply, stop := a.askAsItIs(ctx)
	switch {
	case a.refusesForm(stop):
		return a.readable(otherwise(ctx))
	case stop != nil:
		return a.run.rec.stop(stop)
	}
	asks := &a.question.asks
	fitted, ok := fits(a.question, reply)
	closed := a.run.app.Policy.Tasks == policy.ClosedTasks && !asks.Exempt()
	switch {
	case ok && (!closed || allClosed(fitted)):
		return passTask(a.run, a.question, reply, fitted)
	case ok && closed && !asks.Form.IsJSON():
		return a.run.rec.refuse("The policy lets tasks pass whose reply can state nothing. This one asks for " +
			fitted[0].Name + ", which can.")
	}
	return a.readable(otherwise(ctx))
}

// taskNotClosed is the code of a task whose reply may not pass.
const taskNotClosed = "task_not_closed"

// readable turns a refusal into an error where the call asks for JSON: a program reads the reply,
// and no program finds JSON in a refusal. A call that may be an answer keeps a refusal that
// stands in a member of its own.
func (a *asker) readable(out *result) *result {
	q := a.question
	refused := func(c *choice) bool { return c.decision.Action == policy.Refuse && !c.byCall() }
	apart := q.asks.Kind == wants.Unsure && q.ownForm() && !q.form.demanded
	if !q.asks.Form.IsJSON() || q.request.chat.Schema != "" || apart || !slices.ContainsFunc(out.choices, refused) {
		return out
	}
	err := a.run.rec.refuse("This call asks for JSON that a program reads, and what the model wrote could not be verified.")
	err.choices = out.choices
	return err
}

// refuse notes that a reply is refused by an error, as a program understands it.
func (r *record) refuse(message string) *result {
	r.verdict, r.reason, r.proof = report.Refused, taskNotClosed, report.NoProof
	return &result{err: wire.NewError(403, taskNotClosed, message)}
}

// judgeFirst serves a call that may be a task or not. A reply that has a demanded form and
// states nothing passes; one that holds as it stands is delivered; after any other the
// model is asked for an answer with its citations.
func judgeFirst(ctx context.Context, a *asker) *result {
	reply, stop := a.askAsItIs(ctx)
	switch {
	case a.refusesForm(stop):
		return a.readable(enforce(ctx, a))
	case stop != nil:
		return a.run.rec.stop(stop)
	}
	p := a.question.request.chat.Prompt()
	fitted, ok := fits(a.question, reply)
	saysSomething := func(f wants.Fitted) bool { return !a.question.asks.Echoes(&f, p) }
	if ok && !slices.ContainsFunc(fitted, saysSomething) {
		return passTask(a.run, a.question, reply, fitted)
	}
	if choices, ok := holdsAsItIs(ctx, a.run, a.question, reply); ok {
		a.question.form.asWritten = a.question.asks.Works
		return deliver(a.run, a.question, choices, reply)
	}
	a.question.form = form{}
	return a.readable(enforce(ctx, a))
}

// refusesForm reports whether the upstream does not take the form that the app asks for, and gets ready to ask for
// it in others.
func (a *asker) refusesForm(stop *stopped) bool {
	if stop == nil || a.question.request.chat.Schema == "" {
		return false
	}
	f := cmp.Or(stop.foreign, stop.within)
	if f == nil || !upstream.RejectsFormat(f.status, f.body, a.question.request.chat.HasTools) {
		return false
	}
	a.question.form = form{}
	return true
}

// askAsItIs asks as the app asks.
func (a *asker) askAsItIs(ctx context.Context) (*wire.Reply, *stopped) {
	a.question.form.dialect = answer.Client
	return a.askPlainly(ctx)
}

// holdsAsItIs verifies a reply that nobody was asked to cite in, and reports whether all
// of it holds.
func holdsAsItIs(ctx context.Context, run *run, q *question, reply *wire.Reply) (choices []*choice, holds bool) {
	if chooseForm(run, q) != nil {
		return nil, false
	}
	q.form.dialect = answer.Client
	return judgeAll(ctx, run, q, reply.Choices, stance{bareForm: true, bareTools: true})
}

// fits finds the demanded form of each choice of a reply; false where one has none.
func fits(q *question, reply *wire.Reply) (all []wants.Fitted, ok bool) {
	for i := range reply.Choices {
		fitted, ok := q.fit(&reply.Choices[i])
		if !ok {
			return nil, false
		}
		all = append(all, fitted)
	}
	return all, len(all) > 0
}

// fit finds the demanded form of a choice: of its text, or of the arguments of the tool
// that the request forces.
func (q *question) fit(c *wire.Choice) (wants.Fitted, bool) {
	said := strings.TrimSpace(answer.WithoutThinking(c.Said()))
	switch forced := q.request.chat.ForcedTool(); {
	case wire.FinishReason(c.FinishReason) == "length":
		return wants.Fitted{}, false
	case !c.Called():
		fitted := q.asks.Form.Fit(said)
		return fitted, fitted.Name != "" && q.request.meetsSchema(said)
	case said != "" || forced == "" || slices.ContainsFunc(c.Calls(), func(call wire.Call) bool { return call.Name != forced }):
		return wants.Fitted{}, false
	}
	fitted := wants.Fitted{Name: wants.FormTool, Closed: true}
	for _, call := range c.Calls() {
		one := q.asks.Form.FitCall(call.Arguments)
		if one.Name == "" {
			return wants.Fitted{}, false
		}
		fitted = fitted.With(one)
	}
	return fitted, true
}

// meetsSchema reports whether a reply meets the client's own schema, where it has one.
func (r *request) meetsSchema(said string) bool {
	if r.chat.Schema == "" {
		return true
	}
	schema, err := ownschema.Compile([]byte(r.chat.Schema))
	return err == nil && schema.Validate([]byte(said)) == nil
}

func allClosed(fitted []wants.Fitted) bool {
	return !slices.ContainsFunc(fitted, func(f wants.Fitted) bool { return !f.Closed })
}

// passTask passes the reply of a task as it came. What it states is held against the
// material all the same, for the trace.
func passTask(run *run, q *question, reply *wire.Reply, fitted []wants.Fitted) *result {
	reply.Usage = usageOf(run, q.request)
	var said []string
	for i := range reply.Choices {
		c := &reply.Choices[i]
		takeBegun(c)
		said = append(said, c.Said())
		for _, call := range c.Calls() {
			said = append(said, call.Arguments)
		}
		reply.Choices[i] = wire.Choice{
			Index: c.Index, Content: c.Content, FinishReason: wire.FinishReason(c.FinishReason),
			ToolCalls: c.ToolCalls, Older: c.Older, Refusal: c.Refusal, Logprobs: c.Logprobs,
		}
	}
	noteTask(run, q, fitted)
	run.rec.answer = strings.Join(said, "\n\n")
	return &result{reply: reply}
}

// observedTask reports whether a reply that nobody asked for otherwise is that of a task,
// and notes it.
func observedTask(run *run, q *question, reply *wire.Reply) bool {
	asks := wanted(run, q)
	if asks.Kind == wants.Answer {
		return false
	}
	fitted, ok := fits(q, reply)
	switch closed := run.app.Policy.Tasks == policy.ClosedTasks && !asks.Exempt(); {
	case !ok, closed && !allClosed(fitted):
		return false
	case asks.Kind == wants.Unsure:
		p := q.request.chat.Prompt()
		if slices.ContainsFunc(fitted, func(f wants.Fitted) bool { return !asks.Echoes(&f, p) }) {
			return false
		}
	}
	noteTask(run, q, fitted)
	run.rec.answer = saidIn(reply)
	return true
}

// noteTask notes that a task has passed, and what it states without support.
func noteTask(run *run, q *question, fitted []wants.Fitted) {
	run.rec.verdict, run.rec.reason, run.rec.task = report.Skipped, report.ReasonTask, fitted[0].Name
	for _, f := range fitted {
		run.rec.unsupported += unsupportedTexts(run, q, f.Texts)
	}
}

// leastStatement is how many words a text has at least that states something by itself.
const leastStatement = 4

// unsupportedTexts counts the texts of a task's reply that the material does not bear out.
func unsupportedTexts(run *run, q *question, texts []string) (n int) {
	defer run.verifying()()
	if q.material.evidence.Set.Len() == 0 {
		return 0
	}
	rules := run.rules()
	rules.AgainstAll = true
	for _, text := range texts {
		if len(strings.Fields(text)) < leastStatement {
			continue
		}
		read := answer.Read(answer.Client, text, q.sources())
		result := verify.Check(read, q.material.evidence, rules)
		if slices.ContainsFunc(result.Claims, func(c verify.Claim) bool { return !c.Stands }) {
			n++
		}
	}
	return n
}
