package messages

import (
	"strconv"
	"strings"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"

	"vouchsafe/jsonwriter"
	"vouchsafe/proxy/wire"
)

// A request of this interface goes through the gateway as one for a chat completion. What
// that has no place for (thinking, a PDF, cache_control, an image's own form) goes with it
// in members called native: of the request, a message, a part of a content, a tool. An
// upstream of this interface gets it back as it came; for any other, Chat takes it out, or
// says it in the other interface's words.

// Chat turns the body of a chat completion, which Read has made and the gateway may have
// edited, into one for an upstream of that interface. plain tells that nothing was added to
// it: then the documents stand in the messages.
func Chat(body []byte, plain bool) []byte {
	root := gjson.ParseBytes(body)
	out := jsonwriter.JSON("{")
	root.ForEach(func(key, v gjson.Result) bool {
		switch key.Str {
		case "native":
		case "messages":
			out.Given(key.Str, array(chatMessages(v, plain)))
		case "tools":
			var tools []string
			for _, t := range v.Array() {
				tools = append(tools, without(t.Raw, "native"))
			}
			out.Given(key.Str, array(tools))
		default:
			appendMember(&out, key, v.Raw)
		}
		return true
	})
	return append(out, '}')
}

// object is an object of members: names, which need no escaping, and values as JSON. A value
// of "" is left out.
func object(members ...string) string {
	j := jsonwriter.JSON("{")
	for i := 0; i < len(members); i += 2 {
		j.Given(members[i], members[i+1])
	}
	return string(append(j, '}'))
}

func quote(text string) string { return string(jsonwriter.AppendString(nil, text)) }

// quoteAny is quote for a text that may be left out.
func quoteAny(text string) string {
	if text == "" {
		return ""
	}
	return quote(text)
}

// array is a list of values, given as JSON.
func array(values []string) string { return "[" + strings.Join(values, ",") + "]" }

// without is an object without a member. What is no object stays as it came.
func without(raw, member string) string {
	if out, err := sjson.Delete(raw, member); err == nil && strings.HasPrefix(raw, "{") {
		return out
	}
	return raw
}

// appendMember appends a member under a name as it came.
func appendMember(j *jsonwriter.JSON, name gjson.Result, raw string) {
	j.Comma()
	*j = append(append(append(*j, name.Raw...), ':'), raw...)
}

// chatMessages are messages in a chat completion's own words. Images and files that a tool
// has brought stand in the user's role behind its result, since no tool's message has any.
func chatMessages(all gjson.Result, plain bool) (out []string) {
	var brought []string
	behind := func() {
		if brought != nil {
			out, brought = append(out, object("role", `"user"`, "content", array(brought))), nil
		}
	}
	for _, m := range all.Array() {
		role, content := m.Get("role").Str, m.Get("content")
		if role != "tool" {
			behind()
		}
		raw := without(m.Raw, "native")
		if content.IsArray() {
			said, rest := chatParts(content, role, plain)
			if role == "tool" {
				brought = append(brought, rest...)
			}
			raw, _ = sjson.SetRaw(raw, "content", said) // JSON that was read
		}
		out = append(out, raw)
	}
	behind()
	return out
}

// chatParts is a content in parts as a message of a role has it: parts for the user, one
// text for all others, which not every server takes in parts. others are the parts that
// are no text.
func chatParts(content gjson.Result, role string, plain bool) (said string, others []string) {
	var texts, all []string
	for _, part := range content.Array() {
		for _, one := range chatPart(part, part.Get("native"), plain) {
			if part := gjson.Parse(one); part.Get("type").Str == "text" {
				texts = append(texts, part.Get("text").Str)
			} else {
				others = append(others, one)
			}
			all = append(all, one)
		}
	}
	switch {
	case role == "user":
		return array(all), nil
	case texts == nil && role == "assistant":
		return "null", nil
	}
	return quote(strings.Join(texts, "\n\n")), others
}

// chatPart is what a part is in a chat completion: none, one, or several.
func chatPart(part, native gjson.Result, plain bool) []string {
	block, source := native.Get("type").Str, native.Get("source")
	switch {
	case part.Get("type").Str == "text":
		return []string{textPart(part.Get("text").Str)}
	case !native.Exists():
		return []string{part.Raw}
	case block == "image":
		return []string{imagePart(source)}
	case block == "document" && source.Get("type").Str == "base64":
		return []string{filePart(native)}
	case block != "document" && block != "search_result":
		return nil
	}
	var out []string
	if plain {
		r := reader{call: &Call{places: map[string]place{}}}
		_, _ = r.material(native, "") // it was read before
		out = append(out, textPart(tagged(r.chunks)))
	}
	for _, inner := range source.Get("content").Array() {
		if inner.Get("type").Str == "image" {
			out = append(out, imagePart(inner.Get("source")))
		}
	}
	return out
}

func textPart(text string) string { return object("type", `"text"`, "text", quote(text)) }

// imagePart is an image as a chat completion has it.
func imagePart(source gjson.Result) string {
	url := source.Get("url").Str
	if source.Get("type").Str == "base64" {
		url = "data:" + source.Get("media_type").Str + ";base64," + source.Get("data").Str
	}
	return object("type", `"image_url"`, "image_url", object("url", quote(url)))
}

// filePart is a PDF as a chat completion has it.
func filePart(document gjson.Result) string {
	name := strings.TrimSuffix(document.Get("title").Str, ".pdf")
	if name == "" {
		name = "document"
	}
	data := "data:application/pdf;base64," + document.Get("source.data").Str
	return object("type", `"file"`, "file", object("filename", quote(name+".pdf"), "file_data", quote(data)))
}

// ownBlocks are a content's blocks as this interface has them.
func ownBlocks(content gjson.Result) (blocks []string) {
	if content.Type == gjson.String {
		return []string{textPart(content.Str)}
	}
	for _, part := range content.Array() {
		switch native := part.Get("native"); native.Get("type").Str {
		case "":
			if part.Get("text").Str != "" {
				blocks = append(blocks, part.Raw)
			}
		case "document", "search_result":
			blocks = append(blocks, without(native.Raw, "citations")) // the gateway cites
		default:
			blocks = append(blocks, native.Raw)
		}
	}
	return blocks
}

// CountTokens is a rough count of a request's tokens, as the interface tells it: for an
// upstream that has no such count.
func CountTokens(chat []byte) []byte {
	root := gjson.ParseBytes(Chat(chat, true))
	n := wire.EstimateTokens(root.Get("tools").Raw)
	for _, m := range root.Get("messages").Array() {
		n += perMessage + wire.EstimateTokens(textOf(m.Get("content"))+m.Get("tool_calls").Raw)
	}
	return []byte(object("input_tokens", strconv.Itoa(n)))
}

// perMessage is what the frame of a message takes, in tokens.
const perMessage = 4
