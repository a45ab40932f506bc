package ownschema_test

import (
	"testing"

	"vouchsafe/grounding/answer/ownschema"
)

func TestAnEmptyInstanceStatesNothing(t *testing.T) {
	t.Parallel()
	for schema, want := range map[string]string{
		`{"type":"object","properties":{"summary":{"type":"string"},"items":{"type":"array","items":{"type":"string"}}},"required":["summary","items"],"additionalProperties":false}`:            `{"items":[],"summary":""}`,
		`{"type":"object","properties":{"dose":{"type":["number","null"]},"notes":{"type":"string"}},"required":["dose"]}`:                                                                       `{"dose":null}`,
		`{"type":"object","properties":{"inner":{"$ref":"#/$defs/inner"}},"required":["inner"],"$defs":{"inner":{"type":"object","properties":{"text":{"type":"string"}},"required":["text"]}}}`: `{"inner":{"text":""}}`,
		`{"type":"object","properties":{"dose":{"anyOf":[{"type":"number"},{"type":"null"}]}},"required":["dose"]}`:                                                                              `{"dose":null}`,
		`{"type":"object","allOf":[{"properties":{"a":{"type":"string"}},"required":["a"]}]}`:                                                                                                    `{"a":""}`,
		`{"type":"object","properties":{"dose":{"type":"number"}},"required":["dose"]}`:                                                                                                          "",
		`{"type":"object","properties":{"ok":{"type":"boolean"}},"required":["ok"]}`:                                                                                                             "",
		`{"type":"object","properties":{"level":{"enum":["low","high"]}},"required":["level"]}`:                                                                                                  "",
		`{"type":"object","properties":{"name":{"type":"string","minLength":1}},"required":["name"]}`:                                                                                            "",
		`{"type":"object","properties":{"list":{"type":"array","minItems":1}},"required":["list"]}`:                                                                                              "",
		`{"$ref":"#/$defs/node","$defs":{"node":{"type":"object","properties":{"next":{"$ref":"#/$defs/node"}},"required":["next"]}}}`:                                                           "",
		`{"type":"object","properties":{"a":{"type":"string"}},"required":["a","b"],"additionalProperties":false}`:                                                                               "",
	} {
		compiled, err := ownschema.Compile([]byte(schema))
		if err != nil {
			t.Fatal(schema, err)
		}
		got, ok := compiled.Empty()
		if ok != (want != "") || ok && string(got) != want {
			t.Errorf("%s: %s, want %q", schema, got, want)
		}
	}
}
