package answer

import (
	"bytes"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/tidwall/gjson"
)

// maxItems bounds the items of one list in a reply. A long answer has some
// hundred; what has more is an attempt to use up memory.
const maxItems = 1 << 16

// node is one JSON value. The reader wants few, small values with their kinds
// told apart, which neither a map nor a struct with tags would give: null is
// not "", 1 is not "1", an absent key is not an empty one.
type node struct {
	kind jsontext.Kind // '{', '[', '"', '0', 't', 'f' or 'n'; 0 for an absent member
	text string        // a string's value, a number's literal
	json gjson.Result
}

func nodeOf(v gjson.Result) node {
	n := node{kind: jsontext.Kind(v.Raw[0]), text: v.Str, json: v}
	if v.Type == gjson.Number {
		n.kind, n.text = '0', v.Raw
	}
	return n
}

// member returns an object's member, or an absent node.
func (n node) member(key string) (found node) {
	if n.kind != '{' {
		return node{}
	}
	n.json.ForEach(func(k, v gjson.Result) bool {
		if k.Str != key {
			return true
		}
		found = nodeOf(v)
		return false
	})
	return found
}

func (n node) has(key string) bool { return n.member(key).kind != 0 }

// items returns the items of a list, no more than one has.
func (n node) items() []node {
	var out []node
	if n.kind == '[' {
		n.json.ForEach(func(_, v gjson.Result) bool {
			out = append(out, nodeOf(v))
			return len(out) < maxItems
		})
	}
	return out
}

// parse reads the JSON value at the start of text and returns it with its
// length in bytes. Duplicate keys, invalid UTF-8, lone surrogates and
// unbounded nesting are errors; what follows the value is not looked at.
func parse(text string) (node, int, error) {
	decoder := jsontext.NewDecoder(bytes.NewBufferString(text))
	value, err := decoder.ReadValue()
	if err != nil {
		return node{}, 0, fmt.Errorf("cannot read the JSON: %w", err)
	}
	length := int(decoder.InputOffset())
	return nodeOf(gjson.Parse(text[length-len(value) : length])), length, nil
}
