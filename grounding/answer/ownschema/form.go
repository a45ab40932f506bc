package ownschema

import (
	"bytes"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// maxBranches bounds how many subschemas are held to apply to one place. What
// lies beyond is not known, and an unknown leaf counts as a claim.
const maxBranches = 64

// maxListed is up to how many values an enum is looked into.
const maxListed = 2_000

// form is a client's schema, to be asked which parts of it apply where. It
// does not change once made.
type form struct {
	src     []byte
	root    *node
	id      string           // the root's $id, without a fragment
	anchors map[string]*node // plain-name fragments, with their "#"
	// nested tells that a part of the schema is a resource of its own ($id), in
	// which references mean something else. It is not looked into.
	nested bool
	// patterns are those of patternProperties; one that cannot be compiled within
	// bounds is missing and matches nothing.
	patterns map[*node]*regexp.Regexp
}

func newForm(src []byte, root *node) form {
	f := form{src: src, root: root, anchors: map[string]*node{}, patterns: map[*node]*regexp.Regexp{}}
	if id, ok := root.member("$id"); ok {
		f.id = strings.TrimSuffix(id.text(src), "#")
	}
	f.collect(root, &patterns{left: maxPatterns, open: true})
	return f
}

// collect finds the anchors, in the spelling of each draft, and the patterns.
func (f *form) collect(n *node, bounded *patterns) {
	for i := range n.children {
		child := &n.children[i]
		if child.kind != '"' {
			if n.key == "patternProperties" && len(f.patterns) < maxBranches {
				if re, err := bounded.compile(child.key); err == nil {
					f.patterns[child] = re
				}
			}
			f.collect(child, bounded)
			continue
		}
		switch child.key {
		case "$anchor", "$dynamicAnchor":
			f.anchors["#"+child.text(f.src)] = n
		case "$id":
			name := child.text(f.src)
			if strings.HasPrefix(name, "#") {
				f.anchors[name] = n
			} else if n != f.root {
				f.nested = true
			}
		}
	}
}

// place is what of the schema applies to one place of an answer.
type place []*node

// at expands a schema into itself and what it refers to or is made of
// ($ref, allOf, anyOf, oneOf, then, else), each once.
func (f *form) at(schemas ...*node) place {
	if len(schemas) == 0 {
		return nil
	}
	var all place
	queue := schemas
	for range 4 * maxBranches {
		if len(queue) == 0 || len(all) == maxBranches {
			break
		}
		n := queue[0]
		queue = queue[1:]
		if n.kind != '{' || slices.Contains(all, n) {
			continue
		}
		all = append(all, n)
		queue = append(queue, f.parts(n)...)
	}
	return all
}

func (f *form) parts(n *node) []*node {
	var parts []*node
	for i := range n.children {
		child := &n.children[i]
		switch child.key {
		case "$ref":
			if target, ok := f.resolve(child.text(f.src)); ok {
				parts = append(parts, target)
			}
		case "allOf", "anyOf", "oneOf":
			for j := range min(len(child.children), maxBranches) {
				parts = append(parts, &child.children[j])
			}
		case "then", "else":
			parts = append(parts, child)
		}
	}
	return parts
}

// resolve follows a reference within the schema; others are not followed.
func (f *form) resolve(ref string) (*node, bool) {
	if f.id != "" {
		ref = strings.TrimPrefix(ref, f.id)
	}
	if target, ok := f.anchors[ref]; ok {
		return target, true
	}
	pointer := strings.TrimPrefix(ref, "#")
	if pointer == ref && ref != "" {
		return nil, false
	}
	if plain, err := url.PathUnescape(pointer); err == nil {
		pointer = plain
	}
	return f.root.find(pointer)
}

// property is what applies to an object's member.
func (f *form) property(p place, key string) place {
	var next []*node
	for _, n := range p {
		named := false
		if properties, ok := n.member("properties"); ok {
			if child, ok := properties.member(key); ok {
				next, named = append(next, child), true
			}
		}
		matched := f.patterned(n, key)
		next = append(next, matched...)
		if open, ok := n.member("additionalProperties"); ok && !named && len(matched) == 0 {
			next = append(next, open)
		}
	}
	return f.at(next...)
}

// declares tells whether the schema itself has a member's name.
func (f *form) declares(p place, key string) bool {
	for _, n := range p {
		if properties, ok := n.member("properties"); ok {
			if _, ok := properties.member(key); ok {
				return true
			}
		}
	}
	return false
}

func (f *form) patterned(n *node, key string) []*node {
	patterns, ok := n.member("patternProperties")
	if !ok || patterns.kind != '{' {
		return nil
	}
	var matched []*node
	for i := range min(len(patterns.children), maxBranches) {
		child := &patterns.children[i]
		if re, ok := f.patterns[child]; ok && re.MatchString(key) {
			matched = append(matched, child)
		}
	}
	return matched
}

// item is what applies to an array's element.
func (f *form) item(p place, at int) place {
	var next []*node
	for _, n := range p {
		if list := listOf(n); at < len(list) {
			next = append(next, &list[at])
			continue
		}
		for _, key := range []string{"items", "additionalItems"} {
			if rest, ok := n.member(key); ok && rest.kind == '{' {
				next = append(next, rest)
				break
			}
		}
	}
	return f.at(next...)
}

// listOf is what a schema says of an array's first elements one by one, under
// the name of 2020-12 or of the drafts before it.
func listOf(n *node) []node {
	for _, key := range []string{"prefixItems", "items"} {
		if list, ok := n.member(key); ok && list.kind == '[' {
			return list.children
		}
	}
	return nil
}

// listed is how many elements of an array have a schema of their own.
func (p place) listed() int {
	most := 0
	for _, n := range p {
		most = max(most, len(listOf(n)))
	}
	return most
}

// fixes tells whether the schema leaves no other value at a place than this.
func (f *form) fixes(p place, raw []byte) bool {
	for _, n := range p {
		if constant, ok := n.member("const"); ok && bytes.Equal(f.src[constant.start:constant.end], raw) {
			return true
		}
		if enum, ok := n.member("enum"); ok && len(enum.children) == 1 && bytes.Equal(f.src[enum.children[0].start:enum.children[0].end], raw) {
			return true
		}
	}
	return false
}

// lists tells whether the schema itself lists this value (enum, const): a
// choice among the client's own words is no statement of the model's.
func (f *form) lists(p place, raw []byte) bool {
	for _, n := range p {
		if constant, ok := n.member("const"); ok && bytes.Equal(f.src[constant.start:constant.end], raw) {
			return true
		}
		enum, ok := n.member("enum")
		if !ok {
			continue
		}
		for i := range min(len(enum.children), maxListed) {
			if bytes.Equal(f.src[enum.children[i].start:enum.children[i].end], raw) {
				return true
			}
		}
	}
	return false
}

// formats tells whether the schema declares the place an identifier or an
// address. Dates, times and durations are statements and not among them.
func (f *form) formats(p place) bool {
	for _, n := range p {
		format, ok := n.member("format")
		if !ok {
			continue
		}
		switch format.text(f.src) {
		case "uuid", "uri", "uri-reference", "uri-template", "iri", "iri-reference", "json-pointer", "regex", "byte":
			return true
		}
	}
	return false
}
