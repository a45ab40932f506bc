// Package tree reads JSON that came from outside into values that know where
// they stand. It refuses what two readers could understand differently or
// choke on: names that stand twice, text that is not UTF-8, deep nesting, and
// numbers that are cheap to write and dear to compute with. Start with Parse.
package tree

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Bounds on a text. Strict structured outputs nest ten levels at most, and a
// long answer has some thousand values.
const (
	maxDepth       = 100
	maxValues      = 1 << 18
	maxNumberBytes = 400
	maxExponent    = 400
)

// Node is a JSON value. A member that is absent is a Node of kind 0.
type Node struct {
	Kind     jsontext.Kind // '{', '[', '"', '0', 't', 'f' or 'n'
	Key      string        // of an object's member: its name, unescaped
	Raw      string        // the value as written
	Start    int           // where it begins in the text that was read, in bytes
	Children []Node        // of an object or array

	index map[string]int // of a large object's members
}

// smallObject is how many members are searched one by one, and usualChildren
// how many values an object or array mostly has.
const (
	smallObject   = 16
	usualChildren = 2
)

// Parse reads a text that is one JSON value and nothing else.
func Parse(text string) (Node, error) {
	root, length, err := First(text)
	if err == nil && strings.TrimLeft(text[length:], space) != "" {
		err = errors.New("cannot read the JSON text: something follows its end")
	}
	if err != nil {
		return Node{}, err
	}
	return root, nil
}

const space = " \t\r\n"

// First reads the JSON value at the start of a text, behind white space, and
// returns it with the offset behind it. What follows is not looked at.
func First(text string) (root Node, length int, err error) {
	r := reader{text: text}
	start := len(text) - len(strings.TrimLeft(text, space))
	end := start + max(End(text[start:]), 0)
	if value := jsontext.Value(text[start:end]); !value.IsValid() {
		_, err = jsontext.NewDecoder(strings.NewReader(text)).ReadValue() // it tells why
		return Node{}, 0, fmt.Errorf("cannot read the JSON text: %w", cmp.Or(err, io.ErrUnexpectedEOF))
	}
	if root, err = r.value(start, 0); err != nil {
		return Node{}, 0, fmt.Errorf("cannot read the JSON text: %w", err)
	}
	return root, end, nil
}

// End returns the offset behind the value that begins a text, -1 where the text
// ends inside an object, list or string. It looks at structure only.
func End(text string) int { return new(Growing).End(text) }

// Growing is a value whose text is still being written.
type Growing struct {
	at, depth int
	inString  bool
}

// End is the function End for a text that begins with that of the last call: it looks
// only at what is new.
func (g *Growing) End(text string) int {
	i, depth, inString := g.at, g.depth, g.inString
	for ; i < len(text); i++ {
		switch c := text[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			if inString = !inString; !inString && depth == 0 {
				return i + 1
			}
		case inString:
		case c == '{', c == '[':
			depth++
		case c == '}', c == ']':
			if depth--; depth <= 0 {
				return i + 1
			}
		case depth == 0:
			return len(text) - len(strings.TrimLeft(text[i:], "-+.0123456789aeEflnrstu"))
		}
	}
	*g = Growing{i, depth, inString}
	return -1
}

// reader is one walk over a text that is known to be well-formed.
type reader struct {
	text   string
	values int
}

func (r *reader) skip(at int) int {
	return len(r.text) - len(strings.TrimLeft(r.text[at:], space+",:"))
}

// value reads the value at an offset.
func (r *reader) value(at, depth int) (n Node, err error) {
	if r.values++; r.values > maxValues {
		return n, fmt.Errorf("more than %d values", maxValues)
	}
	if depth > maxDepth {
		return n, fmt.Errorf("nested deeper than %d levels", maxDepth)
	}
	n = Node{Kind: jsontext.Value(r.text[at : at+1]).Kind(), Start: at}
	if n.Kind == '{' || n.Kind == '[' {
		err = r.children(&n, depth)
		return n, err
	}
	n.Raw = r.text[at : at+End(r.text[at:])]
	if n.Kind == '0' {
		err = tame(n.Raw)
	}
	return n, err
}

// children reads the members of an object or the items of a list.
func (r *reader) children(n *Node, depth int) error {
	at := r.skip(n.Start + 1)
	for ; r.text[at] != '}' && r.text[at] != ']'; at = r.skip(at) {
		name := Node{Kind: '"'}
		if n.Kind == '{' {
			name.Raw = r.text[at : at+End(r.text[at:])]
			at = r.skip(at + len(name.Raw))
		}
		child, err := r.value(at, depth+1)
		if err != nil {
			return err
		}
		if n.Children == nil {
			n.Children = make([]Node, 0, usualChildren)
		}
		child.Key = name.Text()
		n.Children = append(n.Children, child)
		at = child.End()
	}
	n.Raw = r.text[n.Start : at+1]
	n.indexMembers()
	return nil
}

func (n *Node) indexMembers() {
	if n.Kind != '{' || len(n.Children) <= smallObject {
		return
	}
	n.index = make(map[string]int, len(n.Children))
	for i := range n.Children {
		n.index[n.Children[i].Key] = i
	}
}

// tame refuses numbers that validators, which compute with exact fractions,
// would take a megabyte for, such as 1e1000000.
func tame(number string) error {
	if len(number) > maxNumberBytes {
		return fmt.Errorf("a number of %d characters", len(number))
	}
	at := strings.IndexAny(number, "eE")
	if at < 0 {
		return nil
	}
	if exponent, err := strconv.Atoi(number[at+1:]); err != nil || exponent > maxExponent || exponent < -maxExponent {
		return fmt.Errorf("a number with the exponent %s", number[at+1:])
	}
	return nil
}

// End is the offset behind the value in the text that was read.
func (n *Node) End() int { return n.Start + len(n.Raw) }

// absent is what Member and Find return where there is nothing.
var absent = &Node{}

// Has reports whether an object has a member.
func (n *Node) Has(key string) bool { return n.place(key) >= 0 }

// Member returns an object's member; a Node of kind 0 where it has none.
func (n *Node) Member(key string) *Node {
	if at := n.place(key); at >= 0 {
		return &n.Children[at]
	}
	return absent
}

// place is where among an object's members one stands, -1 for none.
func (n *Node) place(key string) int {
	if n.index != nil {
		if at, ok := n.index[key]; ok {
			return at
		}
		return -1
	}
	for at := range n.Children {
		if n.Kind == '{' && n.Children[at].Key == key {
			return at
		}
	}
	return -1
}

// Text is a string's value; "" for anything else.
func (n *Node) Text() string {
	if n.Kind != '"' {
		return ""
	}
	if n.Raw == "" {
		return "" // the name of a list's item
	}
	if inner := n.Raw[1 : len(n.Raw)-1]; strings.IndexByte(inner, '\\') < 0 {
		return inner
	}
	value, err := jsontext.AppendUnquote(nil, n.Raw)
	if err != nil {
		return ""
	}
	return string(value)
}

// Quote writes a text as a JSON string. What is not UTF-8 becomes U+FFFD.
func Quote(text string) string {
	quoted, _ := jsontext.AppendQuote(nil, text) // it errs only at what it has mended
	return string(quoted)
}
