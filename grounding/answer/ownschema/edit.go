package ownschema

import (
	"strconv"
	"strings"

	"vouchsafe/grounding/answer/tree"
)

// Tree is an answer from which elements of arrays can be dropped, and in which
// texts can be replaced. Nothing else can go from a form that its reader knows: a
// member that is missing, or a value that is not there, would be another answer.
type Tree struct {
	root   tree.Node
	schema *Schema // nil where the form has none
	gone   map[*tree.Node]bool
	places map[*tree.Node][]int // of an array: how many elements are left before each
	texts  map[*tree.Node]string
}

// NewTree reads an answer. schema is the client's, nil for none.
func NewTree(answer []byte, schema *Schema) (*Tree, error) {
	root, err := tree.Parse(string(answer))
	if err != nil {
		return nil, err
	}
	return &Tree{root: root, schema: schema, gone: map[*tree.Node]bool{}, texts: map[*tree.Node]string{}}, nil
}

// Element is one element of an array in an answer: the pointer to the array,
// and its place in it.
type Element struct {
	Array string
	At    int
}

// step is one step from a value to a member or item of it.
type step struct {
	parent, child *tree.Node
	token         string
	at            int    // among the parent's children
	path          string // of the parent
	outer, inner  place  // what of the schema applies to parent and child
}

// steps follows a pointer. It is nil where that leads nowhere.
func (t *Tree) steps(path string) (all []step) {
	last := step{child: &t.root, inner: t.schema.root()}
	for rest := path; rest != ""; {
		token, more, ok := tree.Split(rest)
		next := step{parent: last.child, token: token, at: last.child.Step(token), path: path[:len(path)-len(rest)], outer: last.inner}
		if !ok || next.at < 0 {
			return nil
		}
		next.child, next.inner = &next.parent.Children[next.at], next.outer.child(next.parent, next.at)
		all, last, rest = append(all, next), next, more
	}
	return all
}

// Holder returns the element that has to go so that a place in the answer
// does: the nearest one around it that its array can spare. There is none
// where no array holds the place, or only such whose elements hang together
// by their place or their number: rows of numbers, arrays side by side of
// which each tells of the other, an array of which the schema says what stands
// where.
func (t *Tree) Holder(path string) (found Element, ok bool) {
	var around *tree.Node // the object that holds the array
	steps := t.steps(path)
	for i, s := range steps {
		if s.parent.Kind == '{' {
			around = s.parent
		} else if inner := i > 0 && steps[i-1].parent.Kind == '['; !inner {
			if ok = !s.outer.isTuple() && spares(s.parent, around); ok {
				found = Element{s.path, s.at}
			}
		}
	}
	return found, ok
}

// spares reports whether an array can do without one of its elements. around
// is the object that it is a member of, nil for none.
func spares(array, around *tree.Node) bool {
	for i := range array.Children {
		if k := array.Children[i].Kind; k != '{' && k != '"' && k != '[' {
			return false
		}
	}
	for i := 0; around != nil && i < len(around.Children); i++ {
		if beside := &around.Children[i]; beside != array && beside.Kind == '[' && len(beside.Children) == len(array.Children) {
			return false
		}
	}
	return true
}

// Counted reports whether a number beside an array states how many elements it
// has.
func (t *Tree) Counted(array string) bool {
	steps := t.steps(array)
	if len(steps) == 0 {
		return false
	}
	last := steps[len(steps)-1]
	length := strconv.Itoa(len(last.child.Children))
	for i := range last.parent.Children {
		if beside := &last.parent.Children[i]; last.parent.Kind == '{' && beside.Kind == '0' && beside.Raw == length {
			return true
		}
	}
	return false
}

// Texts returns the strings in each element of an array.
func (t *Tree) Texts(array string) (all [][]string) {
	n := t.root.Find(array)
	for i := range n.Children {
		if n.Kind == '[' {
			all = append(all, textsIn(&n.Children[i], nil))
		}
	}
	return all
}

func textsIn(n *tree.Node, out []string) []string {
	if n.Kind == '"' {
		return append(out, n.Text())
	}
	for i := range n.Children {
		out = textsIn(&n.Children[i], out)
	}
	return out
}

// SetText puts another text in the place of a string, and reports whether there
// is a string for which the schema takes any text, and which is in the place of no id.
func (t *Tree) SetText(path, text string) bool {
	applies, steps, name := t.schema.root(), t.steps(path), ""
	for _, s := range steps {
		if applies = s.inner; s.parent.Kind == '{' {
			name = s.token
		}
	}
	n := t.root.Find(path)
	if n.Kind != '"' || !applies.isFree() || keywordOf(name).id {
		return false
	}
	t.texts[n] = text
	return true
}

// Rename puts another name in the place of a string or a number, whatever the schema says of it.
func (t *Tree) Rename(path, name string) {
	if n := t.root.Find(path); n.Kind == '"' || n.Kind == '0' {
		t.texts[n] = name
	}
}

// Drop takes an element out. One that is not there is none.
func (t *Tree) Drop(e Element) {
	if n := t.root.Find(e.Array); n.Kind == '[' && e.At >= 0 && e.At < len(n.Children) {
		t.gone[&n.Children[e.At]], t.places = true, map[*tree.Node][]int{}
	}
}

// Moved returns where a place of the answer is when what was dropped is gone,
// and false for one that is gone too, or never was.
func (t *Tree) Moved(path string) (moved string, ok bool) {
	steps := t.steps(path)
	for _, s := range steps {
		if t.gone[s.child] {
			return "", false
		}
		if s.parent.Kind == '[' {
			s.token = strconv.Itoa(t.before(s.parent, s.at))
		}
		moved += "/" + s.token
	}
	return moved, path == "" || len(steps) > 0
}

// before counts the elements of an array in front of one that are left.
func (t *Tree) before(array *tree.Node, at int) int {
	places, known := t.places[array]
	if !known {
		left := 0
		for i := range array.Children {
			places = append(places, left)
			if !t.gone[&array.Children[i]] {
				left++
			}
		}
		if t.places != nil {
			t.places[array] = places
		}
	}
	return places[at]
}

// Bytes is the answer without what was dropped and with the texts that were
// set; every other byte is as it was.
func (t *Tree) Bytes() []byte {
	var out strings.Builder
	t.write(&out, &t.root)
	return []byte(out.String())
}

// write writes a value. What stands between two elements goes with the one
// behind it.
func (t *Tree) write(out *strings.Builder, n *tree.Node) {
	switch text, set := t.texts[n]; {
	case set && n.Kind == '0':
		out.WriteString(text)
		return
	case set:
		out.WriteString(tree.Quote(text))
		return
	}
	at, first := 0, true // in the value as written
	for i := range n.Children {
		c := &n.Children[i]
		start := c.Start - n.Start
		switch {
		case t.gone[c]:
			if i == 0 {
				out.WriteString(n.Raw[:1]) // the bracket
			}
		case first && i > 0 && n.Kind == '[':
			t.write(out, c)
			first = false
		default:
			out.WriteString(n.Raw[at:start])
			t.write(out, c)
			first = false
		}
		at = start + len(c.Raw)
	}
	out.WriteString(n.Raw[at:])
}
