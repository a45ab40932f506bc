package proxy

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/tidwall/gjson"

	"vouchsafe/grounding/report"
	"vouchsafe/proxy/upstream"
	"vouchsafe/proxy/wire"
)

// Calls of paths that are not verified pass unread: text completions, embeddings, files and what else there is. What they
// say in plain JSON is recorded all the same, so that nothing is said through the gateway of which no trace tells.

// mostUnread bounds, in bytes, what is kept of such a reply until it has passed. Of a longer one nothing is recorded.
const mostUnread = 4 << 20

// unread is what a call and its reply say.
type unread struct {
	model, user, question string
	texts                 [][]byte // by choice
	figures               map[string]json.RawMessage
}

// tells reports whether a reply may say something that can be read.
func tells(call *call, resp *upstream.Response) bool {
	kind := strings.ToLower(resp.Header.Get("Content-Type"))
	return call.method == "POST" && (strings.HasPrefix(kind, "application/json") || strings.HasPrefix(kind, "text/"))
}

// wordsOfError are what an upstream's error says, without those of one that refuses a credential: they often repeat it.
func wordsOfError(status int, body []byte) string {
	if status == 401 || status == 403 {
		return ""
	}
	return wire.ErrorIn(body).Message
}

// hearUnread notes for the trace what a passed call asked and got: of the reply only its first taken bytes have reached the
// client.
func hearUnread(run *run, k *kept, resp *upstream.Response, taken int) {
	if k.over {
		return
	}
	heard, a := &unread{}, run.lastAttempt()
	heard.asked(run.call.body, run.call.target.Kind)
	run.rec.unread = heard
	if run.rec.verdict == report.Failed && resp.Status >= 400 {
		a.Reply = wordsOfError(resp.Status, k.bytes)
		return
	}
	heard.said(k.bytes, resp)
	a.Reply = heard.text()
	if run.rec.answer = a.Reply; taken < len(k.bytes) {
		part := &unread{}
		part.said(k.bytes[:taken], resp)
		run.rec.answer = part.text()
	}
	if figures, err := json.Marshal(heard.figures); err == nil && len(heard.figures) > 0 {
		a.usage = wire.SumUsage(string(figures))
	} else if a.Reply != "" {
		a.usage, a.Guessed = wire.Completions.EstimateUsage(string(run.call.body), a.Reply), true
	}
}

// asked reads a request: who asks which model, and what: the prompt, or what the user said last.
func (u *unread) asked(body []byte, kind wire.Kind) {
	if !gjson.ValidBytes(body) {
		return
	}
	r := gjson.ParseBytes(body)
	u.model, u.user = r.Get("model").Str, r.Get("user").Str
	if u.user == "" {
		u.user = r.Get("metadata.user_id").Str
	}
	u.question = wire.LastAsked(body, kind)
}

// said reads what has come of a reply, whole or as a stream.
func (u *unread) said(body []byte, resp *upstream.Response) {
	switch {
	case saysStream(resp):
		for events := wire.NewEventReader(bytes.NewReader(body), 0); ; {
			e, err := events.Next()
			if err != nil {
				return
			}
			if gjson.ValidBytes(e.Data) {
				u.object(gjson.ParseBytes(e.Data))
			}
		}
	case gjson.ValidBytes(body):
		u.object(gjson.ParseBytes(body))
	case strings.HasPrefix(strings.ToLower(resp.Header.Get("Content-Type")), "text/"):
		u.add(0, string(body))
	}
}

// object reads a reply, or an event of one.
func (u *unread) object(r gjson.Result) {
	for _, figures := range [...]gjson.Result{r.Get("message.usage"), r.Get("response.usage"), r.Get("usage")} {
		figures.ForEach(func(name, n gjson.Result) bool { // a later event tells the whole
			if u.figures == nil {
				u.figures = map[string]json.RawMessage{}
			}
			u.figures[name.Str] = json.RawMessage(n.Raw)
			return true
		})
	}
	for i, c := range r.Get("choices").Array() {
		if n := c.Get("index"); n.Exists() {
			i = int(n.Num)
		}
		for _, text := range [...]string{"text", "message.content", "delta.content"} {
			u.add(i, c.Get(text).Str)
		}
	}
	for _, part := range append(r.Get("content").Array(), r.Get("output.#.content|@flatten").Array()...) {
		u.add(0, part.Get("text").Str)
	}
	u.add(0, r.Get("text").Str)
	if delta := r.Get("delta"); delta.IsObject() { // of a message
		u.add(0, delta.Get("text").Str)
	} else if r.Get("type").Str == "response.output_text.delta" {
		u.add(0, delta.Str)
	}
}

// mostUnreadChoices bounds how many choices of one reply are told.
const mostUnreadChoices = 128

func (u *unread) add(choice int, text string) {
	if text == "" || choice < 0 || choice >= mostUnreadChoices {
		return
	}
	for len(u.texts) <= choice {
		u.texts = append(u.texts, nil)
	}
	u.texts[choice] = append(u.texts[choice], text...)
}

func (u *unread) text() string { return string(bytes.Join(u.texts, []byte("\n\n"))) }
