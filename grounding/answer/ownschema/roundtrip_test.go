package ownschema_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"vouchsafe/grounding/answer/ownschema"
)

// maker makes schemas and instances of them, both from one source of chance.
type maker struct {
	*rand.Rand
	defs map[string]any
}

func newMaker(seed uint64) *maker {
	return &maker{Rand: rand.New(rand.NewPCG(seed, 7)), defs: map[string]any{}}
}

func (m *maker) pick(list ...string) string { return list[m.IntN(len(list))] }

// document makes a whole schema as Pydantic and Zod do: definitions at the
// root under either name, references to them and sometimes to the root.
func (m *maker) document() map[string]any {
	store := m.pick("$defs", "definitions")
	if m.IntN(3) == 0 { // a list, or a tree, that is defined by itself
		self := "#/" + store + "/node"
		m.defs[self] = map[string]any{"type": "object", "required": []any{"next"}, "additionalProperties": false, "properties": map[string]any{
			"next": map[string]any{"anyOf": []any{map[string]any{"$ref": self}, map[string]any{"type": "null"}}},
			"text": map[string]any{"type": "string"}, "all": map[string]any{"type": "array", "items": map[string]any{"$ref": self}},
		}}
	}
	for i := range m.IntN(3) {
		m.defs[fmt.Sprintf("#/%s/part%d", store, i)] = m.schema(2)
	}
	root := map[string]any{"type": "object", "properties": map[string]any{"first": m.schema(3), "second": m.schema(3)}, "required": []any{"first"}}
	if m.IntN(2) == 0 {
		root["properties"].(map[string]any)["again"] = map[string]any{"$ref": "#"}
	}
	if m.IntN(3) == 0 {
		root = map[string]any{"type": "array", "items": root}
		delete(root["items"].(map[string]any)["properties"].(map[string]any), "again")
	}
	held := map[string]any{}
	for ref, def := range m.defs {
		held[strings.TrimPrefix(ref, "#/"+store+"/")] = def
	}
	if len(held) > 0 {
		root[store] = held
	}
	m.defs["#"] = root
	return root
}

func (m *maker) schema(depth int) map[string]any {
	if refs := len(m.defs); refs > 0 && m.IntN(4) == 0 {
		return map[string]any{"$ref": m.pick(slices.Sorted(maps.Keys(m.defs))...)}
	}
	kind := m.IntN(11)
	if depth == 0 {
		kind = m.IntN(5)
	}
	switch kind {
	case 8:
		return map[string]any{"type": []any{"string", "null"}}
	case 9:
		return map[string]any{"oneOf": []any{map[string]any{"type": "boolean"}, map[string]any{"type": "array", "items": m.schema(depth - 1)}}}
	case 10:
		return map[string]any{"allOf": []any{m.schema(depth - 1), map[string]any{"description": "the same, with words"}}}
	case 0:
		return map[string]any{"type": "string"}
	case 1:
		return map[string]any{"type": "number"}
	case 2:
		return map[string]any{"type": "boolean"}
	case 3:
		return map[string]any{"enum": []any{"a", "$ref", 3.0}}
	case 4:
		return map[string]any{"const": map[string]any{"$ref": "#"}}
	case 5:
		return map[string]any{"type": "array", "items": m.schema(depth - 1)}
	case 6:
		return map[string]any{"anyOf": []any{m.schema(depth - 1), map[string]any{"type": "null"}}}
	}
	return map[string]any{"type": "object", "properties": map[string]any{"$ref": m.schema(depth - 1), "a/b~c": m.schema(depth - 1)},
		"required": []any{"$ref"}, "additionalProperties": false}
}

// instance makes a value that a schema accepts.
func (m *maker) instance(schema map[string]any, depth int) any {
	if ref, ok := schema["$ref"].(string); ok {
		return m.instance(m.defs[ref].(map[string]any), depth)
	}
	if list, ok := schema["enum"].([]any); ok {
		return list[m.IntN(len(list))]
	}
	if value, ok := schema["const"]; ok {
		return value
	}
	if list, ok := schema["anyOf"].([]any); ok {
		if depth <= 0 { // the last one is null
			return nil
		}
		return m.instance(list[m.IntN(len(list))].(map[string]any), depth-1)
	}
	if list, ok := schema["oneOf"].([]any); ok {
		return m.instance(list[m.IntN(len(list))].(map[string]any), depth-1)
	}
	if list, ok := schema["allOf"].([]any); ok {
		return m.instance(list[0].(map[string]any), depth)
	}
	if _, ok := schema["type"].([]any); ok {
		return []any{nil, "four words are here"}[m.IntN(2)]
	}
	switch schema["type"] {
	case "string":
		return m.pick("", "one two three", "50 mg", "\" \\ \u2028 é 窑", "https://example.org/1")
	case "number":
		return []any{0.0, -1.5, 3.0, 1e20}[m.IntN(4)]
	case "boolean":
		return m.IntN(2) == 0
	case "array":
		list := []any{}
		for range m.IntN(3) {
			if depth <= 0 {
				break
			}
			list = append(list, m.instance(schema["items"].(map[string]any), depth-1))
		}
		return list
	case "object":
		return m.members(schema, depth)
	}
	return nil
}

func (m *maker) members(schema map[string]any, depth int) any {
	members := map[string]any{}
	properties := schema["properties"].(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		if fmt.Sprint(schema["required"]) == "["+name+"]" || (depth > 0 && m.IntN(2) == 0) {
			members[name] = m.instance(properties[name].(map[string]any), depth-1)
		}
	}
	return members
}

// FuzzRoundTrip: an answer that meets the client's schema meets the envelope's
// too, comes out of it byte for byte, and still meets the client's.
func FuzzRoundTrip(f *testing.F) {
	for seed := range uint64(40) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		m := newMaker(seed)
		schema := m.document()
		format, err := json.Marshal(map[string]any{"type": "json_schema", "json_schema": map[string]any{"name": "made", "strict": true, "schema": schema}})
		if err != nil {
			t.Fatal(err)
		}
		answer, err := json.MarshalIndent(m.instance(schema, 4), "", " ")
		if err != nil {
			t.Fatal(err)
		}
		client := ownschema.ClientSchema(format)
		if err := validate(answer, client); err != nil {
			t.Fatalf("the test's own instance: %v\n%s\n%s", err, client, answer)
		}
		wrapped, err := ownschema.Wrap(format, nil)
		if err != nil {
			t.Fatalf("%v\n%s", err, format)
		}
		reply := envelope(string(answer))
		if err := validate([]byte(reply), ownschema.ClientSchema(wrapped)); err != nil {
			t.Errorf("the envelope's schema: %v\n%s\n%s", err, wrapped, reply)
		}
		own := ownschema.Read(reply, nil)
		if string(own.Answer) != string(answer) || own.Bare || len(own.Problems) != 0 {
			t.Errorf("read %s from %s: %+v", own.Answer, reply, own.Problems)
		}
		leaves, err := ownschema.Leaves(answer, compiled(t, string(client)), nil)
		if err != nil {
			t.Error(err)
		}
		for _, leaf := range leaves {
			cited := ownschema.Read(strings.Replace(reply, `"path":""`, `"path":`+string(quoted(t, leaf.Path)), 1), nil)
			if len(cited.Citations) != 1 || cited.Citations[0].Path != leaf.Path || len(cited.Problems) != 0 {
				t.Errorf("the leaf %q cannot be cited: %+v", leaf.Path, cited.Problems)
			}
		}
	})
}

func quoted(t *testing.T, text string) []byte {
	t.Helper()
	data, err := json.Marshal(text)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
