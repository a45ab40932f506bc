package ownschema

import (
	_ "embed"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/answer/tree"
)

// Wrap turns a client's response_format into the one that is sent upstream.
// A json_schema keeps its name, strict flag and every other byte; only its
// schema is replaced by the envelope around it. A json_object comes back as
// it is, for it has no schema: there the envelope is asked for in the prompt
// alone. Any other type is an error.
//
// The client's $schema, $defs and definitions move to the root, where
// upstreams require them ("reference can only point to definitions defined at
// the top level"), so that references to definitions stay as they were.
// References to the client's root, or into it, are led to its new place. Citations name
// sentences by their numbers where there are some, and else quote.
func Wrap(responseFormat []byte, numbers *answer.Numbers) ([]byte, error) {
	root, err := tree.Parse(string(responseFormat))
	if err != nil {
		return nil, err
	}
	schema := schemaOf(&root)
	switch kind := root.Member("type").Text(); {
	case kind == "json_object" && schema.Kind == 0:
		return responseFormat, nil
	case kind != "json_object" && kind != "json_schema":
		return nil, fmt.Errorf("response_format has the type %q: json_schema, json_object and text are known", kind)
	case schema.Kind == 0:
		return nil, errors.New("response_format of type json_schema has no schema")
	}
	envelope, err := WrapSchema([]byte(schema.Raw), numbers)
	if err != nil {
		return nil, err
	}
	return slices.Concat(responseFormat[:schema.Start], envelope, responseFormat[schema.End():]), nil
}

// ClientSchema returns the client's own schema within its response_format, or nil
// where there is none (json_object, text).
func ClientSchema(responseFormat []byte) []byte {
	root, err := tree.Parse(string(responseFormat))
	if schema := schemaOf(&root); err == nil && schema.Kind != 0 {
		return []byte(schema.Raw)
	}
	return nil
}

func schemaOf(responseFormat *tree.Node) *tree.Node {
	if format := responseFormat.Member("json_schema"); format.Kind != 0 {
		return format.Member("schema")
	}
	return responseFormat.Member("schema")
}

// The constant members of the envelope. All of them are required and none is
// open, as strict structured outputs demand; the keys stand in alphabetical
// order, so that the answer is written first.
//
//go:embed envelope.txt
var envelopeMembers string

// The member citations: with what each quotes, or with the numbers of sentences.
const (
	quotedCitations = `"citations":{"type":"array","items":{"type":"object","properties":{` +
		`"chunk_id":{"type":"string"},"path":{"type":"string"},"snippet":{"type":"string"}},"required":["chunk_id","path","snippet"],"additionalProperties":false}}`
	citedNumbers = `"citations":{"type":"array","items":{"type":"object","properties":{"path":{"type":"string"},` +
		`"sentences":{"type":"string"}},"required":["path","sentences"],"additionalProperties":false}}`
)

// members are the envelope's beside the answer. numbers are those of the sentences that
// citations name; nil where they quote.
func members(numbers *answer.Numbers) string {
	citations := quotedCitations
	if numbers != nil {
		citations = citedNumbers
	}
	return citations + "," + strings.TrimSpace(envelopeMembers)
}

// CollectFormat is the response_format of the second call, in which the citations
// of a finished answer are collected.
func CollectFormat(numbers *answer.Numbers) []byte {
	return []byte(`{"type":"json_schema","json_schema":{"name":"citations","strict":true,"schema":` +
		`{"additionalProperties":false,"properties":{` + members(numbers) +
		`},"required":["citations","mode","unanswered_aspects"],"type":"object"}}}`)
}

// WrapSchema turns a schema alone, such as that of a tool's parameters, into the
// envelope around it. The client's schema is edited, not rebuilt: only the
// references that have to change do.
func WrapSchema(schema []byte, numbers *answer.Numbers) ([]byte, error) {
	root, err := parseSchema(schema)
	if err != nil {
		return nil, err
	}
	e := envelopeFor(&root)
	if e.schema(&root); e.err != nil {
		return nil, e.err
	}
	client, hoisted := e.parted()
	if e.referenced {
		client = `{"$ref":` + tree.Quote("#"+e.place()) + `}`
	}
	return []byte(`{` + hoisted + `"additionalProperties":false,"properties":{"answer":` + client + `,` +
		members(numbers) +
		`},"required":["answer","citations","mode","unanswered_aspects"],"type":"object"}`), nil
}

// envelope is the relocation of a client's schema.
type envelope struct {
	root       *tree.Node
	id         string // the root's $id, which goes: it would capture the references
	store      string // "$defs" or "definitions": where the client's root goes if it is referenced
	name       string // the client's root in the store: a name that its own definitions do not have
	referenced bool   // something refers to the client's root, or into it
	edits      []edit // in the order of the schema
	err        error
}

