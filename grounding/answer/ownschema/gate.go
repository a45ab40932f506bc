package ownschema

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

const (
	// maxDepth bounds nesting. Strict structured outputs allow ten levels; a
	// bound is needed because everything behind the gate is recursive.
	maxDepth = 100
	// maxSchemaBytes bounds a client's schema. Structured outputs allow about
	// 120,000 characters of names and values.
	maxSchemaBytes = 256 << 10
	// maxNumberBytes and maxExponent bound a number: validators compute with
	// exact fractions, in which 1e1000000 takes a megabyte.
	maxNumberBytes = 400
	maxExponent    = 400
)

// node is a JSON value and where it stands: src[start:end].
type node struct {
	kind       jsontext.Kind
	key        string // of an object's member: the name, unescaped
	start, end int
	children   []node
	index      map[string]int // of a large object's members
}

// smallObject is how many members are searched one by one.
const smallObject = 16

// gate reads one JSON value out of src, which must hold nothing else, and
// refuses what later readers would disagree on or choke on.
func gate(src []byte) (node, error) {
	dec := jsontext.NewDecoder(bytes.NewBuffer(src))
	root, err := readNode(dec)
	if err != nil {
		return node{}, fmt.Errorf("cannot read the JSON text: %w", err)
	}
	if _, err := dec.ReadToken(); !errors.Is(err, io.EOF) {
		return node{}, errors.New("cannot read the JSON text: something follows its end")
	}
	return root, nil
}

// gateSchema is gate with the bound on a schema's size.
func gateSchema(src []byte) (node, error) {
	if len(src) > maxSchemaBytes {
		return node{}, fmt.Errorf("cannot use the schema: %d bytes, more than %d", len(src), maxSchemaBytes)
	}
	return gate(src)
}

func readNode(dec *jsontext.Decoder) (node, error) {
	if dec.StackDepth() > maxDepth {
		return node{}, fmt.Errorf("nested deeper than %d levels", maxDepth)
	}
	n := node{kind: dec.PeekKind()}
	var err error
	switch n.kind {
	case '{':
		err = readContainer(dec, &n, readMember)
	case '[':
		err = readContainer(dec, &n, readNode)
	default:
		err = readScalar(dec, &n)
	}
	n.end = int(dec.InputOffset())
	return n, err
}

func readContainer(dec *jsontext.Decoder, n *node, read func(*jsontext.Decoder) (node, error)) error {
	if _, err := dec.ReadToken(); err != nil {
		return err
	}
	n.start = int(dec.InputOffset()) - 1
	for dec.PeekKind() != n.kind+2 { // in ASCII a closing bracket is its opening one plus two
		child, err := read(dec)
		if err != nil {
			return err
		}
		n.children = append(n.children, child)
	}
	if n.kind == '{' && len(n.children) > smallObject {
		n.index = make(map[string]int, len(n.children))
		for i := range n.children {
			n.index[n.children[i].key] = i
		}
	}
	_, err := dec.ReadToken()
	return err
}

func readMember(dec *jsontext.Decoder) (node, error) {
	name, err := dec.ReadToken()
	if err != nil {
		return node{}, err
	}
	key := name.String() // before the next read: the token lives in the decoder's buffer
	child, err := readNode(dec)
	child.key = key
	return child, err
}

func readScalar(dec *jsontext.Decoder, n *node) error {
	raw, err := dec.ReadValue()
	if err != nil {
		return err
	}
	n.start = int(dec.InputOffset()) - len(raw)
	if n.kind == '0' {
		return tameNumber(string(raw))
	}
	return nil
}

// tameNumber refuses numbers that are cheap to write and dear to compute with.
func tameNumber(text string) error {
	if len(text) > maxNumberBytes {
		return fmt.Errorf("a number of %d characters", len(text))
	}
	for i := range len(text) {
		if text[i] != 'e' && text[i] != 'E' {
			continue
		}
		exponent, err := strconv.Atoi(text[i+1:])
		if err != nil || exponent > maxExponent || exponent < -maxExponent {
			return fmt.Errorf("a number with the exponent %s", text[i+1:])
		}
	}
	return nil
}

// member returns the value of an object's member.
func (n *node) member(key string) (*node, bool) {
	if n.kind != '{' {
		return nil, false
	}
	if len(n.children) > smallObject {
		i, ok := n.index[key]
		if !ok {
			return nil, false
		}
		return &n.children[i], true
	}
	for i := range n.children {
		if n.children[i].key == key {
			return &n.children[i], true
		}
	}
	return nil, false
}

// text is a string's value; "" for anything else. src is what the node was read from.
func (n *node) text(src []byte) string {
	if n.kind != '"' {
		return ""
	}
	value, err := jsontext.AppendUnquote(nil, src[n.start:n.end])
	if err != nil {
		return ""
	}
	return string(value)
}
