package wire

import (
	"strings"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"
)

// Items returns the items of the input as raw JSON: what a later call that
// goes on from this one has in front of its own. References are left out.
func (c *Chat) Items() []string {
	at, ok := c.Value("input")
	if !ok || c.Surface != Responses {
		return nil
	}
	var items []string
	switch c.Raw[at.Start] {
	case '"':
		items = append(items, `{"role":"user","content":`+c.Raw[at.Start:at.End]+`}`)
	case '[':
		walkArray(c.Raw, at.Start, func(_ int, at Span) bool {
			items = append(items, c.Raw[at.Start:at.End])
			return true
		})
	}
	return items
}

// Resolved returns the items of the input as an upstream that stores nothing
// can take them: each that stands by reference replaced by what it refers to,
// reasoning left out that only its maker's memory could complete, and with it
// the ids that would tie calls to it. changed is false where the input is so
// already. known tells what an id refers to, "" for an item that is not to be
// said again; an id that it does not know is an error.
func (c *Chat) Resolved(known func(id string) (string, bool)) (items []string, changed bool, fault *Error) {
	for _, raw := range c.Items() {
		v := gjson.Parse(raw)
		switch kind := v.Get("type").Str; {
		case kind == "item_reference":
			changed = true
			var ok bool
			if raw, ok = known(v.Get("id").Str); !ok {
				text := "Item with id '" + v.Get("id").Str + "' is not known here, or no longer. Send the item itself instead of its id."
				return nil, false, BadRequest("input", "item_not_found", text)
			}
		case kind == "reasoning" && v.Get("encrypted_content").Str == "":
			changed, raw = true, ""
		}
		if raw != "" {
			items = append(items, raw)
		}
	}
	if changed {
		items = untied(items)
	}
	return items, changed, nil
}

// untied takes the ids of calls and of answers away that stand behind no
// reasoning of their own.
func untied(items []string) []string {
	sealed := false
	for i, raw := range items {
		v := gjson.Parse(raw)
		kind := v.Get("type").Str
		switch {
		case kind == "reasoning":
			sealed = true
		case v.Get("role").Str == "user", v.Get("output").Exists():
			sealed = false
		case !sealed && (kind == "message" || clientCalls[kind]):
			items[i] = withoutID(raw)
		}
	}
	return items
}

// With returns the request with the given items for its input, and without
// previous_response_id: an upstream that stores nothing knows of no other
// response.
func (c *Chat) With(items []string) []byte {
	edit := c.Edit()
	edit.Drop("previous_response_id")
	edit.set("input", "["+strings.Join(items, ",")+"]")
	return edit.Bytes()
}

// Item is an item of an output as a later call has it in its input.
type Item struct {
	ID  string
	Raw string // "" for one that is not said again
}

// Replayed returns the items of an output, given as raw JSON, as they are said
// again: messages as plain text, calls without the ids that tie them to
// reasoning which is not said again, and nothing of what the upstream's own
// tools did.
func Replayed(output []string) []Item {
	items := make([]Item, 0, len(output))
	sealed := false
	for _, raw := range output {
		v := gjson.Parse(raw)
		item := Item{ID: v.Get("id").Str}
		switch kind := v.Get("type").Str; {
		case kind == "message":
			var said spoken
			var c Choice
			said.read(v)
			said.into(&c)
			if text := c.Said(); text != "" {
				item.Raw = TextMessage("assistant", text)
			}
		case kind == "reasoning":
			item.Raw = sealedReasoning(v)
			sealed = sealed || item.Raw != ""
		case clientCalls[kind] && sealed:
			item.Raw = raw
		case clientCalls[kind]:
			item.Raw = withoutID(raw)
		}
		items = append(items, item)
	}
	return items
}

// withoutID is an item, which was read as an object, without its id.
func withoutID(item string) string {
	item, _ = sjson.Delete(item, "id")
	return item
}

// Said is what a choice says in words: its content, or a refusal of the model's
// own, which is to be checked like any other text.
func (c *Choice) Said() string {
	switch {
	case c.Content != nil && *c.Content != "":
		return *c.Content
	case c.Refusal != nil:
		return *c.Refusal
	}
	return ""
}

// LastAsked is what the user says last in a request, or its prompt; "" where nothing tells it. A long request is looked
// through without a copy of it.
func LastAsked(body []byte, kind Kind) string {
	root := gjson.Parse(view(body))
	var last gjson.Result
	user := func(_, m gjson.Result) bool {
		if m.Get("role").Str == "user" {
			last = m.Get("content")
		}
		return true
	}
	switch kind {
	case KindCompletions:
		last = root.Get("prompt")
	case KindChat, KindMessages:
		root.Get("messages").ForEach(user)
	case KindResponses:
		if last = root.Get("input"); last.IsArray() {
			turns := last
			last = gjson.Result{}
			turns.ForEach(user)
		}
	}
	var texts []string
	part := func(_, p gjson.Result) bool {
		text := p.Str
		if p.IsObject() {
			text = p.Get("text").Str
		}
		if text != "" {
			texts = append(texts, text)
		}
		return true
	}
	if last.IsArray() {
		last.ForEach(part)
	} else {
		part(gjson.Result{}, last)
	}
	return strings.Clone(strings.Join(texts, "\n\n"))
}
