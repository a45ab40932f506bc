package proxy

import (
	"fmt"

	"vouchsafe/proxy/upstream"
)

// stance is one way of asking for an answer: a rung of structured output,
// whether the client's own form and the tools that take answers go with the
// citations around them, or as the client sent them, and whether its limit on
// tokens is raised. Of a form or tools as they were sent the citations are
// collected in a call of their own.
type stance struct {
	rung      upstream.Rung
	bareForm  bool
	bareTools bool
	ownLimit  bool // the answer may be as long as the client said, without room for citations
}

// firstStance is the surest way of asking that this upstream and model are
// known to take.
func (x *exchange) firstStance() stance {
	s := stance{rung: x.firstRung()}
	s.bareForm = s.rung == upstream.JSONSchema && x.form.schema != nil && x.refused(x.form.wrapped)
	s.bareTools = x.form.tools != nil && x.refused(x.form.tools.wrapped)
	s.ownLimit = x.chat.RaisesMaxTokens() && x.refused(x.raisedLimit())
	return s
}

// raisedLimit names, for the memory of what is refused, the limits on tokens
// with room for citations.
func (x *exchange) raisedLimit() string {
	return fmt.Sprintf("room beyond %v tokens", x.chat.MaxTokens)
}

// refused reports whether the upstream is known not to take a wrapped form.
func (x *exchange) refused(wrapped string) bool {
	return x.gate.memory.Refused(x.app.Upstream.Name(), x.servedModel(), wrapped)
}

// below is the next stance after an upstream's error, false where the error is
// no word on the form or no stance is left. What the client itself sent is
// tried before a weaker kind of structured output: it is known to be wanted.
func (x *exchange) below(s stance, f *foreign) (stance, bool) {
	if f == nil {
		return s, false
	}
	wrapsForm := x.form.schema != nil && s.rung == upstream.JSONSchema && !x.form.collecting
	switch {
	case !s.ownLimit && x.chat.RaisesMaxTokens() && upstream.RejectsLength(f.status, f.body):
		s.ownLimit = true
	case x.form.tools != nil && !s.bareTools && !x.form.collecting && upstream.RejectsTools(f.status, f.body):
		s.bareTools = true
	case !upstream.RejectsFormat(f.status, f.body) || s.rung == upstream.Prompt:
		return s, false
	case wrapsForm && !s.bareForm:
		s.bareForm = true
	default:
		s.bareForm, s.rung = false, s.rung.Below()
	}
	return s, true
}

// took notes on which stance an answer came after those from began on had been
// rejected, for the calls to come and for those who read the answer.
func (x *exchange) took(began, s stance) {
	x.form.stance = s
	name, model := x.app.Upstream.Name(), x.servedModel()
	x.gate.memory.Took(name, model, began.rung, s.rung)
	x.gate.tellRung(x.app.Upstream, model, began.rung)
	if s.bareForm && !began.bareForm {
		x.gate.memory.Refuse(name, model, x.form.wrapped)
	}
	if s.ownLimit && !began.ownLimit {
		x.gate.memory.Refuse(name, model, x.raisedLimit())
	}
	if s.bareTools && !began.bareTools {
		x.gate.memory.Refuse(name, model, x.form.tools.wrapped)
	}
}
