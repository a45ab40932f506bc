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
func (q *question) firstStance() stance {
	s := stance{rung: q.firstRung()}
	s.bareForm = s.rung == upstream.JSONSchema && q.form.schema != nil && q.refused(q.form.wrapped)
	s.bareTools = q.form.tools != nil && q.refused(q.form.tools.wrapped)
	s.ownLimit = q.chat.RaisesMaxTokens() && q.refused(q.raisedLimit())
	return s
}

// firstRung is the surest way of asking for structured output that this
// upstream and model are known to take.
func (q *question) firstRung() upstream.Rung {
	r := q.way.Route
	if q.chat.HasTools && !r.ToolsWithSchema && !q.form.collecting {
		return upstream.Prompt
	}
	switch r.Structured {
	case "json_schema":
		return upstream.JSONSchema
	case "json_object":
		return upstream.JSONObject
	case "prompt":
		return upstream.Prompt
	}
	return q.gate.memory.Rung(r.Name(), q.servedModel())
}

// raisedLimit names, for the memory of what is refused, the limits on tokens
// with room for citations.
func (r *request) raisedLimit() string {
	return fmt.Sprintf("room beyond %v tokens", r.chat.MaxTokens)
}

// refused reports whether the upstream is known not to take a wrapped form.
func (r *request) refused(wrapped string) bool {
	return r.gate.memory.Refused(r.way.Name(), r.servedModel(), wrapped)
}

// nextStance is the next stance after an upstream's error, false where the error is
// no word on the form or no stance is left. What the client itself sent is
// tried before a weaker kind of structured output: it is known to be wanted.
func (q *question) nextStance(s stance, f *foreign) (stance, bool) {
	if f == nil {
		return s, false
	}
	wrapsForm := q.form.schema != nil && s.rung == upstream.JSONSchema && !q.form.collecting
	switch {
	case !s.ownLimit && q.chat.RaisesMaxTokens() && upstream.RejectsLength(f.status, f.body):
		s.ownLimit = true
	case q.form.tools != nil && !s.bareTools && !q.form.collecting && upstream.RejectsTools(f.status, f.body):
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

// rememberStance notes on which stance an answer came after those from began on had been
// rejected, for the calls to come and for those who read the answer.
func (a *asker) rememberStance(began, s stance) {
	a.stance = s
	name, model := a.way.Name(), a.servedModel()
	a.gate.memory.Took(name, model, began.rung, s.rung)
	if s.bareForm && !began.bareForm {
		a.gate.memory.Refuse(name, model, a.form.wrapped)
	}
	if s.ownLimit && !began.ownLimit {
		a.gate.memory.Refuse(name, model, a.raisedLimit())
	}
	if s.bareTools && !began.bareTools {
		a.gate.memory.Refuse(name, model, a.form.tools.wrapped)
	}
}
