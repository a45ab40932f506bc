package answer

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"
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
	if n, length, ok := readQuick(text); ok {
		return n, length, nil
	}
	return parseCarefully(text)
}

// parseCarefully is parse for any text.
func parseCarefully(text string) (node, int, error) {
	p := parser{decoder: jsontext.NewDecoder(bytes.NewBufferString(text)), left: maxValues}
	n, err := p.value(0)
	if err != nil {
		return node{}, 0, fmt.Errorf("cannot read the JSON: %w", err)
	}
	return n, int(p.decoder.InputOffset()), nil
}

// parser is one reading of JSON, with the number of values it may still read.
type parser struct {
	decoder *jsontext.Decoder
	left    int
}

func (p *parser) value(depth int) (node, error) {
	if p.left--; depth > maxDepth || p.left < 0 {
		return node{}, errTooMuch
	}
	token, err := p.decoder.ReadToken()
	if err != nil {
		return node{}, err
	}
	n := node{kind: token.Kind()}
	switch n.kind {
	case '"', '0':
		n.text = token.String()
	case '{', '[':
		err = p.items(&n, depth)
	}
	return n, err
}

// items reads the rest of an object or array.
func (p *parser) items(n *node, depth int) error {
	for kind := p.decoder.PeekKind(); kind != '}' && kind != ']'; kind = p.decoder.PeekKind() {
		if n.kind == '{' {
			key, err := p.key()
			if err != nil {
				return err
			}
			n.keys = append(n.keys, key)
		}
		item, err := p.value(depth + 1)
		if err != nil {
			return err
		}
		n.items = append(n.items, item)
	}
	_, err := p.decoder.ReadToken()
	return err
}

// key reads an object's key.
func (p *parser) key() (string, error) {
	token, err := p.decoder.ReadToken()
	if err != nil {
		return "", err
	}
	return token.String(), nil
}
