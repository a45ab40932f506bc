package config

import (
	"fmt"
	"maps"
	"slices"

	"github.com/goccy/go-yaml/ast"
)

// node is one place of a configuration: it reads what stands in the file into
// its destination, describes what may stand there, and shows what is in force.
type node interface {
	read(r *reader, path string, n ast.Node)
	schema() schema
	show() any // string (a YAML scalar), []any or section
}

// field is a named member of an object. About says what it means.
type field struct {
	name  string
	node  node
	about string
}

// object is a section with fixed keys.
type object []field

func (o object) read(r *reader, path string, n ast.Node) {
	for _, m := range r.members(path, n) {
		full := join(path, m.name)
		at := slices.IndexFunc(o, func(f field) bool { return f.name == m.name })
		if at < 0 {
			r.report(m.key, Problem{Path: full, Message: "is not a known key", Allowed: o.names()})
			continue
		}
		if _, isNull := m.value.(*ast.NullNode); isNull {
			continue // a key without a value leaves the default
		}
		o[at].node.read(r, full, m.value)
	}
}

func (o object) names() []string {
	var names []string
	for _, f := range o {
		names = append(names, f.name)
	}
	return names
}

// old is a key that is still read and has another name now.
type old struct {
	node
	instead string // what to write
}

func (o old) read(r *reader, path string, n ast.Node) {
	o.node.read(r, path, n)
	r.warn(n, Problem{Path: path, Message: o.instead})
}

func (o old) show() any { return nil }

// list is a sequence. It replaces what was there before.
type list[T any] struct {
	dst  *[]T
	elem func(*T) node
}

func (l list[T]) read(r *reader, path string, n ast.Node) {
	if _, isNull := n.(*ast.NullNode); isNull || !r.plain(path, n) {
		return
	}
	seq, ok := n.(*ast.SequenceNode)
	if !ok {
		r.report(n, Problem{Path: path, Message: "should be a list" + notA(n), Value: sourceOf(n)})
		return
	}
	values := make([]T, len(seq.Values))
	for i, v := range seq.Values {
		full := fmt.Sprintf("%s[%d]", path, i)
		r.places[full] = v
		l.elem(&values[i]).read(r, full, v)
	}
	*l.dst = values
}

// dict is a section whose keys are names that the user gives. It adds to what
// was there before.
type dict[T any] struct {
	dst   *map[string]T
	fresh func() T // what a new member holds before it is read
	elem  func(*T) node
	names checker // may be nil
}

func (d dict[T]) read(r *reader, path string, n ast.Node) {
	all := maps.Clone(*d.dst)
	if all == nil {
		all = map[string]T{}
	}
	for _, m := range r.members(path, n) {
		full := join(path, m.name)
		if d.names != nil {
			if message := d.names(m.name); message != "" {
				r.report(m.key, Problem{Path: full, Message: message})
				continue
			}
		}
		value, known := all[m.name]
		if !known && d.fresh != nil {
			value = d.fresh()
		}
		if _, isNull := m.value.(*ast.NullNode); !isNull {
			d.elem(&value).read(r, full, m.value)
		}
		all[m.name] = value
	}
	*d.dst = all
}
