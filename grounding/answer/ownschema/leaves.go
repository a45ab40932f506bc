package ownschema

import (
	"fmt"
	"strconv"
)

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
// as long as a sentence. Shorter strings, booleans and values of a list in the
// schema say something only together with their member's name: they are Small.
// Constants of the schema, nulls and what stands at or under an ignored path
// state nothing. Texts and numbers in the place of ids and addresses are told
// apart by Name. schema may be nil (json_object). ignore holds JSON Pointers in which "*" is any one token.
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

// spot is where the walk stands.
type spot struct {
	path   string
	name   string  // the nearest name on the path
	key    keyword // of the nearest name on the path: an array's elements go by the array's
	schema place
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
	case 't', 'f':
		w.add(at, Leaf{Text: string(w.src[n.start:n.end]), Small: true})
	}
}

func (w *walk) object(n *node, at spot) {
	for i := range n.children {
		child := &n.children[i]
		inside := spot{
			path:   at.path + "/" + escape(child.key),
			name:   child.key,
			key:    w.keyword(child.key),
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
	w.add(at, Leaf{Text: n.key})
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

func (w *walk) text(n *node, at spot) {
	value := n.text(w.src)
	raw := w.src[n.start:n.end]
	if value == "" || w.form.fixes(at.schema, raw) {
		return
	}
	small := !states(value) || w.form.lists(at.schema, raw)
	w.add(at, Leaf{Text: value, Small: small, Quote: at.key.quote, Name: at.key.id || isAddress(value) || w.form.formats(at.schema)})
}

func (w *walk) number(n *node, at spot) {
	raw := w.src[n.start:n.end]
	if w.form.lists(at.schema, raw) {
		return
	}
	name := at.key.id || at.key.reference
	w.add(at, Leaf{Text: string(raw), Number: true, Quote: at.key.quote && !name, Name: name, Small: name})
}

func (w *walk) add(at spot, leaf Leaf) {
	if len(w.leaves) == maxLeaves {
		w.err = fmt.Errorf("cannot list the leaves: more than %d", maxLeaves)
		return
	}
	leaf.Path, leaf.Key = at.path, at.name
	w.leaves = append(w.leaves, leaf)
}
