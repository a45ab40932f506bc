package wire

import (
	"github.com/tidwall/gjson"
)

// responding is a streamed response as far as it has come.
type responding struct {
	items []gjson.Result  // that are whole, in order of their end
	whole gjson.Result    // the response in the event that ends the stream
	aside map[string]bool // ids of messages that are commentary
	part  string          // item and index of the part that is being written
}

// feedResponse takes one event of a streamed response.
func (g *Gatherer) feedResponse(event Event) error {
	root, err := replyObject(event.Data)
	if err != nil {
		return cutOff(err, event.Cut)
	}
	kind := orElse(root.Get("type").Str, event.Name)
	if kind == "error" || !root.Get("type").Exists() {
		if fault := frameError("error", root); fault != nil {
			return fault
		}
	}
	c, fault := g.choice(0, eventSize(kind, root))
	if fault != nil {
		return fault
	}
	switch kind {
	case "response.created", "response.in_progress", "response.queued":
		g.head.readResponseHead(root.Get("response"))
	case "response.output_item.added":
		if item := root.Get("item"); item.Get("phase").Str == commentary {
			g.response.aside[item.Get("id").Str] = true
		}
	case "response.output_text.delta":
		g.response.say(c, root)
	case "response.output_item.done":
		g.response.items = append(g.response.items, root.Get("item"))
	case "response.completed", "response.incomplete", "response.failed":
		return orNil(g.endResponse(c, root.Get("response")))
	}
	return nil
}

// say takes a piece of text. Each part is a paragraph, as in the whole
// response.
func (r *responding) say(c *gathering, root gjson.Result) {
	id, delta := root.Get("item_id").Str, root.Get("delta").Str
	if r.aside[id] || delta == "" {
		return
	}
	part := id + " " + root.Get("content_index").Raw
	if part != r.part && c.content.Len() > 0 {
		c.content.WriteString("\n\n")
	}
	r.part, c.hasContent = part, true
	c.content.WriteString(delta)
}

// eventSize is what an event counts for. Items come again in the last event,
// and texts come again when they are done.
func eventSize(kind string, root gjson.Result) int {
	switch kind {
	case "response.output_item.done":
		return len(root.Raw)
	case "response.completed", "response.incomplete", "response.failed":
		return 0
	}
	return len(root.Get("delta").Raw)
}

// endResponse takes the last event.
func (g *Gatherer) endResponse(c *gathering, response gjson.Result) *BrokenReply {
	if fault := upstreamError(response.Get("error")); fault != nil {
		return fault
	}
	var ended Choice
	if fault := ended.end(response); fault != nil {
		return fault
	}
	g.head.readResponseHead(response)
	c.finish, g.response.whole, g.done = ended.FinishReason, response, true
	return nil
}

// responseReply is Reply for a streamed response. Of one that broke off it
// returns the text that had come.
func (g *Gatherer) responseReply() (*Reply, error) {
	reply := g.head
	c := g.choices[0]
	if c == nil {
		return &reply, broken(FaultEmpty, "the stream has no event")
	}
	if !g.done || c.finish == "" {
		reply.Choices = []Choice{c.choice(0)}
		return &reply, broken(FaultTruncated, "the stream has no last event")
	}
	items := g.response.whole.Get("output").Array()
	if len(items) == 0 { // some upstreams end with the status only
		items = g.response.items
	}
	return &reply, orNil(reply.readOutput(Choice{FinishReason: c.finish}, items))
}
