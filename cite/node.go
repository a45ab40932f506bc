package cite

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"
)

// maxDepth bounds nesting: the deepest shape of any dialect has five levels.
const maxDepth = 32

// errDeep is reported for a value that nests deeper than any dialect does.
var errDeep = errors.New("nested too deeply")

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
	d := jsontext.NewDecoder(bytes.NewBufferString(text))
	n, err := parseValue(d, 0)
	if err != nil {
		return node{}, 0, fmt.Errorf("cannot read the JSON: %w", err)
	}
	return n, int(d.InputOffset()), nil
}

func parseValue(d *jsontext.Decoder, depth int) (node, error) {
	if depth > maxDepth {
		return node{}, errDeep
	}
	token, err := d.ReadToken()
	if err != nil {
		return node{}, err
	}
	n := node{kind: token.Kind()}
	switch n.kind {
	case '"', '0':
		n.text = token.String()
	case '{', '[':
		err = n.parseItems(d, depth)
	}
	return n, err
}

// parseItems reads the rest of an object or array.
func (n *node) parseItems(d *jsontext.Decoder, depth int) error {
	for kind := d.PeekKind(); kind != '}' && kind != ']'; kind = d.PeekKind() {
		if n.kind == '{' {
			key, err := d.ReadToken()
			if err != nil {
				return err
			}
			n.keys = append(n.keys, key.String())
		}
		item, err := parseValue(d, depth+1)
		if err != nil {
			return err
		}
		n.items = append(n.items, item)
	}
	_, err := d.ReadToken()
	return err
}
