package config

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"

	"vouchsafe/policy"
)

// schema is a JSON Schema, draft 2020-12.
type schema map[string]any

// Schema returns the JSON Schema of a configuration file, for editors. It
// comes from the table that files are read by; what a schema cannot say, such
// as names that have to exist, only Load knows.
func Schema() []byte {
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

// sectionSchema is a section with the keys of k.
func (k *key) sectionSchema() schema {
	properties := schema{}
	for _, sub := range k.keys {
		s := maps.Clone(sub.schema())
		s["description"] = sub.About
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
