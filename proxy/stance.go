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
func firstStance(run *run, q *question) stance {
	s := stance{rung: firstRung(run, q)}
	for s.rung != upstream.Prompt && q.form.schema != nil && knownRefused(run, q.request, q.form.refusedOn(s.rung)) {
		s.rung = s.rung.Below()
	}
	s.bareForm = s.rung == upstream.JSONSchema && q.form.schema != nil && knownRefused(run, q.request, q.form.wrapped)
	s.bareTools = q.form.tools != nil && knownRefused(run, q.request, q.form.tools.wrapped)
	s.ownLimit = q.request.chat.RaisesMaxTokens() && knownRefused(run, q.request, q.request.raisedLimit())
	return s
}

// firstRung is the surest way of asking for structured output that this
// upstream and model are known to take.
func firstRung(run *run, q *question) upstream.Rung {
	r := run.way.route
	if q.request.chat.HasTools && !r.ToolsWithSchema && q.form.purpose != forCitations {
		return upstream.Prompt
	}
	if r.Anthropic && (run.call.messages == nil || q.form.schema == nil && r.Structured != "json_schema") {
		return upstream.Prompt // that a model of Anthropic's takes schemas is known where its client sends one
	}
	switch r.Structured {
	case "json_schema":
		return upstream.JSONSchema
	case "json_object":
		return upstream.JSONObject
	case "prompt":
		return upstream.Prompt
	}
	return run.gate.memory.Rung(r.Name(), servedModel(run, q.request))
}

// refusedOn names, for the memory of what is refused, the client's own schema, asked for in every way that a rung has.
func (f *form) refusedOn(rung upstream.Rung) string { return fmt.Sprintf("%v: %s", rung, f.wrapped) }

// raisedLimit names, for the memory of what is refused, the limits on tokens
// with room for citations.
func (r *request) raisedLimit() string {
	return fmt.Sprintf("room beyond %v tokens", r.chat.MaxTokens)
}

// knownRefused reports whether the upstream is known not to take a wrapped form.
func knownRefused(run *run, req *request, wrapped string) bool {
	return run.gate.memory.Refused(run.way.route.Name(), servedModel(run, req), wrapped)
}

// nextStance is the next stance after an upstream's error, false where the error is
// no word on the form or no stance is left. What the client itself sent is
// tried before a weaker kind of structured output: it is known to be wanted.
func (q *question) nextStance(s stance, f *foreign) (stance, bool) {
	if f == nil {
		return s, false
	}
	wrapsForm := q.form.schema != nil && s.rung == upstream.JSONSchema && q.form.purpose != forCitations
	switch {
	case !s.ownLimit && q.request.chat.RaisesMaxTokens() && upstream.RejectsLength(f.status, f.body):
		s.ownLimit = true
	case q.form.tools != nil && !s.bareTools && q.form.purpose != forCitations && upstream.RejectsTools(f.status, f.body):
		s.bareTools = true
	case !upstream.RejectsFormat(f.status, f.body, q.request.chat.HasTools) || s.rung == upstream.Prompt:
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
	name, model := a.run.way.route.Name(), servedModel(a.run, a.question.request)
	if a.question.form.schema == nil {
		a.run.gate.memory.Took(name, model, began.rung, s.rung)
	} else { // another schema may be taken
		for rung := began.rung; rung != s.rung; rung = rung.Below() {
			a.run.gate.memory.Refuse(name, model, a.question.form.refusedOn(rung))
		}
	}
	if s.bareForm && !began.bareForm {
		a.run.gate.memory.Refuse(name, model, a.question.form.wrapped)
	}
	if s.ownLimit && !began.ownLimit {
		a.run.gate.memory.Refuse(name, model, a.question.request.raisedLimit())
	}
	if s.bareTools && !began.bareTools {
		a.run.gate.memory.Refuse(name, model, a.question.form.tools.wrapped)
	}
}
