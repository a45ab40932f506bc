package config

import (
	"bytes"
	"encoding/json"

	"vouchsafe/policy"
)

// schema is a JSON Schema, draft 2020-12.
type schema map[string]any

// Schema returns the JSON Schema of a configuration file, for editors. It
// comes from the table that files are read by; what a schema cannot say, such
// as names that have to exist, only Load knows.
func Schema() []byte {
	top := fresh().root().schema()
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

func (o object) schema() schema {
	properties := schema{}
	for _, f := range o {
		s := schema{}
		for key, v := range f.node.schema() {
			s[key] = v
		}
		if f.about != "" {
			s["description"] = f.about
		}
		properties[f.name] = s
	}
	return schema{"type": []string{"object", "null"}, "properties": properties, "additionalProperties": false}
}

func (l list[T]) schema() schema {
	var value T
	return schema{"type": []string{"array", "null"}, "items": l.elem(&value).schema()}
}

func (d dict[T]) schema() schema {
	var value T
	return schema{"type": []string{"object", "null"}, "additionalProperties": d.elem(&value).schema()}
}

func (s policySet) schema() schema {
	var extends string
	p := fresh().Policies["balanced"]
	table := append(object{{"extends", text(&extends, nil), "name of the policy that this one starts from; balanced, where left out"}}, policyTable(&p)...)
	return schema{"type": []string{"object", "null"}, "additionalProperties": table.schema()}
}

func (a autoOrList) schema() schema {
	return schema{"anyOf": []any{schema{"const": policy.Auto}, a.list.schema()}}
}

func (e exemptList) schema() schema {
	var entry exemptEntry
	return schema{"type": []string{"array", "null"}, "items": entry.schema()}
}

func (x *exemptEntry) schema() schema {
	rule := exemptTable(&x.rule).schema()
	rule["type"], rule["required"] = "object", []string{"form"}
	return schema{"anyOf": []any{schema{"const": "auto"}, rule}}
}
