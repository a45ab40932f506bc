package proxy

import (
	"slices"
	"strings"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/answer/number"
	"vouchsafe/grounding/answer/ownschema"
	wants "vouchsafe/grounding/ask"
	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/text"
	"vouchsafe/policy"
	"vouchsafe/proxy/upstream"
	"vouchsafe/proxy/wire"
	"vouchsafe/proxy/wire/prompt"
)

// instruct edits the client's body for an upstream call: to what it is to ask
// for besides. turns are those of a repair, or the answer whose citations are
// being collected, for which no tool is to be called; none for a first attempt.
func instruct(run *run, q *question, s stance, choices int, turns ...string) *wire.Edit {
	edit := q.request.chat.Edit()
	if q.form.numbered != nil {
		q.form.numbered.write(edit)
	}
	if text := q.instruction(s); text != "" && q.form.purpose != forCitations {
		edit.AppendSystem(text)
	}
	if extra := userText(run, q); extra != "" {
		edit.AppendUser(extra)
	}
	edit.AppendMessages(turns...)
	format(q, edit, s)
	if q.form.tools != nil && !s.bareTools {
		edit.SetParameters(q.form.tools.changed)
	}
	if q.form.purpose == forRepair {
		edit.SetNoCalls()
	}
	if q.form.purpose == forCitations {
		edit.Drop("tools", "tool_choice", "parallel_tool_calls", "functions", "function_call")
	}
	prepareCall(run, q, edit, s, choices)
	nameModel(run, q.request, edit)
	return edit
}

// format sets the response_format of a stance.
func format(q *question, edit *wire.Edit, s stance) {
	schema, asked := answer.Schema(q.form.dialect), !q.forcesAnswer()
	switch {
	case q.form.purpose == forCitations:
		schema, asked = string(ownschema.CollectFormat(q.numbers())), true
	case s.bareForm, q.form.shape != nil: // the client's own stays
		return
	case q.ownForm():
		schema = q.form.wrapped
	}
	switch {
	case schema == "" || !asked || s.rung == upstream.Prompt:
		edit.Drop("response_format")
	case s.rung == upstream.JSONObject:
		edit.SetResponseFormat(jsonObject)
	default:
		edit.SetResponseFormat(schema)
	}
}

// prepareCall sets what an enforced call needs: room for citations, a stream that
// can be cut short, nothing stored, nothing that would cut or colour the form.
func prepareCall(run *run, q *question, edit *wire.Edit, s stance, choices int) {
	edit.Drop("vouchsafe", "stop", "logprobs", "top_logprobs", "prediction", "modalities", "context_management")
	if !run.way.route.PassDocuments {
		edit.Drop("documents")
	}
	if choices == 1 && q.request.chat.N > 1 {
		edit.Drop("n")
	}
	if !s.ownLimit {
		edit.RaiseMaxTokens(q.room())
	}
	edit.SetStoreFalse()
	edit.ShowFound()
	edit.SetStream(asksForStream(run, q.request))
}

// asksForStream reports whether the upstream is asked to stream: where an early end is
// of use, because somebody reads along, another upstream can take over from one
// that does not begin, or the configuration has the upstream begin soon. Any other
// reply is read at once, which costs less.
func asksForStream(run *run, req *request) bool {
	return req.chat.Stream || len(run.way.spare) > 0 || run.way.route.Upstream.Hurries()
}

// instruction is what joins the system message.
func (q *question) instruction(s stance) string {
	var parts []string
	if !q.forcesAnswer() {
		parts = append(parts, q.answerInstruction(s))
	}
	if q.form.tools != nil && !s.bareTools && len(q.form.tools.changed) > 0 {
		parts = append(parts, ownschema.ToolInstruction(q.form.tools.names(), q.numbers()))
	}
	return strings.Join(parts, "\n\n")
}