// edit replaces a value.
type edit struct {
	of   *tree.Node
	with string
}

// hoistable members of a root are valid only at the root of a document, or
// are looked for there by upstreams.
var hoistable = []string{"$schema", "$id", "$defs", "definitions"}

func envelopeFor(root *tree.Node) *envelope {
	e := &envelope{root: root, store: "$defs", name: "answer", id: strings.TrimSuffix(root.Member("$id").Text(), "#")}
	if root.Has("definitions") && !root.Has("$defs") {
		e.store = "definitions"
	}
	for root.Member(e.store).Has(e.name) {
		e.name += "_"
	}
	return e
}

// place is the JSON Pointer of the client's root in the store.
func (e *envelope) place() string { return "/" + e.store + "/" + e.name }

// schema walks a place where a schema stands, or a list of schemas. A resource of
// its own is left alone: what it refers to moves with it.
func (e *envelope) schema(n *tree.Node) {
	if id := n.Member("$id"); id.Kind != 0 && n != e.root && !strings.HasPrefix(id.Text(), "#") {
		return
	}
	for i := range n.Children {
		if n.Kind == '[' {
			e.schema(&n.Children[i])
		} else {
			e.keyword(&n.Children[i])
		}
	}
}

// keyword walks one member of a schema. A keyword that is not known may hold
// schemas too (OpenAPI's "components"), so only data is left alone.
func (e *envelope) keyword(n *tree.Node) {
	switch n.Key {
	case "enum", "const", "default", "examples", "example":
	case "properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies":
		for i := range n.Children { // the names are the client's, not keywords
			e.schema(&n.Children[i])
		}
	case "$ref", "$dynamicRef":
		e.reference(n)
	case "$recursiveRef": // may only be "#", so it cannot be led anywhere
		e.err = errors.New("cannot wrap a schema with $recursiveRef")
	default:
		e.schema(n)
	}
}

// reference leads one reference to where its target will stand.
func (e *envelope) reference(n *tree.Node) {
	ref := n.Text()
	local := ref
	if rest, ok := strings.CutPrefix(ref, e.id); ok && e.id != "" && (rest == "" || rest[0] == '#') {
		local = "#" + strings.TrimPrefix(rest, "#")
	}
	if intoRoot(local) {
		e.referenced = true
		local = "#" + e.place() + strings.TrimPrefix(local, "#")
	}
	if n.Kind == '"' && local != ref {
		e.edits = append(e.edits, edit{n, tree.Quote(local)})
	}
}

// intoRoot tells whether a reference means the client's root or a place in it
// that does not stay at the document's root.
func intoRoot(ref string) bool {
	pointer, ok := strings.CutPrefix(ref, "#")
	first, _, isPointer := tree.Split(pointer)
	if plain, err := url.PathUnescape(first); err == nil {
		first = plain
	}
	return ok && (pointer == "" || isPointer && first != "" && !slices.Contains(hoistable[2:], first))
}

// parted returns the client's schema, edited, without the members that move to
// the document's root, and those members, each with a comma behind it. Where
// something refers to the client's root it is one of the definitions.
func (e *envelope) parted() (client, hoisted string) {
	if e.root.Kind != '{' {
		return e.root.Raw, ""
	}
	var kept, moved []string
	for i := range e.root.Children {
		c := &e.root.Children[i]
		member := tree.Quote(c.Key) + ":" + e.edited(c)
		switch {
		case !slices.Contains(hoistable, c.Key):
			kept = append(kept, member)
		case c.Key != "$id" && (c.Key != e.store || !e.referenced):
			moved = append(moved, member)
		}
	}
	client = "{" + strings.Join(kept, ",") + "}"
	if e.referenced {
		moved = append(moved, tree.Quote(e.store)+":"+e.storeWith(client))
	}
	for _, member := range moved {
		hoisted += member + ","
	}
	return client, hoisted
}

// storeWith is the client's definitions with its root among them.
func (e *envelope) storeWith(client string) string {
	store := e.root.Member(e.store)
	definitions := "{"
	for i := range store.Children {
		definitions += tree.Quote(store.Children[i].Key) + ":" + e.edited(&store.Children[i]) + ","
	}
	return definitions + tree.Quote(e.name) + ":" + client + "}"
}

// edited is a value with the edits inside it.
func (e *envelope) edited(n *tree.Node) string {
	var out strings.Builder
	at := n.Start
	first, _ := slices.BinarySearchFunc(e.edits, n.Start, func(edit edit, start int) int { return edit.of.Start - start })
	for _, edit := range e.edits[first:] {
		if edit.of.End() > n.End() {
			break
		}
		out.WriteString(n.Raw[at-n.Start:edit.of.Start-n.Start] + edit.with)
		at = edit.of.End()
	}
	out.WriteString(n.Raw[at-n.Start:])
	return out.String()
}
