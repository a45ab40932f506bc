package answer

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/tidwall/gjson"
)

// Bounds on the JSON of a reply. The deepest shape of any dialect has five
// levels, and a long answer has some hundred values; what has more is an
// attempt to use up memory.
const (
	maxDepth  = 32
	maxValues = 1 << 16
)

var errTooMuch = errors.New("more values or levels than any answer has")

// node is one JSON value. The reader wants few, small values with their kinds
// told apart, which neither a map nor a struct with tags would give: null is
// not "", 1 is not "1", an absent key is not an empty one.
type node struct {
	kind  jsontext.Kind // '{', '[', '"', '0', 't', 'f' or 'n'; 0 for an absent member
	text  string        // a string's value, a number's literal
	keys  []string      // of an object, in the order written
	items []node        // an object's values, or an array's
}

// member returns an object's member, or an absent node.
func (n *node) member(key string) *node {
	for i, k := range n.keys {
		if k == key {
			return &n.items[i]
		}
	}
	return &node{}
}

func (n *node) has(key string) bool {
	return n.member(key).kind != 0
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
	t := taker{left: maxValues}
	n := t.take(gjson.Parse(text[length-len(value):length]), 0)
	if t.left < 0 {
		return node{}, 0, fmt.Errorf("cannot read the JSON: %w", errTooMuch)
	}
	return n, length, nil
}

// taker makes nodes of JSON that is known to be valid. left is the number of
// values that it may still take, negative where there were too many.
type taker struct{ left int }

func (t *taker) take(v gjson.Result, depth int) node {
	if t.left--; depth > maxDepth {
		t.left = -1
	}
	if t.left < 0 {
		return node{}
	}
	n := node{kind: jsontext.Kind(v.Raw[0]), text: v.Str}
	switch {
	case v.Type == gjson.Number:
		n.kind, n.text = '0', v.Raw
	case v.Type == gjson.JSON:
		const members = 4 // of most objects and lists
		n.items = make([]node, 0, members)
		if n.kind == '{' {
			n.keys = make([]string, 0, members)
		}
		v.ForEach(func(key, item gjson.Result) bool {
			if n.kind == '{' {
				n.keys = append(n.keys, key.Str)
			}
			n.items = append(n.items, t.take(item, depth+1))
			return t.left >= 0
		})
	}
	return n
}
