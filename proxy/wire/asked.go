package wire

import (
	"strings"

	"github.com/tidwall/gjson"
)

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
