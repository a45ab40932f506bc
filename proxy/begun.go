package proxy

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/evidence/layout"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/text"
	"vouchsafe/policy"
	"vouchsafe/proxy/wire"
)

// A client may write the beginning of the answer as the last turn of its request, and the model
// goes on with it: both are one answer, and are judged as one. The client gets what it has not.

// beginning is what the client has begun of the answer. Behind what a step has brought, which the
// client writes into the model's turn, the model begins anew.
func (r *request) beginning(found *layout.Found) string {
	messages := r.chat.Prompt().Messages
	from := len(messages)
	for from > 0 && messages[from-1].Role == "assistant" && !messages[from-1].ToolCalls {
		from--
	}
	var turns []string
	for i := from; i < len(messages); i++ {
		turns = append(turns, strings.Join(messages[i].Parts, ""))
	}
	begun := strings.Join(turns, "\n\n")
	for i := range found.Chunks {
		if c := &found.Chunks[i]; c.Layout == observedLayout && c.Message >= from {
			_, begun, _ = strings.Cut(begun, c.Text)
		}
	}
	if strings.TrimSpace(begun) == "" {
		return ""
	}
	return begun
}

// spoken is a text without what is thought in front of it.
func spoken(said string) string {
	if rest := answer.WithoutThinking(said); rest != strings.TrimLeft(said, " \t\r\n") {
		return rest
	}
	return said
}

// goOn puts the answer's beginning in front of what a model went on with. A whole object of a form that
// the client has ordered goes on with nothing.
func goOn(run *run, q *question, c *wire.Choice) {
	begun := q.request.begun
	if begun == "" || c.Content == nil || *c.Content == "" ||
		q.request.chat.ResponseFormat != "" && gjson.Valid(*c.Content) && gjson.Parse(*c.Content).IsObject() {
		return
	}
	whole := spoken(begun + *c.Content)
	if begun = spoken(begun); begun == "" { // only a thought was begun
		c.Content = &whole
		return
	}
	whole = spoken(*c.Content)
	first, _ := utf8.DecodeRuneInString(whole)
	switch last, _ := utf8.DecodeLastRuneInString(begun); {
	case strings.HasPrefix(strings.TrimSpace(whole), strings.TrimSpace(begun)): // the upstream gives it back
		if run.call.messages == nil {
			return
		}
		begun = strings.TrimSpace(begun)
		begun = whole[:strings.Index(whole, begun)+len(begun)]
	case text.EndsSentence(last) && unicode.IsUpper(first):
		begun += " "
		fallthrough
	default:
		whole = begun + whole
	}
	c.Content, c.Begun = &whole, begun
}

// leaveBegun leaves out of what the client gets what it has. What does not go on with that is refused; only
// in front of JSON, which a program reads, more may stand.
func leaveBegun(run *run, q *question, c *choice, out *wire.Choice) {
	if c.Begun == "" || out.Content == nil || c.decision.Action == policy.Refuse {
		return
	}
	begun := c.Begun
	for c.inForm() && !strings.HasPrefix(*out.Content, begun) {
		begun = begun[1:]
	}
	rest, ok := strings.CutPrefix(*out.Content, begun)
	if !ok {
		c.decision = policy.Decision{Action: policy.Refuse, Verdict: report.Refused}
		refuseChoice(run, q, c, out)
		return
	}
	c.content, out.Content = rest, &rest
}

// takeBegun is that for a reply that passes as it came.
func takeBegun(c *wire.Choice) {
	if c.Begun != "" {
		rest := strings.TrimPrefix(*c.Content, c.Begun)
		c.Content = &rest
	}
}

// had is how many code points of a text the client has.
func (c *choice) had(text string) int {
	if !strings.HasPrefix(text, c.Begun) {
		return 0
	}
	return utf8.RuneCountInString(c.Begun)
}
