package proxy

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/answer/ownschema"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/verify"
	"vouchsafe/policy"
	"vouchsafe/proxy/wire"
)

// Some frameworks have a model give its answer as the arguments of a tool. The
// policy names such tools, or says `auto`: then it is the tool that the request
// forces. Their arguments are verified like an answer in the client's own form,
// and the citations are asked for in the same way, around the parameters. All
// other calls of tools that the request offers pass.

// answerTools are the tools of a request whose arguments are an answer.
type answerTools struct {
	tools   []answerTool
	changed []wire.Tool // with the citations around their parameters
	wrapped string      // all of these, to remember whether an upstream takes them
}

// answerTool is one of them.
type answerTool struct {
	name       string
	parameters string            // as the client gave them
	schema     *ownschema.Schema // nil where they cannot be compiled
}

// answerCall is a call of one of them.
type answerCall struct {
	at   int // which of the choice's calls
	tool answerTool
	own  ownschema.Own
}

// prepareTools finds the tools that the policy names in a request.
func (x *exchange) prepareTools() {
	if len(x.app.Policy.AnswerTools) == 0 || !x.chat.HasTools || x.chat.ForbidsCalls() {
		return
	}
	found := &answerTools{}
	for _, t := range x.chat.Tools() {
		if !x.takesAnswer(t.Name) {
			continue
		}
		tool := answerTool{name: t.Name, parameters: t.Parameters}
		if schema, err := ownschema.Compile([]byte(t.Parameters)); err == nil {
			tool.schema = schema
		}
		found.tools = append(found.tools, tool)
		if wrapped, err := ownschema.WrapSchema([]byte(t.Parameters)); err == nil {
			t.Parameters = string(wrapped)
			found.changed = append(found.changed, t)
			found.wrapped += t.Name + "\x00" + t.Parameters + "\x00"
		}
	}
	if len(found.tools) > 0 {
		x.form.tools = found
	}
}

// takesAnswer reports whether the arguments of a tool are an answer.
func (x *exchange) takesAnswer(tool string) bool {
	p := x.app.Policy
	return p.NamesAnswerTool(tool) || p.AutoAnswerTools() && tool == x.chat.ForcedTool()
}

// names lists the tools whose parameters have the citations around them.
func (t *answerTools) names() []string {
	var names []string
	for _, tool := range t.changed {
		names = append(names, tool.Name)
	}
	return names
}

// named returns the tool of a name.
func (t *answerTools) named(name string) (answerTool, bool) {
	if t == nil {
		return answerTool{}, false
	}
	i := slices.IndexFunc(t.tools, func(tool answerTool) bool { return tool.name == name })
	if i < 0 {
		return answerTool{}, false
	}
	return t.tools[i], true
}

// forcesAnswer reports whether the model has to call a tool that takes an
// answer: then nothing is asked of its text.
func (x *exchange) forcesAnswer() bool {
	_, ok := x.form.tools.named(x.chat.ForcedTool())
	return ok
}

// answersIn takes the calls of a choice apart that hold an answer.
func (x *exchange) answersIn(c *choice) []answerCall {
	if x.form.tools == nil || !c.called() {
		return nil
	}
	var answers []answerCall
	for i, call := range c.Calls() {
		tool, ok := x.form.tools.named(call.Name)
		if !ok {
			continue
		}
		read := ownschema.Read
		if c.stance.bareTools {
			read = ownschema.ReadBare
		}
		answers = append(answers, answerCall{at: i, tool: tool, own: read(call.Arguments)})
	}
	return answers
}

// verifyCalls verifies the answers in a choice's calls as one.
func (x *exchange) verifyCalls(c *choice) verify.Result {
	var all ownschema.Own
	var leaves []ownschema.Leaf
	var faults []string
	var said []string
	for i := range c.answers {
		a := &c.answers[i]
		prefix := ""
		if len(c.answers) > 1 {
			prefix = "/" + strconv.Itoa(i)
		}
		found, fault := x.leavesOf(a.own, a.tool.parameters, a.tool.schema)
		if fault != "" {
			faults = append(faults, a.tool.name+": "+fault)
		}
		leaves = appendLeaves(leaves, found, prefix)
		all = joinOwn(all, a.own, prefix)
		said = append(said, string(a.own.Answer))
	}
	r := verify.CheckOwn(all, leaves, x.evidence, x.rules())
	for _, fault := range faults {
		r.Findings = append(r.Findings, verify.Finding{Code: report.MalformedOutput, Citation: -1, Claim: -1, Detail: fault})
	}
	c.content = strings.Join(said, "\n\n")
	return r
}

func appendLeaves(all, more []ownschema.Leaf, prefix string) []ownschema.Leaf {
	for _, leaf := range more {
		leaf.Path = prefix + leaf.Path
		all = append(all, leaf)
	}
	return all
}

// joinOwn adds one answer to another, its paths behind a prefix. The mode is
// that of an answer as soon as one of them is.
func joinOwn(all, more ownschema.Own, prefix string) ownschema.Own {
	before := len(all.Citations)
	for _, cit := range more.Citations {
		cit.Path = prefix + cit.Path
		all.Citations = append(all.Citations, cit)
	}
	for _, p := range more.Problems {
		if p.Citation >= 0 {
			p.Citation += before
		}
		all.Problems = append(all.Problems, p)
	}
	all.Unanswered = append(all.Unanswered, more.Unanswered...)
	if all.Mode == "" || more.Mode == answer.ModeAnswer {
		all.Mode = more.Mode
	}
	return all
}

// releaseCalls gives the client the arguments that its tools take, or drops
// the calls that hold an answer where it did not pass. Other calls go on.
func (x *exchange) releaseCalls(c *choice, out *wire.Choice) {
	passed := c.decision.Action == policy.Pass
	out.Keep(func(i int, call wire.Call) (string, bool) {
		at := slices.IndexFunc(c.answers, func(a answerCall) bool { return a.at == i })
		if at < 0 {
			return call.Arguments, true
		}
		return string(c.answers[at].own.Answer), passed
	})
	if !passed {
		x.refuse(c, out)
		return
	}
	x.told(c, verify.View{Numbers: c.result.All(), All: true})
	out.Content = c.beside
}

// besideCalls is the text beside calls that hold an answer, as far as it can
// be shown: it is verified by itself, and is asked for once only.
func (x *exchange) besideCalls(ctx context.Context, c *choice) *string {
	if len(c.answers) == 0 || c.decision.Action != policy.Pass || strings.TrimSpace(contentOf(c)) == "" {
		return nil
	}
	beside := &choice{Choice: wire.Choice{Index: c.Index, Content: c.Content, FinishReason: "stop"}, attempt: c.attempt}
	x.verify(beside)
	x.secondOpinion(ctx, beside)
	beside.decision = policy.Decide(x.app.Policy, policy.FactsOf(beside.full))
	if beside.decision.Action != policy.Pass {
		return nil
	}
	var shown wire.Choice
	x.render(beside, &shown)
	return shown.Content
}

// callTurns are the turns of a repair where the failed answer is the arguments
// of a tool: the calls, and what the gateway says in place of their results.
func (c *choice) callTurns(request string) []string {
	return c.CallTurn(func(i int) string {
		if slices.ContainsFunc(c.answers, func(a answerCall) bool { return a.at == i }) {
			return request
		}
		return "(not run)"
	})
}
