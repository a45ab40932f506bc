package ownschema_test

import (
	"fmt"
	"strings"
	"testing"

	"vouchsafe/grounding/answer/ownschema"
)

func TestValidate(t *testing.T) {
	const schema = `{"type":"object","properties":{"n":{"type":"integer","minimum":1},"s":{"type":"string","pattern":"^[a-z]+$"}},"required":["n"],"additionalProperties":false}`
	for answer, ok := range map[string]bool{
		`{"n":1}`: true, `{"n":1,"s":"abc"}`: true, `{"n":1.0}`: true,
		`{"n":0}`: false, `{"s":"abc"}`: false, `{"n":1,"s":"A"}`: false, `{"n":1,"x":2}`: false, `{"n":1,"n":2}`: false,
		`[]`: false, `{"n":1}}`: false, ``: false, `{"n":1e400000000}`: false,
	} {
		if err := validate([]byte(answer), []byte(schema)); (err == nil) != ok {
			t.Errorf("%s: %v", answer, err)
		}
	}
}

func TestValidateTellsWhatIsWrong(t *testing.T) {
	const schema = `{"properties":{"rows":{"items":{"properties":{"n":{"type":"integer"},"s":{"maxLength":3}},"required":["n"]}}}}`
	err := validate([]byte(`{"rows":[{"n":"`+strings.Repeat("x", 1_000)+`","s":"long"},{}]}`), []byte(schema))
	if err == nil {
		t.Fatal("accepted")
	}
	for _, part := range []string{`"/rows/0/n"`, `"/rows/0/s"`, `"/rows/1"`, "integer"} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("no %s in %s", part, err)
		}
	}
	if len(err.Error()) > 1_200 {
		t.Errorf("%d bytes: %s", len(err.Error()), err)
	}
}

func TestCompileRefuses(t *testing.T) {
	for name, schema := range map[string]string{
		"a host":          `{"$ref":"https://example.org/schema.json"}`,
		"a file":          `{"$ref":"file:///etc/hostname"}`,
		"a relative file": `{"$ref":"other.json"}`,
		"a missing place": `{"$ref":"#/$defs/a"}`,
		"a wrong keyword": `{"type":5}`,
		"a bad pattern":   `{"pattern":"(?<=a"}`,
		"duplicate names": `{"type":"object","type":"array"}`,
		"too large":       `{"description":"` + strings.Repeat("x", 2<<20) + `"}`,
		"not JSON":        `{`,
	} {
		if _, err := ownschema.Compile([]byte(schema)); err == nil {
			t.Errorf("%s: compiled", name)
		}
	}
}

// A few hundred bytes of schema can ask for 2^60 visits; they must not be made.
func TestValidateIsBounded(t *testing.T) {
	var ladder strings.Builder
	for i := range 60 {
		fmt.Fprintf(&ladder, `"a%d":{"anyOf":[{"$ref":"#/$defs/a%d"},{"$ref":"#/$defs/a%d"}]},`, i, i+1, i+1)
	}
	forks := `{"anyOf":[{"properties":{"a":{"$ref":"#"}}},{"properties":{"a":{"$ref":"#"}}}],"required":["b"]}`
	nested := strings.Repeat(`{"a":`, 60) + `1` + strings.Repeat(`}`, 60)
	for name, c := range map[string][2]string{
		"a ladder of choices": {`{"$ref":"#/$defs/a0","$defs":{` + ladder.String() + `"a60":{"type":"null"}}}`, `1`},
		"forks at each level": {forks, nested},
		"a ring":              {`{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}}}`, `1`},
		"a long enum":         {`{"items":{"enum":[` + strings.Repeat(`1,`, 100_000) + `2]}}`, `[` + strings.Repeat(`2,`, 100) + `2]`},
		"a vast pattern":      {`{"pattern":"` + strings.Repeat(`a{1000}`, 30) + `"}`, `"b"`},
		"many large patterns": {`{"allOf":[` + strings.Repeat(`{"pattern":"(a{10}b{10}){90}"},`, 200) + `{}]}`, `1`},
		"a ring of choices":   {`{"anyOf":[{"$ref":"#"},{"type":"null"}]}`, `1`},
	} {
		if err := validate([]byte(c[1]), []byte(c[0])); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestValidateTakesOrdinaryPatterns(t *testing.T) {
	const schema = `{"$schema":"http://json-schema.org/draft-07/schema#","patternProperties":{"^x_[a-z]{1,30}$":{"pattern":"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"}},"properties":{"re":{"format":"regex"}}}`
	for answer, ok := range map[string]bool{
		`{"x_a":"2024-01-01","re":"a+"}`: true, `{"x_a":"today"}`: false, `{"re":"("}`: false,
	} {
		if err := validate([]byte(answer), []byte(schema)); (err == nil) != ok {
			t.Errorf("%s: %v", answer, err)
		}
	}
}

func TestAResourceInsideASchemaIsPartOfIt(t *testing.T) {
	schema := compiled(t, `{"properties":{"a":{"$id":"https://example.org/a","$ref":"#/$defs/b","$defs":{"b":{"enum":["one two three"]}}}}}`)
	if err := schema.Validate([]byte(`{"a":"one two three"}`)); err != nil {
		t.Error(err)
	}
	if err := schema.Validate([]byte(`{"a":"four"}`)); err == nil {
		t.Error("accepted")
	}
	if leaves, err := ownschema.Leaves([]byte(`{"a":"one two three"}`), schema, nil); err != nil || len(leaves) != 0 {
		t.Errorf("%+v, %v", leaves, err)
	}
}

func TestCompiledSchemaMayBeShared(t *testing.T) {
	var wide strings.Builder
	for i := range 40 {
		fmt.Fprintf(&wide, `"k%d":{"type":"integer"},`, i)
	}
	schema, err := ownschema.Compile([]byte(`{"properties":{` + wide.String() + `"z":{"type":"string"}}}`))
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error)
	for range 4 {
		go func() { done <- schema.Validate([]byte(`{"k1":1,"z":"a"}`)) }()
	}
	for range 4 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

func FuzzValidate(f *testing.F) {
	for _, format := range formats(f) {
		f.Add([]byte(`{"a":[1,"b"]}`), ownschema.ClientSchema(format))
	}
	f.Add([]byte(`5`), []byte(`{"multipleOf":0.1,"not":{"const":3}}`))
	f.Fuzz(func(t *testing.T, answer, schema []byte) {
		if validate(answer, schema) != nil {
			return
		}
		if _, err := ownschema.Leaves(answer, compiled(t, string(schema)), nil); err != nil && len(answer) < 1000 {
			t.Errorf("valid, but its leaves cannot be listed: %v", err)
		}
	})
}

func BenchmarkCompile(b *testing.B) {
	schema := ownschema.ClientSchema(formats(b)["zod_definitions"])
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ownschema.Compile(schema); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkValidate(b *testing.B) {
	schema, err := ownschema.Compile(ownschema.ClientSchema(formats(b)["zod_definitions"]))
	if err != nil {
		b.Fatal(err)
	}
	answer := []byte(`{"headline":"h","rows":[` + strings.Repeat(`{"name":"n","value":1,"unit":"g"},`, 50) + `{"name":"n","value":1,"unit":"g"}]}`)
	b.ReportAllocs()
	b.SetBytes(int64(len(answer)))
	for b.Loop() {
		if err := schema.Validate(answer); err != nil {
			b.Fatal(err)
		}
	}
}

// validate holds one answer against a schema.
func validate(answer, schema []byte) error {
	compiled, err := ownschema.Compile(schema)
	if err != nil {
		return err
	}
	return compiled.Validate(answer)
}
