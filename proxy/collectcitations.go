package proxy

import (
	"context"
	"slices"
	"time"

	"vouchsafe/grounding/answer/ownschema"
	"vouchsafe/proxy/upstream"
	"vouchsafe/proxy/wire"
)

// Where an answer in the client's own form came without its citations, because
// the upstream does not take the form around both or the model ignored it, the
// citations are asked for in a second call, for the answer as it stands.

// supply takes a choice's answer apart and sees to it that it has its
// citations. What is no answer, or none that meets the client's schema, is left
// for the verification to tell.
func (x *exchange) supply(ctx context.Context, c *choice, until time.Time) *stopped {
	x.takeApart(c)
	if c.own && x.lacksCitations(&c.reply, []byte(x.chat.Schema), x.form.schema) {
		if stop := x.collectCitations(ctx, &c.reply, until); stop != nil {
			return stop
		}
	}
	for i := range c.answers {
		a := &c.answers[i]
		if !x.lacksCitations(&a.own, []byte(a.tool.parameters), a.tool.schema) {
			continue
		}
		if stop := x.collectCitations(ctx, &a.own, until); stop != nil {
			return stop
		}
	}
	return nil
}

// lacksCitations reports whether an answer is whole, states something, and has
// come without citations.
func (x *exchange) lacksCitations(own *ownschema.Own, schema []byte, compiled *ownschema.Schema) bool {
	if !own.Bare || own.Answer == nil || compiled != nil && compiled.Validate(own.Answer) != nil {
		return false
	}
	leaves, err := ownschema.Leaves(own.Answer, schema, x.app.Policy.Verify.IgnorePaths)
	return err == nil && slices.ContainsFunc(leaves, func(l ownschema.Leaf) bool { return !l.Name && !l.Small })
}

// collectCitations makes the second call. Where the repair's budget runs out
// before it is answered the answer stays without citations.
func (x *exchange) collectCitations(ctx context.Context, own *ownschema.Own, until time.Time) *stopped {
	asked := x.form.stance
	defer func() { x.form.stance, x.form.collecting = asked, false }()
	x.form.collecting = true
	turns := []string{wire.TextMessage("assistant", string(own.Answer)), wire.TextMessage("user", ownschema.CollectInstruction())}
	reply, stop := x.persist(ctx, until, func(ctx context.Context) (*wire.Reply, *stopped) {
		return x.climbDown(ctx, 1, func(s stance) *wire.Edit { return x.collecting(s, turns) })
	})
	switch {
	case stop == nil:
		*own = ownschema.ReadCollected(own.Answer, contentOf(&choice{Choice: reply.Choices[0]}))
		own.Bare = true
	case stop.foreign != nil || x.gate.now().Before(until):
		return stop
	}
	return nil
}

// collecting is the body of the second call: the conversation with the answer
// at its end. No tool is to be called in it.
func (x *exchange) collecting(s stance, turns []string) *wire.Edit {
	edit := x.chat.Edit()
	if extra := x.userText(); extra != "" {
		edit.AppendUser(extra)
	}
	edit.AppendMessages(turns...)
	switch s.rung {
	case upstream.JSONSchema:
		edit.SetResponseFormat(string(ownschema.CollectFormat()))
	case upstream.JSONObject:
		edit.SetResponseFormat(jsonObject)
	default:
		edit.Drop("response_format")
	}
	edit.Drop("tools", "tool_choice", "parallel_tool_calls", "functions", "function_call")
	x.limit(edit, s, 1)
	x.alias(edit)
	return edit
}

// takeApart reads a choice's answers in the client's own forms.
func (x *exchange) takeApart(c *choice) {
	c.own, c.answers = false, x.answersIn(c)
	if !x.ownForm() || len(c.answers) > 0 {
		return
	}
	if c.stance.bareForm {
		c.reply = ownschema.ReadBare(contentOf(c))
	} else {
		c.reply = ownschema.Read(contentOf(c))
	}
	// A form that was asked for in words only is a hint: a reply that has not
	// that form is prose.
	c.own = !x.form.demanded || c.reply.Answer != nil
}
