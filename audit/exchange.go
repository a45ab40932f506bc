package audit

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"vouchsafe/auxiliary"
	"vouchsafe/cite"
	"vouchsafe/layout"
	"vouchsafe/ownschema"
	"vouchsafe/prompt"
	"vouchsafe/report"
	"vouchsafe/wire"
)

// exchange takes a request and its response for what they were.
func (r *row) exchange(o Options) (subject, error) {
	if err := wire.Check([]byte(r.request), 0); err != nil {
		return subject{}, fmt.Errorf("cannot read the request: %s", err.Message)
	}
	chat, fault := wire.ParseChat([]byte(r.request))
	if fault != nil {
		return subject{}, fmt.Errorf("cannot read the request: %s", fault.Message)
	}
	reply, told, err := readResponse(r.response)
	if err != nil {
		return subject{}, fmt.Errorf("cannot read the response: %w", err)
	}
	p := chat.Prompt()
	if r.chunks != "" {
		p.Beside = append(p.Beside, beside(r.chunks))
	}
	found := layout.Find(p, o.Layouts)
	s := gather(found.Chunks, found.Question, o)
	s.noContext = len(found.Chunks) == 0
	s.auxiliary = assisted(p, reply, o.Exempt)
	known := s.known()
	for i := range reply.Choices {
		s.choices = append(s.choices, r.choice(&reply.Choices[i], asked{chat, known, told}))
	}
	return s, nil
}

// asked is what the choices of one response have in common.
type asked struct {
	chat  *wire.Chat
	known cite.Known
	told  gjson.Result // the gateway's own report that the response carries
}

// choice reads one choice. Its citations stand in the line, in the report that
// a gateway sent with it, or in its text.
func (r *row) choice(c *wire.Choice, a asked) choice {
	out := choice{index: c.Index, truncated: c.FinishReason == "length"}
	content := ""
	if c.Content != nil {
		content = *c.Content
	}
	if content == "" && c.Refusal != nil {
		out.answer = readReply(*c.Refusal, a.known)
		out.answer.Mode = cite.ModeRefuse
		return out
	}
	if content == "" && (c.ToolCalls != "" || c.FunctionCall != "") {
		out.silent = true
		return out
	}
	citations, claims := r.citations, r.claims
	if gate := a.gateChoice(c.Index); citations == "" && gate.Exists() {
		citations = reported(gate)
	}
	beside := row{citations: citations, claims: claims}
	if a.chat.Format == prompt.FormatJSONSchema || a.chat.Format == prompt.FormatJSONObject {
		out.own, out.isOwn = beside.ownReply(content), true
		out.own.schema = a.chat.Schema
		return out
	}
	out.answer = beside.read(content, a.known).answer
	if r.citations == "" && citations != "" && out.answer.Text() == content {
		if inline := readReply(content, a.known); len(inline.Citations) > 0 {
			out.answer = inline // nothing was taken for a marker: the app has markers of its own
		}
	}
	if a.declined() {
		out.answer.Mode = cite.ModeRefuse
	}
	return out
}

// ownReply reads a reply in the client's own form.
func (r *row) ownReply(content string) own {
	if r.citations == "" || !gjson.Valid(content) {
		return own{Own: ownschema.Read(content)}
	}
	return own{Own: enveloped(content, r.citations)}
}

// gateChoice is what the gateway's report says of a choice.
func (a asked) gateChoice(index int) gjson.Result {
	return a.told.Get("choices.#(index==" + strconv.Itoa(index) + ")")
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

// assisted tells that the call was an auxiliary one and was answered in its
// closed form.
func assisted(p prompt.Prompt, reply *wire.Reply, exempt []auxiliary.Rule) bool {
	rule, ok := auxiliary.Recognise(p, exempt)
	if !ok {
		return false
	}
	for _, c := range reply.Choices {
		if c.Content == nil || c.ToolCalls != "" || !rule.Form.Fits(*c.Content) {
			return false
		}
	}
	return true
}

// readResponse reads a chat completion: as an object, as the chunks of a
// stream in an array, or as the text of a stream. It returns the gateway's
// report beside it.
func readResponse(raw string) (*wire.Reply, gjson.Result, error) {
	v := gjson.Parse(raw)
	switch {
	case v.IsArray():
		return gathered(v.Array())
	case v.Type == gjson.String && !strings.HasPrefix(strings.TrimSpace(v.Str), "{"):
		return streamed(v.Str)
	case v.Type == gjson.String:
		v = gjson.Parse(v.Str)
		raw = v.Raw
	}
	reply, err := wire.ReadReply([]byte(raw))
	return reply, v.Get("vouchsafe"), err
}

// maxChoices is how many choices a stream may have; the interface allows 128.
const maxChoices = 128

// gathered puts a stream together. Chunks in an array are a stream that
// somebody kept whole, so its end need not be among them.
func gathered(chunks []gjson.Result) (*wire.Reply, gjson.Result, error) {
	var told gjson.Result
	g := wire.NewGatherer(wire.Limits{Choices: maxChoices})
	for _, c := range append(chunks, gjson.Result{Raw: endOfStream}) {
		if err := g.Feed(wire.Event{Data: []byte(c.Raw)}); err != nil {
			return nil, told, err
		}
		if v := c.Get("vouchsafe"); v.Exists() {
			told = v
		}
	}
	reply, err := g.Reply()
	return reply, told, err
}

const endOfStream = "[DONE]"

func streamed(text string) (*wire.Reply, gjson.Result, error) {
	events := wire.NewEventReader(strings.NewReader(text), 0)
	var chunks []gjson.Result
	for {
		event, err := events.Next()
		if err != nil {
			return nil, gjson.Result{}, fmt.Errorf("the stream has no %s: %w", endOfStream, err)
		}
		if data := strings.TrimSpace(string(event.Data)); data == endOfStream {
			return gathered(chunks)
		} else if data != "" {
			chunks = append(chunks, gjson.Result{Type: gjson.JSON, Raw: data})
		}
	}
}
