package wire

import (
	"slices"
	"strings"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"
)

// A provider wants what its model thought before it called tools back with the calls:
// DeepSeek answers 400 where `reasoning_content` is missing, OpenRouter wants
// `reasoning_details` back as they came, Anthropic's models behind LiteLLM `thinking_blocks`
// with their signatures. So a message with calls keeps them.

// Thought is what a message carries of the model's reasoning, beside its text.
type Thought struct {
	Name    string `json:",omitempty"` // of the member that held the text; "" where none was there
	Details string `json:",omitempty"` // reasoning_details, raw
	Blocks  string `json:",omitempty"` // thinking_blocks, raw
}

// take notes a member of a message or delta, if it is one of reasoning.
func (t *Thought) take(name string, v gjson.Result) {
	switch name {
	case "reasoning_content", "reasoning":
		if v.Type == gjson.String {
			keepFirst(&t.Name, name)
		}
	case "reasoning_details":
		t.Details = joinArrays(t.Details, RawArray(v))
	case "thinking_blocks":
		t.Blocks = joinArrays(t.Blocks, RawArray(v))
	}
}

// joinArrays is one raw array with the elements of two.
func joinArrays(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a[:len(a)-1] + "," + b[1:]
}

// Members are the members that go with calls of tools, raw, each with a comma in front; "" where there is no call.
func (c *Choice) Members() string {
	if !c.Called() {
		return ""
	}
	var b strings.Builder
	for _, m := range [...][2]string{{c.Thought.Name, quote(c.Reasoning)}, {"reasoning_details", c.Thought.Details},
		{"thinking_blocks", c.Thought.Blocks}} {
		if m[0] != "" && m[1] != "" {
			b.WriteString("," + quote(m[0]) + ":" + m[1])
		}
	}
	return b.String()
}

// cleanCalls are calls of tools without members that nobody knows, which nobody reads
// before a client does. A signature of the provider's stays.
func cleanCalls(raw string) string {
	if raw == "" {
		return ""
	}
	var out []string
	gjson.Parse(raw).ForEach(func(_, v gjson.Result) bool {
		out = append(out, cleanCall(v.Raw))
		return true
	})
	return arrayOf(out)
}

// callMembers are those of a call, and of what it calls.
var callMembers, calledMembers = []string{"id", "type", "index", "function", "custom", "extra_content"},
	[]string{"name", "arguments", "input"}

func cleanCall(raw string) string {
	strange := func(known []string, at string) {
		of := gjson.Parse(raw)
		if at != "" {
			of = of.Get(at)
		}
		of.ForEach(func(key, v gjson.Result) bool {
			if !slices.Contains(known, key.Str) || key.Str == "extra_content" && !isSealed(v) {
				escaped := strings.NewReplacer(`\`, `\\`, ".", `\.`, "*", `\*`, "?", `\?`, "|", `\|`, "#", `\#`, "@", `\@`, "!", `\!`,
					"{", `\{`, "}", `\}`, "[", `\[`, "]", `\]`, ":", `\:`).Replace(key.Str)
				raw, _ = sjson.Delete(raw, strings.TrimPrefix(at+"."+escaped, "."))
			}
			return true
		})
	}
	strange(callMembers, "")
	strange(calledMembers, "function")
	strange(calledMembers, "custom")
	return raw
}

// isSealed reports whether a value holds nothing but signatures: no text in it has a space.
func isSealed(v gjson.Result) bool {
	if v.IsObject() || v.IsArray() {
		sealed := true
		v.ForEach(func(key, inner gjson.Result) bool {
			sealed = !strings.ContainsAny(key.Str, " \t\n") && isSealed(inner)
			return sealed
		})
		return sealed
	}
	return v.Type != gjson.String || !strings.ContainsAny(v.Str, " \t\n\u00a0")
}
