package ownschema_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vouchsafe/grounding/answer/ownschema"
	"vouchsafe/internal/golden"
)

func formats(t testing.TB) map[string][]byte {
	t.Helper()
	files, err := filepath.Glob("testdata/wrap/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("cannot list the formats: %v", err)
	}
	formats := map[string][]byte{}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		formats[strings.TrimSuffix(filepath.Base(file), ".json")] = bytes.TrimSpace(data)
	}
	return formats
}

func TestWrapGolden(t *testing.T) {
	for name, format := range formats(t) {
		t.Run(name, func(t *testing.T) {
			wrapped, err := ownschema.Wrap(format, nil)
			if err != nil {
				t.Fatal(err)
			}
			file := "testdata/wrap/" + name + ".golden"
			golden.Hold(t, file, string(wrapped)+"\n")
			if schema := ownschema.ClientSchema(wrapped); schema != nil {
				if _, err := ownschema.Compile(schema); err != nil {
					t.Errorf("the envelope's schema: %v", err)
				}
			}
		})
	}
}

func TestWrapKeepsEverythingButTheSchema(t *testing.T) {
	format := `{ "json_schema" : {"x-own":1,"schema":{"type":"object"},"strict":true, "name":"n"}, "type":"json_schema" }`
	wrapped, err := ownschema.Wrap([]byte(format), nil)
	if err != nil {
		t.Fatal(err)
	}
	head, tail, _ := strings.Cut(format, `{"type":"object"}`)
	if !strings.HasPrefix(string(wrapped), head) || !strings.HasSuffix(string(wrapped), tail) {
		t.Errorf("bytes around the schema changed: %s", wrapped)
	}
}

func TestWrapRefuses(t *testing.T) {
	for name, format := range map[string]string{
		"text":             `{"type":"text"}`,
		"no type":          `{"json_schema":{"schema":{}}}`,
		"no schema":        `{"type":"json_schema","json_schema":{"name":"n"}}`,
		"duplicate names":  `{"type":"json_schema","json_schema":{"schema":{"type":"object","type":"array"}}}`,
		"two values":       `{"type":"json_object"}{}`,
		"not UTF-8":        "{\"type\":\"json_\xffobject\"}",
		"recursive anchor": `{"type":"json_schema","json_schema":{"schema":{"properties":{"a":{"$recursiveRef":"#"}}}}}`,
		"too deep":         `{"type":"json_schema","json_schema":{"schema":` + strings.Repeat(`{"not":`, 200) + `{}` + strings.Repeat(`}`, 200) + `}}`,
		"empty":            ``,
		"cut":              `{"type":"json_schema"`,
	} {
		if wrapped, err := ownschema.Wrap([]byte(format), nil); err == nil {
			t.Errorf("%s: wrapped as %s", name, wrapped)
		}
	}
}

// An envelope around an instance of the client's schema meets the envelope's
// schema, and one around anything else does not.
func TestEnvelopeHoldsTheClientsSchema(t *testing.T) {
	cases := []struct{ format, good, bad string }{
		{"pydantic_defs", `{"steps":[{"text":"Give it.","milligrams":5,"route":"oral"}],"note":null}`, `{"steps":[{"text":"Give it.","milligrams":5,"route":"nasal"}],"note":null}`},
		{"zod_definitions", `{"headline":"h","rows":[{"name":"n","value":1,"unit":"g"}]}`, `{"headline":"h","rows":[{"name":"n"}]}`},
		{"recursive_root", `{"statement":"s","children":[{"statement":"t","children":[],"twin":"u"}],"twin":null}`, `{"statement":"s","children":[{"statement":"t"}],"twin":null}`},
		{"recursive_with_defs", `{"said":"s","more":[{"said":"t"}]}`, `{"said":"s","more":[{"said":3}]}`},
		{"array_root", `["a","b"]`, `["a",1]`},
		{"anchors_and_id", `{"first":"a","second":"b","third":{"first":"c"}}`, `{"third":{"first":1}}`},
		{"refs_in_data", `{"enum":{"$ref":"#"},"kept":{"$ref":"#"}}`, `{"kept":{"$ref":"#/$defs/answer"}}`},
	}
	all := formats(t)
	for _, c := range cases {
		wrapped, err := ownschema.Wrap(all[c.format], nil)
		if err != nil {
			t.Fatal(err)
		}
		schema := ownschema.ClientSchema(wrapped)
		for _, text := range []string{c.good, c.bad} {
			inner := validate([]byte(text), ownschema.ClientSchema(all[c.format]))
			outer := validate([]byte(envelope(text)), schema)
			if good := text == c.good; (inner == nil) != good || (outer == nil) != good {
				t.Errorf("%s: %s: client's schema says %v, the envelope's %v", c.format, text, inner, outer)
			}
		}
	}
}

func envelope(answer string) string {
	return `{"answer":` + answer + `,"citations":[{"chunk_id":"c1","path":"","snippet":"as the passage says"}],"mode":"answer","unanswered_aspects":[]}`
}

func FuzzWrap(f *testing.F) {
	for _, format := range formats(f) {
		f.Add(format)
	}
	f.Fuzz(func(t *testing.T, format []byte) {
		wrapped, err := ownschema.Wrap(format, nil)
		if err != nil {
			return
		}
		if !json.Valid(wrapped) {
			t.Errorf("not JSON: %s", wrapped)
		}
	})
}

func BenchmarkWrap(b *testing.B) {
	format := formats(b)["pydantic_defs"]
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ownschema.Wrap(format, nil); err != nil {
			b.Fatal(err)
		}
	}
}
