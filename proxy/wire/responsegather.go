package wire

import (
	"cmp"

	"github.com/tidwall/gjson"
)

// responding is a streamed response as far as it has come.
type responding struct {
	items []gjson.Result  // that are whole, in order of their end
	whole gjson.Result    // the response in the event that ends the stream
	aside map[string]bool // ids of messages that are commentary
	item  string          // the part that is being written: its item,
	index string          // and its index there
}

// happening is what an event of a streamed response may hold.
type happening struct {
	kind           string
	id             string // of the item that it is about
	index          string // raw, of the part of that item
	delta          gjson.Result
	item, response gjson.Result
	failed         bool // it has an error in it
}

// readHappening takes an event apart in one pass.
func readHappening(name string, root gjson.Result) (h happening) {
	root.ForEach(func(key, v gjson.Result) bool {
		switch key.Str {
		case "type":
			h.kind = v.Str
		case "item_id":
			h.id = v.Str
		case "content_index":
			h.index = v.Raw
		case "delta":
			h.delta = v
		case "item":
			h.item = v
		case "response":
			h.response = v
		case "error":
			h.failed = true
		}
		return true
	})
	h.kind = cmp.Or(h.kind, name)
	return h
}

// feedResponse takes one event of a streamed response.
func (g *Gatherer) feedResponse(event Event) error {
	root, err := replyObject(event.Data)
	if err != nil {
		return cutOff(err, event.Cut)
	}
	h := readHappening(event.Name, root)
	if h.kind == "error" || h.failed {
		if fault := frameError(h.kind, root); fault != nil {
			return fault
		}
	}
	c, fault := g.choice(0, len(h.delta.Raw)+len(h.item.Raw))
	if fault != nil {
		return fault
	}
	switch h.kind {
	case "response.created", "response.in_progress", "response.queued":
		g.head.readResponseHead(h.response)
	case "response.output_item.added":
		if h.item.Get("phase").Str == commentary {
			g.response.aside[h.item.Get("id").Str] = true
		}
	case "response.output_text.delta":
		g.response.say(c, &h)
	case "response.output_item.done":
		g.response.items = append(g.response.items, h.item)
	case "response.completed", "response.incomplete", "response.failed":
		return g.endResponse(c, h.response)
	}
	return nil
}

// say takes a piece of text. Its parts are joined as in the whole response.
func (r *responding) say(c *gathering, h *happening) {
	if r.aside[h.id] || h.delta.Str == "" {
		return
	}
	if said := c.content.String(); said != "" && (h.id != r.item || h.index != r.index) {
		c.content.WriteString(seam(said, h.delta.Str, h.id == r.item))
	}
	r.item, r.index, c.hasContent = h.id, h.index, true
	c.content.WriteString(h.delta.Str)
}

// endResponse takes the last event.
func (g *Gatherer) endResponse(c *gathering, response gjson.Result) error {
	if fault := upstreamError(response.Get("error")); fault != nil {
		return fault
	}
	var ended Choice
	if fault := ended.end(response); fault != nil {
		return fault
	}
	g.head.readResponseHead(response)
	c.FinishReason, g.response.whole, g.done = ended.FinishReason, response, true
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
	if !g.done || c.FinishReason == "" {
		reply.Choices = []Choice{c.choice(0)}
		return &reply, broken(FaultTruncated, "the stream has no last event")
	}
	items := g.response.whole.Get("output").Array()
	if len(items) == 0 { // some upstreams end with the status only
		items = g.response.items
	}
	return &reply, reply.readOutput(Choice{FinishReason: c.FinishReason}, items)
}
