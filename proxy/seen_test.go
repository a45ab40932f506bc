package proxy

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/repair"
	"vouchsafe/internal/upstreamtest"
)

// seen is what a client has understood of a reply, plain or streamed: one view
// of both, so that a test can ask the same of either.
type seen struct {
	got
	choices []seenChoice // by index
	report  gjson.Result // the vouchsafe member
	usage   string
	head    string // id, created and model; "mixed" if the chunks differ
	fault   string // an error's message
	done    bool   // [DONE], or a plain body
	usages  int    // usage chunks
}

type seenChoice struct {
	content, refusal    string
	null                bool // content was null, or never sent
	finish              string
	finishes, roles     int
	tools, annotations  string
	logprobs, reasoning string
}

// talk posts a chat completion, streamed or not, and reads the reply.
func (r *rig) talk(body string, stream bool, header ...string) seen {
	r.t.Helper()
	if stream {
		body = strings.Replace(body, "{", `{"stream":true,`, 1)
	}
	return read(r.t, r.post(chatPath, body, header...))
}

// read understands a reply.
func read(t testing.TB, g got) seen {
	t.Helper()
	s := seen{got: g}
	if strings.HasPrefix(g.header.Get("Content-Type"), "text/event-stream") {
		for _, data := range events(g.body) {
			if data == "[DONE]" {
				s.done = true
				continue
			}
			s.chunk(t, gjson.Parse(data))
		}
		return s
	}
	root := gjson.Parse(g.body)
	s.fault = root.Get("error.message").String()
	s.report, s.usage, s.done = root.Get("vouchsafe"), root.Get("usage").Raw, g.broken == nil
	s.head = headOf(root)
	for _, c := range root.Get("choices").Array() {
		s.add(c, c.Get("message"))
	}
	return s
}

func (s *seen) chunk(t testing.TB, root gjson.Result) {
	t.Helper()
	if root.Get("error").Exists() {
		s.fault = root.Get("error.message").String()
		return
	}
	if root.Get("object").Str != "chat.completion.chunk" {
		t.Errorf("a chunk is %s", root.Raw)
	}
	switch head := headOf(root); {
	case s.head == "":
		s.head = head
	case s.head != head:
		s.head = "mixed"
	}
	if u := root.Get("usage"); u.IsObject() {
		s.usage, s.usages = u.Raw, s.usages+1
		if len(root.Get("choices").Array()) > 0 {
			t.Error("the usage stands on a chunk with choices")
		}
	}
	if v := root.Get("vouchsafe"); v.Exists() {
		if s.report.Exists() || root.Get("choices.0.finish_reason").Str == "" {
			t.Error("the report stands twice, or on a chunk without finish_reason")
		}
		s.report = v
	}
	for _, c := range root.Get("choices").Array() {
		s.add(c, c.Get("delta"))
	}
}

// add takes a message or a delta.
func (s *seen) add(c, m gjson.Result) {
	for len(s.choices) <= int(c.Get("index").Int()) {
		s.choices = append(s.choices, seenChoice{null: true})
	}
	v := &s.choices[c.Get("index").Int()]
	if text := m.Get("content"); text.Type == gjson.String {
		v.content += text.Str
		v.null = v.null && text.Str == ""
	}
	v.refusal += m.Get("refusal").Str
	v.tools += m.Get("tool_calls").Raw
	v.annotations += m.Get("annotations").Raw
	v.reasoning += m.Get("reasoning_content").Str
	v.logprobs = c.Get("logprobs").Raw
	if m.Get("role").Str == "assistant" {
		v.roles++
	}
	if f := c.Get("finish_reason").Str; f != "" {
		v.finish, v.finishes = f, v.finishes+1
	}
}

func headOf(root gjson.Result) string {
	return root.Get("id").Str + " " + root.Get("created").Raw + " " + root.Get("model").Str
}

// events returns the data of the events of a stream.
func events(body string) []string {
	var out []string
	for event := range strings.SplitSeq(body, "\n\n") {
		var data []string
		for line := range strings.SplitSeq(event, "\n") {
			if d, ok := strings.CutPrefix(line, "data: "); ok {
				data = append(data, d)
			}
		}
		if data != nil {
			out = append(out, strings.Join(data, "\n"))
		}
	}
	return out
}

// text is what the first choice says, refusal or content.
func (s seen) text() string {
	if len(s.choices) == 0 {
		return ""
	}
	return s.choices[0].content + s.choices[0].refusal
}

// verdict is the report's, or the header's where there is no report.
// uncut is the text without the note that something was left out. A text of
// which something was left out has to bear it.
func (s seen) uncut(t testing.TB) string {
	t.Helper()
	text, noted := strings.CutSuffix(s.text(), "\n\n"+repair.Notice("en"))
	if noted != (s.verdict() == "redacted") {
		t.Errorf("%s, and noted %t: %q", s.verdict(), noted, s.text())
	}
	return text
}

func (s seen) verdict() string {
	if s.report.Exists() {
		return s.report.Get("verdict").Str
	}
	return s.header.Get("X-Vouchsafe-Verdict")
}

