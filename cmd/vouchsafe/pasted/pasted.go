// Package pasted finds the request in what people paste: the body of a request, its
// messages alone, a line of a log or of a batch that holds it, what Python or Node prints of it,
// the command of curl that sends it, or the text of a prompt.
package pasted

import (
	"encoding/json"
	"iter"
	"regexp"
	"strings"

	"github.com/tidwall/gjson"

	"vouchsafe/grounding/evidence/layout"
)

// Read returns the body of the request in a text, and in a few words where it stood; ""
// for a text that is one, or that none can be found in. It is then the text as it stands.
func Read(text string) (body, as string) {
	text = strings.TrimSpace(text)
	if gjson.Valid(text) {
		return inJSON(gjson.Parse(text))
	}
	if command := curl.FindStringIndex(text); command != nil {
		for _, data := range [...]string{unquoted(text[command[0]:]), text} { // a here-document is as it stands
			if body, as = within(data); as != "" {
				return body, "the data of a curl command"
			}
		}
		if command[0] == 0 {
			return text, ""
		}
	}
	opens := strings.HasPrefix(text, "{") || strings.HasPrefix(text, "[")
	if opens && marks.MatchString(text) && !printed.MatchString(text) {
		return text, "" // a request that is broken: its reader says how
	}
	if body, as = within(text); as != "" {
		return body, as
	}
	if opens && marks.MatchString(text) {
		return text, ""
	}
	return prompt(text)
}

// marks fit what requests and their messages hold, and printed what Python and Node show of them.
var (
	marks   = regexp.MustCompile(`["']?\b(?:messages|role)["']?:|["'](?:messages|role)["']|["']input["']\s*:|\b(?:System|Human|AI|Tool)Message\(`)
	printed = regexp.MustCompile(`'(?:messages|role|input)'|[{,\s](?:messages|role):|\b(?:System|Human|AI|Tool)Message\(`)
)

// curl fits where a command line of curl begins.
var curl = regexp.MustCompile(`(?m)^(?:\$ )?(?:\w+=\S* )*curl(?:\.exe)? `)

// IsCommand reports whether a text is a command line of curl.
func IsCommand(text []byte) bool { return curl.Match(text) }

// quoted fits what stands in quotes of a shell, and what is escaped outside of them.
var quoted = regexp.MustCompile(`(?s)\$'(?:[^'\\]|\\.)*'|'[^']*'|"(?:[^"\\]|\\.)*"|\\.`)

var (
	inQuotes = strings.NewReplacer(`\\`, `\`, `\"`, `"`, `\$`, `$`, "\\`", "`")
	inC      = strings.NewReplacer(`\\`, `\`, `\"`, `"`, `\'`, `'`, `\n`, "\n", `\r`, "\r", `\t`, "\t")
)

// unquoted is a command as the shell hands it on.
func unquoted(command string) string {
	return quoted.ReplaceAllStringFunc(command, func(s string) string {
		switch s[0] {
		case '$':
			return inC.Replace(s[2 : len(s)-1])
		case '"':
			return inQuotes.Replace(s[1 : len(s)-1])
		case '\'':
			return s[1 : len(s)-1]
		}
		return s[1:]
	})
}

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
	first := v.Get("0")
	return v.IsArray() && first.Get("role").Type == gjson.String && (first.Get("content").Exists() || first.Get("tool_calls").Exists())
}

// langchain says who speaks in what Python prints of LangChain's messages.
var langchain = strings.NewReplacer("SystemMessage(content=", "Message(role='system', content=", "HumanMessage(content=",
	"Message(role='user', content=",
	"AIMessage(content=", "Message(role='assistant', content=", "ToolMessage(content=", "Message(role='tool', content=")

// within finds a request among other words: JSON, or an object that was printed.
func within(text string) (body, as string) {
	const tried = 32 // places at which a value may begin
	if !marks.MatchString(text) {
		return "", ""
	}
	readable := printed.MatchString(text)
	text = langchain.Replace(text)
	for at := range places(text, tried) {
		var raw json.RawMessage
		if json.NewDecoder(strings.NewReader(text[at:])).Decode(&raw) == nil {
			as, body = "JSON among other words", string(raw)
		} else if body, _ = layout.PythonJSON(text[at:]); readable && gjson.Valid(body) {
			as = "a printed object"
		} else {
			continue
		}
		if _, found := requestIn(gjson.Parse(body), "", 0); found.Exists() {
			body, _ = inJSON(gjson.Parse(body))
			return body, as
		}
	}
	return "", ""
}

// places are the first n at which a value may begin.
func places(text string, n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for at := 0; n > 0; n-- {
			next := strings.IndexAny(text[at:], "{[")
			if next < 0 || !yield(at+next) {
				return
			}
			at += next + 1
		}
	}
}

// speakers fit the names with which LangChain writes a prompt out as a text.
var speakers = regexp.MustCompile(`(?m)^(?:=+ )?(System|Human|A[Ii])(?:: | Message =+$)`)

var roles = map[string]string{"System": "system", "Human": "user", "AI": "assistant", "Ai": "assistant"}

// prompt makes a request of the text of a prompt.
func prompt(text string) (body, as string) {
	type message struct {
		Role    string `json:"role"`
		Content string `json:"content"`
	}
	all, as := []message{{"user", text}}, "plain text, as one message of the user"
	if turns := speakers.FindAllStringSubmatchIndex(text, -1); len(turns) > 0 && turns[0][0] == 0 {
		all, as = nil, "plain text, whose lines name their speakers"
		for i, t := range turns {
			end := len(text)
			if i+1 < len(turns) {
				end = turns[i+1][0]
			}
			all = append(all, message{roles[text[t[2]:t[3]]], strings.TrimSpace(text[t[1]:end])})
		}
	}
	data, _ := json.Marshal(map[string]any{"messages": all}) // texts alone, which cannot fail
	return string(data), as
}
