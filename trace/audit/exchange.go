package audit

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/tidwall/gjson"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/answer/ownschema"
	"vouchsafe/grounding/ask"
	"vouchsafe/grounding/evidence/layout"
	"vouchsafe/grounding/report"
	"vouchsafe/policy"
	"vouchsafe/proxy/wire"
	"vouchsafe/proxy/wire/prompt"
)

// exchange takes a request and its response for what they were.
func (r *row) exchange(o Options) (subject, error) {
	if err := wire.Check([]byte(r.request), 0); err != nil {
		return subject{}, fmt.Errorf("cannot read the request: %s", err.Message)
	}
	chat, fault := wire.SurfaceOf([]byte(r.request)).Parse([]byte(r.request))
	if fault != nil {
		return subject{}, fmt.Errorf("cannot read the request: %s", fault.Message)
	}
	reply, told, err := readResponse(chat, r.response)
	if err != nil {
		return subject{}, fmt.Errorf("cannot read the response: %w", err)
	}
	p := chat.Prompt()
	if r.chunks != "" {
		p.Beside = append(p.Beside, beside(r.chunks))
	}
	found := layout.Find(p, o.Layouts)
	ask.Observe(p, chat.Stop, &found)
	s := subject{evidence: Evidence(found.Chunks, found.Question, o.Prepare)}
	s.noContext = len(found.Chunks) == 0
	s.task = isTask(chat, ask.Of(p, &found, wire.WrittenSchema(chat), o.Exempt), reply, o.Policy.Tasks)
	known := s.known()
	begun := ask.Begun(p, &found)
	for i := range reply.Choices {
		if c := &reply.Choices[i]; c.Content != nil && !(asked{told: told}).declined() {
			whole, _ := ask.GoOn(begun, *c.Content, chat.ResponseFormat != "", false)
			c.Content = &whole
		}
		s.choices = append(s.choices, r.choice(&reply.Choices[i], asked{chat, known, &found, told}))
	}
	return s, nil
}

// asked is what the choices of one response have in common.
type asked struct {
	chat  *wire.Chat
	known answer.Known
	found *layout.Found
	told  gjson.Result // the gateway's own report that the response carries
}

// choice reads one choice.
func (r *row) choice(c *wire.Choice, a asked) choice {
	out := choice{}
	switch {
	case c.Content != nil && *c.Content != "":
		out = r.said(*c.Content, c.Index, a)
	case c.Refusal != nil:
		out.answer = readReply(*c.Refusal, a.known)
		out.answer.Mode = answer.ModeRefuse
	case c.Called():
		out.silent = true
	default:
		out.answer = readReply("", a.known)
	}
	out.index, out.truncated = c.Index, c.FinishReason == "length"
	return out
}

// said reads what a choice says. Its citations stand in the line, in the
// report that a gateway sent with it, or in its text.
func (r *row) said(content string, index int, a asked) choice {
	beside := row{citations: r.citations, claims: r.claims}
	gate := a.told.Get("choices.#(index==" + strconv.Itoa(index) + ")")
	if r.citations == "" && gate.Exists() {
		beside.citations = reported(gate)
	}
	if a.wantsForm(content) {
		own := beside.ownReply(content)
		own.schema = a.chat.Schema
		return choice{own: own, isOwn: true}
	}
	out := beside.read(content, a.known)
	if gate.Exists() && r.citations == "" && !out.isOwn && out.answer.Text() == content {
		// Nothing was taken for a marker: the gateway wrote the app's own.
		if inline := readReply(content, a.known); len(inline.Citations) > 0 {
			out.answer = inline
		}
	}
	if a.declined() {
		out.answer.Mode = answer.ModeRefuse
	}
	return out
}

// wantsForm tells that the answer is to be read as one in the client's own
// form: the request asks for it, or its prompt does and the answer complies.
func (a asked) wantsForm(content string) bool {
	switch a.chat.Format {
	case prompt.FormatJSONSchema, prompt.FormatJSONObject:
		return true
	}
	return prompt.IsJSON(content) && gjson.Parse(content).IsObject() && ask.DemandsJSON(a.chat.Prompt(), a.found)
}

// ownReply reads a reply in the client's own form.
func (r *row) ownReply(content string) own {
	if r.citations == "" || !prompt.IsJSON(content) {
		return own{Own: ownschema.Read(content, nil)}
	}
	return own{Own: enveloped(content, r.citations)}
}

// declined tells that a gateway has put a refusal in the place of the answer,
// or passed on the model's.
func (a asked) declined() bool {
	v := report.Verdict(a.told.Get("verdict").Str)
	return v == report.Refused || v == report.Declined
}

// reported makes citations out of a gateway's report, to be verified anew. A
// citation that quoted nothing quotes nothing here; the paths of an answer in
// the client's own form are those of the claims that cite it.
func reported(choice gjson.Result) string {
	paths := map[int64][]string{}
	for _, claim := range choice.Get("claims").Array() {
		for _, n := range claim.Get("citations").Array() {
			if path := claim.Get("path"); path.Type == gjson.String {
				paths[n.Int()] = append(paths[n.Int()], path.Str)
			}
		}
	}
	out := []map[string]any{}
	for _, c := range choice.Get("citations").Array() {
		m := map[string]any{"number": c.Get("number").Int(), "chunk_id": c.Get("chunk_id").String()}
		if c.Get("quoted").Bool() {
			m["snippet"] = c.Get("snippet").String()
		}
		own := paths[c.Get("number").Int()]
		if len(own) == 0 {
			out = append(out, m)
		}
		for _, path := range own {
			out = append(out, map[string]any{"chunk_id": m["chunk_id"], "snippet": m["snippet"], "path": path})
		}
	}
	raw, _ := json.Marshal(out) // strings and numbers cannot fail
	return byNumber(string(raw))
}

// isTask tells that the reply of an exchange is that of a task, in the form demanded.
func isTask(chat *wire.Chat, asks ask.Ask, reply *wire.Reply, tasks policy.Tasks) bool {
	if asks.Kind == ask.Answer || tasks == policy.NoTasks && !asks.Exempt() {
		return false
	}
	for _, c := range reply.Choices {
		if c.Content == nil || c.ToolCalls != "" {
			return false
		}
		fitted := asks.Form.Fit(*c.Content)
		switch {
		case fitted.Name == "", tasks == policy.ClosedTasks && !fitted.Closed && !asks.Exempt():
			return false
		case asks.Kind == ask.Unsure && !asks.Echoes(&fitted, chat.Prompt()):
			return false
		}
	}
	return len(reply.Choices) > 0
}

// readResponse reads the reply to a request, also where it stands as a text. It
// returns the gateway's report beside it.
func readResponse(chat *wire.Chat, raw string) (*wire.Reply, gjson.Result, error) {
	v := gjson.Parse(raw)
	if v.Type == gjson.String {
		v = gjson.Parse(v.Str)
	}
	if !v.IsObject() {
		return nil, v, errors.New("it is no object; put the events of a stream together first")
	}
	reply, err := chat.ReadReply([]byte(v.Raw))
	return reply, v.Get("vouchsafe"), err
}
