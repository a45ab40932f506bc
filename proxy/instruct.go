package proxy

import (
	"strings"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/answer/ownschema"
	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/evidence/auxiliary"
	"vouchsafe/policy"
	"vouchsafe/proxy/upstream"
	"vouchsafe/proxy/wire"
	"vouchsafe/proxy/wire/prompt"
)

const jsonObject = `{"type":"json_object"}`

// prepareForm settles in which form the model is asked for its answer: a
// dialect, or the client's own form with the citations beside it.
func (x *exchange) prepareForm() *wire.Error {
	x.form.dialect = x.app.Policy.Citations.Dialect
	if x.form.dialect == policy.AutoDialect {
		x.form.dialect = answer.Segments
	}
	x.prepareTools()
	if x.citesItself() {
		x.form.dialect = answer.Client // the upstream asks for citations in its own way
		return nil
	}
	format := x.chat.ResponseFormat
	if x.chat.Format == prompt.FormatText || x.chat.Format == "text" {
		if auxiliary.DemandsForm(x.chat.Prompt()) != auxiliary.DemandsJSON {
			return nil
		}
		// The app's own prompt wants JSON, in words: as if it had asked for it.
		format, x.form.demanded = jsonObject, true
	}
	wrapped, err := ownschema.Wrap([]byte(format))
	if err != nil {
		return wire.BadRequest(x.surface().FormatName(), "invalid_response_format", "The response_format cannot be used: "+err.Error())
	}
	x.form.wrapped = string(wrapped)
	if x.chat.Schema == "" {
		return nil
	}
	if x.form.schema, err = ownschema.Compile([]byte(x.chat.Schema)); err != nil {
		return wire.BadRequest(x.surface().FormatName(), "invalid_response_format", "The response_format's schema cannot be used: "+err.Error())
	}
	return nil
}

// ownForm reports whether the client asked for a form of its own.
func (x *exchange) ownForm() bool { return x.form.wrapped != "" }

// firstRung is the surest way of asking for structured output that this
// upstream and model are known to take.
func (x *exchange) firstRung() upstream.Rung {
	r := x.app.Upstream
	if x.chat.HasTools && !r.ToolsWithSchema && !x.form.collecting {
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
	return x.gate.rung(r, x.servedModel())
}

// instruct edits the client's body for an upstream call: to what it is to ask
// for besides. turns are those of a repair, none for a first attempt.
func (x *exchange) instruct(s stance, choices int, turns ...string) *wire.Edit {
	edit := x.chat.Edit()
	if text := x.instruction(s); text != "" {
		edit.AppendSystem(text)
	}
	if extra := x.userText(); extra != "" {
		edit.AppendUser(extra)
	}
	edit.AppendMessages(turns...)
	x.format(edit, s)
	if x.form.tools != nil && !s.bareTools {
		edit.SetParameters(x.form.tools.changed)
	}
	if x.form.noCalls {
		edit.SetNoCalls()
	}
	x.limit(edit, s, choices)
	x.alias(edit)
	return edit
}

// format sets the response_format of a stance.
func (x *exchange) format(edit *wire.Edit, s stance) {
	schema := answer.Schema(x.form.dialect)
	if x.ownForm() {
		schema = x.form.wrapped
	}
	switch {
	case s.bareForm: // the client's own stays
	case schema == "" || s.rung == upstream.Prompt || x.forcesAnswer():
		edit.Drop("response_format")
	case s.rung == upstream.JSONObject:
		edit.SetResponseFormat(jsonObject)
	default:
		edit.SetResponseFormat(schema)
	}
}

// limit sets what an enforced call needs: room for citations, a stream that
// can be cut short, nothing stored, nothing that would cut or colour the form.
func (x *exchange) limit(edit *wire.Edit, s stance, choices int) {
	edit.Drop("vouchsafe", "stop", "logprobs", "top_logprobs", "prediction", "modalities", "context_management")
	if !x.app.Upstream.PassDocuments {
		edit.Drop("documents")
	}
	if choices == 1 && x.chat.N > 1 {
		edit.Drop("n")
	}
	if !s.ownLimit {
		edit.RaiseMaxTokens()
	}
	edit.SetStoreFalse()
	edit.ShowFound()
	edit.SetStream(true)
}

// instruction is what joins the system message.
func (x *exchange) instruction(s stance) string {
	var parts []string
	if !x.forcesAnswer() {
		parts = append(parts, x.answerInstruction(s))
	}
	if x.form.tools != nil && !s.bareTools && len(x.form.tools.changed) > 0 {
		parts = append(parts, ownschema.ToolInstruction(x.form.tools.names()))
	}
	return strings.Join(parts, "\n\n")
}

// answerInstruction says how an answer is to be given as text.
func (x *exchange) answerInstruction(s stance) string {
	switch {
	case !x.ownForm():
		return answer.Instruction(x.form.dialect, answer.How(s.rung.String()))
	case s.bareForm:
		return ownschema.BareInstruction()
	case s.rung == upstream.JSONSchema:
		return ownschema.Instruction()
	}
	return ownschema.Instruction() + "\n\n" + ownschema.Shape(ownschema.ClientSchema([]byte(x.form.wrapped)))
}

// userText is what joins the user role after the last message: the chunks
// that no message shows, and the names of those that show none.
func (x *exchange) userText() string {
	var blocks []answer.Block
	var entries []answer.IndexEntry
	set := x.evidence.Set
	for _, i := range set.Usable() {
		c := set.At(i)
		switch {
		case c.Message == evidence.Beside && !x.shown(c):
			blocks = append(blocks, answer.Block{Handle: set.Handle(i), Title: c.Title, Authors: c.Authors, Year: c.Year, Text: c.Text})
		case set.Handle(i) != c.ID:
			entries = append(entries, answer.IndexEntry{Handle: set.Handle(i), Start: c.Text})
		}
	}
	return strings.TrimSpace(answer.Chunks(blocks) + "\n" + answer.Index(entries))
}

// shown reports whether the prompt shows a chunk that was given beside it.
func (x *exchange) shown(c *evidence.Chunk) bool {
	if x.app.Upstream.PassDocuments && c.Layout != "vouchsafe.chunks" {
		return true
	}
	for _, m := range x.chat.Prompt().Messages {
		if m.Role == "assistant" {
			continue // an answer that quotes it is no source
		}
		for _, part := range m.Parts {
			if strings.Contains(part, c.Text) {
				return true
			}
		}
	}
	return false
}