// answerInstruction says how an answer is to be given as text.
func (q *question) answerInstruction(s stance) string {
	switch {
	case !q.ownForm():
		return answer.Ask(q.form.dialect, answer.Asking{
			How: answer.How(s.rung.String()), Numbers: q.numbers(), Bare: q.form.bare || q.form.shape != nil})
	case s.bareForm:
		return ownschema.BareInstruction()
	case s.rung == upstream.JSONSchema:
		return ownschema.Instruction(q.numbers())
	}
	return ownschema.Instruction(q.numbers()) + "\n\n" + ownschema.Shape(ownschema.ClientSchema([]byte(q.form.wrapped)))
}

// userText is what joins the user role after the last message: the chunks
// that no message shows, and the names of those that show none.
func userText(run *run, q *question) string {
	set := q.material.evidence.Set
	if q.form.numbered != nil { // by which the model cites: it needs no ids
		return strings.TrimSpace(answer.Chunks(q.form.numbered.blocks(set)))
	}
	var blocks []answer.Block
	var entries []answer.IndexEntry
	for _, i := range set.Usable() {
		c := set.At(i)
		switch {
		case c.Layout == vouchedLayout: // the prompt shows what it backs
		case c.Message == evidence.Beside && !showsChunk(run, q.request, c) && !inBlock(run, c):
			blocks = append(blocks, answer.Block{Handle: set.Handle(i), Title: c.Title, Authors: c.Authors, Year: c.Year, Text: c.Text})
		case (set.Handle(i) != c.ID || inBlock(run, c)) && (q.form.frame == nil || q.form.purpose == forCitations):
			entries = append(entries, answer.IndexEntry{Handle: set.Handle(i), Start: c.Text})
		}
	}
	return strings.TrimSpace(answer.Chunks(blocks) + "\n" + answer.Index(entries))
}

// inBlock reports whether a chunk stands in a block of Anthropic's interface, which shows no id.
func inBlock(run *run, c *evidence.Chunk) bool {
	return run.call.messages != nil && run.way.route.Anthropic && run.call.messages.Shows(c.ID)
}

