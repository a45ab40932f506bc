package messages

import (
	"encoding/base64"
	"encoding/json"
	"strings"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"

	"vouchsafe/proxy/wire"
)

// What a model thought goes through a chat completion as `thinking_blocks`, beside its text
// and its calls. Where in the message a block stood is told by a member `behind`: the id of
// the call in front of it, or "text"; none for what stands first.

// thought is one block of thinking.
type thought struct{ raw, behind string }

const (
	behindText = "text"
	placed     = "behind"
)

// thoughtsIn are the blocks of a list, without their places.
func thoughtsIn(blocks string) []thought {
	var out []thought
	for _, b := range gjson.Parse(blocks).Array() {
		out = append(out, thought{without(b.Raw, placed), b.Get(placed).Str})
	}
	return out
}

// thoughtsOf are those of a choice. An upstream of another interface signs nothing: what it
// wants back stands in the place of a signature.
func thoughtsOf(c *wire.Choice) []thought {
	if c.Thought.Blocks != "" || c.Reasoning == "" && c.Thought == (wire.Thought{}) {
		return thoughtsIn(c.Thought.Blocks)
	}
	return []thought{{raw: object("type", `"thinking"`, "thinking", quote(c.Reasoning), "signature", quote(sealed(c.Thought)))}}
}

// seal begins a signature of the gateway's own.
const seal = "vouchsafe."

// sealed is what an upstream wants back, as a signature.
func sealed(t wire.Thought) string {
	data, _ := json.Marshal(t) // texts: encoding cannot fail
	return seal + base64.RawURLEncoding.EncodeToString(data)
}

// unsealed reads such a signature, and tells whether it is one.
func unsealed(signature string) (t wire.Thought, is bool) {
	text, is := strings.CutPrefix(signature, seal)
	if !is {
		return t, false
	}
	data, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || json.Unmarshal(data, &t) != nil || t.Details != "" && (!gjson.Valid(t.Details) || !gjson.Parse(t.Details).IsArray()) {
		return wire.Thought{}, true
	}
	if t.Name != "reasoning_content" && t.Name != "reasoning" { // no upstream knows it
		t.Name = ""
	}
	return wire.Thought{Name: t.Name, Details: t.Details}, true
}

// thinkingOf notes where blocks of thinking stand among the blocks of a message.
type thinkingOf struct {
	behind string
	blocks []string
}

// pass notes a block of another type.
func (t *thinkingOf) pass(kind, id string) {
	switch {
	case kind == "text" && t.behind == "":
		t.behind = behindText
	case kind == "tool_use":
		t.behind = id
	}
}

// add adds a block of thinking.
func (t *thinkingOf) add(raw string) string {
	if t.behind != "" {
		raw, _ = sjson.Set(raw, placed, t.behind) // JSON that was read
	}
	t.blocks = append(t.blocks, raw)
	return raw
}
