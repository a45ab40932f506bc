package wire

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"

	"vouchsafe/jsonwriter"
)

// appendWhole is AppendReply for the Responses interface.
func appendWhole(dst []byte, r *Reply, c *Chat, report string) []byte {
	choice := &Choice{}
	if len(r.Choices) > 0 {
		choice = &r.Choices[0]
	}
	status, why := responseStatus(choice.FinishReason)
	return appendResponse(slices.Grow(dst, 1024+replySize(r, report)), c, &response{
		Reply: r, status: status, why: why, items: replyItems(r, choice), report: report,
	})
}

// ReplyItems returns the items of a reply's output as raw JSON, as the client
// gets them.
func (c *Chat) ReplyItems(r *Reply) []string {
	if c.Surface != Responses || len(r.Choices) == 0 {
		return nil
	}
	return replyItems(r, &r.Choices[0])
}

// response is a Response object that is to be written.
type response struct {
	*Reply
	status string
	why    string // it is no usual answer, "" where it is one
	items  []string
	report string
}

// responseStatus turns a finish reason into a status, and into the reason that
// goes along. A refusal is a whole answer, for clients that throw away what is
// incomplete (@openai/agents); others tell it by the reason.
func responseStatus(finish string) (status, why string) {
	switch FinishReason(finish) {
	case "length":
		return "incomplete", "max_output_tokens"
	case "content_filter":
		return "completed", "content_filter"
	}
	return "completed", ""
}

// echoed lists what a Response repeats of its request, and what it says where
// the request says nothing. It is the client's own, and so no answer.
var echoed = [...][2]string{
	{"instructions", "null"}, {"max_output_tokens", "null"}, {"max_tool_calls", "null"}, {"metadata", "{}"},
	{"parallel_tool_calls", "true"}, {"reasoning", `{"effort":null,"summary":null}`}, {"temperature", "null"},
	{"text", `{"format":{"type":"text"}}`}, {"tool_choice", `"auto"`}, {"tools", "[]"}, {"top_p", "null"},
	{"truncation", `"disabled"`}, {"user", "null"},
}

// appendResponse appends a Response object.
func appendResponse(dst []byte, c *Chat, r *response) []byte {
	w := jsonwriter.JSON(dst)
	w.Open('{')
	w.Text("id", r.ID)
	w.Text("object", "response")
	w.Integer("created_at", int(r.Created))
	w.Text("status", r.status)
	w.Truth("background", false)
	w.Given("error", "null")
	why := "null"
	if r.why != "" {
		why = `{"reason":` + quote(r.why) + `}`
	}
	w.Given("incomplete_details", why)
	w.Text("model", r.Model)
	w.Key("output")
	w = append(w, '[')
	w = append(w, strings.Join(r.items, ",")...)
	w.Close(']')
	for _, member := range echoed {
		value := echo(c, member)
		if member[0] == "metadata" {
			value = withVerdict(value, r.report)
		}
		w.Given(member[0], value)
	}
	w.Optional("previous_response_id", c.Previous)
	w.Truth("store", c.Stored)
	w.Named("service_tier", r.ServiceTier)
	w.Given("usage", cmp.Or(r.Usage, "null"))
	w.Given("vouchsafe", r.report)
	w.Close('}')
	return w
}

// mostMetadata is how many pairs a response's metadata has at most.
const mostMetadata = 16

// withVerdict adds to a response's metadata what clients that keep no other member can
// show: the verdict, its proof and the trace id, as the report has them.
func withVerdict(metadata, report string) string {
	verdict := gjson.Get(report, "verdict").Str
	body := strings.TrimSpace(metadata)
	if verdict == "" || !strings.HasPrefix(body, "{") || len(gjson.Parse(body).Map()) > mostMetadata-3 {
		return metadata
	}
	w := jsonwriter.JSON{'{'}
	w.Text("vouchsafe_verdict", verdict)
	w.Text("vouchsafe_proof", gjson.Get(report, "proof").Str)
	w.Text("vouchsafe_trace_id", gjson.Get(report, "trace_id").Str)
	if rest := strings.TrimSpace(body[1:]); rest != "}" {
		return string(w) + "," + rest
	}
	return string(w) + "}"
}