// showsChunk reports whether the prompt shows a chunk that was given beside it.
func showsChunk(run *run, req *request, c *evidence.Chunk) bool {
	if run.way.route.PassDocuments && c.Layout != "vouchsafe.chunks" {
		return true
	}
	for _, m := range req.chat.Prompt().Messages {
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

const jsonObject = `{"type":"json_object"}`

// chooseForm settles in which form the model is asked for its answer: a dialect, or
// the client's own form with the citations beside it.
func chooseForm(run *run, q *question) *wire.Error {
	q.form = form{saysJSON: wants.SpeaksOfJSON(q.request.chat.Prompt(), &q.material.found) || strings.Contains(q.request.begun, "{"),
		dialect: answer.Client, tools: answerToolsOf(run, q.request, nil)}
	if q.request.citesItself() { // the upstream asks for citations in its own way
		return nil
	}
	if q.form.shape = q.ownShape(); q.form.shape != nil {
		q.form.dialect = q.form.shape.Dialect
		return nil
	}
	if q.form.frame = frameOf(run, q); q.form.frame != nil { // the app asks for it
		return nil
	}
	format := q.request.chat.ResponseFormat
	isText := q.request.chat.Format == prompt.FormatText || q.request.chat.Format == "text"
	if isText && wants.DemandsJSON(q.request.chat.Prompt(), &q.material.found) {
		// The app's own prompt wants JSON, in words: as if it had asked for it.
		format, q.form.demanded, isText = jsonObject, true, false
	}
	q.form.dialect = dialectOf(run.app.Policy.Citations, !isText || q.form.tools != nil || q.guarded, q.resent)
	if isText && q.request.begun != "" && !q.guarded && q.form.tools == nil && !rendersJSON(run, q) && answer.Schema(q.form.dialect) != "" {
		q.form.dialect = answer.Numbered // no object of JSON goes on with the words that the client has begun
	}
	if q.form.dialect == answer.Sentences && run.app.enforcing() || q.request.told != "" {
		numberSentences(run, q)
		q.form.tools = answerToolsOf(run, q.request, q.numbers())
	}
	if isText {
		return nil
	}
	wrapped, err := ownschema.Wrap([]byte(format), q.numbers())
	if err != nil {
		return badFormat(run.call, "The response_format cannot be used: "+err.Error())
	}
	q.form.wrapped = string(wrapped)
	if q.request.chat.Schema == "" {
		return nil
	}
	if q.form.schema, err = ownschema.Compile([]byte(q.request.chat.Schema)); err != nil {
		return badFormat(run.call, "The response_format's schema cannot be used: "+err.Error())
	}
	return nil
}

// dialectOf is the dialect in which an answer is asked for. A policy without one (auto) has prose asked
// for with the numbers of sentences, and JSON with quotes: that of the gateway, of the client, and of
// another gateway. No number may stand in the sources of an answer that are sent back with it.
func dialectOf(c policy.Citations, quoting, resent bool) answer.Dialect {
	d := c.Dialect
	if d == policy.AutoDialect {
		d = answer.Sentences
		if quoting || c.Render == policy.RenderJSON {
			d = answer.Segments
		}
	}
	if d == answer.Sentences && resent {
		d = answer.Segments
	}
	return d
}

// ownShape is the shape that the client asks for where it is a dialect's own: as a schema,
// or by a sample in the app's words.
func (q *question) ownShape() *answer.Shape {
	if q.request.chat.Schema != "" {
		return answer.ShapeOfSchema(q.request.chat.Schema)
	}
	return q.material.found.Shape
}

func badFormat(call *call, text string) *wire.Error {
	return wire.BadRequest(call.surface().FormatName(), "invalid_response_format", text)
}

// answerToolsOf finds the tools of a request whose arguments are an answer; nil
// for none.
func answerToolsOf(run *run, req *request, numbers *answer.Numbers) *answerTools {
	if len(run.app.Policy.AnswerTools) == 0 || !req.chat.HasTools || req.chat.ForbidsCalls() {
		return nil
	}
	found, offered := &answerTools{}, req.chat.Tools()
	takes := takeAnswers(run, req, offered)
	for i, t := range offered {
		if !takes[i] {
			continue
		}
		tool := answerTool{name: t.Name, parameters: t.Parameters}
		if schema, err := ownschema.Compile([]byte(t.Parameters)); err == nil {
			tool.schema = schema
		}
		found.tools = append(found.tools, tool)
		if wrapped, err := ownschema.WrapSchema([]byte(t.Parameters), numbers); err == nil {
			t.Parameters = string(wrapped)
			found.changed = append(found.changed, t)
			found.wrapped += t.Name + "\x00" + t.Parameters + "\x00"
		}
	}
	if len(found.tools) == 0 {
		return nil
	}
	return found
}

// takeAnswers tells of each tool whether its arguments are an answer: the policy names it,
// or leaves that to what the tool is.
func takeAnswers(run *run, req *request, offered []wire.Tool) []bool {
	p, tools := run.app.Policy, make([]ownschema.Tool, len(offered))
	for i, t := range offered {
		tools[i] = ownschema.Tool{Name: t.Name, Description: t.Description, Parameters: t.Parameters}
	}
	takes := make([]bool, len(offered))
	if p.AutoAnswerTools() {
		takes = ownschema.AnswerTools(tools, req.chat.RequiresCall(), req.chat.ForcedTool())
	}
	for i, t := range offered {
		takes[i] = takes[i] || p.NamesAnswerTool(t.Name)
	}
	return takes
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
func (q *question) forcesAnswer() bool {
	_, ok := q.form.tools.named(q.request.chat.ForcedTool())
	return ok
}

// ownForm reports whether the client asked for a form of its own.
func (q *question) ownForm() bool { return q.form.wrapped != "" }

// refusalTemplate is the refusal in the client's own form: the policy's, or,
// where it asks for one, an instance of the client's schema that states nothing.
// It is "" where there is none, or where it does not meet the schema that the
// client sent: code that reads one form must not be given another.
func refusalTemplate(run *run, q *question) string {
	if q.form.schema == nil || q.form.demanded || !q.ownForm() {
		return ""
	}
	refusal := &run.app.Policy.Refusal
	template := refusal.SchemaTemplate
	if template == "" && refusal.OwnSchema == policy.OwnSchemaTemplate {
		empty, _ := q.form.schema.Empty()
		template = string(empty)
	}
	if template == "" || q.form.schema.Validate([]byte(template)) != nil {
		return ""
	}
	return template
}

// numbered is the evidence with numbers before its sentences, as the dialect sentences
// shows it to the model. What the client sent, and what the trace tells of it, has none.
type numbered struct {
	sheet  *number.Sheet
	spots  []number.Spot // where the numbers stand in the request
	absent []int         // chunks that the request does not show to the model
}

// numberSentences numbers the evidence. Where there is nothing to number, or no sign is
// free, the answer is asked for in the dialect that needs none.
func numberSentences(run *run, q *question) {
	q.form.dialect = answer.Segments
	sign := number.Sign(q.request.chat.Raw, q.material.evidence.Set)
	if sign == "" {
		return
	}
	sheet := number.Of(q.material.evidence.Set, sign, func(i int) []text.Sentence { return q.material.evidence.Passages[i].Sentences() })
	if len(sheet.All) == 0 {
		return
	}
	q.form.dialect, q.form.numbered = answer.Sentences, &numbered{sheet: sheet}
	placeNumbers(run, q)
	q.formWords()() // the reader of prose asks for them when the prompt has been let go of
}

// placeNumbers finds the places of the numbers in what the upstream reads whose turn it is.
func placeNumbers(run *run, q *question) {
	if n := q.form.numbered; n != nil {
		n.spots, n.absent = n.sheet.Places(q.request.chat.Raw, q.material.evidence.Set, func(message int) []text.Span {
			return textsOf(run, q.request, message)
		})
	}
}

// textsOf tells where the texts of a message stand. What was given beside the messages
// may stand in one of them, or in documents that the upstream takes as they are.
func textsOf(run *run, req *request, message int) (texts []text.Span) {
	if message == evidence.Beside {
		for _, name := range [...]string{"documents", "chat_template_kwargs"} {
			if at, ok := req.chat.Value(name); ok && run.way.route.PassDocuments {
				texts = append(texts, text.Span(at))
			}
		}
		for i, m := range req.chat.Prompt().Messages {
			if m.Role != "assistant" { // an answer that quotes it is no source
				texts = append(texts, textsOf(run, req, i)...)
			}
		}
		slices.SortFunc(texts, func(a, b text.Span) int { return a.Start - b.Start })
		return texts
	}
	for _, at := range req.chat.Texts(message, run.call.messages != nil && run.way.route.Anthropic) {
		texts = append(texts, text.Span(at))
	}
	return texts
}

// write writes the numbers into an upstream call.
func (n *numbered) write(edit *wire.Edit) {
	edit.Insert(len(n.spots), func(i int) (int, string) { return n.spots[i].At, n.spots[i].Text })
}

// blocks are the chunks that the request does not show, with their numbers.
func (n *numbered) blocks(set *evidence.Set) (blocks []answer.Block) {
	for _, i := range n.absent {
		c := set.At(i)
		text := n.sheet.Written(i, c.Text)
		blocks = append(blocks, answer.Block{Handle: set.Handle(i), Title: c.Title, Authors: c.Authors, Year: c.Year, Text: text})
	}
	return blocks
}

// numbers are those that the model sees; nil where it sees none.
func (q *question) numbers() *answer.Numbers {
	if q.form.numbered == nil {
		return nil
	}
	return &q.form.numbered.sheet.Numbers
}