// withoutID is the body without the exchange's id, which is random and may
// hold any number.
func (s got) withoutID() string {
	return strings.ReplaceAll(s.body, s.header.Get("X-Vouchsafe-Trace-Id"), "")
}

// wellFormed checks what holds of every whole reply.
func (s seen) wellFormed(t testing.TB) {
	t.Helper()
	if s.status != http.StatusOK || s.broken != nil || !s.done || s.fault != "" || s.head == "mixed" {
		t.Fatalf("not a whole reply: %d, %v, %+v\n%s", s.status, s.broken, s.fault, s.body)
	}
	allowed := []string{"stop", "length", "tool_calls", "content_filter", "function_call"}
	for i, c := range s.choices {
		if c.finishes != 1 || c.roles != 1 || c.logprobs != "null" || !slices.Contains(allowed, c.finish) {
			t.Errorf("choice %d is ill-formed: %+v", i, c)
		}
		if c.content != "" && c.refusal != "" {
			t.Errorf("choice %d has content and refusal", i)
		}
	}
	if len(s.choices) == 0 {
		t.Error("no choices")
	}
}

// errorOf reads an error body and checks its form.
func errorOf(t testing.TB, body string) (code, message string) {
	t.Helper()
	e := gjson.Get(body, "error")
	for _, key := range []string{"message", "type", "param", "code"} {
		if !e.Get(key).Exists() {
			t.Errorf("the error has no %q: %s", key, body)
		}
	}
	if e.Get("message").Str == "" || e.Get("param").Type == gjson.String && e.Get("param").Str == "" {
		t.Errorf("an empty string stands for null: %s", body)
	}
	return e.Get("code").Str, e.Get("message").Str
}

// passage is one sentence that a scripted model says, with its citation.
type passage struct{ text, chunk, snippet string }

// segmented is an answer in the form that models are asked for. A passage
// without chunk and snippet cites nothing.
func segmented(said ...passage) string {
	type citation struct {
		Chunk   string `json:"chunk_id"`
		Snippet string `json:"snippet"`
	}
	type segment struct {
		Citations []citation `json:"citations"`
		Text      string     `json:"text"`
	}
	answer := struct {
		Mode     string    `json:"mode"`
		Segments []segment `json:"segments"`
		Open     []string  `json:"unanswered_aspects"`
	}{"answer", []segment{}, []string{}}
	for _, p := range said {
		s := segment{Citations: []citation{}, Text: p.text}
		if p.chunk+p.snippet != "" {
			s.Citations = append(s.Citations, citation{p.chunk, p.snippet})
		}
		answer.Segments = append(answer.Segments, s)
	}
	b, _ := json.Marshal(answer)
	return string(b)
}

// The two documents, quoted as they should be, and one falsified.
var (
	doseRight  = passage{"Adults start on 5 mg of apixaban twice daily.", "d1", "Adults with atrial fibrillation start on apixaban 5 mg twice daily."}
	doseWrong  = passage{"Adults start on 50 mg of apixaban twice daily.", "d1", "Adults with atrial fibrillation start on apixaban 50 mg twice daily."}
	backups    = passage{"Backups are kept for 21 days.", "d2", "Nightly backups start at 01:30 UTC and are kept for 21 days."}
	goodAnswer = segmented(backups)
	badAnswer  = segmented(doseWrong)
)

// says answers with the given choices, in order.
func says(contents ...string) upstreamtest.Script {
	var a upstreamtest.Answer
	for _, c := range contents {
		a.Choices = append(a.Choices, upstreamtest.Choice{Content: c})
	}
	return upstreamtest.Answering(a)
}

// plainAndStreamed runs a test both ways.
// inSegments is for tests whose subject is the form segments: its schema, its ids, its JSON.
func inSegments(a *App) { a.Policy.Citations.Dialect = answer.Segments }

// inBoth runs a test in the dialects that are the usual ones.
func inBoth(t *testing.T, name string, test func(t *testing.T, in func(*App), d answer.Dialect)) {
	t.Helper()
	for _, d := range []answer.Dialect{answer.Segments, answer.Sentences} {
		t.Run(strings.TrimPrefix(name+" in "+string(d), " "), func(t *testing.T) {
			test(t, func(a *App) { a.Policy.Citations.Dialect = d }, d)
		})
	}
}

// written is an answer as a model writes it in a dialect, of documents of one sentence each.
func written(d answer.Dialect, said ...passage) string {
	if d == answer.Segments {
		return segmented(said...)
	}
	var b strings.Builder
	for _, p := range said {
		b.WriteString(strings.TrimSuffix(p.text, ".") + " §" + p.chunk[1:] + ". ")
	}
	return strings.TrimSpace(b.String())
}

func plainAndStreamed(t *testing.T, name string, test func(t *testing.T, stream bool)) {
	t.Run(name, func(t *testing.T) { test(t, false) })
	t.Run(name+", streamed", func(t *testing.T) { test(t, true) })
}

func parse(json string) gjson.Result { return gjson.Parse(json) }

func readInt(json, path string) int64 { return gjson.Get(json, path).Int() }