// echo returns what a Response says of one member of its request.
func echo(c *Chat, member [2]string) string {
	raw := valueOf(c, member[0])
	if raw == "" || raw == "null" {
		return member[1]
	}
	return raw
}

// replyItems returns the items of an output: reasoning where it is shown, the
// message where anything is said, and the calls.
func replyItems(r *Reply, c *Choice) []string {
	var items []string
	if r.ShowReasoning && c.Reasoning != "" {
		items = append(items, reasoningItem(r.ID, c.Reasoning))
	}
	if parts := messageParts(c); parts != "" {
		status, _ := responseStatus(c.FinishReason)
		items = append(items, messageItem(r.ID, status, parts))
	}
	return append(items, callItems(r.ID, c.ToolCalls)...)
}

// messageParts returns the content of a message, without its brackets; "" for
// a choice that says nothing beside its calls.
func messageParts(c *Choice) string {
	switch {
	case c.Content != nil && *c.Content != "":
		return textPart(*c.Content, flatAnnotations(c.Annotations))
	case c.Refusal != nil:
		return refusalPart(*c.Refusal)
	case c.ToolCalls == "":
		return textPart("", "[]")
	}
	return ""
}

func textPart(text, annotations string) string {
	return `{"type":"output_text","text":` + quote(text) + `,"annotations":` + annotations + `,"logprobs":[]}`
}

func refusalPart(text string) string { return `{"type":"refusal","refusal":` + quote(text) + `}` }

// Items are named after their reply: resp_… has msg_…, rs_… and fc_….
func messageItem(reply, status, parts string) string {
	return `{"id":` + quote(messageID(reply)) + `,"type":"message","status":"` + status +
		`","role":"assistant","content":[` + parts + `]}`
}

func reasoningItem(reply, text string) string {
	return `{"id":` + quote(reasoningID(reply)) + `,"type":"reasoning","summary":[` + summaryPart(text) + `]}`
}

func summaryPart(text string) string { return `{"type":"summary_text","text":` + quote(text) + `}` }

func messageID(reply string) string   { return "msg_" + nameOf(reply) }
func reasoningID(reply string) string { return "rs_" + nameOf(reply) }

func nameOf(reply string) string { return strings.TrimPrefix(reply, "resp_") }

// callItems returns the items of the calls, raw as they came but for their
// ids: a call without the reasoning that led to it gets one of the gateway's
// own. Upstreams tie a call to the reasoning in front of it by their ids, and refuse the one
// without the other.
func callItems(reply, raw string) []string {
	if raw == "" {
		return nil
	}
	var items []string
	sealed := false
	gjson.Parse(raw).ForEach(func(_, v gjson.Result) bool {
		item := v.Raw
		if v.Get("type").Str == "reasoning" {
			sealed = true
		} else if !sealed {
			item, _ = sjson.SetRaw(item, "id", quote("fc_"+nameOf(reply)+"_"+strconv.Itoa(len(items)))) // an object
		}
		items = append(items, item)
		return true
	})
	return items
}

// flatAnnotations turns the annotations of a chat completion, whose members
// stand in an object of their own, into those of a response.
func flatAnnotations(raw string) string {
	var flat []string
	gjson.Parse(raw).ForEach(func(_, a gjson.Result) bool {
		kind := a.Get("type").Str
		if inner := a.Get(kind); kind != "" && inner.IsObject() && !isEmpty(inner) {
			flat = append(flat, `{"type":`+quote(kind)+`,`+inner.Raw[1:])
		}
		return true
	})
	return "[" + strings.Join(flat, ",") + "]"
}
