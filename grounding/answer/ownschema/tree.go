package ownschema

import (
	"strconv"
	"strings"
)

// Tree is an answer from which elements of arrays can be dropped. Only such
// can go from a form that its reader knows: a member that is missing, or a
// value that is not there, would be another answer.
type Tree struct {
	src    []byte
	root   node
	gone   map[*node]bool
	spares map[*node]bool  // of an array: whether it can do without an element
	places map[*node][]int // of an array: how many elements are left before each
	texts  map[*node]string
}

// NewTree reads an answer.
func NewTree(answer []byte) (*Tree, error) {
	root, err := gate(answer)
	if err != nil {
		return nil, err
	}
	return &Tree{src: answer, root: root, gone: map[*node]bool{}, spares: map[*node]bool{}, texts: map[*node]string{}}, nil
}

// Element is one element of an array in an answer: the pointer to the array,
// and its place in it.
type Element struct {
	Array string
	At    int
}

// Holder returns the element that has to go so that a place in the answer
// does: the nearest one around it that its array can spare. There is none
// where no array holds the place, or only such whose elements hang together
// by their place or their number: rows of numbers, arrays side by side of
// which each tells of the other, an array whose length is stated beside it.
func (t *Tree) Holder(path string) (Element, bool) {
	var found Element
	n, at, ok := &t.root, "", false
	var around *node // the object that holds n
	inArray := false // n is itself an element
	for rest := path; rest != ""; {
		if rest[0] != '/' {
			return Element{}, false
		}
		var token string
		token, rest = firstToken(rest)
		child, there := n.step(unescape(token))
		if !there {
			return Element{}, false
		}
		if n.kind == '[' && !inArray {
			index, _ := strconv.Atoi(token)
			if ok = t.spare(n, around); ok {
				found = Element{at, index}
			}
		}
		if n.kind == '{' {
			around = n
		}
		inArray = n.kind == '['
		n, at = child, at+"/"+token
	}
	return found, ok
}

func (t *Tree) spare(array, around *node) bool {
	can, known := t.spares[array]
	if !known {
		can = spares(array, around)
		t.spares[array] = can
	}
	return can
}

// spares reports whether an array can do without one of its elements. around
// is the object that it is a member of, nil for none.
func spares(array, around *node) bool {
	for i := range array.children {
		if k := array.children[i].kind; k != '{' && k != '"' && k != '[' {
			return false
		}
	}
	if around == nil {
		return true
	}
	for i := range around.children {
		if beside := &around.children[i]; beside != array && beside.kind == '[' && len(beside.children) == len(array.children) {
			return false
		}
	}
	return true
}

// Counted reports whether a number beside an array states how many elements it
// has.
func (t *Tree) Counted(array string) bool {
	n, ok := t.root.find(array)
	slash := strings.LastIndexByte(array, '/')
	if !ok || slash < 0 {
		return false
	}
	around, ok := t.root.find(array[:slash])
	if !ok || around.kind != '{' {
		return false
	}
	length := strconv.Itoa(len(n.children))
	for i := range around.children {
		if beside := &around.children[i]; beside.kind == '0' && string(t.src[beside.start:beside.end]) == length {
			return true
		}
	}
	return false
}

// Texts returns the strings in each element of an array.
func (t *Tree) Texts(array string) [][]string {
	n, ok := t.root.find(array)
	if !ok || n.kind != '[' {
		return nil
	}
	out := make([][]string, len(n.children))
	for i := range n.children {
		out[i] = t.strings(&n.children[i], nil)
	}
	return out
}

func (t *Tree) strings(n *node, out []string) []string {
	if n.kind == '"' {
		return append(out, n.text(t.src))
	}
	for i := range n.children {
		out = t.strings(&n.children[i], out)
	}
	return out
}

// SetText puts another text in the place of a string, and reports whether
// there is a string.
func (t *Tree) SetText(path, text string) bool {
	n, ok := t.root.find(path)
	if ok = ok && n.kind == '"'; ok {
		t.texts[n] = text
	}
	return ok
}

// Drop takes an element out. One that is not there is none.
func (t *Tree) Drop(e Element) {
	if n, ok := t.root.find(e.Array); ok && n.kind == '[' && e.At >= 0 && e.At < len(n.children) {
		t.gone[&n.children[e.At]], t.places = true, nil
	}
}

// Moved returns where a place of the answer is when what was dropped is gone,
// and false for one that is gone too, or never was.
func (t *Tree) Moved(path string) (string, bool) {
	var out strings.Builder
	n := &t.root
	for rest := path; rest != ""; {
		if rest[0] != '/' {
			return "", false
		}
		var token string
		token, rest = firstToken(rest)
		child, ok := n.step(unescape(token))
		if !ok || t.gone[child] {
			return "", false
		}
		if n.kind == '[' {
			index, _ := strconv.Atoi(token)
			token = strconv.Itoa(t.before(n, index))
		}
		out.WriteString("/" + token)
		n = child
	}
	return out.String(), true
}

// before counts the elements of an array in front of one that are left.
func (t *Tree) before(array *node, at int) int {
	if t.places == nil {
		t.places = map[*node][]int{}
	}
	places, known := t.places[array]
	if !known {
		places = make([]int, len(array.children))
		for i := 1; i < len(places); i++ {
			places[i] = places[i-1]
			if !t.gone[&array.children[i-1]] {
				places[i]++
			}
		}
		t.places[array] = places
	}
	return places[at]
}

// Bytes is the answer without what was dropped and with the texts that were
// set; every other byte is as it was.
func (t *Tree) Bytes() []byte { return t.write(make([]byte, 0, len(t.src)), &t.root) }

// write appends a value. What stands between two elements goes with the one
// behind it.
func (t *Tree) write(out []byte, n *node) []byte {
	if text, set := t.texts[n]; set {
		return append(out, quote(text)...)
	}
	at, first := n.start, true
	for i := range n.children {
		c := &n.children[i]
		switch {
		case t.gone[c]:
			if i == 0 {
				out = append(out, t.src[at:at+1]...) // the bracket
			}
		case first && i > 0 && n.kind == '[':
			out, first = t.write(out, c), false
		default:
			out, first = t.write(append(out, t.src[at:c.start]...), c), false
		}
		at = c.end
	}
	return append(out, t.src[at:n.end]...)
}
