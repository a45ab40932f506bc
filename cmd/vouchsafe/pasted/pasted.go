// Package pasted finds the request in what people paste: the body of a request, its
// messages alone, a line of a log or of a batch that holds it, what Python or Node prints of it,
// the command of curl that sends it, or the text of a prompt.
package pasted

import (
	"cmp"
	"encoding/json"
	"iter"
	"regexp"
	"slices"
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
	marks   = regexp.MustCompile(`["']?\b(?:messages|role)["']?:|["'](?:messages|role)["']|["']input["']\s*:|["']type["']: ?["'](?:system|human)["']|\b(?:System|Human|AI|Tool|Chat)Message\(|` + tuple)
	printed = regexp.MustCompile(`'(?:messages|role|input|type)'|[{,\s](?:messages|role):|\b(?:System|Human|AI|Tool|Chat)Message\(|` + tuple)
)

// tuple fits how Python prints the beginning of a message that is a pair: its speaker.
const tuple = `\(["'](system|human|user|ai|assistant)["'], `

// elided fits what Node prints in place of what lies deeper than it shows.
var elided = regexp.MustCompile(`\[(?:Array|Object)\]`)

// IsElided reports whether Node left out a part of what it printed.
func IsElided(text []byte) bool { return elided.Match(text) }

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
		return `{"messages":` + plain(found) + `}`, strings.TrimSuffix("a list of messages, at "+path, ", at ")
	case path == "":
		return v.Raw, ""
	case isMessages(found.Get("messages")) && plain(found.Get("messages")) != found.Get("messages").Raw:
		return `{"messages":` + plain(found.Get("messages")) + `}`, "the messages at " + path
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
	role, content := message(v.Get("0"))
	return v.IsArray() && role != "" && (content.Exists() || v.Get("0.tool_calls").Exists())
}

// message says who speaks in a message and what, whichever names LangChain, LlamaIndex or Haystack have for these.
func message(v gjson.Result) (role string, content gjson.Result) {
	for _, inner := range [...]string{"data", "kwargs"} {
		if v.Get(inner + ".content").Exists() {
			v = v.Get(inner)
		}
	}
	for _, name := range [...]string{"role", "_role", "type"} {
		if said := v.Get(name); role == "" && said.Type == gjson.String && (name != "type" || speaker.MatchString(said.Str)) {
			role = said.Str
		}
	}
	for _, name := range [...]string{"content", "_content", "blocks"} {
		if !content.Exists() {
			content = v.Get(name)
		}
	}
	return cmp.Or(roles[role], role), content
}

// plain is a list of messages as a request has it.
func plain(list gjson.Result) string {
	foreign := func(v gjson.Result) bool { return roles[v.Get("role").Str] != "" || v.Get("blocks").Exists() }
	if list.Get("0.role").Exists() && !slices.ContainsFunc(list.Array(), foreign) {
		return list.Raw
	}
	all := []turn{}
	for _, v := range list.Array() {
		role, content := message(v)
		all = append(all, turn{role, json.RawMessage(cmp.Or(content.Raw, `""`))})
	}
	data, _ := json.Marshal(all) // of what has been read as JSON, which cannot fail
	return string(data)
}

type turn struct {
	Role    string          `json:"role"`
	Content json.RawMessage `json:"content"`
}

var (
	pairs      = regexp.MustCompile(tuple)
	langchain  = regexp.MustCompile(`\b(System|Human|AI|Tool)Message\(`)
	enumerated = regexp.MustCompile(`<\w+\.\w+: ('\w+')>`) // what Python prints of a constant
	oneALine   = regexp.MustCompile(`(?m)^(?:System|Human|AI|Tool|Chat)Message\(`)
)

// within finds a request among other words: JSON, or an object that was printed.
func within(text string) (body, as string) {
	const tried = 32 // places at which a value may begin
	if !marks.MatchString(text) {
		return "", ""
	}
	readable := printed.MatchString(text)
	if at := oneALine.FindStringIndex(text); at != nil {
		text = "[" + strings.TrimPrefix(oneALine.ReplaceAllString(text[at[0]:], ",$0"), ",") + "]"
	}
	text = pairs.ReplaceAllString(text, "Message(role='$1', content=")
	text = enumerated.ReplaceAllString(langchain.ReplaceAllString(text, "Message(role='$1', "), "$1")
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

// speakers fit the names with which frameworks write a prompt out as a text, and speaker one of them.
var (
	speakers = regexp.MustCompile(`(?m)^(?:=+ )?(System|Human|A[Ii]|system|user|assistant)(?:: | Message =+$)`)
	speaker  = regexp.MustCompile(`^(?:system|human|ai|tool)$`)
)

var roles = map[string]string{"System": "system", "Human": "user", "human": "user", "AI": "assistant", "Ai": "assistant", "ai": "assistant", "Tool": "tool"}

// prompt makes a request of the text of a prompt.
func prompt(text string) (body, as string) {
	said := func(role, text string) turn {
		content, _ := json.Marshal(text)
		return turn{cmp.Or(roles[role], role), content}
	}
	all, as := []turn{said("user", text)}, "plain text, as one message of the user"
	if turns := speakers.FindAllStringSubmatchIndex(text, -1); len(turns) > 0 && turns[0][0] == 0 {
		all, as = nil, "plain text, whose lines name their speakers"
		for i, t := range turns {
			end := len(text)
			if i+1 < len(turns) {
				end = turns[i+1][0]
			}
			all = append(all, said(text[t[2]:t[3]], strings.TrimSpace(text[t[1]:end])))
		}
	}
	data, _ := json.Marshal(map[string]any{"messages": all}) // texts alone, which cannot fail
	return string(data), as
}
