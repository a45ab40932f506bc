package ownschema

import (
	"errors"
	"net/url"
	"sort"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// move is the relocation of a client's schema into the envelope. The schema
// is edited, not rebuilt: only the references that have to change do.
type move struct {
	src            []byte
	root           *node
	id             string // the root's $id, which goes: it would capture the references
	store          string // "$defs" or "definitions": where the client's root goes if it is referenced
	name           string // the client's root in the store
	place          string // JSON Pointer of the client's root in the envelope
	rootReferenced bool
	err            error
	edits          []edit
	cuts           []*node // members of the root that go elsewhere or away
}

// edit replaces src[start:end].
type edit struct {
	start, end int
	with       string
}

func newMove(src []byte, root *node) *move {
	m := &move{src: src, root: root, store: "$defs"}
	_, modern := root.member("$defs")
	_, old := root.member("definitions")
	if old && !modern {
		m.store = "definitions"
	}
	if id, ok := root.member("$id"); ok {
		m.id = strings.TrimSuffix(id.text(src), "#")
	}
	m.name = m.freeName()
	m.place = "/" + m.store + "/" + m.name
	m.schema(root)
	sort.Slice(m.edits, func(i, j int) bool { return m.edits[i].start < m.edits[j].start })
	for i := range root.children {
		if root.kind == '{' && hoistable(root.children[i].key) {
			m.cuts = append(m.cuts, &root.children[i])
		}
	}
	return m
}

// hoistable members of a root are valid only at the root of a document, or
// are looked for there by upstreams.
func hoistable(key string) bool {
	switch key {
	case "$schema", "$id", "$defs", "definitions":
		return true
	}
	return false
}

// freeName is a name for the client's root that its own definitions do not have.
func (m *move) freeName() string {
	name := "answer"
	store, ok := m.root.member(m.store)
	if !ok {
		return name
	}
	for {
		if _, taken := store.member(name); !taken {
			return name
		}
		name += "_"
	}
}

// schema walks a place where a schema stands.
func (m *move) schema(n *node) {
	if n.kind == '[' { // a list of schemas: allOf, prefixItems, items of old drafts
		for i := range n.children {
			m.schema(&n.children[i])
		}
		return
	}
	if n.kind != '{' {
		return
	}
	if id, ok := n.member("$id"); ok && n != m.root && !strings.HasPrefix(id.text(m.src), "#") {
		return // a resource of its own: what it refers to moves with it
	}
	for i := range n.children {
		m.keyword(&n.children[i])
	}
}

// keyword walks one member of a schema. A keyword that is not known may hold
// schemas too (OpenAPI's "components"), so only data is left alone.
func (m *move) keyword(n *node) {
	switch n.key {
	case "enum", "const", "default", "examples", "example":
	case "properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies":
		if n.kind != '{' {
			return
		}
		for i := range n.children { // the names are the client's, not keywords
			m.schema(&n.children[i])
		}
	case "$ref", "$dynamicRef":
		m.reference(n)
	case "$recursiveRef": // may only be "#", so it cannot be led anywhere
		m.err = errors.New("cannot wrap a schema with $recursiveRef")
	default:
		m.schema(n)
	}
}

// reference leads one reference to where its target will stand.
func (m *move) reference(n *node) {
	if n.kind != '"' {
		return
	}
	ref := n.text(m.src)
	local := ref
	if m.id != "" && (ref == m.id || strings.HasPrefix(ref, m.id+"#")) {
		local = "#" + strings.TrimPrefix(strings.TrimPrefix(ref, m.id), "#")
	}
	if m.leadsIntoRoot(local) {
		m.rootReferenced = true
		local = "#" + m.place + strings.TrimPrefix(local, "#")
	}
	if local == ref {
		return
	}
	quoted, err := jsontext.AppendQuote(nil, local)
	if err != nil {
		return // not UTF-8, which the gate has excluded
	}
	m.edits = append(m.edits, edit{n.start, n.end, string(quoted)})
}

// leadsIntoRoot tells whether a reference means the client's root or a place
// in it that does not stay at the document's root.
func (m *move) leadsIntoRoot(ref string) bool {
	if ref == "#" || ref == "#/" {
		return ref == "#"
	}
	pointer, ok := strings.CutPrefix(ref, "#/")
	if !ok {
		return false // an anchor, or another document
	}
	first, _, _ := strings.Cut(pointer, "/")
	if plain, err := url.PathUnescape(first); err == nil {
		first = plain
	}
	return first != "$defs" && first != "definitions"
}

// rewritten is the client's schema with its references changed and without
// the members that move to the document's root.
func (m *move) rewritten() []byte {
	if m.root.kind != '{' {
		return m.src
	}
	out := []byte{'{'}
	for i := range m.root.children {
		child := &m.root.children[i]
		if !hoistable(child.key) {
			out = m.appendMember(out, child)
		}
	}
	return append(out, '}')
}

// hoisted lists the members of the envelope that come from the client's root,
// and with them the root itself where something refers to it.
func (m *move) hoisted() [][]byte {
	var members [][]byte
	stored := false
	for _, cut := range m.cuts {
		if cut.key == "$id" {
			continue
		}
		member := m.appendMember([]byte{'{'}, cut)[1:]
		if cut.key == m.store && cut.kind == '{' && m.rootReferenced {
			member, stored = m.withRoot(member), true
		}
		members = append(members, member)
	}
	if m.rootReferenced && !stored {
		member := append(quote(m.store), ":{}"...)
		members = append(members, m.withRoot(member))
	}
	return members
}

// withRoot adds the client's root to a store of definitions that ends in "}".
func (m *move) withRoot(store []byte) []byte {
	open := strings.TrimRight(string(store[:len(store)-1]), " \t\r\n")
	if !strings.HasSuffix(open, "{") {
		open += ","
	}
	out := append([]byte(open), quote(m.name)...)
	out = append(out, ':')
	out = append(out, m.rewritten()...)
	return append(out, '}')
}

// appendMember appends `"key":value`, the value edited, with a comma before
// it where out already holds a member.
func (m *move) appendMember(out []byte, n *node) []byte {
	if len(out) > 1 {
		out = append(out, ',')
	}
	out = append(out, quote(n.key)...)
	out = append(out, ':')
	at := n.start
	first := sort.Search(len(m.edits), func(i int) bool { return m.edits[i].start >= n.start })
	for _, e := range m.edits[first:] {
		if e.end > n.end {
			break
		}
		out = append(out, m.src[at:e.start]...)
		out = append(out, e.with...)
		at = e.end
	}
	return append(out, m.src[at:n.end]...)
}

// quote writes a JSON string. The gate has seen to it that the text is UTF-8.
func quote(text string) []byte {
	quoted, err := jsontext.AppendQuote(nil, text)
	if err != nil {
		return []byte(`""`)
	}
	return quoted
}
