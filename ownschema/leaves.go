package ownschema

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxLabelBytes bounds a leaf's label; the part nearest to the leaf is kept.
const maxLabelBytes = 240

// maxCaptionBytes is up to where a text beside a leaf can be its label.
const maxCaptionBytes = 80

// maxLeaves and maxPathBytes bound what Leaves returns: their product is what
// an answer made of long names and many numbers could blow up to.
const (
	maxLeaves    = 20_000
	maxPathBytes = 2_048
)

// minContentWords is from how many content words a text states something.
const minContentWords = 3

// Leaves lists what in an answer states something: every string of three or
// more content words, every shorter one with a number in it ("50 mg"), every
// number, and every name of a member that the schema does not list and that is
// as long as a sentence. Values that the schema itself lists, booleans, nulls,
// numbers that are ids and what stands at or under an ignored path do not.
// Texts in the place of ids and addresses are told apart by Name. schema may be
// nil (json_object). ignore holds JSON Pointers in which "*" is any one token.
// An answer with more than 20,000 leaves, or with a path of more than 2,048
// bytes, is an error.
func Leaves(answer, schema []byte, ignore []string) ([]Leaf, error) {
	root, err := gate(answer)
	if err != nil {
		return nil, err
	}
	w := walk{src: answer, ignore: ignore, known: map[step]place{}, keys: map[string]keyword{}}
	var top place
	if len(schema) > 0 {
		formRoot, err := gateSchema(schema)
		if err != nil {
			return nil, fmt.Errorf("cannot use the schema: %w", err)
		}
		w.form = newForm(schema, &formRoot)
		top = w.form.at(&formRoot)
	}
	w.visit(&root, spot{schema: top})
	if w.err != nil {
		return nil, w.err
	}
	return w.leaves, nil
}

type walk struct {
	src    []byte
	form   form
	known  map[step]place // what applies where, for the like elements of an array
	keys   map[string]keyword
	ignore []string
	leaves []Leaf
	err    error
}

// spot is where the walk stands: the way there, in pointers and in words.
type spot struct {
	path   string
	key    keyword // of the nearest name on the path: an array's elements go by the array's
	outer  string  // the label of the object around
	beside captions
	member int // which of the object's members
	schema place
}

// label is made only where it is needed: most places are no leaves.
func (s spot) label() string {
	return joinLabel(s.outer, s.beside.without(s.member), s.key.words)
}

func (w *walk) visit(n *node, at spot) {
	if w.err != nil || ignored(at.path, w.ignore) {
		return
	}
	if len(at.path) > maxPathBytes {
		w.err = fmt.Errorf("cannot list the leaves: a path of %d bytes", len(at.path))
		return
	}
	switch n.kind {
	case '{':
		w.object(n, at)
	case '[':
		w.array(n, at)
	case '"':
		w.text(n, at)
	case '0':
		w.number(n, at)
	}
}

func (w *walk) object(n *node, at spot) {
	outer, beside := at.label(), w.beside(n)
	for i := range n.children {
		child := &n.children[i]
		inside := spot{
			path:   at.path + "/" + escape(child.key),
			key:    w.keyword(child.key),
			outer:  outer,
			beside: beside,
			member: i,
			schema: w.property(at.schema, child.key),
		}
		w.member(child, at.schema, inside)
		w.visit(child, inside)
	}
}

// member takes a member's name for a statement where it is the model's own and
// as long as one. It is judged as the value at its path is.
func (w *walk) member(n *node, around place, at spot) {
	if w.err != nil || !w.keyword(n.key).sentence || w.form.declares(around, n.key) || ignored(at.path, w.ignore) {
		return
	}
	w.add(n, at, Leaf{Text: n.key})
}

// step is a member of all objects that one place applies to.
type step struct {
	from **node
	key  string
}

func (w *walk) property(at place, key string) place {
	if len(at) == 0 {
		return nil
	}
	s := step{&at[0], key}
	known, ok := w.known[s]
	if !ok {
		known = w.form.property(at, key)
		w.known[s] = known
	}
	return known
}

func (w *walk) keyword(key string) keyword {
	known, ok := w.keys[key]
	if !ok {
		known = keywordOf(key)
		w.keys[key] = known
	}
	return known
}

func (w *walk) array(n *node, at spot) {
	listed := at.schema.listed()
	next := at
	for i := range n.children {
		if i <= listed { // behind the listed elements one schema applies to all
			next.schema = w.form.item(at.schema, i)
		}
		next.path = at.path + "/" + strconv.Itoa(i)
		w.visit(&n.children[i], next)
	}
}

// beside is what an object's short texts say: in {"name":"Maximum daily
// dose","value":4,"unit":"g"} they tell what the 4 is.
func (w *walk) beside(n *node) captions {
	var out captions
	size := 0
	for i := range n.children {
		child := &n.children[i]
		key := w.keyword(child.key)
		if child.kind != '"' || child.end-child.start > maxCaptionBytes || key.id || key.quote {
			continue
		}
		if size += child.end - child.start; size > maxLabelBytes {
			break
		}
		out = append(out, caption{i, child.text(w.src)})
	}
	return out
}

// caption is a short text of an object's member.
type caption struct {
	member int
	text   string
}

type captions []caption

// without joins the captions of all members but one: no leaf labels itself.
func (c captions) without(member int) string {
	var out []string
	for _, each := range c {
		if each.member != member {
			out = append(out, each.text)
		}
	}
	return strings.Join(out, " ")
}

func (w *walk) text(n *node, at spot) {
	value := n.text(w.src)
	if !states(value) || w.form.lists(at.schema, w.src[n.start:n.end]) {
		return
	}
	w.add(n, at, Leaf{Text: value, Quote: at.key.quote, Name: at.key.id || isAddress(value) || w.form.formats(at.schema)})
}

func (w *walk) number(n *node, at spot) {
	raw := w.src[n.start:n.end]
	if at.key.id || at.key.reference || w.form.lists(at.schema, raw) {
		return
	}
	w.add(n, at, Leaf{Text: string(raw), Number: true, Quote: at.key.quote})
}

func (w *walk) add(n *node, at spot, leaf Leaf) {
	if len(w.leaves) == maxLeaves {
		w.err = fmt.Errorf("cannot list the leaves: more than %d", maxLeaves)
		return
	}
	leaf.Path, leaf.Label, leaf.Start, leaf.End = at.path, at.label(), n.start, n.end
	w.leaves = append(w.leaves, leaf)
}

// joinLabel puts the parts of a label together and cuts it from the front.
func joinLabel(parts ...string) string {
	parts = slices.DeleteFunc(parts, func(part string) bool { return part == "" })
	label := strings.Join(parts, " ")
	if len(label) <= maxLabelBytes {
		return label
	}
	cut := len(label) - maxLabelBytes
	for cut < len(label) && !utf8.RuneStart(label[cut]) {
		cut++
	}
	return label[cut:]
}
