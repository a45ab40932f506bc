// Package pasted finds the request in what people paste: the body of a request, its
// messages alone, a line of a log or of a batch or a command that holds either as JSON, or the text of a prompt.
package pasted

import (
	"encoding/json"
	"regexp"
	"strings"

	"github.com/tidwall/gjson"
)

// Read returns the body of the request in a text, and in a few words where it stood; ""
// for a text that is one, or that none can be found in. It is then the text as it stands.
func Read(text string) (body, as string) {
	text = strings.TrimSpace(text)
	if gjson.Valid(text) {
		return inJSON(gjson.Parse(text))
	}
	opens := strings.HasPrefix(text, "{") || strings.HasPrefix(text, "[")
	command := strings.HasPrefix(strings.TrimPrefix(text, "$ "), "curl ")
	switch {
	case !marks.MatchString(text):
	case opens:
		return text, "" // a request that is broken, or that is not written as JSON: its reader says how
	default:
		words := text
		if command {
			words = strings.ReplaceAll(text, `'\''`, "'") // as the shell hands it on
		}
		if body, as = within(words); as != "" {
			return body, as
		}
	}
	if command {
		return text, ""
	}
	// texts alone, which cannot fail
	data, _ := json.Marshal(map[string]any{"messages": []map[string]string{{"role": "user", "content": text}}})
	return string(data), "plain text, as one message of the user"
}

// marks fit what requests and their messages hold, in JSON and in what programs print.
var marks = regexp.MustCompile(`["']?\b(?:messages|role)["']?:|["'](?:messages|role)["']|["']input["']\s*:|\b(?:System|Human|Chat)Message\(`)

// inJSON finds the request in a JSON value.
func inJSON(v gjson.Result) (body, as string) {
	switch path, found := requestIn(v, "", 0); {
	case !found.Exists():
		return v.Raw, ""
	case found.IsArray():
		return `{"messages":` + found.Raw + `}`, strings.TrimSuffix("a list of messages, at "+path, ", at ")
	case path == "":
		return v.Raw, ""
	default:
		return found.Raw, "the request at " + path
	}
}

// requestIn is the first value that is a request or a list of messages, and where it
// stands.
func requestIn(v gjson.Result, path string, depth int) (at string, found gjson.Result) {
	const deepest = 8
	input := v.Get("input")
	ofResponses := v.Get("model").Exists() && (input.Type == gjson.String || isMessages(input))
	if v.IsObject() && (isMessages(v.Get("messages")) || ofResponses || depth == 0 && v.Get("messages").Exists()) || isMessages(v) {
		return path, v
	}
	if !v.IsObject() && !v.IsArray() || depth == deepest {
		return "", found
	}
	v.ForEach(func(key, value gjson.Result) bool {
		if strings.HasPrefix(value.Str, "{") && gjson.Valid(value.Str) {
			value = gjson.Parse(value.Str) // as a log has it
		}
		if value.IsObject() || value.IsArray() {
			at, found = requestIn(value, strings.TrimPrefix(path+"."+key.String(), "."), depth+1)
		}
		return !found.Exists()
	})
	return at, found
}

// All are the requests of a JSON list of several, each by itself, or else the text alone.
func All(text []byte) [][]byte {
	list := gjson.ParseBytes(text).Array()
	all := make([][]byte, 0, len(list))
	for _, v := range list {
		if _, found := requestIn(v, "", 0); !found.Exists() {
			return [][]byte{text}
		}
		all = append(all, []byte(v.Raw))
	}
	if len(all) < 2 || !gjson.ValidBytes(text) {
		return [][]byte{text}
	}
	return all
}

func isMessages(v gjson.Result) bool {
	return v.IsArray() && v.Get("0.role").Type == gjson.String && (v.Get("0.content").Exists() || v.Get("0.tool_calls").Exists())
}

// within finds a request among other words.
func within(text string) (body, as string) {
	const tried = 32 // places at which a value may begin
	for n, at := 0, 0; n < tried; n++ {
		next := strings.IndexAny(text[at:], "{[")
		if next < 0 {
			return "", ""
		}
		at += next
		var raw json.RawMessage
		if json.NewDecoder(strings.NewReader(text[at:])).Decode(&raw) == nil {
			if _, found := requestIn(gjson.ParseBytes(raw), "", 0); found.Exists() {
				body, _ = inJSON(gjson.ParseBytes(raw))
				return body, "JSON among other words"
			}
		}
		at++
	}
	return "", ""
}
