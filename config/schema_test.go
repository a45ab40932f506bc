package config

import (
	"bytes"
	"encoding/json"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"vouchsafe/internal/golden"
	"vouchsafe/policy"
)

func TestThePublishedSchemaIsTheTable(t *testing.T) {
	golden.Hold(t, "schema.json", string(writeSchema()))
}

// compileSchema reads the published schema.
func compileSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(writeSchema()))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("schema.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := compiler.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// instance reads a YAML file as JSON.
func instance(t *testing.T, path string) any {
	t.Helper()
	data, err := yaml.YAMLToJSON(read(t, path))
	if err != nil {
		t.Fatal(err)
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestTheSchemaTakesGoodFiles(t *testing.T) {
	s := compileSchema(t)
	files, _ := filepath.Glob("testdata/good/*.yaml")
	for _, file := range append(files, "../vouchsafe.example.yaml") {
		if err := s.Validate(instance(t, file)); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
}

func TestTheSchemaTurnsBadFormsAway(t *testing.T) {
	s := compileSchema(t)
	for _, name := range []string{"unknown-keys", "wrong-types", "enums", "cache"} {
		if s.Validate(instance(t, "testdata/bad/"+name+".yaml")) == nil {
			t.Errorf("%s was taken", name)
		}
	}
}

// schema is a JSON Schema, draft 2020-12.
type schema map[string]any

// writeSchema writes the JSON Schema of a configuration file, for editors: it is
// published as schema.json, and no program needs it. It comes from the table that
// files are read by; what a schema cannot say, such as names that have to exist,
// only Load knows.
func writeSchema() []byte {
	top := table().schema()
	top["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	top["title"] = "Vouchsafe configuration"
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	// A schema holds maps, lists, texts and numbers: encoding cannot fail.
	_ = encoder.Encode(top)
	return out.Bytes()
}

// orVariable allows a reference to the environment beside a value that is no
// text.
func orVariable(s schema) schema {
	return schema{"anyOf": []any{s, schema{"type": "string", "pattern": `\$\{`}}}
}

// schema is what may stand at a key.
func (k *key) schema() schema {
	switch k.Type {
	case "section":
		return k.sectionSchema()
	case "names", "policies":
		members := k.sectionSchema
		if k.Of != nil {
			members = k.Of.schema
		}
		return schema{"type": []string{"object", "null"}, "additionalProperties": members()}
	case "list":
		list := schema{"type": []string{"array", "null"}, "items": k.Of.schema()}
		if k.Auto {
			return schema{"anyOf": []any{schema{"const": policy.Auto}, list}}
		}
		return list
	case "exempt":
		rule := k.sectionSchema()
		rule["type"], rule["required"] = "object", []string{"form"}
		return schema{"type": []string{"array", "null"}, "items": schema{"anyOf": []any{schema{"const": policy.Auto}, rule}}}
	}
	return k.valueSchema()
}

// linked is a link of the documentation; an editor shows its words.
var linked = regexp.MustCompile(`\[([^\]]+)\]\([a-z-]+\.md[^)]*\)`)

// sectionSchema is a section with the keys of k.
func (k *key) sectionSchema() schema {
	properties := schema{}
	for _, sub := range k.keys {
		s := maps.Clone(sub.schema())
		s["description"] = linked.ReplaceAllString(about(sub), "$1")
		properties[sub.name] = s
	}
	return schema{"type": []string{"object", "null"}, "properties": properties, "additionalProperties": false}
}

func (k *key) valueSchema() schema {
	least, _ := k.number(k.Least)
	most, _ := k.number(k.Most)
	switch k.Type {
	case "word":
		return orVariable(schema{"enum": k.everyWord()})
	case "truth":
		return orVariable(schema{"type": "boolean"})
	case "share":
		return orVariable(schema{"type": "number", "minimum": 0, "maximum": 1})
	case "whole":
		return orVariable(schema{"type": "integer", "minimum": least, "maximum": most})
	case "size":
		return schema{"anyOf": []any{schema{"type": "integer", "minimum": least, "maximum": most}, schema{"type": "string"}}}
	case "json":
		return schema{"type": []string{"string", "null"}}
	case "status":
		return schema{"type": []string{"string", "integer"}}
	}
	return schema{"type": "string"}
}

// everyWord are the words of a key, older ones too.
func (k *key) everyWord() []string {
	var words []string
	if k.Empty {
		words = append(words, "")
	}
	return slices.Concat(words, k.Words, sortedKeys(k.Was))
}
