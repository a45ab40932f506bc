package tree

import (
	"strconv"
	"strings"
)

// Escape makes a name a token of a JSON Pointer (RFC 6901, section 3).
func Escape(name string) string { return escaper.Replace(name) }

var (
	escaper   = strings.NewReplacer("~", "~0", "/", "~1")
	unescaper = strings.NewReplacer("~1", "/", "~0", "~")
)

// Split parts the first token of a pointer from the rest: "/a/b" is "a" and
// "/b". It is not ok for what is no pointer, nor for "", which names the whole.
func Split(pointer string) (token, rest string, ok bool) {
	pointer, ok = strings.CutPrefix(pointer, "/")
	if at := strings.IndexByte(pointer, '/'); at >= 0 {
		return pointer[:at], pointer[at:], ok
	}
	return pointer, "", ok
}

// Step returns the place among the children of the member or element that one
// token of a pointer names, -1 where there is none.
func (n *Node) Step(token string) int {
	if n.Kind != '[' {
		return n.place(unescaper.Replace(token))
	}
	at, err := strconv.Atoi(token)
	if err != nil || at >= len(n.Children) {
		return -1
	}
	return at
}

// Find follows a JSON Pointer; it returns a Node of kind 0 where that leads
// nowhere.
func (n *Node) Find(pointer string) *Node {
	for pointer != "" {
		token, rest, ok := Split(pointer)
		at := n.Step(token)
		if !ok || at < 0 {
			return absent
		}
		n, pointer = &n.Children[at], rest
	}
	return n
}
